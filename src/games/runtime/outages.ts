import type { HouseClock } from '../../store/game-rows.ts';
import type { OutageStore } from '../../store/outages.ts';
import type { Outage } from '../model/clock.ts';

/** So often some server beats, whoever comes to it. */
const BEAT_MS = 3_000;
/** Without a beat for longer than this no server kept the clocks: that is an outage. */
const OUTAGE_MS = 10_000;

/**
 * Finds the times in which no server kept the clocks: all servers share one beat in the database, and who beats next after
 * too long a silence keeps it as an outage, once for all. Nobody else can while this process has looked a moment ago.
 */
export class Outages {
  readonly #store: OutageStore;
  readonly #clock: HouseClock;
  /** the newest beat that this process knows of, and since when */
  #seen: { beat: Date; alive: Alive } | null = null;
  #known: { unsettled: readonly Outage[]; alive: Alive } | null = null;
  #looking: Promise<readonly Outage[]> | null = null;

  constructor(store: OutageStore, clock: HouseClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Beats where that is due. The outages whose time has not been given back in every game, oldest first. */
  async unsettled(): Promise<readonly Outage[]> {
    if (this.#known !== null && msSince(this.#known.alive) < BEAT_MS) return this.#known.unsettled;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Notes that the time of an outage has been given back in every game. */
  async settle(outage: Outage): Promise<void> {
    await this.#store.settle(outage.from);
    this.#known = null;
  }

  async #look(): Promise<readonly Outage[]> {
    const alive = aliveNow();
    while (!(await this.#beat()));
    const unsettled = await this.#store.unsettled();
    this.#known = { unsettled, alive };
    return unsettled;
  }

  /** False: another server was faster. */
  async #beat(): Promise<boolean> {
    const last = await this.#store.lastBeat();
    const alive = aliveNow();
    const now = this.#clock.now();
    const silentMs = last === null ? 0 : this.#silentMs(last, now);
    if (last !== null && this.#seen?.beat.getTime() !== last.getTime()) this.#seen = { beat: last, alive };
    if (last !== null && now.getTime() < last.getTime() + BEAT_MS) return true;
    if (!(await this.#store.beat(last, now, silentMs > OUTAGE_MS))) return false;
    this.#seen = { beat: now, alive };
    return true;
  }

  /** Who was there at the last beat has lived since: that the clock of the database was put forward is no outage. */
  #silentMs(last: Date, now: Date): number {
    if (this.#seen?.beat.getTime() === last.getTime()) return msSince(this.#seen.alive);
    return now.getTime() - last.getTime();
  }
}

/** A moment in the life of this process: by the clock that nobody sets, and by the one that runs while the machine sleeps. */
interface Alive {
  steady: number;
  wall: number;
}

function aliveNow(): Alive {
  return { steady: performance.now(), wall: Date.now() };
}

function msSince({ steady, wall }: Alive): number {
  return Math.max(performance.now() - steady, Date.now() - wall);
}
