import type { TSchema } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { wordsOf } from './actions/pattern-words.ts';

/** The schemas of a ruleset, with what references and hints in them stand for. */
export class SchemaParts {
  readonly seats: readonly number[];
  readonly #parts: ReadonlyMap<string, TSchema>;
  readonly #cards: readonly string[];

  constructor({ schemas, cards, seats }: AnyRuleset) {
    this.#parts = new Map(schemas.parts.map((part) => [`${part.$id}#`, part]));
    this.#cards = cards?.map(({ id }) => id) ?? [];
    this.seats = [...Array(seats.max).keys()];
  }

  /** What a reference stands for, with the words that stand beside it. */
  resolve(schema: TSchema): TSchema {
    if (schema.$ref === undefined) return schema;
    const part = this.#parts.get(schema.$ref);
    if (part === undefined) throw new Error(`no part is called ${schema.$ref}`);
    return this.resolve(part);
  }

  /** The words that a schema allows, in their order: an enumeration, a card of the game's own deck, a pattern. Null where it names none. */
  words(schema: TSchema): readonly (string | number)[] | null {
    if (schema.enum !== undefined) return schema.enum;
    if (schema['x-kind'] === 'seat') return this.seats;
    if (schema.pattern === undefined) return null;
    const isCard = schema['x-kind'] === 'card' && this.#cards.length > 0;
    const form = new RegExp(schema.pattern);
    return isCard && this.#cards.every((id) => form.test(id)) ? this.#cards : wordsOf(schema.pattern);
  }
}
