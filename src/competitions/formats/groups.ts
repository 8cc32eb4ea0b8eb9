import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Candidate } from './format.ts';

/** The cost of a seat that an entry had once more often than its rarest seat. For n times more often: times n². */
const SEAT_AGAIN = 2 ** 13;
const MOST_AGAIN = 8;
const HOUSE_AGAIN = 2 ** 12;

/** The costs of pairing entries at tables of three to five. */
export interface Company {
  /** returns the cost of two entries at one table: an integer from 0 to 2^24 */
  together(one: Candidate, other: Candidate): number;
  /** how many tables away a single swap may move an entry */
  reach: number;
}

/** Seats entries at tables and returns them in order of seats. Begins with neighbors in `order` and improves the
 * seating by local search: first decides who sits at which table, then balances the seats. Bots of the service take
 * empty seats, evenly. Equal seeds give equal results. */
export function inGroups(
  order: readonly Candidate[],
  seats: number,
  company: Company,
  seed: string,
): (number | null)[][] {
  if (order.length < 2) return [];
  const places = firstPlaces(order.length, seats);
  const search = new GroupSearch({
    places,
    seats,
    guests: order.length,
    reach: company.reach,
    together: togetherCosts(order, seats, places.length, company),
    seat: seatCosts(order, seats, places.length),
  });
  const best = search.best(new FastChance(`${seed}:groups`));
  return Array.from({ length: best.length / seats }, (_, table) => best.slice(table * seats, (table + 1) * seats))
    .toSorted((one, other) => Math.min(...one) - Math.min(...other))
    .map((table) => table.map((who) => order[who]?.entry ?? null));
}

/** Fills the seats table by table. Numbers from `guests` on are bots of the service, which are spread evenly. */
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

function togetherCosts(order: readonly Candidate[], seats: number, everybody: number, company: Company): Int32Array {
  const costs = new Int32Array(everybody ** 2);
  const join = (one: number, other: number, cost: number): void => {
    costs[one * everybody + other] = cost;
    costs[other * everybody + one] = cost;
  };
  // how many bots each entry has played with: all other seats at its tables, minus the seats of other entries
  const housed = order.map(
    ({ seats: own, met }) => own.reduce((sum, times) => sum + times, 0) * (seats - 1) - met.length,
  );
  const least = Math.min(...housed);
  for (const [one, candidate] of order.entries()) {
    for (let other = 0; other < one; other++) join(one, other, company.together(candidate, order[other] as Candidate));
    const again = HOUSE_AGAIN * ((housed[one] as number) - least);
    for (let house = order.length; house < everybody; house++) join(one, house, again);
  }
  return costs;
}

/** Returns the cost of each seat for each entry. Bots of the service cost nothing anywhere. */
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

const TRIES_A_PLACE = 2000;
const MOST_TRIES = 1_000_000;
/** A change is kept if the result is no worse than the result this many tries ago. A larger number escapes dead ends
 * better, but needs more tries. */
const MEMORY = 50;

/** A seating during the search, and its costs. Guests are the entries that need a seat, numbered from 0; bots of the
 * service have the numbers from `guests` on. */
interface Groups {
  /** the number of the entry or bot at each place: table by table, in order of seats */
  places: readonly number[];
  seats: number;
  guests: number;
  reach: number;
  /** the cost of each pair at one table, as a matrix; integers, so that sums are equal on every machine */
  together: Int32Array;
  seat: Int32Array;
}

/** Searches by late acceptance: swaps the occupants of two seats, and keeps the swap if the cost is no higher than it
 * was some tries ago. Bots of the service stay at their tables. */
class GroupSearch {
  readonly #groups: Groups;
  readonly #places: number[];

  constructor(groups: Groups) {
    this.#groups = groups;
    this.#places = [...groups.places];
  }

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

  /** Swaps the occupants of two seats and returns the change of the cost. */
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
