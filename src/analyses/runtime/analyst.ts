import { randomUUID } from 'node:crypto';
import { Loop, unlessAway } from '../../eventlog/loop.ts';
import { ANALYSES } from '../../eventlog/subscriptions.ts';
import type { GameService } from '../../games/game-service.ts';
import type { AnalysedDecisionRow, AnalysisRow, AnalysisStore, Lease } from '../../store/analyses.ts';
import { StoreUnavailable } from '../../store/failures.ts';
import { GameAnalysis } from './game-analysis.ts';

export interface AnalystParts {
  store: AnalysisStore;
  games: GameService;
  /** `gameId` is null if the error concerns no single analysis */
  onTrouble(error: unknown, gameId: string | null): void;
  onEnd?: ((status: 'done' | 'failed') => void) | undefined;
}

const LOOK_EVERY_MS = 1_000;
const WRITE_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 5_000;
/** After this time without a renewal, another server may take over the analysis. */
const LEASE_MS = 30_000;
const RENEW_MS = LEASE_MS / 3;

class LeaseLost extends Error {}
class Stopped extends Error {}

export class Analyst {
  readonly #parts: AnalystParts;
  readonly #onError = unlessAway((error) => this.#parts.onTrouble(error, null));
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  readonly loop: Loop;
  #work: Promise<void> | null = null;
  waiting = 0;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AnalystParts) {
    this.#parts = parts;
    this.loop = new Loop({
      name: 'analyses',
      everyMs: LOOK_EVERY_MS,
      round: () => this.#round(),
      onError: this.#onError,
    });
    parts.games.subscriptions.listen(ANALYSES, () => this.loop.wake());
  }

  /** Interrupts the analysis. Another server, or the next start of this one, continues it. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Stopped());
    await this.loop.stop();
    await this.#work;
  }

  /** Starts the next analysis if none is running. Does not wait for its end, because it takes minutes. */
  async #round(): Promise<number> {
    const { store, games } = this.#parts;
    if (performance.now() >= this.#countedAt + COUNT_EVERY_MS) {
      this.waiting = await store.waiting(games.clock.now());
      this.#countedAt = performance.now();
    }
    const row = this.#work === null ? await store.claim(this.#lease()) : null;
    if (row !== null) {
      this.#work = this.#workOut(row)
        .catch(this.#onError)
        .finally(() => {
          this.#work = null;
          this.loop.wake();
        });
    }
    return LOOK_EVERY_MS;
  }

  async #workOut(row: AnalysisRow): Promise<void> {
    const { store, onTrouble, onEnd } = this.#parts;
    const notes = new Notes(row, this.#parts, () => this.#lease());
    try {
      await this.#judgeAll(row, notes);
      await notes.end('done');
      onEnd?.('done');
    } catch (error) {
      notes.stop();
      if (error instanceof LeaseLost || error instanceof StoreUnavailable) return;
      if (error instanceof Stopped) {
        await notes.write();
        return store.release(this.#holder);
      }
      onTrouble(error, row.gameId);
      await notes.end('failed');
      onEnd?.('failed');
    }
  }

  async #judgeAll(row: AnalysisRow, notes: Notes): Promise<void> {
    const { store, games } = this.#parts;
    const game = await games.gameReader.find(row.gameId);
    if (game === null || game.head !== row.head) throw new Error(`game ${row.gameId} is not what it was`);
    const known = new Set((await store.decisions(row.gameId)).map(({ version }) => version));
    const parts = { reader: games.gameReader, pool: games.workerPool, stop: this.#stopping.signal };
    const analysis = new GameAnalysis(parts, row, game);
    const { inAll, toJudge } = await analysis.counted();
    notes.begin(inAll, toJudge.size);
    const left = new Set([...toJudge].filter((version) => !known.has(version)));
    for await (const { decision, playouts, seconds } of analysis.judge(left)) {
      notes.add(decision, playouts, seconds);
      if (notes.isLost) throw new LeaseLost();
    }
  }

  #lease(): Lease {
    const now = this.#parts.games.clock.now();
    return { holder: this.#holder, now, until: new Date(now.getTime() + LEASE_MS) };
  }
}

class Notes {
  readonly #row: AnalysisRow;
  readonly #parts: AnalystParts;
  readonly #lease: () => Lease;
  readonly #timer: NodeJS.Timeout;
  #decisions: AnalysedDecisionRow[] = [];
  #playouts = 0;
  #seconds = 0;
  #counts: { inAll: number; toJudge: number } | null = null;
  #hasNews = false;
  #writtenAt = performance.now();
  #writing: Promise<void> = Promise.resolve();
  isLost = false;

  constructor(row: AnalysisRow, parts: AnalystParts, lease: () => Lease) {
    this.#row = row;
    this.#parts = parts;
    this.#lease = lease;
    this.#tell(row.version);
    this.#timer = setInterval(() => {
      const isStale = performance.now() - this.#writtenAt > RENEW_MS;
      // ignores a failed write, because the next one includes it; the database may be unreachable now
      if (this.#hasNews || isStale) void this.write().catch(() => {});
    }, WRITE_EVERY_MS);
    this.#timer.unref();
  }

  begin(inAll: number, toJudge: number): void {
    this.#counts = { inAll, toJudge };
    this.#hasNews = true;
  }

  add(decision: AnalysedDecisionRow | null, playouts: number, seconds: number): void {
    if (decision !== null) this.#decisions.push(decision);
    this.#playouts += playouts;
    this.#seconds += seconds;
    this.#hasNews = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async end(status: 'done' | 'failed'): Promise<void> {
    this.stop();
    await this.write(status);
  }

  /** Writes results, one write after another. If a write fails, the next one includes its content. */
  write(status: 'running' | 'done' | 'failed' = 'running'): Promise<void> {
    const written = this.#writing.then(() => this.#write(status));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(status: 'running' | 'done' | 'failed'): Promise<void> {
    const [decisions, playouts, seconds] = [this.#decisions, this.#playouts, this.#seconds];
    [this.#decisions, this.#playouts, this.#seconds, this.#hasNews] = [[], 0, 0, false];
    const { decisionsInAll, decisionsToJudge } = this.#row;
    const { inAll, toJudge } = this.#counts ?? { inAll: decisionsInAll ?? 0, toJudge: decisionsToJudge ?? 0 };
    const progress = { status, decisionsInAll: inAll, decisionsToJudge: toJudge, playouts, seconds, decisions };
    try {
      const version = await this.#parts.store.keep(this.#row.gameId, this.#lease(), progress);
      this.#writtenAt = performance.now();
      this.isLost ||= version === null;
      if (version !== null) this.#tell(version);
    } catch (error) {
      this.#decisions = [...decisions, ...this.#decisions];
      this.#playouts += playouts;
      this.#seconds += seconds;
      this.#hasNews = true;
      throw error;
    }
  }

  #tell(version: number): void {
    this.#parts.games.subscriptions.changed(this.#row.id, version, [], false);
  }
}
