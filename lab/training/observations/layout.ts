import type { TSchema } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { SchemaParts } from '../schema-parts.ts';

type Word = string | number;

export type Layout =
  | { is: 'flag'; size: number }
  | { is: 'number'; size: number }
  /** a value from a list of words, as one number for each word: 1 for the value, 0 for the others; all 0 for null */
  | { is: 'word'; size: number; words: readonly Word[] }
  /** a value from a list of words, as its index in the list, from 1; 0 for null */
  | { is: 'code'; size: number; words: readonly Word[] }
  /** for a list of words: for each possible word its index in the list, from 1; 0 if it is not in the list */
  | { is: 'order'; size: number; words: readonly Word[] }
  /** the number of items, then the first `most` of them, padded with zeros */
  | { is: 'list'; size: number; most: number; item: Layout }
  /** a 1 and then the part; all 0 if there is no value */
  | { is: 'maybe'; size: number; part: Layout }
  /** for a text or a number: the part for texts, then the part for numbers; the unused part is all 0 */
  | { is: 'either'; size: number; text: Layout; number: Layout }
  | { is: 'object'; size: number; fields: readonly { name: string; part: Layout }[] };

/** An observation as numbers: the observing seat as a word, then its view. */
export interface ObservationLayout {
  size: number;
  seats: readonly number[];
  view: Layout;
}

const MOST_ITEMS = 16;
const MOST_OBJECTS = 8;
/** If the items of a list have more possible values than this, they are encoded as `code` instead of `word`. */
const MOST_WORDS_IN_LIST = 8;

/** Returns the encoding of a ruleset's views. It depends only on the view's schema and the maximum number of seats. */
export function observationLayout(ruleset: AnyRuleset): ObservationLayout {
  const layouts = new Layouts(ruleset);
  const view = layouts.of(ruleset.schemas.view, false);
  const { seats } = layouts.parts;
  return { size: seats.length + view.size, seats, view };
}

class Layouts {
  readonly parts: SchemaParts;

  constructor(ruleset: AnyRuleset) {
    this.parts = new SchemaParts(ruleset);
  }

  of(schema: TSchema, isInList: boolean): Layout {
    const meant = this.parts.resolve(schema);
    if (meant.anyOf !== undefined) return this.#either(meant.anyOf, isInList);
    const words = this.#words(meant);
    if (words !== null) return wordsIn(words, isInList);
    switch (meant.type) {
      case 'boolean':
        return { is: 'flag', size: 1 };
      case 'integer':
        return { is: 'number', size: 1 };
      case 'array':
        return this.#list(meant);
      case 'object':
        return this.#object(meant, isInList);
      default:
        throw new Error(`no layout for a view's part of type ${meant.type}`);
    }
  }

  #words(schema: TSchema): readonly Word[] | null {
    const isCard = schema.type === 'object' && schema['x-kind'] === 'card' && schema.properties.id !== undefined;
    return this.parts.words(isCard ? this.parts.resolve(schema.properties.id) : schema);
  }

  #either(branches: TSchema[], isInList: boolean): Layout {
    const parts = branches
      .map((branch) => this.parts.resolve(branch))
      .filter(({ type }) => type !== 'null')
      .map((branch) => this.of(branch, isInList));
    const [one, other] = parts as [Layout, Layout | undefined];
    if (other !== undefined) return { is: 'either', size: one.size + other.size, text: one, number: other };
    return parts.length === branches.length ? one : maybe(one);
  }

  #list(schema: TSchema): Layout {
    const items = this.parts.resolve(schema.items);
    const words = this.#words(items);
    const isBySeat = schema['x-by'] === 'seat';
    if (words !== null && schema['x-by'] === undefined) return { is: 'order', size: words.length, words };
    const item = this.of(items, !isBySeat);
    const most = isBySeat ? this.parts.seats.length : (schema.maxItems ?? this.#usual(items));
    return { is: 'list', size: 1 + most * item.size, most, item };
  }

  #usual({ type }: TSchema): number {
    return type === 'object' ? MOST_OBJECTS : MOST_ITEMS;
  }

  #object(schema: TSchema, isInList: boolean): Layout {
    const required: readonly string[] = schema.required ?? [];
    const fields = Object.entries(schema.properties as Record<string, TSchema>).map(([name, field]) => {
      const part = this.of(field, isInList);
      return { name, part: required.includes(name) ? part : maybe(part) };
    });
    return { is: 'object', size: fields.reduce((sum, { part }) => sum + part.size, 0), fields };
  }
}

function wordsIn(words: readonly Word[], isInList: boolean): Layout {
  return isInList && words.length > MOST_WORDS_IN_LIST
    ? { is: 'code', size: 1, words }
    : { is: 'word', size: words.length, words };
}

/** Returns the layout of a value that may be null. For null, `word` and `code` have zeros. Other layouts get a number
 * in front: 1 for a value, 0 for null. */
function maybe(part: Layout): Layout {
  return part.is === 'word' || part.is === 'code' || part.is === 'maybe'
    ? part
    : { is: 'maybe', size: 1 + part.size, part };
}
