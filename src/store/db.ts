import { setImmediate } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import {
  AccountsDeleted,
  asStoreError,
  isUnavailable,
  PlayersSuspended,
  StoreUnavailable,
  wasThere,
  wasUndone,
  withoutValues,
} from './failures.ts';
import type { Seals } from './sealing/secrets.ts';

export const sql = Prisma.sql;

const MOST_TRIES = 5;
/** Prisma caches a plan for each number of rows, as large as those rows. Its default of 1,000 plans took 500 MB. */
const PLANS_KEPT = 64;
/** The longest wait for a connection, and the longest time of a transaction. */
const TRANSACTION_MS = 5_000;

const MOST_AT_ONCE = 512;

const BATCHING = {
  most: MOST_AT_ONCE,
  mayBlameOne: (error: unknown) => !isUnavailable(error),
  mayRetry: wasUndone,
  failure: (error: unknown) => withoutValues(asStoreError(error)),
  closed: () => new StoreUnavailable('this process is stopping and has closed its database'),
};

export type OnBatch = (batch: { kind: string; size: number; ms: number }) => void;

export interface DbParts {
  pool: Pool;
  seals: Seals;
  /** true: a connection keeps prepared statements; else statements are sent without a name */
  keepsStatements: boolean;
  onBatch?: OnBatch | undefined;
}

export type Db = ReturnType<typeof openDb>;

/** `rows` and `run` send a statement directly to the driver, because Prisma's own work costs the server more than the
 * statement. Prisma's client reads and writes by key and runs transactions; such calls must be wrapped in `ask`. Both
 * throw the errors of the store. They repeat what the database rolled back because of changes at the same time. */
export function openDb({ pool, seals, keepsStatements, onBatch }: DbParts) {
  const nameOf = keepsStatements ? nameStatements() : () => '';
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameOf }),
    queryPlanCacheMaxSize: PLANS_KEPT,
    transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
  });
  const queryTracker = new QueryTracker();
  const listeners: (() => void)[] = [];
  const ask = <T>(question: () => Promise<T>): Promise<T> => queryTracker.ask(() => unlessUndone(question));
  const query = <Row extends object>({ text, values }: Prisma.Sql) =>
    pool.query<Row>({ name: nameOf({ sql: text, args: [], argTypes: [] }), text, values });
  /** Is not counted as a query. Use it only within one that is counted, such as a batch. */
  const send = async <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => (await query<Row>(statement)).rows;
  const rows = <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => ask(() => send<Row>(statement));
  /** Returns no rows for an id that is no UUID, which the database would reject. */
  const rowsOf = async <Row extends object>(id: string, statement: Prisma.Sql): Promise<Row[]> =>
    UUID.test(id) ? rows<Row>(statement) : [];
  /** Tries again after the database rolled back. On a duplicate key, resolves to `whenThere()`, or throws without
   * it. */
  const transact = <T, There = never>(
    work: (tx: Transaction) => Promise<T>,
    whenThere?: () => There,
  ): Promise<T | There> =>
    ask(async () => {
      try {
        return await prisma.$transaction((client) => work(transactionOf(client)));
      } catch (error) {
        if (whenThere !== undefined && wasThere(error)) return whenThere();
        throw error;
      }
    });
  return {
    prisma,
    seals,
    ask,
    send,
    rows,
    rowsOf,
    first: async <Row extends object>(statement: Prisma.Sql): Promise<Row | null> =>
      (await rows<Row>(statement))[0] ?? null,
    firstOf: async <Row extends object>(id: string, statement: Prisma.Sql): Promise<Row | null> =>
      (await rowsOf<Row>(id, statement))[0] ?? null,
    /** Returns the value in the first row; null: there is no row. */
    value: async <Value>(statement: Prisma.Sql): Promise<Value | null> =>
      (await rows<{ value: Value }>(statement))[0]?.value ?? null,
    ids: async (statement: Prisma.Sql): Promise<string[]> =>
      (await rows<{ id: string }>(statement)).map(({ id }) => id),
    run: (statement: Prisma.Sql): Promise<number> => ask(async () => (await query(statement)).rowCount ?? 0),
    /** Runs a statement that counts and then writes. Throws `AccountsDeleted`. */
    rowsUnderLock: <Row extends object>(playerId: string, statement: Prisma.Sql): Promise<Row[]> =>
      transact(async (tx) => {
        await tx.lockPlayer(playerId);
        return tx.rows<Row>(statement);
      }),
    /** `kind` names the batch for `onBatch`. */
    batched: <Ask, Answer>(send: (asks: Ask[]) => Promise<Answer[]>, kind?: string) => {
      const onSent = (size: number, ms: number) => kind !== undefined && onBatch?.({ kind, size, ms });
      const batcher = new Batcher<Ask, Answer>({ ...BATCHING, onSent, send });
      return (asked: Ask) => queryTracker.ask(() => batcher.ask(asked));
    },
    transact,
    onDeliveries: (listener: () => void) => void listeners.push(listener),
    /** Call it after a commit that wrote deliveries. */
    deliveriesWritten: () => {
      for (const listener of listeners) listener();
    },
    close: async (): Promise<void> => {
      await queryTracker.close();
      await prisma.$disconnect();
    },
  };
}

export type Transaction = ReturnType<typeof transactionOf>;

function transactionOf(prisma: Prisma.TransactionClient) {
  return {
    prisma,
    rows: <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => prisma.$queryRaw<Row[]>(statement),
    run: (statement: Prisma.Sql): Promise<number> => prisma.$executeRaw(statement),
    /** Locks a player until the transaction ends: changes for one player run one after another, so that what each
     * counts is exact, and none runs during a deletion. Throws `AccountsDeleted`. */
    lockPlayer: async (playerId: string): Promise<void> => {
      const held = await prisma.$queryRaw<object[]>(heldPlayer(playerId));
      if (held.length === 0) throw new AccountsDeleted([playerId]);
    },
  };
}

async function unlessUndone<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === MOST_TRIES || !wasUndone(error)) throw error;
    }
  }
}

class QueryTracker {
  #unanswered = 0;
  #closed = false;
  #onLastAnswer: (() => void) | null = null;

  ask<T>(question: () => PromiseLike<T>): Promise<T> {
    if (this.#closed) return Promise.reject(BATCHING.closed());
    this.#unanswered++;
    return new Promise<T>((resolve) => resolve(question())).then(
      (answer) => {
        this.#answered();
        return answer;
      },
      (error) => {
        this.#answered();
        throw BATCHING.failure(error);
      },
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#unanswered === 0) return;
    await new Promise<void>((resolve) => {
      this.#onLastAnswer = resolve;
    });
  }

  #answered(): void {
    this.#unanswered--;
    if (this.#unanswered === 0) this.#onLastAnswer?.();
  }
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Ask, Answer> {
  /** Returns answers in the order of the asks. */
  send(asks: Ask[]): Promise<Answer[]>;
  /** true: a single ask may have caused the error, so the others are tried again without it */
  mayBlameOne(error: unknown): boolean;
  /** by default never */
  mayRetry?(error: unknown): boolean;
  /** by default the error itself */
  failure?(error: unknown): unknown;
  closed?(): Error;
  onSent?(size: number, ms: number): void;
  most: number;
}

/** While a statement is running, further calls wait and then share one statement. Without one running, a call is sent
 * at once, without a timer. */
export class Batcher<Ask, Answer> {
  readonly #options: BatcherOptions<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #sending: Promise<void> | null = null;
  #closed = false;

  constructor(options: BatcherOptions<Ask, Answer>) {
    this.#options = options;
  }

  ask(ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = withResolvers<Answer>();
    if (this.#closed) {
      reject(this.#options.closed?.() ?? new Error('nothing is sent any more'));
      return promise;
    }
    this.#waiting.push({ ask, resolve, reject });
    this.#sending ??= this.#sendAll();
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    await setImmediate(); // collects everything that is asked in this turn of the event loop
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, this.#options.most));
    this.#sending = null;
  }

  async #send(batch: Waiting<Ask, Answer>[], tries = 1): Promise<void> {
    const { send, onSent, mayBlameOne, mayRetry, failure } = this.#options;
    const start = performance.now();
    try {
      const answers = await send(batch.map(({ ask }) => ask));
      onSent?.(batch.length, performance.now() - start);
      if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} asks`);
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      if (tries < MOST_TRIES && mayRetry?.(error)) return this.#send(batch, tries + 1);
      if (batch.length === 1 || !mayBlameOne(error)) {
        const told = failure === undefined ? error : failure(error);
        for (const { reject } of batch) reject(told);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await this.#send(batch.slice(0, half));
      await this.#send(batch.slice(half));
    }
  }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

export type NameGenerator = NonNullable<
  NonNullable<ConstructorParameters<typeof PrismaPg>[1]>['statementNameGenerator']
>;

/** Matches statements of Prisma over many rows (`in ($1,$2`, `values (…),($8`), whose text depends on the number of
 * rows. */
const OVER_MANY = /IN \(\$\d+,|\),\(\$/;
const MOST_NAMES = 256;

/** Names statements: each connection parses and plans a named one only once. */
export function nameStatements(): NameGenerator {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined && names.size < MOST_NAMES && !OVER_MANY.test(sql)) {
      name = `croupier${names.size + 1}`;
      names.set(sql, name);
    }
    return name ?? '';
  };
}

/* Every statement that writes for a player locks the player's row `for key share` and requires that the player is not
 * deleted. A deletion first locks the row `for update`. So either the deletion finds and deletes the written rows, or
 * the writer reads the row again and writes nothing. Writers do not block each other, because key share conflicts
 * neither with itself nor with `for no key update`. A suspension locks in the same way against statements by which
 * others meet the player: see `welcome`.
 *
 * Locks are taken in this order: players by id, then seeks, then everything else. The deletion locks no games or
 * competitions, so a statement that locks those first cannot deadlock with it. */

/** Returns those of the players who exist. Their rows are locked against deletion. */
export function living(playerIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and deleted_at is null order by id for key share`;
}

export function areNotDeleted(playerIds: readonly string[]): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${living(ids)}) as living) = ${ids.length}::int`;
}

/** A condition for a game or competition of a deleted player; it will be aborted soon. */
export const isOfDeleted = Prisma.sql`exists (
  select from player where player.id = created_by and player.deleted_at is not null)`;

/** A condition for a game or competition of a suspended player; it accepts no players. */
export const isOfSuspended = Prisma.sql`exists (
  select from player where player.id = created_by and ${isSuspended(Prisma.sql`now()`)})`;

/** Returns no row if the player is deleted. Locks the row against deletion, and against others that count, until the
 * transaction ends. */
export function heldPlayer(playerId: string): Prisma.Sql {
  return Prisma.sql`
    select id::text from player where id = ${playerId}::uuid and deleted_at is null for no key update`;
}

type Send = <T extends object>(statement: Prisma.Sql) => Promise<T[]>;

/** Call it after a statement has written nothing. Throws `AccountsDeleted`. */
export async function assertNotDeleted(playerIds: readonly string[], send: Send): Promise<void> {
  const deleted = await playersWho(Prisma.sql`deleted_at is not null`, playerIds, send);
  if (deleted.length > 0) throw new AccountsDeleted(deleted);
}

export async function playersWho(condition: Prisma.Sql, among: readonly string[], send: Send): Promise<string[]> {
  if (among.length === 0) return [];
  const found = await send<{ id: string }>(Prisma.sql`
    select id::text from player where id = any(${[...among]}::uuid[]) and ${condition}`);
  return found.map(({ id }) => id);
}

export function isSuspended(now: Date | Prisma.Sql): Prisma.Sql {
  const at = now instanceof Date ? Prisma.sql`${now.toISOString()}::timestamptz` : now;
  return Prisma.sql`(player.suspended_at is not null and (player.suspended_until is null or player.suspended_until > ${at}))`;
}

/** Returns those of the players who are not suspended. Their rows are locked against suspension. */
export function welcome(playerIds: readonly string[], now: Date): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and not ${isSuspended(now)} order by id for key share`;
}

/** Call it after a statement has written nothing. Throws `PlayersSuspended`. */
export async function assertNotSuspended(playerIds: readonly string[], now: Date, send: Send): Promise<void> {
  const suspended = await playersWho(isSuspended(now), playerIds, send);
  if (suspended.length > 0) throw new PlayersSuspended(suspended);
}

export function areNotSuspended(playerIds: readonly string[], now: Date): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${welcome(ids, now)}) as welcome) = ${ids.length}::int`;
}

/** Either all are null, or all except `suspendedUntil` are set. */
export interface SuspensionColumns {
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  suspendedBecause: string | null;
}

export const SUSPENSION_COLUMNS = Prisma.sql`
  player.suspended_at as "suspendedAt", player.suspended_until as "suspendedUntil",
  player.suspended_because as "suspendedBecause"`;

/** Returns the row with its suspension in place of those columns. */
export function withSuspension<Row extends SuspensionColumns>(row: Row) {
  const { suspendedAt: since, suspendedUntil: until, suspendedBecause: because, ...rest } = row;
  const suspension: Suspension | null = since === null || because === null ? null : { since, until, because };
  return { ...rest, suspension };
}

export interface Suspension {
  since: Date;
  until: Date | null;
  /** shown to the player */
  because: string;
}
