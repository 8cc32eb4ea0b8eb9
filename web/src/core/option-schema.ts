import { spoken } from './words.ts';

interface OptionSchema {
  type?: string;
  enum?: string[];
  anyOf?: OptionSchema[];
  properties?: Record<string, OptionSchema>;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
}

export type OptionValue = string | number | boolean | null;

interface Asked {
  name: string;
  byDefault: OptionValue;
  description: string;
}

export type Question =
  | (Asked & { kind: 'yesNo' })
  | (Asked & { kind: 'words'; words: { word: string; description: string }[] })
  | (Asked & { kind: 'number'; minimum: number; maximum: number | null; step: number; orNone: boolean })
  | (Asked & { kind: 'text' });

export function questionsIn(schema: unknown): Question[] {
  const options = Object.entries((schema as OptionSchema).properties ?? {});
  const names = options.map(([name]) => name);
  return options.map(([name, option]) => {
    return questionOf(name, { ...option, description: withoutTitle(name, inWords(option.description ?? '', names)) });
  });
}

/** Removes the option's name, which the question shows, from a description such as `Victory Dice: won cards count.` */
function withoutTitle(name: string, description: string): string {
  const title = `${spoken(name)}: `;
  if (!description.toLowerCase().startsWith(title)) return description;
  return capital(description.slice(title.length));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Rewrites a text of the API for people: options get spoken names, and `null` becomes “none”. */
function inWords(description: string, names: readonly string[]): string {
  const spelt = names.filter((name) => spoken(name) !== name);
  return spelt
    .reduce((text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `“${spoken(name)}”`), description)
    .replaceAll(/\bnull\b/g, 'none');
}

function questionOf(name: string, option: OptionSchema): Question {
  const { description = '', default: given = null } = option;
  const asked = { name, byDefault: given as OptionValue, description };
  const orNone = option.anyOf?.some(({ type }) => type === 'null') ?? false;
  const {
    type,
    enum: words,
    minimum = 0,
    maximum = null,
    multipleOf = 1,
  } = option.anyOf?.find((each) => each.type !== 'null') ?? option;
  if (type === 'boolean') return { ...asked, kind: 'yesNo' };
  if (words !== undefined) return { ...asked, kind: 'words', ...wordsIn(description, words) };
  if (type === 'integer' || type === 'number')
    return { ...asked, kind: 'number', minimum, maximum, step: multipleOf, orNone };
  return { ...asked, kind: 'text' };
}

/** Splits `How it is. one: First. two: Second.` into the general part and a part for each word. */
function wordsIn(description: string, words: readonly string[]) {
  const starts = words
    .map((word) => ({ word, at: description.search(new RegExp(`(^|\\s)${word}: `)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const said = (word: string) => {
    const i = starts.findIndex((start) => start.word === word);
    if (i < 0) return '';
    const part = description.slice(starts[i]?.at, starts[i + 1]?.at).trim();
    return capital(part.slice(word.length + 2));
  };
  const ofAll = description.slice(0, starts[0]?.at).trim();
  return { description: ofAll, words: words.map((word) => ({ word, description: said(word) })) };
}
