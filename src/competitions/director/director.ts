import { setImmediate as turn } from 'node:timers/promises';
import type { Queues } from '../../eventlog/carry-out.ts';
import { FailedItems, Loop, unlessAway } from '../../eventlog/loop.ts';
import { Semaphore } from '../../eventlog/queue.ts';
import type { DueCompetition } from '../../store/competitions.ts';
import { StoreUnavailable } from '../../store/failures.ts';
import type { ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { isOver } from '../model/competition.ts';
import type { LiveCompetitions } from '../runtime/live-competitions.ts';
import type { ServerSteps } from './server-steps.ts';

interface DirectorParts {
  store: Store;
  clock: ServerClock;
  live: LiveCompetitions;
  queues: Queues;
  steps: ServerSteps;
  onTrouble(error: unknown, competitionId: string | null): void;
}

/** A competition that needs no step before `until`, as long as its version and number of finished games stay equal. */
interface Idle extends Pick<DueCompetition, 'version' | 'gamesOver'> {
  until: number;
}

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 100;
const MOST_UNDER_WAY = 4;
/** An idle competition is checked again after this time at the latest. */
const LOOK_AGAIN_MS = 60_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Runs competitions. Each step follows from the log and the finished games, so any server may take it. If two servers
 * take the same step, the log rejects the second. */
export class Director {
  readonly loop: Loop;
  readonly #parts: DirectorParts;
  readonly #turns = new Semaphore(MOST_UNDER_WAY);
  readonly #running = new Map<string, Promise<number>>();
  /** competitions that changed while they were being checked */
  readonly #again = new Set<string>();
  /** running steps by competition; `version` is null until the competition is loaded */
  readonly #underWay = new Map<string, { since: number; version: number | null }>();
  /** competitions whose last step failed; they are skipped until their version changes */
  readonly #failedItems: FailedItems;
  #idle = new Map<string, Idle>();
  /** competitions that were overdue at the latest check and have no new deadline yet */
  #overdue = new Set<string>();

  constructor(parts: DirectorParts) {
    this.#parts = parts;
    this.#failedItems = new FailedItems(() => parts.clock.now().getTime());
    this.loop = new Loop({
      name: 'director',
      everyMs: LOOK_EVERY_MS,
      round: () => this.#round(),
      onError: unlessAway((error) => parts.onTrouble(error, null)),
      // the loop needs this time to report a step that hangs
      oldestWork: () => Math.min(...[...this.#underWay.values()].map(({ since }) => since)),
      failedItems: this.#failedItems,
    });
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.#running.values());
  }

  wake(competitionId: string): void {
    if (this.loop.isOn) void this.#run(competitionId);
  }

  /** Must be called when a player or an operator has changed a competition. Also retries a failed step. */
  changed(competitionId: string): void {
    this.#failedItems.release(competitionId);
    this.wake(competitionId);
  }

  /** Starts steps and does not wait for them, so that no competition delays another. */
  async #round(): Promise<number> {
    const { store, clock } = this.#parts;
    const now = clock.now();
    const due = await store.competitions.due(now, AT_ONCE + this.#failedItems.size + this.#idle.size);
    this.#overdue = new Set(due.flatMap(({ id, overdue }) => (overdue ? [id] : [])));
    const known = this.#idle;
    this.#idle = new Map();
    for (const row of due) {
      this.#failedItems.releaseUnlessAt(row.id, row.version);
      const idle = known.get(row.id);
      const isSame = idle?.version === row.version && idle.gamesOver === row.gamesOver;
      if (isSame && now.getTime() < idle.until) this.#idle.set(row.id, idle);
      else void this.#run(row.id).then((until) => this.#rest(row, until));
    }
    return LOOK_EVERY_MS;
  }

  #rest({ id, version, gamesOver }: DueCompetition, until: number): void {
    const latest = this.#parts.clock.now().getTime() + LOOK_AGAIN_MS;
    this.#idle.set(id, { version, gamesOver, until: Math.min(until, latest) });
  }

  /** Runs the steps of a competition, one run at a time. Resolves to the time of the next check. */
  #run(id: string): Promise<number> {
    const running = this.#running.get(id);
    if (running !== undefined) {
      this.#again.add(id);
      return running;
    }
    const run = this.#takeSteps(id)
      .catch((error) => this.#trouble(id, error))
      .finally(() => {
        this.#running.delete(id);
        this.#underWay.delete(id);
      });
    this.#running.set(id, run);
    return run;
  }

  async #takeSteps(id: string): Promise<number> {
    let until: number | null = null;
    while (this.loop.isOn && !this.#failedItems.has(id) && (until === null || this.#again.has(id))) {
      this.#again.delete(id);
      this.#underWay.set(id, { since: performance.now(), version: null });
      until = await this.#turns.pass(() => this.#takeStep(id));
      await turn(); // other work of the server runs between two steps
    }
    return until ?? NEVER;
  }

  /** Takes a step. Resolves to the time of the next check; null: check again at once. */
  #takeStep(id: string): Promise<number | null> {
    const { store, live, queues, steps } = this.#parts;
    return queues.pass(id, 'service', async () => {
      const competition = await live.current(id);
      if (competition === null) return NEVER;
      this.#underWay.set(id, { since: performance.now(), version: competition.version });
      const waiting = await steps.next(competition);
      if (waiting === null) return null;
      const { until } = waiting;
      // a finished competition keeps its deadline until its seed is published, so that the query for due competitions
      // finds it
      if (this.#overdue.delete(id) && !isOver(competition)) {
        await store.competitions.replaceDeadline(id, competition, until);
      }
      return until?.getTime() ?? NEVER;
    });
  }

  /** Reports a failed step and skips the competition. Retries if the database is unavailable or the server stops. */
  #trouble(id: string, error: unknown): number {
    const now = this.#parts.clock.now().getTime();
    if (error instanceof StoreUnavailable || !this.loop.isOn) return now;
    const { version = null } = this.#underWay.get(id) ?? {};
    this.#failedItems.leave(id, { version });
    this.#parts.onTrouble(error, id);
    return now;
  }
}
