import type { Catalogue } from '#rules/catalogue.ts';
import { Semaphore } from '../../eventlog/queue.ts';
import type { GameService } from '../../games/game-service.ts';
import type { Outcome } from '../../games/model/game.ts';
import type { GameReader } from '../../games/queries/game-reader.ts';
import { grouped } from '../../statistics/grouped.ts';
import { LogDamaged } from '../../store/failures.ts';
import type { SeekChange, SeekGameOver, SeekRow, SeekStore } from '../../store/seeks.ts';
import { type EndedGame, ended, settled } from '../model/seek.ts';

const MOST_OVER = 500;
const READ_AT_ONCE = 4;
const NOT_LOOKED_AT_MS = 24 * 60 * 60 * 1000;

export class SeekWriter {
  readonly #seeks: SeekStore;
  readonly #games: Pick<GameService, 'subscriptions' | 'gameReader'>;
  readonly #turns = new Semaphore(READ_AT_ONCE);

  constructor(seeks: SeekStore, games: Pick<GameService, 'subscriptions' | 'gameReader'>) {
    this.#seeks = seeks;
    this.#games = games;
  }

  /** Writes changes of seeks and returns the ids written. Skips seeks that have changed since they were read. */
  async write(made: readonly (SeekChange | null)[]): Promise<ReadonlySet<string>> {
    const changes = made.filter((change) => change !== null);
    const written = new Set(await this.#seeks.change(changes));
    for (const { id, state } of changes) if (written.has(id)) this.tell(id, state.version);
    return written;
  }

  tell(seekId: string, version: number): void {
    this.#games.subscriptions.changed(seekId, version, [], false);
  }

  /** Updates seeks whose games have ended. Leaves out seeks that another change has updated meanwhile. */
  async settle(seeks: SeekRow[], now: Date): Promise<SeekRow[]> {
    if (seeks.every(({ running }) => running === 0)) return seeks;
    const over = grouped(await this.#seeks.gamesOver(MOST_OVER), ({ seekId }) => seekId);
    if (over.size === 0) return seeks;
    const { gameReader } = this.#games;
    const ends = seeks.map(async (seek) => {
      const games = over.get(seek.id) ?? [];
      const ended = await Promise.all(games.map((game) => this.#turns.pass(() => endedGame(gameReader, game))));
      return ended.length === 0 ? [] : [settled(seek, ended, now)];
    });
    const changes = (await Promise.all(ends)).flat();
    const written = await this.write(changes);
    const byId = new Map(changes.map((change) => [change.id, change]));
    return seeks.flatMap((seek) => {
      const change = byId.get(seek.id);
      if (change === undefined) return [seek];
      if (!written.has(seek.id)) return [];
      const runningGames = seek.runningGames.filter((gameId) => !change.gamesOver.includes(gameId));
      return [{ ...seek, ...change.state, runningGames }];
    });
  }

  /** Returns the seeks that stay open. Ends seeks with old rules, and idle seeks that were not read for a day. */
  async expire(open: readonly SeekRow[], catalogue: Catalogue, now: Date): Promise<SeekRow[]> {
    const lastSeen = now.getTime() - NOT_LOOKED_AT_MS;
    const expired = open.flatMap((seek) => {
      const newest = catalogue.get(seek.ruleset)?.ruleset.rulesVersion;
      if (newest !== undefined && seek.rulesVersion < newest) return [ended(seek, 'newRules', now)];
      if (seek.running === 0 && seek.seenAt.getTime() < lastSeen) return [ended(seek, 'notLookedAt', now)];
      return [];
    });
    await this.write(expired);
    const gone = new Set(expired.map(({ id }) => id));
    return open.filter(({ id }) => !gone.has(id));
  }
}

const NEVER_ACTED = { came: false, absent: true, unasked: null };

/** Returns the result of a game. If its log is damaged, assumes that the player never had to act. */
export async function endedGame(gameReader: GameReader, over: SeekGameOver): Promise<EndedGame> {
  const { gameId, status, seat, updatedAt: at } = over;
  if (status === 'aborted') return { gameId, counts: false, neverActed: null, at };
  const attendance = gameReader.attendance(gameId, over.outcome as unknown as Outcome, [seat]);
  const [how = 'unasked'] = await attendance.catch((error) => {
    if (error instanceof LogDamaged) return [];
    throw error;
  });
  return { gameId, counts: true, neverActed: NEVER_ACTED[how], at };
}
