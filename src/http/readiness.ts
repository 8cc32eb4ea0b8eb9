import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from '@sinclair/typebox';
import type { House } from '../house.ts';
import { type StoreTrouble, StoreUnavailable } from '../store/failures.ts';

type Phase = 'starting' | 'serving' | 'stopping';

const ANSWER_MS = 1_000;

export const FailingLoop = Type.Object({
  loop: Type.String({ description: 'The name of the background work.' }),
  failure: Type.Union([Type.Literal('database'), Type.Literal('failed'), Type.Literal('silent')], {
    description:
      '`database`: unavailable. `failed`: the log has the reason. `silent`: no round has succeeded for 30 s.',
  }),
  lagSeconds: Type.Integer({ description: 'The time since the last successful round.' }),
});
type FailingLoop = Static<typeof FailingLoop>;

export type NotReadyReason = 'starting' | 'stopping' | 'clock' | StoreTrouble;

type Parts = Pick<House, 'store' | 'gameService' | 'loops'>;

/** Says whether the server is ready: it has started and is not stopping, enforces the deadlines of games, and its
 * database answers within 1 s and accepts changes. */
export class Readiness {
  readonly #parts: Parts;
  #phase: Phase = 'starting';
  #asked: Promise<StoreTrouble | null> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Enters a phase. No phase follows `stopping`. */
  enter(phase: Exclude<Phase, 'starting'>): void {
    if (this.#phase !== 'stopping') this.#phase = phase;
  }

  get stopping(): boolean {
    return this.#phase === 'stopping';
  }

  async notReadyReason(): Promise<NotReadyReason | null> {
    const trouble = this.#phase === 'serving' ? await this.#databaseTrouble() : null;
    if (this.#phase !== 'serving') return this.#phase;
    if (trouble !== null) return trouble;
    return this.#parts.gameService.timekeeper.loop.isRunning ? null : 'clock';
  }

  /** The background loops that fail. They do not make the service unready. */
  get failing(): FailingLoop[] {
    return this.#parts.loops.flatMap(({ name, failure, lagMs }) => {
      return failure === null ? [] : [{ loop: name, failure, lagSeconds: Math.round(lagMs / 1000) }];
    });
  }

  /** Checks the database. All callers share one query at a time, so that a database that hangs gets no more work. */
  async #databaseTrouble(): Promise<StoreTrouble | null> {
    this.#asked ??= this.#parts.store
      .ping()
      .then(
        () => null,
        (error) => (error instanceof StoreUnavailable ? error.trouble : 'unreachable'),
      )
      .finally(() => {
        this.#asked = null;
      });
    return Promise.race([this.#asked, sleep(ANSWER_MS, 'unreachable' as const, { ref: false })]);
  }
}
