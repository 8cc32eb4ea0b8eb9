import { UUID } from '../patterns.ts';
import { accountStore } from './accounts.ts';
import { analysisStore } from './analyses.ts';
import { blockStore } from './blocks.ts';
import { calendarStore } from './calendars.ts';
import { chatStore } from './chat.ts';
import { competitionStore } from './competitions.ts';
import { dailyStore } from './dailies.ts';
import { DatabaseClock } from './database-clock.ts';
import { type DbParts, openDb, sql } from './db.ts';
import { eventLog, snapshotStore } from './event-log.ts';
import { StoreUnavailable } from './failures.ts';
import { fairnessStore } from './fairness.ts';
import { gameLists } from './game-lists.ts';
import { type GameRow, gameRowOf } from './game-rows.ts';
import { notificationStore } from './notifications.ts';
import { operatorStore } from './operators.ts';
import { outageStore } from './outages.ts';
import { planStore } from './plans.ts';
import { playerStore } from './players.ts';
import { ratingStore } from './ratings.ts';
import { requestStore } from './requests.ts';
import { seekStore } from './seeks.ts';
import type { Signals } from './signals.ts';
import { tokenStore } from './tokens.ts';

/** After a test write, the database counts as writable for this long. */
const TRUSTED_MS = 5_000;
/** Tests whether the database is writable. Writes 64 kB, because a small update might fit into a half-filled page and
 * succeed on a full disk. Leaves nothing behind. */
const WRITE = sql`
  do $$ begin
    if has_database_privilege(current_database(), 'temporary') then
      create temporary table croupier_can_write on commit drop as
        select repeat('x', 1900) as filler from generate_series(1, 32);
    end if;
  end $$`;

export interface StoreParts extends DbParts {
  signals: Signals;
  release: () => Promise<void>;
}

/** The store of all data. When a write resolves, it is committed to disk. */
export type Store = Awaited<ReturnType<typeof openStore>>;

export async function openStore({ signals, release, ...ofDb }: StoreParts) {
  const db = openDb(ofDb);
  const time = sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as value`;
  const clock = new DatabaseClock(async () => (await db.value<number>(time)) as number);
  const competitions = competitionStore(db);
  /** the time of the last test write */
  let wroteAt = Number.NEGATIVE_INFINITY;
  let closed: Promise<void> | null = null;
  const store = {
    log: eventLog(db, clock),
    players: playerStore(db),
    accounts: accountStore(db),
    tokens: tokenStore(db),
    notifications: notificationStore(db),
    snapshots: snapshotStore(db),
    requests: requestStore(db),
    lists: gameLists(db),
    plans: planStore(db),
    fairness: fairnessStore(db),
    dailies: dailyStore(db),
    competitions,
    ratings: ratingStore(db),
    seeks: seekStore(db),
    analyses: analysisStore(db),
    chat: chatStore(db),
    blocks: blockStore(db),
    calendars: calendarStore(db),
    outages: outageStore(db),
    operators: operatorStore(db),
    signals,

    async game(gameId: string): Promise<GameRow | null> {
      if (!UUID.test(gameId)) return null;
      const row = await db.ask(() => db.prisma.game.findUnique({ where: { id: gameId } }));
      return row === null ? null : gameRowOf(row, db.seals);
    },

    async unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]> {
      const grouped = () =>
        db.prisma.game.groupBy({
          by: ['ruleset', 'rulesVersion'],
          where: { status: { in: ['open', 'playing'] } },
          orderBy: [{ ruleset: 'asc' }, { rulesVersion: 'asc' }],
        });
      const [ofGames, ofCompetitions] = await Promise.all([db.ask(grouped), competitions.unfinishedRulesets()]);
      const all = [...ofGames, ...ofCompetitions];
      return [...new Map(all.map((rules) => [`${rules.ruleset} ${rules.rulesVersion}`, rules])).values()];
    },

    async ping(): Promise<void> {
      const isReadOnly = sql`select current_setting('transaction_read_only')::boolean as value`;
      if (await db.value<boolean>(isReadOnly))
        throw new StoreUnavailable('the database is read-only: set DATABASE_URL to the primary', {
          trouble: 'readOnly',
        });
      if (performance.now() < wroteAt + TRUSTED_MS) return;
      await db.rows(WRITE);
      wroteAt = performance.now();
    },

    get wallAheadMs(): number {
      return clock.wallAheadMs;
    },

    /** Waits for running writes. Later calls throw `StoreUnavailable`. */
    close(): Promise<void> {
      closed ??= shutDown();
      return closed;
    },
  };
  try {
    await clock.start();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;

  async function shutDown(): Promise<void> {
    await clock.stop();
    await Promise.all([db.close(), signals.close()]);
    await release();
  }
}
