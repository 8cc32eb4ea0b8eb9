import type { Schemas } from '../../../../clients/typescript/src/index.ts';

export interface CrossLine {
  entry: number;
  name: string;
}

/** What two made of the games that both played and that count. */
export interface Met {
  games: number;
  /** the part that the first of them had, from 0 to 1 */
  share: number;
}

/** Everyone against everyone, found by their numbers. */
export class CrossRows {
  /** in the order in which they are shown */
  readonly lines: readonly CrossLine[];
  /** how many games count, each as often as two met in it */
  readonly games: number;
  readonly #names: ReadonlyMap<number, string>;
  readonly #places: ReadonlyMap<number, number>;
  readonly #met: ReadonlyMap<number, ReadonlyMap<number, Met>>;

  constructor(lines: readonly CrossLine[], rows: readonly Schemas['CrossTableRow'][]) {
    this.lines = lines;
    this.#names = new Map(lines.map(({ entry, name }) => [entry, name]));
    this.#places = new Map(lines.map(({ entry }, place) => [entry, place]));
    this.#met = new Map(rows.map(({ entry, against }) => [entry, new Map(against.map((met) => [met.entry, met]))]));
    this.games = rows.flatMap(({ against }) => against).reduce((sum, { games }) => sum + games, 0) / 2;
  }

  nameOf(entry: number): string {
    return this.#names.get(entry) ?? String(entry);
  }

  /** Null: they have not met. */
  met(one: number, other: number): Met | null {
    return this.#met.get(one)?.get(other) ?? null;
  }

  /** All whom one has met, in the order of the lines. */
  against(one: number): ({ other: number } & Met)[] {
    const all = [...(this.#met.get(one) ?? [])].map(([other, { games, share }]) => ({ other, games, share }));
    const placeOf = ({ other }: { other: number }) => this.#places.get(other) ?? this.lines.length;
    return all.sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** The place of the first whose name holds these letters; null: there is none. */
  find(letters: string): number | null {
    const wanted = letters.trim().toLowerCase();
    if (wanted === '') return null;
    const place = this.lines.findIndex(({ name }) => name.toLowerCase().includes(wanted));
    return place < 0 ? null : place;
  }
}
