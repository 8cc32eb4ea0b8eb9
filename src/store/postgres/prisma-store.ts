import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { StoreUnavailable } from '../contract/failures.ts';
import type { GameRow } from '../contract/games.ts';
import type { Signals } from '../contract/signals.ts';
import type { OnBatch, Store } from '../contract/store.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import { PostgresAccounts } from './accounts.ts';
import { PostgresAnalyses } from './analyses.ts';
import { PostgresAversions } from './aversions.ts';
import { PostgresCalendars } from './calendars.ts';
import { PostgresChat } from './chat.ts';
import { PostgresCompetitions } from './competitions.ts';
import { DatabaseClock } from './database-clock.ts';
import { PostgresEventLog } from './event-log.ts';
import { wasUndone } from './failures.ts';
import { PostgresOperators } from './operators.ts';
import { PrismaDailies } from './prisma-dailies.ts';
import { PrismaFairness } from './prisma-fairness.ts';
import { PrismaGameLists } from './prisma-game-lists.ts';
import { PrismaNoticeChannels } from './prisma-notice-channels.ts';
import { PrismaOutages } from './prisma-outages.ts';
import { PrismaPlayers } from './prisma-players.ts';
import { PrismaRequests } from './prisma-requests.ts';
import { PrismaTokens } from './prisma-tokens.ts';
import { PrismaTurnLinks } from './prisma-turn-links.ts';
import { PrismaWebhooks } from './prisma-webhooks.ts';
import { BATCHING, QueryTracker } from './query-tracker.ts';
import { PostgresRatings } from './ratings.ts';
import { gameRowOf, UUID } from './rows.ts';
import { PostgresSeeks } from './seeks.ts';
import { nameStatements } from './statement-names.ts';
import { Statements } from './statements.ts';
import { StoredPlans } from './stored-plans.ts';
import { StoredSnapshots } from './stored-snapshots.ts';

const MOST_TRIES = 5;
/**
 * Prisma's plans of statements over many rows have the size of these rows, and another for each number of them: with its
 * own bound, a thousand, they came to half a gigabyte.
 */
const PLANS_KEPT = 64;
/** For how long it is taken for granted that the database can write after it did. */
const TRUSTED_MS = 5_000;
/** Takes 64 kB of the disk, which a table that has room in its pages would not, commits, and leaves nothing behind. */
const WRITE = Prisma.sql`
  do $$ begin
    if has_database_privilege(current_database(), 'temporary') then
      create temporary table croupier_can_write on commit drop as
        select repeat('x', 1900) as filler from generate_series(1, 32);
    end if;
  end $$`;
/** How long a transaction may wait for a connection, and last. */
const TRANSACTION_MS = 5_000;

export interface PrismaStoreParts {
  pool: Pool;
  signals: Signals;
  seals: SealedRows;
  /** whether a connection keeps the statements that it has prepared; else all are sent unnamed */
  keepsStatements: boolean;
  /** gives back what the store was opened with */
  release: () => Promise<void>;
  onBatch?: OnBatch | undefined;
}

/** The store on any PostgreSQL that a pool reaches. */
export class PrismaStore implements Store {
  readonly log: PostgresEventLog;
  readonly players: PrismaPlayers;
  readonly accounts: PostgresAccounts;
  readonly tokens: PrismaTokens;
  readonly webhooks: PrismaWebhooks;
  readonly noticeChannels: PrismaNoticeChannels;
  readonly turnLinks: PrismaTurnLinks;
  readonly #prisma: PrismaClient;
  readonly #statements: Statements;
  readonly #seals: SealedRows;
  readonly #release: () => Promise<void>;
  readonly #queryTracker = new QueryTracker();
  readonly #clock: DatabaseClock;
  #closed: Promise<void> | null = null;
  /** when it was last tried whether the database can write */
  #wroteAt = Number.NEGATIVE_INFINITY;

  readonly snapshots: StoredSnapshots;
  readonly requests: PrismaRequests;
  readonly lists: PrismaGameLists;
  readonly plans: StoredPlans;
  readonly fairness: PrismaFairness;
  readonly dailies: PrismaDailies;
  readonly competitions: PostgresCompetitions;
  readonly ratings: PostgresRatings;
  readonly seeks: PostgresSeeks;
  readonly analyses: PostgresAnalyses;
  readonly chat: PostgresChat;
  readonly aversions: PostgresAversions;
  readonly calendars: PostgresCalendars;
  readonly outages: PrismaOutages;
  readonly operators: PostgresOperators;
  readonly signals: Signals;

  constructor({ pool, signals, seals, keepsStatements, release, onBatch }: PrismaStoreParts) {
    const statementNameGenerator = keepsStatements ? nameStatements() : () => '';
    this.#statements = new Statements(pool, statementNameGenerator);
    this.#prisma = new PrismaClient({
      adapter: new PrismaPg(pool, { statementNameGenerator }),
      queryPlanCacheMaxSize: PLANS_KEPT,
      transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
    });
    const ask = <T>(question: () => Promise<T>) => this.#ask(() => unlessUndone(question));
    this.webhooks = new PrismaWebhooks(this.#prisma, seals, ask);
    this.noticeChannels = new PrismaNoticeChannels(this.#prisma, seals, ask, this.webhooks);
    this.turnLinks = new PrismaTurnLinks(this.#prisma, ask);
    this.#clock = new DatabaseClock(() => this.#ask(() => this.#time()));
    this.#release = release;
    this.#seals = seals;
    const queryTracker = this.#queryTracker;
    this.snapshots = new StoredSnapshots(this.#statements, queryTracker, seals);
    this.requests = new PrismaRequests(this.#prisma, queryTracker);
    this.lists = new PrismaGameLists(this.#prisma, this.#statements, queryTracker);
    this.plans = new StoredPlans(this.#statements, queryTracker, seals);
    this.fairness = new PrismaFairness(this.#prisma, queryTracker, seals);
    this.dailies = new PrismaDailies(this.#prisma, queryTracker, seals);
    const parts = {
      prisma: this.#prisma,
      statements: this.#statements,
      seals,
      ask,
      onDeliveries: () => this.webhooks.written(),
    };
    this.accounts = new PostgresAccounts(parts);
    this.competitions = new PostgresCompetitions(parts);
    this.ratings = new PostgresRatings((statement) =>
      this.#ask(() => unlessUndone(() => this.#statements.rows(statement))),
    );
    this.seeks = new PostgresSeeks(parts);
    this.analyses = new PostgresAnalyses(parts);
    this.operators = new PostgresOperators((statement) =>
      this.#ask(() => unlessUndone(() => this.#statements.rows(statement))),
    );
    this.chat = new PostgresChat(parts);
    this.aversions = new PostgresAversions(parts);
    this.calendars = new PostgresCalendars(parts);
    this.outages = new PrismaOutages(this.#prisma, queryTracker);
    this.signals = signals;
    const options = (kind: string) => ({
      ...BATCHING,
      onSent: (size: number, ms: number) => onBatch?.({ kind, size, ms }),
    });
    this.players = new PrismaPlayers(this.#prisma, this.#statements, queryTracker, options('register'));
    this.log = new PostgresEventLog({
      statements: this.#statements,
      clock: this.#clock,
      queryTracker,
      seals,
      onDeliveries: () => this.webhooks.written(),
      onBatch,
    });
    this.tokens = new PrismaTokens(this.#prisma, this.#statements, (question) => this.#ask(question), options('token'));
  }

  /** To be called before anything else: from then on the time is known. */
  async start(): Promise<this> {
    await this.#clock.start();
    return this;
  }

  async game(gameId: string): Promise<GameRow | null> {
    if (!UUID.test(gameId)) return null;
    const row = await this.#ask(() => this.#prisma.game.findUnique({ where: { id: gameId } }));
    return row === null ? null : gameRowOf(row, this.#seals);
  }

  async unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]> {
    const grouped = () =>
      this.#prisma.game.groupBy({
        by: ['ruleset', 'rulesVersion'],
        where: { status: { in: ['open', 'playing'] } },
        orderBy: [{ ruleset: 'asc' }, { rulesVersion: 'asc' }],
      });
    const [ofGames, ofCompetitions] = await Promise.all([this.#ask(grouped), this.competitions.unfinishedRulesets()]);
    const isNew = ({ ruleset, rulesVersion }: (typeof ofGames)[number]) =>
      !ofGames.some((known) => known.ruleset === ruleset && known.rulesVersion === rulesVersion);
    return [...ofGames, ...ofCompetitions.filter(isNew)];
  }

  async ping(): Promise<void> {
    const asked = this.#ask(
      () => this.#prisma.$queryRaw<[{ readOnly: boolean }]>`
      select current_setting('transaction_read_only')::boolean as "readOnly"`,
    );
    if ((await asked)[0].readOnly) throw new StoreUnavailable('the database is read-only', { trouble: 'readOnly' });
    if (performance.now() < this.#wroteAt + TRUSTED_MS) return;
    await this.#ask(() => this.#statements.rows(WRITE));
    this.#wroteAt = performance.now();
  }

  get wallAheadMs(): number {
    return this.#clock.wallAheadMs;
  }

  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  async #shutDown(): Promise<void> {
    await this.#clock.stop();
    await Promise.all([this.log.close(), this.#queryTracker.close(), this.signals.close()]);
    await this.#prisma.$disconnect();
    await this.#release();
  }

  async #time(): Promise<number> {
    const asked = Prisma.sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
    const [row] = await this.#statements.rows<{ ms: number }>(asked);
    if (row === undefined) throw new Error('the database does not tell the time');
    return row.ms;
  }

  #ask<T>(question: () => Promise<T>): Promise<T> {
    return this.#queryTracker.ask(question);
  }
}

/** Sends again what the database undid because of others at the same rows. */
async function unlessUndone<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === MOST_TRIES || !wasUndone(error)) throw error;
    }
  }
}
