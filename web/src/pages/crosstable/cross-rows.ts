import type { Schemas } from '../../../../clients/typescript/src/index.ts';

export interface CrossLine {
  entry: number;
  name: string;
}

export interface Met {
  games: number;
  /** what the entry of the row won, divided by what both entries won in these games (0 to 1) */
  share: number;
}

export class CrossRows {
  readonly lines: readonly CrossLine[];
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

  met(one: number, other: number): Met | null {
    return this.#met.get(one)?.get(other) ?? null;
  }

  against(one: number): ({ other: number } & Met)[] {
    const all = [...(this.#met.get(one) ?? [])].map(([other, { games, share }]) => ({ other, games, share }));
    const placeOf = ({ other }: { other: number }) => this.#places.get(other) ?? this.lines.length;
    return all.sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** Returns the index of the first row whose name contains this text; null: there is none. */
  find(letters: string): number | null {
    const wanted = letters.trim().toLowerCase();
    if (wanted === '') return null;
    const place = this.lines.findIndex(({ name }) => name.toLowerCase().includes(wanted));
    return place < 0 ? null : place;
  }
}
