import { randomInt } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { DELETED } from '../kernel/named.ts';

/** The most characters of a name, as Unicode counts them. */
export const LONGEST_NAME = 40;
/** More marks than any script writes on one letter pile up over the lines around it. */
const MOST_MARKS = 3;

/** Not seen, or changing how what is around it is seen: control, bidi, zero-width, unassigned; and a blank that is a symbol. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const LONE_MARK = /(?:^|[^\p{L}\p{N}\p{M}])\p{M}/u;
const PILED_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u');
/** What holds an emoji together is not seen either: its colour of skin, its style, and the joiners between its parts. */
const PICTURE = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?';
const EMOJI = new RegExp(`${PICTURE}(?:\\u200d${PICTURE})*`, 'gu');

/** A name as it is kept and shown (NFKC), or what is wrong with it in words that follow "the name". */
export function nameFrom(sent: string, longest = LONGEST_NAME): { name: string } | { fault: string } {
  if (!sent.isWellFormed()) return { fault: 'must not hold a half of a character' };
  const name = sent.normalize('NFKC');
  const rest = name.replace(EMOJI, '☺');
  if ([...name].length > longest) return { fault: `must have at most ${longest} characters after NFKC` };
  if (name.trim() !== name || name === '') return { fault: 'must begin and end with something visible' };
  if (UNSEEN.test(rest))
    return { fault: 'must not hold control, bidirectional, zero-width or other unseen characters' };
  if (LONE_MARK.test(rest)) return { fault: 'must not hold a combining mark without a letter before it' };
  if (PILED_MARKS.test(rest)) return { fault: `must not hold more than ${MOST_MARKS} combining marks on one letter` };
  return { name };
}

/**
 * What a name looks like: equal for names that people take for the same, by the skeletons of UTS #39, and whatever the
 * case of their letters and the spaces between them. A capital I looks like a small L, so that both stand for a small I.
 */
export function skeletonOf(name: string): string {
  const seen = confusable(name).toLowerCase();
  return confusable(seen).replaceAll('i', 'l').replace(/\s+/gu, '');
}

/** The skeleton of UTS #39, by the table of confusables that `unhomoglyph` holds. */
function confusable(text: string): string {
  return unhomoglyph(text.normalize('NFD').replace(IGNORABLE, '')).normalize('NFD');
}

/** As deleted accounts are shown, and what would speak for the house. */
const RESERVED = new Set(
  [
    ...[DELETED, `${DELETED} player`, `player ${DELETED}`, `${DELETED} account`],
    ...['house', 'the house', 'croupier', 'the croupier', 'bot', 'system', 'server', 'staff', 'support', 'official'],
    ...['admin', 'admins', 'administrator', 'operator', 'operators', 'mod', 'moderator', 'moderators', 'referee'],
  ].map(barelyLike),
);

/** Nobody can be called as deleted accounts are shown or by a name of authority, or anything that looks like one. */
export function isReserved(name: string): boolean {
  return RESERVED.has(barelyLike(name));
}

/** What a name looks like without what stands between and around its letters. */
function barelyLike(name: string): string {
  return skeletonOf(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** What is put after a taken name to find a free one: small numbers first, then one that nobody else has thought of. */
const SUFFIXES = ['2', '3', '4', '5'];
const MOST_LOTTERY = 1_000_000;

/** A name like this one which nobody has; `taken` finds those of some skeletons that somebody has. */
export async function freeNameLike(
  name: string,
  taken: (skeletons: readonly string[]) => Promise<string[]>,
): Promise<string> {
  const lot = String(randomInt(MOST_LOTTERY / 10, MOST_LOTTERY));
  const names = [...SUFFIXES, lot].map((suffix) => withSuffix(name, suffix));
  const owned = new Set(await taken(names.map(skeletonOf)));
  return names.find((each) => !owned.has(skeletonOf(each))) ?? withSuffix(name, lot);
}

/** The name with something after it, and still not too long. */
export function withSuffix(name: string, suffix: string): string {
  const most = LONGEST_NAME - suffix.length - 1;
  return `${[...name].slice(0, most).join('').trimEnd()} ${suffix}`;
}
