import { randomInt } from 'node:crypto';
import unhomoglyph from 'unhomoglyph';
import { DELETED } from '#rules/kernel/chain.ts';
import { BOT_NAMES } from '#rules/kernel/search/bots.ts';

export const LONGEST_NAME = 40;
/** No script has more marks on one letter. Piles of marks would cover the lines above and below. */
const MOST_MARKS = 3;

/** Invisible characters (control, bidi, zero-width, unassigned and others), and a symbol that looks blank. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const LONE_MARK = /(?:^|[^\p{L}\p{N}\p{M}])\p{M}/u;
const PILED_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u');
/** An emoji may contain characters that are otherwise excluded as invisible: skin color, style and joiners. */
const PICTURE = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?';
const EMOJI = new RegExp(`${PICTURE}(?:\\u200d${PICTURE})*`, 'gu');

/** Punctuation in names of people, in any script. */
const SIGNS = ".,'’_!?+()·‐\\-・՚׳״་";
const TITLE_SIGNS = `${SIGNS}:&#/%`;
const IN_NAMES = allOf(SIGNS);
const IN_TITLES = allOf(TITLE_SIGNS);
const VISIBLE = /[\p{L}\p{N}]/u;

/** Returns the line. If it is not valid, returns a phrase that follows the name of the field, such as `must be …`. */
export function lineFrom(sent: string, longest: number): { line: string } | { fault: string } {
  if (!sent.isWellFormed()) return { fault: 'must not have an incomplete character (half of a surrogate pair)' };
  const line = sent.normalize('NFKC');
  const rest = line.replace(EMOJI, '☺');
  if ([...line].length > longest)
    return { fault: `must have at most ${longest} characters (after normalization NFKC)` };
  if (line.trim() !== line || line === '') return { fault: 'must begin and end with a visible character' };
  if (UNSEEN.test(rest))
    return { fault: 'must be one line, without control, bidirectional, zero-width or other invisible characters' };
  if (LONE_MARK.test(rest)) return { fault: 'must not have a combining mark without a letter before it' };
  if (PILED_MARKS.test(rest)) return { fault: `must not have more than ${MOST_MARKS} combining marks on one letter` };
  return { line };
}

export function nameFrom(sent: string): { name: string } | { fault: string } {
  return nameOf(sent, LONGEST_NAME, IN_NAMES, SIGNS);
}

export function titleFrom(sent: string, longest: number): { name: string } | { fault: string } {
  return nameOf(sent, longest, IN_TITLES, TITLE_SIGNS);
}

function nameOf(sent: string, longest: number, allowed: RegExp, signs: string) {
  const checked = lineFrom(sent, longest);
  if ('fault' in checked) return checked;
  const { line: name } = checked;
  if (!allowed.test(name)) {
    const shown = [...signs.replace('\\', '')].join(' ');
    return { fault: `must have only letters, combining marks, digits, spaces and these signs: ${shown}` };
  }
  if (!VISIBLE.test(name)) return { fault: 'must have a letter or a digit' };
  return { name };
}

function allOf(signs: string): RegExp {
  return new RegExp(`^[\\p{L}\\p{M}\\p{Nd}\\p{Nl} ${signs}]+$`, 'u');
}

/** Digits that look like letters. `confusable` has already replaced 0 and 1. */
const DIGITS: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
/** Characters that look like Latin letters, but are not in the confusables of UTS #39. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  ...{ ᴀ: 'a', ʙ: 'b', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'rn', ɴ: 'n', ᴘ: 'p' },
  ...{ ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z', ĸ: 'k', ʍ: 'rn', ß: 'b', ꞓ: 'e', ɘ: 'e' },
  ...{ ə: 'e', π: 'n', ω: 'w', ш: 'w', ꞃ: 'r', ꞅ: 's', ꞇ: 't', ꝳ: 'rn', ꞁ: 'l', ᑕ: 'c' },
};
const LETTERS_ALIKE = new RegExp(`[${Object.keys(LOOKS_LIKE).join('')}]`, 'gu');
/** In these scripts a mark changes a letter only a little. In other scripts, a letter with a mark is another letter. */
const LIGHT_MARKS = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{N}])\p{M}+/gu;
const BETWEEN_LETTERS = /[^\p{L}\p{M}\p{N}]/gu;

/** Returns a text that is equal for names which look the same: the skeleton of UTS #39 without case, accents and signs.
 * It treats more characters as similar than UTS #39. */
export function skeletonOf(name: string): string {
  // a capital I looks like a small L, so both become l
  const skeleton = confusable(confusable(name).toLowerCase()).replaceAll('i', 'l').replace(/\s+/gu, '');
  const letters = skeleton
    .normalize('NFD')
    .replace(BETWEEN_LETTERS, '')
    .replace(LIGHT_MARKS, '$1')
    .replace(LETTERS_ALIKE, (letter) => LOOKS_LIKE[letter] as string)
    .replaceAll('vv', 'w');
  return /[a-z]/.test(letters) ? letters.replace(/[34578]/g, (digit) => DIGITS[digit] as string) : letters;
}

function confusable(text: string): string {
  return unhomoglyph(text.normalize('NFD').replace(IGNORABLE, '')).normalize('NFD');
}

/** A name with any of these words seems to speak for the service, so it is reserved. */
const AUTHORITIES = [
  ...['croupier', 'admin', 'admins', 'administrator', 'administrators', 'sysadmin', 'moderator', 'moderators', 'mods'],
  ...['operator', 'operators', 'official', 'staff', 'support', 'moderation', 'helpdesk', 'sysop'],
];
/** A name is reserved if it has one of these words and its other words are in a list here, names of bots or numbers. */
const RESERVED = [
  ...[DELETED, 'house', 'bot', 'bots', 'system', 'server', 'mod', 'referee', 'arbiter', 'security', 'root'],
  ...['host', 'dealer', 'owner'],
];
const BESIDE = [
  ...['a', 'the', 'player', 'players', 'account', 'team', 'help', 'service', 'desk', 'user', 'policy', 'game', 'table'],
];
/** The service itself uses these words for players at a table. */
const AT_TABLES = ['seat', 'you', 'everyone', 'everybody'];

export class ReservedNames {
  readonly #authorities: ReadonlySet<string>;
  readonly #reserved: ReadonlySet<string>;
  readonly #made: RegExp;

  constructor(bots: readonly string[]) {
    this.#authorities = new Set(AUTHORITIES.map(skeletonOf));
    this.#reserved = new Set([...RESERVED, ...AT_TABLES, ...bots].map(skeletonOf));
    const words = [...this.#authorities, ...this.#reserved, ...[...BESIDE, ...BOT_NAMES].map(skeletonOf)];
    const longestFirst = words.sort((one, other) => other.length - one.length);
    this.#made = new RegExp(`^(?:${longestFirst.join('|')})+[ol\\d]*$`, 'u');
  }

  has(name: string): boolean {
    const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => !/^\d*$/.test(word));
    const forms = [...words.map(skeletonOf), ...words.map((word) => skeletonOf(word.replace(/^\d+|\d+$/g, '')))];
    if (forms.some((form) => this.#authorities.has(form))) return true;
    const wholes = [skeletonOf(name), skeletonOf(words.join('')), skeletonOf(words.join('').replace(/\d+$/, ''))];
    return wholes.some((whole) => this.#isMadeOfWords(whole));
  }

  #isMadeOfWords(whole: string): boolean {
    if (!this.#made.test(whole)) return false;
    return [...this.#authorities, ...this.#reserved].some((word) => whole.includes(word));
  }
}

const SUFFIXES = ['2', '3', '4', '5'];
const MOST_LOTTERY = 1_000_000;

/** Returns a similar name that is free. `taken` returns which of the given skeletons (see `skeletonOf`) are in use. */
export async function freeNameLike(
  name: string,
  reserved: ReservedNames,
  taken: (skeletons: readonly string[]) => Promise<string[]>,
): Promise<string> {
  const lots = SUFFIXES.map(() => String(randomInt(MOST_LOTTERY / 10, MOST_LOTTERY)));
  // excludes reserved names, because a number may look like a letter: "Player 807" looks like a reserved name
  const names = [...SUFFIXES, ...lots].map((suffix) => withSuffix(name, suffix)).filter((each) => !reserved.has(each));
  const owned = new Set(await taken(names.map(skeletonOf)));
  return names.find((each) => !owned.has(skeletonOf(each))) ?? names.at(-1) ?? withSuffix(name, '2');
}

export function withSuffix(name: string, suffix: string): string {
  const most = LONGEST_NAME - suffix.length - 1;
  return `${[...name].slice(0, most).join('').trimEnd()} ${suffix}`;
}
