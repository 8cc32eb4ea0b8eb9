import type { Chance } from '#rules/kernel/chance.ts';

const TRIES_A_PLACE = 2000;
const MOST_TRIES = 1_000_000;
/** A try is kept when it is no worse than what stood so many tries ago: more find their way out of dead ends, but later. */
const MEMORY = 50;

/** Who sits where, and what that costs. Guests are numbered from 0, and the seats of the house behind them. */
export interface Groups {
  /** table by table, in order of seats */
  places: readonly number[];
  /** of a table */
  seats: number;
  guests: number;
  /** how many tables further up or down a guest may be moved at a time */
  reach: number;
  /** by one and other, row by row: whole numbers, so that sums are the same on every machine */
  together: Int32Array;
  /** by who and seat, row by row */
  seat: Int32Array;
}

/**
 * A search that lets two change places, again and again, and keeps what is no worse than what stood a while ago (late
 * acceptance), so that it leaves a dead end. The house changes places at its own table alone: how many of its seats a
 * table has stays as it is.
 */
export class GroupSearch {
  readonly #groups: Groups;
  readonly #places: number[];

  constructor(groups: Groups) {
    this.#groups = groups;
    this.#places = [...groups.places];
  }

  /** The best places that it comes by. */
  best(chance: Chance): number[] {
    const size = this.#places.length;
    const tries = Math.min(MOST_TRIES, size * TRIES_A_PLACE);
    const memory = new Float64Array(MEMORY);
    let [cost, least] = [0, 0];
    let best = [...this.#places];
    for (let i = 0; i < tries; i++) {
      const one = chance.int(size);
      const other = this.#partnerOf(one, chance);
      if (!this.#mayChange(one, other)) continue;
      const change = this.#change(one, other);
      const before = memory[i % MEMORY] as number;
      if (change > 0 && cost + change > before) this.#swap(one, other);
      else cost += change;
      if (cost < least) {
        least = cost;
        best = [...this.#places];
      }
      memory[i % MEMORY] = Math.min(before, cost);
    }
    return best;
  }

  #partnerOf(place: number, chance: Chance): number {
    const { seats, reach } = this.#groups;
    const first = Math.max(0, place - reach * seats);
    const behind = Math.min(this.#places.length, place + reach * seats + 1);
    return first + chance.int(behind - first);
  }

  #mayChange(one: number, other: number): boolean {
    const { seats, guests } = this.#groups;
    if (one === other) return false;
    if (Math.floor(one / seats) === Math.floor(other / seats)) return true;
    return (this.#places[one] as number) < guests && (this.#places[other] as number) < guests;
  }

  /** Lets two change places, and answers by how much that is dearer. */
  #change(one: number, other: number): number {
    const before = this.#costAt(one) + this.#costAt(other);
    this.#swap(one, other);
    return this.#costAt(one) + this.#costAt(other) - before;
  }

  #swap(one: number, other: number): void {
    const who = this.#places[one] as number;
    this.#places[one] = this.#places[other] as number;
    this.#places[other] = who;
  }

  /** What it costs that who is here sits on this seat, and with those at this table. */
  #costAt(place: number): number {
    const { seats, together, seat } = this.#groups;
    const size = this.#places.length;
    const who = this.#places[place] as number;
    const number = place % seats;
    const first = place - number;
    let cost = seat[who * seats + number] as number;
    for (let near = first; near < first + seats; near++)
      cost += together[who * size + (this.#places[near] as number)] as number;
    return cost;
  }
}
