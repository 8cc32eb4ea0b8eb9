import { Zip, ZipDeflate } from 'fflate';
import { Loop } from '../eventlog/loop.ts';
import { Semaphore } from '../eventlog/queue.ts';
import type { Player, Players } from '../players/players.ts';
import { LogDamaged, StoreUnavailable } from '../store/failures.ts';
import { type AccountSources, type ExportFile, gamesOf, partsOf } from './parts.ts';

interface AccountsParts extends AccountSources {
  /** Called with an error of an erasure. The server tries the erasure again. */
  onTrouble(error: unknown, playerId: string | null): void;
}

const LOOK_MS = 5_000;
/** After this time another server may take over the accounts that a stopped server had claimed. */
const HELD_MS = 120_000;
const HOLD_AGAIN_MS = 10_000;
/** While a log is damaged, the pause between two tries grows from `HELD_MS` up to this. */
const MOST_WAIT_MS = 60 * 60 * 1000;
const MOST_CLAIMED = 64;
const MOST_AT_ONCE = 4;

/** Erases deleted accounts from logs, also after a restart. One pass is enough: a deleted account causes no events. */
export class Accounts {
  readonly #parts: AccountsParts;
  readonly #stopping = new AbortController();
  readonly #erasing = new Set<Promise<void>>();
  /** Limits how many accounts leave their games at the same time. `#naming` limits the slow erasures from logs. */
  readonly #leaving = new Semaphore(MOST_AT_ONCE);
  readonly #naming = new Semaphore(MOST_AT_ONCE);
  readonly loop: Loop;
  readonly #waits = new Map<string, number>();

  constructor(parts: AccountsParts) {
    this.#parts = parts;
    const onError = (error: unknown) => this.#troubled(error, null);
    this.loop = new Loop({ name: 'deletion', everyMs: LOOK_MS, round: () => this.#claimAll(), onError });
  }

  /** Streams all data of the player as a ZIP archive of JSON files. */
  exportOf(player: Player): AsyncGenerator<Uint8Array> {
    return zipped(filesOf(this.#parts, player), this.#now());
  }

  /** Closes the account at once. The background loop then gives up its games and erases its name from the logs. */
  async delete(player: Player, recoveryCode: string): ReturnType<Players['close']> {
    const closed = await this.#parts.players.close(player, recoveryCode);
    if (closed.ok) this.loop.wake();
    return closed;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.loop.stop();
    await Promise.all(this.#erasing);
  }

  /** Claims deleted accounts to erase. A stopping server claims none: others would wait until its claims expire. */
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

  /** Carries out all steps, even after one has failed because a log is damaged. Then throws the first such error. */
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

  /** Carries out the steps. Between them, renews the server's claim on the account. */
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

const UNREADABLE = { code: 'log-damaged', title: 'The log of the game cannot be read.' };

async function* filesOf(sources: AccountSources, player: Player): AsyncGenerator<ExportFile> {
  const parts = partsOf(sources);
  for (const part of parts) yield* part.files?.(player) ?? [];
  for await (const id of gamesOf(sources.store, player)) {
    try {
      for (const part of parts) yield* part.filesOfGame?.(player, id) ?? [];
    } catch (error) {
      if (!(error instanceof LogDamaged)) throw error;
      yield { name: `games/${id}/problem.json`, content: UNREADABLE };
    }
  }
}

const BYTES_AT_ONCE = 64 * 1024;

/** Streams the archive piece by piece, because it may not fit in memory. */
async function* zipped(files: AsyncIterable<ExportFile>, at: Date): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    const bytes = Buffer.from(`${JSON.stringify(content, null, 1)}\n`);
    for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
      const upTo = from + BYTES_AT_ONCE;
      file.push(bytes.subarray(from, upTo), upTo >= bytes.length);
      yield* packed.splice(0);
    }
  }
  zip.end();
  yield* packed;
}

type UnlessDamaged = (work: Promise<unknown>) => Promise<unknown>;
