import { Loop } from '../eventlog/loop.ts';
import { Semaphore } from '../eventlog/queue.ts';
import type { Player } from '../players/players.ts';
import { LogDamaged, StoreUnavailable } from '../store/failures.ts';
import { type AccountSources, partsOf } from './parts.ts';

/** Whom it works with, and whom it tells. */
export interface DeletionParts extends AccountSources {
  /** told when an account could not be taken out; it is tried again */
  onTrouble(error: unknown, playerId: string | null): void;
}

const LOOK_MS = 5_000;
/** A server that has stopped leaves its accounts to others after this time. */
const HELD_MS = 120_000;
const HOLD_AGAIN_MS = 10_000;
/** While a log is damaged, an account is tried again after `HELD_MS`, then after twice as long each time, up to this. */
const MOST_WAIT_MS = 60 * 60 * 1000;
/** Accounts that one server has claimed, and those of them that leave, or are erased, at the same moment. */
const MOST_CLAIMED = 64;
const MOST_AT_ONCE = 4;

/**
 * Takes deleted accounts out of everything: gives up their games, withdraws them from competitions, and erases their names from
 * every log. It goes on where it was interrupted, on whichever server. Nothing is written for a deleted account, so that
 * once is enough.
 */
export class Deletion {
  readonly #parts: DeletionParts;
  readonly #stopping = new AbortController();
  readonly #erasing = new Set<Promise<void>>();
  /** what others meet goes first: no account waits until the long logs of another are erased */
  readonly #leaving = new Semaphore(MOST_AT_ONCE);
  readonly #naming = new Semaphore(MOST_AT_ONCE);
  readonly loop: Loop;
  /** by account, how long it waited last for a damaged log */
  readonly #waits = new Map<string, number>();

  constructor(parts: DeletionParts) {
    this.#parts = parts;
    const onError = (error: unknown) => this.#troubled(error, null);
    this.loop = new Loop({ name: 'deletion', everyMs: LOOK_MS, round: () => this.#claimAll(), onError });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.loop.stop();
    await Promise.all(this.#erasing);
  }

  /** Claims accounts as long as there are any. A server that stops claims none, which others would have to wait for. */
  async #claimAll(): Promise<number> {
    while (this.loop.isOn && this.#erasing.size < MOST_CLAIMED) {
      const player = await this.#parts.store.accounts.claim(this.#now(), this.#until());
      if (player === null) break;
      this.#begin(player);
    }
    return LOOK_MS;
  }

  #begin(player: Player): void {
    const erasing = this.#erase(player)
      .catch((error) => this.#putOff(player, error))
      .catch((error) => this.#troubled(error, player.id))
      .finally(() => {
        this.#erasing.delete(erasing);
        this.loop.wake();
      });
    this.#erasing.add(erasing);
  }

  /** Reports a damaged log at the first try alone. */
  async #putOff(player: Player, error: unknown): Promise<void> {
    if (!(error instanceof LogDamaged)) throw error;
    const waited = this.#waits.get(player.id);
    if (waited === undefined) this.#troubled(error, player.id);
    const wait = waited === undefined ? HELD_MS : Math.min(2 * waited, MOST_WAIT_MS);
    this.#waits.set(player.id, wait);
    await this.#parts.store.accounts.hold(player.id, new Date(this.#now().getTime() + wait));
  }

  #troubled(error: unknown, playerId: string | null): void {
    if (this.#stopping.signal.aborted || error instanceof StoreUnavailable) return;
    this.#parts.onTrouble(error, playerId);
  }

  /** Does all that no damaged log stops, and only then throws for the first that did. */
  async #erase(player: Player): Promise<void> {
    let damage: LogDamaged | null = null;
    const unlessDamaged: UnlessDamaged = (work) =>
      work.catch((error) => {
        if (!(error instanceof LogDamaged)) throw error;
        damage ??= error;
      });
    await this.#leaving.pass(() => this.#takeSteps(player, 'leaving', unlessDamaged));
    await this.#naming.pass(async () => {
      await this.#takeSteps(player, 'erasing', unlessDamaged);
      if (damage !== null) throw damage;
      await this.#parts.store.accounts.finish(player.id, this.#now());
    });
    this.#waits.delete(player.id);
  }

  /** Carries out one step after another, and holds on to the account meanwhile. */
  async #takeSteps(player: Player, of: 'leaving' | 'erasing', unlessDamaged: UnlessDamaged): Promise<void> {
    await this.#hold(player);
    let heldAt = performance.now();
    for (const part of partsOf(this.#parts)) {
      for await (const step of part[of]?.(player) ?? []) {
        this.#stopping.signal.throwIfAborted();
        await unlessDamaged(step());
        if (performance.now() - heldAt < HOLD_AGAIN_MS) continue;
        await this.#hold(player);
        heldAt = performance.now();
      }
    }
  }

  async #hold(player: Player): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    await this.#parts.store.accounts.hold(player.id, this.#until());
  }

  #now(): Date {
    return this.#parts.games.clock.now();
  }

  #until(): Date {
    return new Date(this.#now().getTime() + HELD_MS);
  }
}

type UnlessDamaged = (work: Promise<unknown>) => Promise<unknown>;
