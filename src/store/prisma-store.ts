import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Json } from '../kernel/json.ts';
import { appendStatement, type Made } from './appending.ts';
import { asStoreError, isUnavailable, wasUndone, withoutValues } from './failures.ts';
import { Gathering } from './gathering.ts';
import { insertDeliveries, placed } from './notices.ts';
import { PrismaWebhooks } from './prisma-webhooks.ts';
import { nameStatements } from './statement-names.ts';
import {
  type Append,
  type EventRow,
  type GameRow,
  type GameStatus,
  type PlayerRow,
  type Store,
  StoreUnavailable,
} from './store.ts';
import type { Notice } from './webhooks.ts';

const MOST_AT_ONCE = 512;
const MOST_TRIES = 5;
/** How long a transaction may wait for a connection, and last. */
const TRANSACTION_MS = 5_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Registration {
  player: PlayerRow;
  tokenHash: Uint8Array;
}

interface Creation {
  game: GameRow;
  events: EventRow[];
  notices: readonly Notice[];
}

/** The store on any PostgreSQL that a pool reaches. `release` gives back what the store was opened with. */
export class PrismaStore implements Store {
  readonly webhooks: PrismaWebhooks;
  readonly #prisma: PrismaClient;
  readonly #release: () => Promise<void>;
  readonly #registrations: Gathering<Registration, undefined>;
  readonly #creations: Gathering<Creation, undefined>;
  readonly #appends: Gathering<Append, boolean>;
  readonly #versions: Gathering<string, number | null>;
  readonly #unanswered = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  constructor(pool: Pool, release: () => Promise<void>) {
    this.#prisma = new PrismaClient({
      adapter: new PrismaPg(pool, { statementNameGenerator: nameStatements() }),
      transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
    });
    this.webhooks = new PrismaWebhooks(this.#prisma, (question) => this.#ask(() => unlessUndone(question)));
    this.#release = release;
    const options = { most: MOST_AT_ONCE, mayBlameOne: (error: unknown) => !isUnavailable(error) };
    this.#registrations = new Gathering({ ...options, send: (registrations) => this.#registerAll(registrations) });
    this.#creations = new Gathering({ ...options, send: (creations) => this.#createAll(creations) });
    this.#appends = new Gathering({ ...options, send: (changes) => this.#writeAll(changes) });
    this.#versions = new Gathering({ ...options, send: (ids) => this.#readVersions(ids) });
  }

  async createPlayer(player: PlayerRow, tokenHash: Uint8Array): Promise<void> {
    await this.#ask(() => this.#registrations.ask({ player, tokenHash }));
  }

  async player(id: string): Promise<PlayerRow | null> {
    if (!UUID.test(id)) return null;
    return (await this.#ask(() => this.#prisma.player.findUnique({ where: { id } }))) as PlayerRow | null;
  }

  async playerByTokenHash(hash: Uint8Array): Promise<PlayerRow | null> {
    const query = { where: { hash: Uint8Array.from(hash) }, select: { player: true } };
    const token = await this.#ask(() => this.#prisma.token.findUnique(query));
    return (token?.player ?? null) as PlayerRow | null;
  }

  async createGame(game: GameRow, events: EventRow[], notices: readonly Notice[] = []): Promise<void> {
    assertNext(game.id, 0, game.version, events);
    await this.#ask(() => this.#creations.ask({ game, events, notices }));
  }

  async append(change: Append): Promise<boolean> {
    assertNext(change.gameId, change.base, change.game.version, change.events);
    if (!UUID.test(change.gameId)) return false;
    return this.#ask(() => this.#appends.ask(change));
  }

  async version(gameId: string): Promise<number | null> {
    if (!UUID.test(gameId)) return null;
    return this.#ask(() => this.#versions.ask(gameId.toLowerCase()));
  }

  async game(gameId: string): Promise<GameRow | null> {
    if (!UUID.test(gameId)) return null;
    const row = await this.#ask(() => this.#prisma.game.findUnique({ where: { id: gameId } }));
    if (row === null) return null;
    return {
      ...row,
      status: row.status as GameStatus,
      options: row.options as Json,
      seats: row.seats as Json,
      outcome: row.outcome as Json,
    };
  }

  async events(gameId: string, after: number, upTo?: number): Promise<EventRow[]> {
    if (!UUID.test(gameId)) return [];
    const version = upTo === undefined ? { gt: after } : { gt: after, lte: upTo };
    const rows = await this.#ask(() =>
      this.#prisma.gameEvent.findMany({ where: { gameId, version }, orderBy: { version: 'asc' } }),
    );
    return rows.map((row) => ({ ...row, action: row.action as Json, draws: row.draws as number[] }));
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
    await Promise.allSettled(this.#unanswered);
    await this.#prisma.$disconnect();
    await this.#release();
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new StoreUnavailable('the store is closed');
    const answer = answered(question);
    this.#unanswered.add(answer);
    return answer.finally(() => this.#unanswered.delete(answer));
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

  async #createAll(creations: Creation[]): Promise<undefined[]> {
    const games = creations.map(({ game }) => gameColumns(game));
    const events = creations.flatMap(({ events }) => events.map(eventColumns));
    const notices = creations.flatMap(({ game, notices }, i) => placed(i + 1, game.id, game, notices));
    await unlessUndone(() =>
      this.#prisma.$transaction([
        this.#prisma.game.createMany({ data: games }),
        this.#prisma.gameEvent.createMany({ data: events }),
        ...(notices.length > 0 ? [this.#prisma.$executeRaw(insertDeliveries(notices))] : []),
      ]),
    );
    if (notices.length > 0) this.webhooks.written();
    return creations.map(() => undefined);
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
    const rows = await unlessUndone(() => this.#prisma.$queryRaw<Made[]>(statement));
    if (rows[0]?.told) this.webhooks.written();
    const made = new Set(rows.map(({ nth }) => sent[nth - 1]));
    return changes.map((change) => made.has(change));
  }

  async #readVersions(ids: string[]): Promise<(number | null)[]> {
    const rows = await this.#prisma.$queryRaw<{ id: string; version: number }[]>`
      select id, version from game where id = any(${ids}::uuid[])`;
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    return ids.map((id) => versions.get(id) ?? null);
  }
}

async function answered<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw withoutValues(asStoreError(error));
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

function gameColumns(game: GameRow): Prisma.GameCreateManyInput {
  return {
    ...game,
    options: required(game.options),
    seats: required(game.seats),
    outcome: optional(game.outcome),
    serverSeed: game.serverSeed && Uint8Array.from(game.serverSeed),
  };
}

function eventColumns(event: EventRow): Prisma.GameEventCreateManyInput {
  return { ...event, action: optional(event.action) };
}

/** Prisma tells a column that is null from one that holds the JSON value null. */
function required(json: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return json === null ? Prisma.JsonNull : json;
}

function optional(json: Json | null): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return json === null ? Prisma.DbNull : json;
}

/** Throws unless the events are those of this game from version `base` + 1 to `version`: anything else is a bug. */
function assertNext(gameId: string, base: number, version: number, events: readonly EventRow[]): void {
  const fits =
    events.length > 0 && events.every((event, i) => event.gameId === gameId && event.version === base + 1 + i);
  if (!fits || version !== base + events.length) {
    throw new RangeError(`the events of game ${gameId} do not lead from version ${base} to version ${version}`);
  }
}
