import { setImmediate as turn } from 'node:timers/promises';
import type { Queues } from '../../eventlog/carry-out.ts';
import { LeftAlone, Loop, unlessAway } from '../../eventlog/loop.ts';
import { Semaphore } from '../../eventlog/queue.ts';
import type { DueCompetition } from '../../store/competition-rows.ts';
import { StoreUnavailable } from '../../store/failures.ts';
import type { HouseClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { isOver } from '../model/competition.ts';
import type { LiveCompetitions } from '../runtime/live-competitions.ts';
import type { HouseSteps } from './house-steps.ts';

interface DirectorParts {
  store: Store;
  clock: HouseClock;
  live: LiveCompetitions;
  queues: Queues;
  steps: HouseSteps;
  onTrouble(error: unknown, competitionId: string | null): void;
}

/** A competition in which nothing was to do when it and its games were so far; looked at again at that time. */
interface Idle extends Pick<DueCompetition, 'version' | 'gamesOver'> {
  until: number;
}

/** One in which a step is to be taken, since when, and of which version of it; null: that is not known yet. */
interface UnderWay {
  since: number;
  version: number | null;
}

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 100;
/** Competitions in which a step is taken at the same moment. */
const MOST_UNDER_WAY = 4;
/** Whatever is remembered of it, a competition that may be due is looked at so often. */
const LOOK_AGAIN_MS = 60_000;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Runs competitions. All that is to be done follows from their logs and from their games that are over, so that it does
 * not matter which server does it, nor whether two try at once: whoever is second finds that the step is written.
 */
export class Director {
  readonly loop: Loop;
  readonly #parts: DirectorParts;
  readonly #turns = new Semaphore(MOST_UNDER_WAY);
  readonly #running = new Map<string, Promise<number>>();
  /** those that were told of something while they were looked at */
  readonly #again = new Set<string>();
  readonly #underWay = new Map<string, UnderWay>();
  /** those in which a step failed, until they are at another version */
  readonly #leftAlone: LeftAlone;
  #idle = new Map<string, Idle>();
  /** by the latest look, without those that have got another deadline since */
  #overdue = new Set<string>();

  constructor(parts: DirectorParts) {
    this.#parts = parts;
    this.#leftAlone = new LeftAlone(() => parts.clock.now().getTime());
    this.loop = new Loop({
      name: 'director',
      everyMs: LOOK_EVERY_MS,
      round: () => this.#round(),
      onError: unlessAway((error) => parts.onTrouble(error, null)),
      // or nothing would show that a pairing hangs
      oldestWork: () => Math.min(...[...this.#underWay.values()].map(({ since }) => since)),
      leftAlone: this.#leftAlone,
    });
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.#running.values());
  }

  /** To be called when something has happened in a competition, or a game of it is over. */
  wake(competitionId: string): void {
    if (this.loop.isOn) void this.#run(competitionId);
  }

  /** To be called when somebody has changed a competition: one that was left alone may go on by that. */
  changed(competitionId: string): void {
    this.#leftAlone.release(competitionId);
    this.wake(competitionId);
  }

  /** No round waits for what it begins: competitions do not wait for each other. */
  async #round(): Promise<number> {
    const { store, clock } = this.#parts;
    const now = clock.now();
    const due = await store.competitions.due(now, AT_ONCE + this.#leftAlone.size + this.#idle.size);
    this.#overdue = new Set(due.flatMap(({ id, overdue }) => (overdue ? [id] : [])));
    const known = this.#idle;
    this.#idle = new Map();
    for (const row of due) {
      this.#leftAlone.releaseUnlessAt(row.id, row.version);
      const idle = known.get(row.id);
      if (idle !== undefined && isSame(idle, row) && now.getTime() < idle.until) this.#idle.set(row.id, idle);
      else void this.#run(row.id).then((until) => this.#rest(row, until));
    }
    return LOOK_EVERY_MS;
  }

  /** Remembers that nothing is to be done as long as the competition and its games are as they were in this row. */
  #rest({ id, version, gamesOver }: DueCompetition, until: number): void {
    const latest = this.#parts.clock.now().getTime() + LOOK_AGAIN_MS;
    this.#idle.set(id, { version, gamesOver, until: Math.min(until, latest) });
  }

  /** Takes steps until there is none, one run a competition at a time; says when there may be one again by itself. */
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
    while (this.loop.isOn && !this.#leftAlone.has(id) && (until === null || this.#again.has(id))) {
      this.#again.delete(id);
      this.#underWay.set(id, { since: performance.now(), version: null });
      until = await this.#turns.pass(() => this.#takeStep(id));
      await turn(); // whatever else the server has to do comes between two steps
    }
    return until ?? NEVER;
  }

  /** Null: there may be another step; else until when there is none. */
  #takeStep(id: string): Promise<number | null> {
    const { store, live, queues, steps } = this.#parts;
    return queues.pass(id, 'service', async () => {
      const competition = await live.current(id);
      if (competition === null) return NEVER;
      this.#underWay.set(id, { since: performance.now(), version: competition.version });
      const waiting = await steps.next(competition);
      if (waiting === null) return null;
      const { until } = waiting;
      // what is over keeps its deadline until its seed is published: by that it is found
      if (this.#overdue.delete(id) && !isOver(competition)) {
        await store.competitions.replaceDeadline(id, competition, until);
      }
      return until?.getTime() ?? NEVER;
    });
  }

  /** Where the database is away, the next look finds what was left; who stops leaves it to the next start. */
  #trouble(id: string, error: unknown): number {
    const now = this.#parts.clock.now().getTime();
    if (error instanceof StoreUnavailable || !this.loop.isOn) return now;
    const { version = null } = this.#underWay.get(id) ?? {};
    this.#leftAlone.leave(id, { version });
    this.#parts.onTrouble(error, id);
    return now;
  }
}

function isSame(idle: Idle, row: DueCompetition): boolean {
  return idle.version === row.version && idle.gamesOver === row.gamesOver;
}
