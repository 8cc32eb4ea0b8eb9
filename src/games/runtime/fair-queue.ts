import type { Game } from '../model/game.ts';
import { playersAt } from '../model/participants.ts';

/** For whom work is done. */
export interface Share {
  /** whoever has it done: work of one owner waits behind their own */
  owner: string;
  /** whether people sit in the game; their work comes first */
  withPeople: boolean;
  /** whether it is done only when nothing else waits */
  atLeisure?: boolean;
}

/** A game's work is done for its creator, or for its competition: all games of that together are one owner's. */
export function shareOf({ header, seats }: Game): Share {
  const withPeople = playersAt(seats).length > 0;
  return { owner: header.createdBy ?? header.place?.competitionId ?? header.id, withPeople };
}

/** Work that waits: of games with people first, what has time last, and of each owner in turn, however much of it one has waiting. */
export class FairQueue<T> {
  /** the owners in the order of their turns, each with what waits, oldest first */
  readonly #withPeople = new Map<string, T[]>();
  readonly #ofBots = new Map<string, T[]>();
  readonly #atLeisure = new Map<string, T[]>();

  add(item: T, { owner, withPeople, atLeisure = false }: Share): void {
    const lane = atLeisure ? this.#atLeisure : withPeople ? this.#withPeople : this.#ofBots;
    const waiting = lane.get(owner);
    if (waiting === undefined) lane.set(owner, [item]);
    else waiting.push(item);
  }

  get isEmpty(): boolean {
    return this.#withPeople.size + this.#ofBots.size + this.#atLeisure.size === 0;
  }

  /** Takes what is next; undefined: nothing waits. */
  next(): T | undefined {
    return takeFrom(this.#withPeople) ?? takeFrom(this.#ofBots) ?? takeFrom(this.#atLeisure);
  }

  /** Takes all that waits. */
  *drain(): Generator<T> {
    for (let item = this.next(); item !== undefined; item = this.next()) yield item;
  }
}

function takeFrom<T>(lane: Map<string, T[]>): T | undefined {
  const [first] = lane;
  if (first === undefined) return undefined;
  const [owner, waiting] = first;
  const item = waiting.shift();
  lane.delete(owner);
  if (waiting.length > 0) lane.set(owner, waiting); // behind all other owners
  return item;
}
