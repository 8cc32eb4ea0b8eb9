import unhomoglyph from 'unhomoglyph';

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
  const name = sent.toWellFormed().normalize('NFKC');
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

/** The name with something after it, and still not too long. */
export function withSuffix(name: string, suffix: string): string {
  const most = LONGEST_NAME - suffix.length - 1;
  return `${[...name].slice(0, most).join('').trimEnd()} ${suffix}`;
}
