import { MOST_TURNS, NO_TURNS } from '../store/game-lists.ts';
import type { Tip } from '../store/game-rows.ts';
import type { Signals } from '../store/signals.ts';
import type { Store } from '../store/store.ts';
import { Loop, unlessAway } from './loop.ts';

export type Woken = 'changed' | 'time-up' | 'gone' | 'closing';

/** What a reader has seen last: version and head (hash of the last event), or a mark for a chat or a player's turns. */
export type Known = Tip | string;

/** A wait that has begun: no change from now on is missed. `stop` ends the wait. */
export interface Watch {
  until(ms: number, known: Known, caller?: AbortSignal): Promise<Woken>;
  stop(): void;
}

export interface Noted {
  /** returns the games that have changed since the last call */
  take(): string[];
  stop(): void;
}

/** The key for changes of the lists of games: a game begins or ends, or a seat is taken or left. */
export const LISTS = 'lists';
export const SEEKS = 'seeks';
export const ANALYSES = 'analyses';

const CHAT = 'chat ';

/** Returns the key of a game's chat. It differs from the game's key, because a message does not change the game. */
export function chatKey(gameId: string): string {
  return `${CHAT}${gameId.toLowerCase()}`;
}

interface Waiter {
  wake(why: Woken): void;
  known: Known | null;
}

/** The interval at which the server checks whether signals of other servers were lost. */
const LOOK_AGAIN_MS = 2_000;

/** Wakes readers that wait for a game, chat, competition, seek, analysis or player when any server changes it. */
export class Subscriptions {
  readonly #store: Store;
  readonly #signals: Signals;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #notes = new Map<string, Set<Set<string>>>();
  readonly #listeners = new Map<string, () => void>();
  readonly loop: Loop;
  #closed = false;

  constructor(store: Store, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#signals = store.signals;
    this.loop = new Loop({
      name: 'subscriptions',
      everyMs: LOOK_AGAIN_MS,
      round: () => this.#lookAgain(),
      onError: unlessAway(onTrouble),
    });
  }

  start(): void {
    if (!this.#signals.shared) return;
    this.#signals.listen(({ gameId, playerIds }) => this.#wakeAll(gameId, playerIds));
    this.loop.start();
  }

  /** Wakes all readers and accepts no new ones. */
  async stop(): Promise<void> {
    this.#closed = true;
    for (const waiters of this.#waiters.values()) for (const { wake } of [...waiters]) wake('closing');
    await this.loop.stop();
  }

  get closed(): boolean {
    return this.#closed;
  }

  get size(): number {
    let size = 0;
    for (const waiters of this.#waiters.values()) size += waiters.size;
    return size;
  }

  /** Call it after each change that this server has committed. `isListed`: the change also concerns lists of games. */
  changed(gameId: string, version: number, players: string[], isListed: boolean): void {
    const playerIds = isListed ? [...players, LISTS] : players;
    this.#wakeAll(gameId, playerIds);
    if (this.#signals.shared) this.#signals.send({ gameId, version, playerIds });
  }

  /** Sets the only listener for a key. The listener is called after each change on any server. */
  listen(id: typeof LISTS | typeof SEEKS | typeof ANALYSES, listener: () => void): void {
    this.#listeners.set(id, listener);
  }

  /** Begins to watch: `until` misses no change from now on. If a signal is lost, the loop finds the change later. */
  watch(id: string): Watch {
    let settle: (why: Woken) => void = () => {};
    const woken = new Promise<Woken>((resolve) => {
      settle = resolve;
    });
    const waiter: Waiter = {
      known: null,
      wake: (why) => {
        this.#remove(id, waiter);
        settle(why);
      },
    };
    if (this.#closed) settle('closing');
    else this.#add(id, waiter);
    const until = async (ms: number, known: Known, caller?: AbortSignal) => {
      waiter.known = known;
      const timer = setTimeout(() => waiter.wake('time-up'), ms);
      const leave = () => waiter.wake('gone');
      if (caller?.aborted) leave();
      caller?.addEventListener('abort', leave, { once: true });
      try {
        return await woken;
      } finally {
        clearTimeout(timer);
        caller?.removeEventListener('abort', leave);
      }
    };
    return { until, stop: () => waiter.wake('gone') };
  }

  /** Notes which of a player's games change on any server, so that the caller reads only these again. */
  note(playerId: string): Noted {
    const changed = new Set<string>();
    const notes = this.#notes.get(playerId) ?? new Set();
    this.#notes.set(playerId, notes.add(changed));
    return {
      take: () => {
        const taken = [...changed];
        changed.clear();
        return taken;
      },
      stop: () => {
        notes.delete(changed);
        if (notes.size === 0 && this.#notes.get(playerId) === notes) this.#notes.delete(playerId);
      },
    };
  }

  #add(id: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(id);
    if (waiters === undefined) this.#waiters.set(id, new Set([waiter]));
    else waiters.add(waiter);
  }

  #remove(id: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(id);
  }

  #wakeAll(gameId: string, playerIds: readonly string[]): void {
    for (const id of playerIds) for (const changed of this.#notes.get(id) ?? []) changed.add(gameId);
    for (const id of [gameId, ...playerIds]) {
      for (const { wake } of [...(this.#waiters.get(id) ?? [])]) wake('changed');
      this.#listeners.get(id)?.();
    }
  }

  /** Wakes readers who missed a signal. Ids of all kinds share one map, because they are random and do not collide. */
  async #lookAgain(): Promise<number> {
    const all = [...this.#waiters.keys()];
    const ids = all.filter((id) => id !== LISTS && !id.startsWith(CHAT));
    const chats = all.filter((id) => id.startsWith(CHAT)).map((id) => id.slice(CHAT.length));
    if (chats.length > 0) this.#wakeOutdated(await this.#store.chat.marks(chats));
    if (ids.length === 0) return LOOK_AGAIN_MS;
    const [tips, marks] = await Promise.all([
      Promise.all(ids.map((id) => this.#store.log.tip(id))),
      this.#store.lists.turnMarks(ids, MOST_TURNS),
    ]);
    for (const [i, id] of ids.entries()) {
      const now = tips[i] ?? (await this.#otherTip(id)) ?? marks.get(id) ?? NO_TURNS;
      for (const { known, wake } of [...(this.#waiters.get(id) ?? [])]) {
        if (known !== null && !isSame(known, now)) wake('changed');
      }
    }
    return LOOK_AGAIN_MS;
  }

  #wakeOutdated(marks: ReadonlyMap<string, string>): void {
    for (const [gameId, mark] of marks) {
      for (const { known, wake } of [...(this.#waiters.get(chatKey(gameId)) ?? [])]) {
        if (known !== null && known !== mark) wake('changed');
      }
    }
  }

  /** Returns the newest version and head; null: no reader waits for a competition, seek or analysis with this id. */
  async #otherTip(id: string): Promise<Tip | null> {
    const waiters = [...(this.#waiters.get(id) ?? [])];
    const isForTip = waiters.some(({ known }) => known !== null && typeof known !== 'string');
    if (!isForTip) return null;
    const { competitions, seeks, analyses } = this.#store;
    const [competition, seek, analysis] = await Promise.all([
      competitions.tip(id),
      seeks.version(id),
      analyses.version(id),
    ]);
    const version = seek ?? analysis;
    return competition ?? (version === null ? null : { version, head: null });
  }
}

function isSame(known: Known, now: Known): boolean {
  if (typeof known === 'string' || typeof now === 'string') return known === now;
  return known.version === now.version && (now.head === null || known.head === now.head);
}
