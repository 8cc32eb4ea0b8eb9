import { FailedItems, Loop, unlessAway } from '../../eventlog/loop.ts';
import { FairQueue, type Share } from '../../eventlog/queue.ts';
import type { ServerClock } from '../../store/game-rows.ts';
import type { OutageStore } from '../../store/outages.ts';
import type { Store } from '../../store/store.ts';
import type { Outage } from '../model/clock.ts';
import { type Completed, type Game, isForHouse, wakeAt } from '../model/game.ts';
import { playersAt } from '../model/participants.ts';

const LOOK_AT_LEAST_EVERY_MS = 1_000;
const AT_ONCE = 100;
/** The server checks a game again this long after it has acted in the game, at the earliest. */
const A_MOMENT_MS = 200;
const GIVE_BACK_AGAIN_MS = 60_000;
const FORGET_EVERY_MS = 60 * 60 * 1000;
const REQUESTS_KEPT_MS = 24 * 60 * 60 * 1000;

interface TimekeeperParts {
  store: Store;
  clock: ServerClock;
  outages: Outages;
  act(gameId: string): Promise<void>;
  /** called in each round, because a loop of its own would double the queries */
  lookAtCalendars(): Promise<void>;
  onTrouble(error: unknown, gameId: string | null): void;
}

/** Acts at deadlines. The database stores them, so any server may act, and a restart misses none. */
export class Timekeeper {
  readonly loop: Loop;
  readonly #parts: TimekeeperParts;
  readonly #failed: FailedItems;
  readonly #justActed: FailedItems;
  readonly #houseWork = new HouseWork();
  readonly #acting = new Set<Promise<unknown>>();
  #forgetAt = 0;
  #giveBackAt = 0;

  constructor(parts: TimekeeperParts) {
    this.#parts = parts;
    this.#failed = new FailedItems(() => this.#now());
    this.#justActed = new FailedItems(() => this.#now());
    this.loop = new Loop({
      name: 'clock',
      everyMs: LOOK_AT_LEAST_EVERY_MS,
      round: () => this.#round(),
      onError: unlessAway((error) => parts.onTrouble(error, null)),
      failedItems: this.#failed,
    });
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.#acting);
  }

  /** Lets bots or plans continue after a change, or waits for the next deadline. */
  gameChanged({ game, plans }: Completed): void {
    const isBots = isForHouse(game);
    if (isBots || plans?.goOn) this.#actSoon(game);
    if (!isBots) this.#expect(wakeAt(game));
  }

  /** Notes a deadline. Deadlines that other servers write are found by the next round. */
  #expect(deadline: Date | null): void {
    if (deadline !== null) this.loop.wake(deadline.getTime() - this.#now());
  }

  #actSoon(game: Game): void {
    const acting = this.#actInTurn(game.header.id, shareOf(game)).finally(() => this.#acting.delete(acting));
    this.#acting.add(acting);
  }

  /** Acts in a game. False: the loop is off or acting failed, so another server or a later round tries again. */
  #actInTurn(gameId: string, share: Share): Promise<boolean> {
    return this.#houseWork.do(async () => this.loop.isOn && (await this.#actIn(gameId)), share);
  }

  #now(): number {
    return this.#parts.clock.now().getTime();
  }

  async #round(): Promise<number> {
    const { store, outages, lookAtCalendars } = this.#parts;
    const now = this.#now();
    if (now >= this.#forgetAt) {
      this.#forgetAt = now + FORGET_EVERY_MS;
      await store.requests.forget(new Date(now - REQUESTS_KEPT_MS));
    }
    const [outage] = await outages.unsettled();
    if (outage !== undefined && now >= this.#giveBackAt) await this.#giveBack(outage);
    await lookAtCalendars();
    const resting = new Set([...this.#failed.ids, ...this.#justActed.ids]);
    const due = await store.lists.due(new Date(now), AT_ONCE + resting.size);
    const games = due.filter((gameId) => !resting.has(gameId));
    // each game is its own owner here, so that an overdue game does not wait for other games of its creator
    await Promise.all(games.map((gameId) => this.#actInTurn(gameId, { owner: gameId, withPeople: true })));
    if (games.length > 0) return 0;
    const next = (await store.lists.nextDeadline())?.getTime() ?? Number.POSITIVE_INFINITY;
    return next > now ? next - this.#now() : Math.min(this.#failed.firstMs, this.#justActed.firstMs);
  }

  /** Acts in each game that the outage delayed, which gives back the lost time. Then settles the outage. */
  async #giveBack(outage: Outage): Promise<void> {
    let failed = false;
    let games = await this.#parts.store.outages.gamesHeldUp(outage.to, null, AT_ONCE);
    while (games.length > 0 && this.loop.isOn) {
      const acts = games.map((gameId) => this.#actInTurn(gameId, { owner: gameId, withPeople: true }));
      if ((await Promise.all(acts)).includes(false)) failed = true;
      games = await this.#parts.store.outages.gamesHeldUp(outage.to, games.at(-1) as string, AT_ONCE);
    }
    if (failed) this.#giveBackAt = this.#now() + GIVE_BACK_AGAIN_MS;
    else if (this.loop.isOn) await this.#parts.outages.settle(outage);
  }

  async #actIn(gameId: string): Promise<boolean> {
    try {
      await this.#parts.act(gameId);
      this.#failed.release(gameId);
      this.#justActed.leave(gameId, { ms: A_MOMENT_MS });
      return true;
    } catch (error) {
      this.#failed.leave(gameId);
      this.#parts.onTrouble(error, gameId);
      return false;
    }
  }
}

/** At most this many tasks run at once. They mostly wait for the database, but starting a task takes CPU time. */
const MOST_UNDER_WAY = 16;

/** Starts tasks in a fair order, one in each turn of the event loop. */
export class HouseWork {
  readonly #queue = new FairQueue<() => Promise<void>>();
  #underWay = 0;
  #isBeginning = false;

  /** Queues a task. `work` must not reject. */
  do<T>(work: () => Promise<T>, share: Share): Promise<T> {
    return new Promise((resolve) => {
      this.#queue.add(async () => resolve(await work()), share);
      this.#beginSoon();
    });
  }

  #beginSoon(): void {
    if (this.#isBeginning || this.#underWay >= MOST_UNDER_WAY) return;
    this.#isBeginning = true;
    setImmediate(() => {
      this.#isBeginning = false;
      const work = this.#queue.next();
      if (work === undefined) return;
      this.#underWay++;
      void work().finally(() => {
        this.#underWay--;
        this.#beginSoon();
      });
      this.#beginSoon();
    });
  }
}

/** Returns who owns the server's work for this game: its creator or its competition. Owners take turns. */
export function shareOf({ header, seats }: Game): Share {
  const withPeople = playersAt(seats).length > 0;
  return { owner: header.createdBy ?? header.place?.competitionId ?? header.id, withPeople };
}

const BEAT_MS = 3_000;
/** There was an outage if no server has written its time to the database for longer than this. */
const OUTAGE_MS = 10_000;

/** All servers write their time to the database at intervals (the beat). A beat after a long gap records an outage. */
export class Outages {
  readonly #store: OutageStore;
  readonly #clock: ServerClock;
  /** the newest beat that this process has seen, and the time when it saw this beat */
  #seen: { beat: Date; alive: Alive } | null = null;
  #known: { unsettled: readonly Outage[]; alive: Alive } | null = null;
  #looking: Promise<readonly Outage[]> | null = null;

  constructor(store: OutageStore, clock: ServerClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Writes the time to the database if it is due. Returns outages whose time was not given back, oldest first. */
  async unsettled(): Promise<readonly Outage[]> {
    if (this.#known !== null && msSince(this.#known.alive) < BEAT_MS) return this.#known.unsettled;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Marks an outage as settled. Call it when every game has its time back. */
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

  /** Writes the current time to the database if `BEAT_MS` have passed. False: another server wrote first. */
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

  /** Returns the milliseconds since the last beat of any server. If this process saw that beat, it uses its own clock,
   * because a change of the database's clock is no outage. */
  #silentMs(last: Date, now: Date): number {
    if (this.#seen?.beat.getTime() === last.getTime()) return msSince(this.#seen.alive);
    return now.getTime() - last.getTime();
  }
}

/** Two clock readings in ms: of a clock that cannot be set, and of the wall clock, which also runs during sleep. */
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
