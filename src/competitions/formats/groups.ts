import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Candidate } from './format.ts';

/** What it costs to sit on a seat once oftener than on another; twice oftener, four times that. */
const SEAT_AGAIN = 2 ** 13;
const MOST_AGAIN = 8;
/** What it costs to sit with the house once more than need be. */
const HOUSE_AGAIN = 2 ** 12;

/** Who should sit together, where three to five do. */
export interface Company {
  /** what it costs that these two sit at one table: a whole number from 0 to 2^24 */
  together(one: Candidate, other: Candidate): number;
  /** how many tables further up or down somebody may be moved at a time */
  reach: number;
}

/**
 * Everybody at tables of so many seats, beginning with those who stand together in this order, and then changed by a
 * local search: company first, seats on which they sat less often second. The entries in order of seats, the
 * tables in that of their best. Seats that nobody is there for are the house's: at most one a table where that is possible, and as evenly as can be where not. The same for the same seed.
 */
export function inGroups(
  order: readonly Candidate[],
  seats: number,
  company: Company,
  seed: string,
): (number | null)[][] {
  if (order.length === 0) return [];
  const places = firstPlaces(order.length, seats);
  const search = new GroupSearch({
    places,
    seats,
    guests: order.length,
    reach: company.reach,
    together: togetherCosts(order, seats, places.length, company),
    seat: seatCosts(order, seats, places.length),
  });
  return tablesOf(search.best(new FastChance(`${seed}:groups`)), seats)
    .toSorted((one, other) => Math.min(...one) - Math.min(...other))
    .map((table) => table.map((who) => order[who]?.entry ?? null));
}

/** Who begins at which place, by number in the order; numbers behind the last are the house, and it sits at the last tables. */
function firstPlaces(guests: number, seats: number): number[] {
  const tables = Math.ceil(guests / seats);
  const empty = tables * seats - guests;
  const least = Math.floor(empty / tables);
  const firstWithMore = tables - (empty % tables);
  let [guest, house] = [0, guests];
  return Array.from({ length: tables }, (_, table) => {
    const taken = seats - least - Number(table >= firstWithMore);
    return Array.from({ length: seats }, (_, seat) => (seat < taken ? guest++ : house++));
  }).flat();
}

/** By one and other, row by row: what it costs that they sit together. */
function togetherCosts(order: readonly Candidate[], seats: number, everybody: number, company: Company): Int32Array {
  const costs = new Int32Array(everybody ** 2);
  const join = (one: number, other: number, cost: number): void => {
    costs[one * everybody + other] = cost;
    costs[other * everybody + one] = cost;
  };
  const housed = order.map((candidate) => timesHoused(candidate, seats));
  const least = Math.min(...housed);
  for (const [one, candidate] of order.entries()) {
    for (let other = 0; other < one; other++) join(one, other, company.together(candidate, order[other] as Candidate));
    const again = HOUSE_AGAIN * ((housed[one] as number) - least);
    for (let house = order.length; house < everybody; house++) join(one, house, again);
  }
  return costs;
}

/** By who and seat, row by row; the house sits anywhere. */
function seatCosts(order: readonly Candidate[], seats: number, everybody: number): Int32Array {
  const costs = new Int32Array(everybody * seats);
  for (const [who, candidate] of order.entries()) {
    const times = Array.from({ length: seats }, (_, seat) => candidate.seats[seat] ?? 0);
    const least = Math.min(...times);
    for (const [seat, count] of times.entries()) {
      costs[who * seats + seat] = SEAT_AGAIN * Math.min(MOST_AGAIN, count - least) ** 2;
    }
  }
  return costs;
}

function tablesOf(places: readonly number[], seats: number): number[][] {
  return Array.from({ length: places.length / seats }, (_, table) => places.slice(table * seats, (table + 1) * seats));
}

/** On how many seats beside it the house sat so far: it has met fewer than there were. */
function timesHoused({ seats, met }: Candidate, places: number): number {
  return seats.reduce((sum, times) => sum + times, 0) * (places - 1) - met.length;
}

const TRIES_A_PLACE = 2000;
const MOST_TRIES = 1_000_000;
/** A try is kept when it is no worse than what stood so many tries ago: more find their way out of dead ends, but later. */
const MEMORY = 50;

/** Who sits where, and what that costs. Guests are numbered from 0, and the seats of the house behind them. */
interface Groups {
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
class GroupSearch {
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
