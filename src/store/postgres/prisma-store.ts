import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import type { Append, Creation, EventRow, GameRow, OnBatch, PlayerRow, Signals, Store } from '../contract/store.ts';
import { type AppendedChange, appendStatement } from './append-statement.ts';
import { Batcher } from './batcher.ts';
import { wasThere, wasUndone } from './failures.ts';
import { insertDeliveries, placed } from './notices.ts';
import { PrismaDailies } from './prisma-dailies.ts';
import { PrismaFairness } from './prisma-fairness.ts';
import { PrismaGameLists } from './prisma-game-lists.ts';
import { PrismaRequests } from './prisma-requests.ts';
import { PrismaTokens } from './prisma-tokens.ts';
import { PrismaWebhooks } from './prisma-webhooks.ts';
import { QueryTracker } from './query-tracker.ts';
import { eventColumns, gameColumns, gameRowOf, requestColumns, UUID } from './rows.ts';
import { nameStatements } from './statement-names.ts';
import { Statements } from './statements.ts';
import { StoredSnapshots } from './stored-snapshots.ts';

const MOST_TRIES = 5;
/** As high as a version can be. */
const NEWEST = 2 ** 31 - 1;
/**
 * Prisma's plans of statements over many rows have the size of these rows, and another for each number of them: with its
 * own bound, a thousand, they came to half a gigabyte.
 */
const PLANS_KEPT = 64;
/** How long a transaction may wait for a connection, and last. */
const TRANSACTION_MS = 5_000;

interface Registration {
  player: PlayerRow;
  tokenHash: Uint8Array;
}

/** The store on any PostgreSQL that a pool reaches. `release` gives back what the store was opened with. */
export class PrismaStore implements Store {
  readonly tokens: PrismaTokens;
  readonly webhooks: PrismaWebhooks;
  readonly #prisma: PrismaClient;
  readonly #statements: Statements;
  readonly #release: () => Promise<void>;
  readonly #registrations: Batcher<Registration, undefined>;
  readonly #creations: Batcher<Creation, boolean>;
  readonly #appends: Batcher<Append, boolean>;
  readonly #versions: Batcher<string, number | null>;
  readonly #queryTracker = new QueryTracker();
  #closed: Promise<void> | null = null;

  readonly snapshots: StoredSnapshots;
  readonly requests: PrismaRequests;
  readonly lists: PrismaGameLists;
  readonly fairness: PrismaFairness;
  readonly dailies: PrismaDailies;
  readonly signals: Signals;

  constructor(pool: Pool, signals: Signals, release: () => Promise<void>, onBatch?: OnBatch) {
    const statementNameGenerator = nameStatements();
    this.#statements = new Statements(pool, statementNameGenerator);
    this.#prisma = new PrismaClient({
      adapter: new PrismaPg(pool, { statementNameGenerator }),
      queryPlanCacheMaxSize: PLANS_KEPT,
      transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
    });
    this.webhooks = new PrismaWebhooks(this.#prisma, (question) => this.#ask(() => unlessUndone(question)));
    this.#release = release;
    const queryTracker = this.#queryTracker;
    this.snapshots = new StoredSnapshots(this.#statements, queryTracker);
    this.requests = new PrismaRequests(this.#prisma, queryTracker);
    this.lists = new PrismaGameLists(this.#prisma, queryTracker);
    this.fairness = new PrismaFairness(this.#prisma, queryTracker);
    this.dailies = new PrismaDailies(this.#prisma, queryTracker);
    this.signals = signals;
    const options = (kind: string) => ({
      ...queryTracker.batching,
      onSent: (size: number, ms: number) => onBatch?.({ kind, size, ms }),
    });
    this.#registrations = new Batcher({ ...options('register'), send: (asked) => this.#registerAll(asked) });
    this.#creations = new Batcher({ ...options('create'), send: (creations) => this.#createAll(creations) });
    this.#appends = new Batcher({ ...options('append'), send: (changes) => this.#writeAll(changes) });
    this.#versions = new Batcher({ ...options('version'), send: (ids) => this.#readVersions(ids) });
    this.tokens = new PrismaTokens(this.#prisma, this.#statements, (question) => this.#ask(question), options('token'));
  }

  async createPlayer(player: PlayerRow, tokenHash: Uint8Array): Promise<void> {
    await this.#ask(() => this.#registrations.ask({ player, tokenHash }));
  }

  async player(id: string): Promise<PlayerRow | null> {
    if (!UUID.test(id)) return null;
    return (await this.#ask(() => this.#prisma.player.findUnique({ where: { id } }))) as PlayerRow | null;
  }

  async createGame(creation: Creation): Promise<boolean> {
    assertNext(creation.game.id, 0, creation.game.version, creation.events);
    return this.#ask(() => this.#creations.ask(creation));
  }

  async append(change: Append): Promise<boolean> {
    assertNext(change.gameId, change.base, change.game.version, change.events);
    if (!UUID.test(change.gameId)) return false;
    return this.#ask(() => this.#appends.ask(change));
  }

  version(gameId: string): Promise<number | null> {
    if (!UUID.test(gameId)) return Promise.resolve(null);
    return this.#ask(() => this.#versions.ask(gameId.toLowerCase()));
  }

  async game(gameId: string): Promise<GameRow | null> {
    if (!UUID.test(gameId)) return null;
    const row = await this.#ask(() => this.#prisma.game.findUnique({ where: { id: gameId } }));
    return row === null ? null : gameRowOf(row);
  }

  async events(gameId: string, after: number, upTo?: number): Promise<EventRow[]> {
    if (!UUID.test(gameId)) return [];
    const last = upTo ?? NEWEST;
    return this.#ask(() =>
      this.#statements.rows<EventRow>(Prisma.sql`
        select game_id as "gameId", version, kind, seat, action, draws, at from game_event
        where game_id = ${gameId}::uuid and version > ${after} and version <= ${last}
        order by version`),
    );
  }

  async unfinishedRulesets(): Promise<{ ruleset: string; rulesVersion: number }[]> {
    const grouped = () =>
      this.#prisma.game.groupBy({
        by: ['ruleset', 'rulesVersion'],
        where: { status: { in: ['open', 'playing'] } },
        orderBy: [{ ruleset: 'asc' }, { rulesVersion: 'asc' }],
      });
    return this.#ask(grouped);
  }

  async ping(): Promise<void> {
    await this.#ask(() => this.#prisma.$queryRaw`select 1`);
  }

  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  async #shutDown(): Promise<void> {
    await Promise.all([this.#queryTracker.close(), this.signals.close()]);
    await this.#prisma.$disconnect();
    await this.#release();
  }

  #ask<T>(question: () => Promise<T>): Promise<T> {
    return this.#queryTracker.ask(question);
  }

  async #registerAll(registrations: Registration[]): Promise<undefined[]> {
    const tokens = registrations.map(({ player, tokenHash }) => ({
      hash: Uint8Array.from(tokenHash),
      playerId: player.id,
      createdAt: player.createdAt,
    }));
    await unlessUndone(() =>
      this.#prisma.$transaction([
        this.#prisma.player.createMany({ data: registrations.map(({ player }) => player) }),
        this.#prisma.token.createMany({ data: tokens }),
      ]),
    );
    return registrations.map(() => undefined);
  }

  /** A batch in which something can not be written is sent in halves, until what can not stands alone. */
  async #createAll(creations: Creation[]): Promise<boolean[]> {
    const requests = creations.flatMap(({ request }) => (request === null ? [] : [requestColumns(request)]));
    const entries = creations.flatMap(({ entry, game }) => (entry === null ? [] : [{ ...entry, gameId: game.id }]));
    const notices = creations.flatMap(({ game, notices }, i) => placed(i + 1, game.id, game, notices));
    try {
      await unlessUndone(() =>
        this.#prisma.$transaction([
          ...(requests.length === 0 ? [] : [this.#prisma.request.createMany({ data: requests })]),
          ...(entries.length === 0 ? [] : [this.#prisma.dailyEntry.createMany({ data: entries })]),
          this.#prisma.game.createMany({ data: creations.map(({ game }) => gameColumns(game)) }),
          this.#prisma.gameEvent.createMany({ data: creations.flatMap(({ events }) => events.map(eventColumns)) }),
          this.#prisma.membership.createMany({ data: creations.flatMap(({ memberships }) => memberships) }),
          ...(notices.length > 0 ? [this.#prisma.$executeRaw(insertDeliveries(notices))] : []),
        ]),
      );
    } catch (error) {
      if (creations.length === 1 && wasThere(error)) return [false];
      throw error;
    }
    if (notices.length > 0) this.webhooks.written();
    return creations.map(() => true);
  }

  /** Of several changes made on the same version of a game only the first is sent: at most one can be made. */
  async #writeAll(changes: Append[]): Promise<boolean[]> {
    const firsts = new Map<string, Append>();
    for (const change of changes) {
      const onWhat = `${change.gameId.toLowerCase()} ${change.base}`;
      if (!firsts.has(onWhat)) firsts.set(onWhat, change);
    }
    const sent = [...firsts.values()];
    const statement = appendStatement(sent);
    const rows = await unlessUndone(() => this.#statements.rows<AppendedChange>(statement));
    if (rows[0]?.told) this.webhooks.written();
    const made = new Set(rows.map(({ nth }) => sent[nth - 1]));
    return changes.map((change) => made.has(change));
  }

  async #readVersions(ids: string[]): Promise<(number | null)[]> {
    const rows = await this.#statements.rows<{ id: string; version: number }>(Prisma.sql`
      select id, version from game where id = any(${ids}::uuid[])`);
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    return ids.map((id) => versions.get(id) ?? null);
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

/** Throws unless the events are those of this game from version `base` + 1 to `version`: anything else is a bug. */
function assertNext(gameId: string, base: number, version: number, events: readonly EventRow[]): void {
  const fits =
    events.length > 0 && events.every((event, i) => event.gameId === gameId && event.version === base + 1 + i);
  if (!fits || version !== base + events.length) {
    throw new RangeError(`the events of game ${gameId} do not lead from version ${base} to version ${version}`);
  }
}
