import type { TSchema } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { NotFinite } from './refused.ts';

export class SchemaParts {
  readonly seats: readonly number[];
  readonly #parts: ReadonlyMap<string, TSchema>;
  readonly #cards: readonly string[];

  constructor({ schemas, cards, seats }: AnyRuleset) {
    this.#parts = new Map(schemas.parts.map((part) => [`${part.$id}#`, part]));
    this.#cards = cards?.map(({ id }) => id) ?? [];
    this.seats = [...Array(seats.max).keys()];
  }

  resolve(schema: TSchema): TSchema {
    if (schema.$ref === undefined) return schema;
    const part = this.#parts.get(schema.$ref);
    if (part === undefined) throw new Error(`no part is called ${schema.$ref}`);
    return this.resolve(part);
  }

  /** Returns the values that a schema allows, in order: those of an enum, all seats, all cards, or the texts that match
   * a pattern. Null: they cannot be listed. */
  words(schema: TSchema): readonly (string | number)[] | null {
    if (schema.enum !== undefined) return schema.enum;
    if (schema['x-kind'] === 'seat') return this.seats;
    if (schema.pattern === undefined) return null;
    const isCard = schema['x-kind'] === 'card' && this.#cards.length > 0;
    const form = new RegExp(schema.pattern);
    return isCard && this.#cards.every((id) => form.test(id)) ? this.#cards : wordsOf(schema.pattern);
  }
}

const MOST_WORDS = 100_000;

/** Returns every text that matches a pattern. Supports literals, classes, groups, `|` and `{2}`. Throws `NotFinite` for
 * other patterns. */
export function wordsOf(pattern: string): string[] {
  if (!/^\^.*\$$/.test(pattern)) throw new NotFinite(`the pattern ${pattern} does not begin with ^ and end with $`);
  const reader = new PatternReader(pattern.slice(1, -1));
  const words = reader.alternatives();
  reader.assertRead();
  return [...new Set(words)];
}

class PatternReader {
  readonly #pattern: string;
  #place = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  alternatives(): string[] {
    const words = this.#sequence();
    while (this.#taken('|')) words.push(...this.#sequence());
    return words;
  }

  assertRead(): void {
    if (this.#place < this.#pattern.length) this.#refuse();
  }

  #sequence(): string[] {
    let words = [''];
    while (this.#place < this.#pattern.length && !'|)'.includes(this.#next())) {
      const part = this.#repeated(this.#part());
      if (words.length * part.length > MOST_WORDS) throw new NotFinite(`${this.#pattern} matches too many texts`);
      words = words.flatMap((word) => part.map((end) => word + end));
    }
    return words;
  }

  #part(): string[] {
    if (this.#taken('(')) return this.#group();
    if (this.#taken('[')) return this.#class();
    if (!/[\w ,:/-]/.test(this.#next())) this.#refuse();
    return [this.#take()];
  }

  #group(): string[] {
    const words = this.alternatives();
    if (!this.#taken(')')) this.#refuse();
    return words;
  }

  #class(): string[] {
    const signs: string[] = [];
    while (!this.#taken(']')) {
      const from = this.#take();
      if (!/\w/.test(from)) this.#refuse();
      const to = this.#taken('-') ? this.#take() : from;
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) signs.push(String.fromCharCode(code));
    }
    return signs;
  }

  #repeated(part: string[]): string[] {
    const [count, times] = /^\{(\d)\}/.exec(this.#pattern.slice(this.#place)) ?? [];
    if (count === undefined) return part;
    this.#place += count.length;
    let words = [''];
    for (let i = 0; i < Number(times); i++) words = words.flatMap((word) => part.map((end) => word + end));
    return words;
  }

  #next(): string {
    return this.#pattern.charAt(this.#place);
  }

  #take(): string {
    if (this.#place === this.#pattern.length) this.#refuse();
    return this.#pattern.charAt(this.#place++);
  }

  #taken(sign: string): boolean {
    if (this.#next() !== sign) return false;
    this.#place++;
    return true;
  }

  #refuse(): never {
    throw new NotFinite(`the texts of the pattern ^${this.#pattern}$ cannot be listed`);
  }
}
