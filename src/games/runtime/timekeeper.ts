import type { HouseClock } from '../../store/contract/event-log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Outage } from '../model/clock.ts';
import type { Game } from '../model/game.ts';
import { type Share, shareOf } from './fair-queue.ts';
import { HouseWork } from './house-work.ts';
import type { Outages } from './outages.ts';

const LOOK_AT_LEAST_EVERY_MS = 1_000;
const AFTER_TROUBLE_MS = 500;
const AT_ONCE = 100;
/** A game in which acting failed is left alone for so long, or one broken game would keep the house busy. */
const LEFT_ALONE_MS = 60_000;
/** One in which the house has just acted is looked at again a moment later, should it still be due. */
const A_MOMENT_MS = 200;
/** Without a look for so long the clocks do not run; a look is over once all that was due has been done. */
const SILENT_MS = 30_000;
const FORGET_EVERY_MS = 60 * 60 * 1000;
const REQUESTS_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Acts when time is up. Deadlines are in the database: whichever server looks first acts, the others find that it is
 * done, and one that starts again goes on where the last one stopped.
 */
export class Timekeeper {
  /** does what else goes by the clock, once in each look */
  onLook: () => Promise<void> = async () => {};
  readonly #store: Store;
  readonly #clock: HouseClock;
  readonly #outages: Outages;
  readonly #act: (gameId: string) => Promise<void>;
  readonly #onTrouble: (error: unknown, gameId: string | null) => void;
  readonly #leftAlone = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #nextAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  readonly #houseWork = new HouseWork();
  readonly #acting = new Set<Promise<unknown>>();
  #forgetAt = 0;
  #giveBackAt = 0;
  #stopped = true;
  #lagMs = 0;
  #lookedAt = 0;

  constructor(
    store: Store,
    clock: HouseClock,
    outages: Outages,
    act: (gameId: string) => Promise<void>,
    onTrouble: (error: unknown, gameId: string | null) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#outages = outages;
    this.#act = act;
    this.#onTrouble = onTrouble;
  }

  /** Bots act and deadlines are looked after from now on. */
  start(): void {
    this.#stopped = false;
    this.#lookedAt = performance.now();
    this.#lookAt(this.#now());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
    await Promise.all(this.#acting);
  }

  /** Whether the clocks are looked at: not before the start nor after the end, nor when looks have failed for long. */
  get isRunning(): boolean {
    return !this.#stopped && performance.now() < this.#lookedAt + SILENT_MS;
  }

  /** By how much the last look was late, in milliseconds. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** Tells of a deadline that this server has just written. Of one that another server writes the next look tells. */
  expect(deadline: Date | null): void {
    if (deadline !== null && deadline.getTime() < this.#nextAt) this.#lookAt(deadline.getTime());
  }

  /** Goes on with a game in which this server's bots have more to do than went with the change before. */
  actSoon(game: Game): void {
    const acting = this.#actInTurn(game.header.id, shareOf(game)).finally(() => this.#acting.delete(acting));
    this.#acting.add(acting);
  }

  /** What is left when the server stops, another one finds, or the next start. */
  #actInTurn(gameId: string, share: Share): Promise<boolean> {
    return this.#houseWork.do(async () => !this.#stopped && (await this.#actIn(gameId)), share);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #lookAt(time: number): void {
    if (this.#stopped) return;
    this.#nextAt = time;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const ms = Math.min(time - this.#now(), LOOK_AT_LEAST_EVERY_MS); // a timer of more than 24 days would end at once
    this.#timer = setTimeout(() => this.#look(), Math.max(0, ms));
    this.#timer.unref();
  }

  #look(): void {
    if (this.#running !== null) return;
    this.#lagMs = Math.max(0, this.#now() - this.#nextAt);
    this.#nextAt = Number.POSITIVE_INFINITY;
    this.#running = this.#round()
      .then((next) => {
        this.#lookedAt = performance.now();
        return next;
      })
      .catch((error) => {
        this.#onTrouble(error, null);
        return this.#now() + AFTER_TROUBLE_MS;
      })
      .then((next) => {
        this.#running = null;
        this.#lookAt(Math.min(next, this.#nextAt));
      });
  }

  /** Does what is due and says when to look again. */
  async #round(): Promise<number> {
    const now = this.#now();
    if (now >= this.#forgetAt) {
      this.#forgetAt = now + FORGET_EVERY_MS;
      await this.#store.requests.forget(new Date(now - REQUESTS_KEPT_MS));
    }
    const [outage] = await this.#outages.unsettled();
    if (outage !== undefined && now >= this.#giveBackAt) await this.#giveBack(outage);
    await this.onLook();
    for (const [gameId, until] of this.#leftAlone) if (until <= now) this.#leftAlone.delete(gameId);
    const due = await this.#store.lists.due(new Date(now), AT_ONCE + this.#leftAlone.size);
    const games = due.filter((gameId) => !this.#leftAlone.has(gameId));
    // time is up for somebody: nobody's games wait behind those of others
    await Promise.all(games.map((gameId) => this.#actInTurn(gameId, { owner: gameId, withPeople: true })));
    if (games.length > 0) return this.#now();
    const next = (await this.#store.lists.nextDeadline())?.getTime() ?? Number.POSITIVE_INFINITY;
    const soonest = next > now ? next : Math.min(...this.#leftAlone.values());
    return Math.min(soonest, this.#now() + LOOK_AT_LEAST_EVERY_MS);
  }

  /** Looks at every game that the outage held up, where acting begins with giving its time back; then that is settled. */
  async #giveBack(outage: Outage): Promise<void> {
    let failed = false;
    let games = await this.#store.outages.gamesHeldUp(outage.to, null, AT_ONCE);
    while (games.length > 0 && !this.#stopped) {
      const acts = games.map((gameId) => this.#actInTurn(gameId, { owner: gameId, withPeople: true }));
      if ((await Promise.all(acts)).includes(false)) failed = true;
      games = await this.#store.outages.gamesHeldUp(outage.to, games.at(-1) as string, AT_ONCE);
    }
    if (failed) this.#giveBackAt = this.#now() + LEFT_ALONE_MS;
    else if (!this.#stopped) await this.#outages.settle(outage);
  }

  /** Whether it went well. */
  async #actIn(gameId: string): Promise<boolean> {
    try {
      await this.#act(gameId);
      this.#leftAlone.set(gameId, this.#now() + A_MOMENT_MS);
      return true;
    } catch (error) {
      this.#leftAlone.set(gameId, this.#now() + LEFT_ALONE_MS);
      this.#onTrouble(error, gameId);
      return false;
    }
  }
}
