import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from '@sinclair/typebox';
import type { House } from '../house.ts';
import { type StoreTrouble, StoreUnavailable } from '../store/failures.ts';

type Phase = 'starting' | 'serving' | 'stopping';

const ANSWER_MS = 1_000;

export const FailingLoop = Type.Object({
  loop: Type.String({ description: 'Which work it is.' }),
  failure: Type.Union([Type.Literal('database'), Type.Literal('failed'), Type.Literal('silent')], {
    description: '`database`: it is away. `failed`: the log says why. `silent`: no round has succeeded for 30 s.',
  }),
  lagSeconds: Type.Integer({ description: 'For how long no round has succeeded.' }),
});
type FailingLoop = Static<typeof FailingLoop>;

export type NotReadyReason = 'starting' | 'stopping' | 'clock' | StoreTrouble;

type Parts = Pick<House, 'store' | 'gameService' | 'loops'>;

/** Says whether the server is ready: it has started, is not stopping, its clocks run, and the database answers within 1
 * s and accepts changes. */
export class Readiness {
  readonly #parts: Parts;
  #phase: Phase = 'starting';
  #asked: Promise<StoreTrouble | null> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Later phases never go back to earlier ones. */
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

  /** Loops that fail. The service stays ready meanwhile. */
  get failing(): FailingLoop[] {
    return this.#parts.loops.flatMap(({ name, failure, lagMs }) => {
      return failure === null ? [] : [{ loop: name, failure, lagSeconds: Math.round(lagMs / 1000) }];
    });
  }

  /** All callers share one query at a time, so that a database that hangs gets no more work. */
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
