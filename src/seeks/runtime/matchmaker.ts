import { setTimeout as sleep } from 'node:timers/promises';
import { FailedItems, Loop, unlessAway } from '../../eventlog/loop.ts';
import { LISTS, SEEKS, type Subscriptions } from '../../eventlog/subscriptions.ts';
import type { ServerClock } from '../../store/game-rows.ts';
import type { SeekStore } from '../../store/seeks.ts';
import type { LookedAt } from './pairing-look.ts';

interface MatchmakerParts {
  seeks: SeekStore;
  clock: ServerClock;
  subscriptions: Subscriptions;
  look(failedItems: ReadonlySet<string>): Promise<LookedAt>;
  onTrouble(error: unknown): void;
}

const LOOK_EVERY_MS = 1_000;
/** After a round the loop pauses for as long as the round took, within these limits, so that other work can run. */
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 200;
const FORGET_EVERY_MS = 60 * 60 * 1000;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FORGOTTEN_AT_ONCE = 1_000;

/** Pairs seeks by the state in the database. Any server may pair; several that do so at the same time do no harm. */
export class Matchmaker {
  readonly #parts: MatchmakerParts;
  readonly #failedItems = new FailedItems();
  readonly loop: Loop;
  #isAny = false;
  /** The number of seeks that waited in the last round; 0 if another server pairs. */
  waiting = 0;
  #forgetAt = 0;

  constructor(parts: MatchmakerParts) {
    this.#parts = parts;
    this.loop = new Loop({
      name: 'pairing',
      everyMs: LOOK_EVERY_MS,
      round: () => this.#round(),
      onError: unlessAway(parts.onTrouble),
      failedItems: this.#failedItems,
    });
    parts.subscriptions.listen(SEEKS, () => this.loop.wake());
    // wakes when a game ends, because its players may then begin another game
    parts.subscriptions.listen(LISTS, () => this.#isAny && this.loop.wake());
  }

  trouble(fit: string): void {
    this.#failedItems.leave(fit);
  }

  async #round(): Promise<number> {
    const from = performance.now();
    try {
      const looked = await this.#parts.look(this.#failedItems.ids);
      this.#isAny = looked.isAny;
      this.waiting = looked.withRoom;
      await this.#forget();
      return looked.begun > 0 ? 0 : looked.nextMs - (performance.now() - from);
    } finally {
      const spent = performance.now() - from;
      if (this.loop.isOn) await sleep(Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, spent)));
    }
  }

  async #forget(): Promise<void> {
    if (performance.now() < this.#forgetAt) return;
    const { seeks, clock } = this.#parts;
    const before = new Date(clock.now().getTime() - KEPT_MS);
    const forgotten = await seeks.forget(before, FORGOTTEN_AT_ONCE);
    if (forgotten < FORGOTTEN_AT_ONCE) this.#forgetAt = performance.now() + FORGET_EVERY_MS;
  }
}
