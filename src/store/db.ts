import { setImmediate } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { UUID } from '../patterns.ts';
import type { Columns } from './columns.ts';
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
/** The number of query plans that Prisma caches. Each number of rows has its own plan, as large as the rows; the
 * default of 1,000 plans took 500 MB. */
const PLANS_KEPT = 64;
/** The longest wait for a connection, and the longest duration of a transaction. */
const TRANSACTION_MS = 5_000;

const MOST_AT_ONCE = 512;

const BATCHING = {
  most: MOST_AT_ONCE,
  mayBlameOne: (error: unknown) => !isUnavailable(error),
  mayRetry: wasUndone,
  failure: (error: unknown) => withoutValues(asStoreError(error)),
  closed: () => new StoreUnavailable('this process is stopping and has closed its database: start it again'),
};

/** Inserts rows. `gate` is an SQL join that lets only some of them through; in it, each row is called `row`. */
export function insertRows({ insert, record }: Columns, rows: readonly object[], gate = Prisma.empty): Prisma.Sql {
  return sql`${insert} from json_to_recordset(${JSON.stringify(rows)}::json) as row (${record}) ${gate}`;
}

export type OnBatch = (batch: { kind: string; size: number; ms: number }) => void;

export interface DbParts {
  pool: Pool;
  seals: Seals;
  /** true: connections keep prepared statements; false: statements are sent without a name */
  keepsStatements: boolean;
  onBatch?: OnBatch | undefined;
}

export type Db = ReturnType<typeof openDb>;

/** Opens the database. `rows` and `run` send a statement directly to the driver, because Prisma's own work costs more
 * than the statement. Prisma's client reads and writes by key and runs transactions; wrap such calls in `ask`. All of
 * these throw the errors of the store, and repeat what the database rolled back because of concurrent changes. */
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
  /** Sends a statement without counting it as a query. Use it only inside a counted query, such as a batch. */
  const send = async <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => (await query<Row>(statement)).rows;
  const rows = <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => ask(() => send<Row>(statement));
  /** Runs a transaction, and repeats it if the database rolled it back. On a duplicate key it returns `whenThere()`,
   * or throws if that is omitted. */
  const transact = <T, U = never>(work: (tx: Transaction) => Promise<T>, whenThere?: () => U): Promise<T | U> =>
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
    /** Runs statements about one id. They return no rows if the id is no UUID, because the database would reject it. */
    of: (id: string) => {
      const found = async <Row extends object>(statement: Prisma.Sql): Promise<Row[]> =>
        UUID.test(id) ? rows<Row>(statement) : [];
      return {
        rows: found,
        first: async <Row extends object>(statement: Prisma.Sql): Promise<Row | null> =>
          (await found<Row>(statement))[0] ?? null,
      };
    },
    first: async <Row extends object>(statement: Prisma.Sql): Promise<Row | null> =>
      (await rows<Row>(statement))[0] ?? null,
    /** Returns the value in the first row; null: there is no row. */
    value: async <Value>(statement: Prisma.Sql): Promise<Value | null> =>
      (await rows<{ value: Value }>(statement))[0]?.value ?? null,
    ids: async (statement: Prisma.Sql): Promise<string[]> =>
      (await rows<{ id: string }>(statement)).map(({ id }) => id),
    run: (statement: Prisma.Sql): Promise<number> => ask(async () => (await query(statement)).rowCount ?? 0),
    /** Runs a statement that counts rows and then writes; it locks the player first. Throws `AccountsDeleted`. */
    locking: (playerId: string) => ({
      rows: <Row extends object>(statement: Prisma.Sql): Promise<Row[]> =>
        transact(async (tx) => {
          await tx.lockPlayer(playerId);
          return tx.rows<Row>(statement);
        }),
    }),
    /** Returns a function that joins calls into batches. `kind` names the batch for `onBatch`. */
    batched: <Ask, Answer>(send: (asks: Ask[]) => Promise<Answer[]>, kind?: string) => {
      const onSent = (size: number, ms: number) => kind !== undefined && onBatch?.({ kind, size, ms });
      const batcher = new Batcher<Ask, Answer>({ ...BATCHING, onSent, send });
      return (asked: Ask) => queryTracker.ask(() => batcher.ask(asked));
    },
    transact,
    onDeliveries: (listener: () => void) => void listeners.push(listener),
    /** Tells listeners about new deliveries. Call it after a commit that wrote some. */
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
    /** Locks a player until the transaction ends. So changes for one player run one after another, their counts are
     * exact, and none runs during a deletion. Throws `AccountsDeleted`. */
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
  /** Sends the calls and returns their answers in the same order. */
  send(asks: Ask[]): Promise<Answer[]>;
  /** returns true if a single call may have caused the error; the batch is then repeated in halves to find it */
  mayBlameOne(error: unknown): boolean;
  /** returns true if the same calls may be sent again; default: never */
  mayRetry?(error: unknown): boolean;
  /** returns the error that callers get; default: the error itself */
  failure?(error: unknown): unknown;
  closed?(): Error;
  onSent?(size: number, ms: number): void;
  most: number;
}

/** Joins calls into statements. Calls that come while a statement runs wait and share the next one. Otherwise a
 * call is sent at once, without a timer. */
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
    await setImmediate(); // waits for the end of this turn of the event loop, to collect all calls in it
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

/** Matches statements of Prisma whose text depends on the number of rows (`in ($1,$2`, `values (…),($8`). */
const OVER_MANY = /IN \(\$\d+,|\),\(\$/;
const MOST_NAMES = 256;

/** Returns a function that names statements. Each connection parses and plans a named statement only once. */
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
 * deleted. A deletion first locks the row `for update`, which excludes these statements. If a writer commits first, the
 * deletion also deletes the written rows. If the deletion commits first, the writer sees it and writes nothing. Writers
 * do not block each other: `for key share` conflicts neither with itself nor with `for no key update`. A suspension
 * also locks the row `for update`, which excludes statements that let the player join others: see `welcome`.
 *
 * A statement locks players first, in the order of their ids, then seeks, then other rows. Exception: it may lock a
 * game or competition before a player. This cannot deadlock with a deletion, because a deletion locks neither. */

/** Selects the ids of the players who are not deleted, and locks their rows against deletion. */
export function living(playerIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and deleted_at is null order by id for key share`;
}

export function areNotDeleted(playerIds: readonly string[]): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${living(ids)}) as living) = ${ids.length}::int`;
}

/** A condition for a game or competition whose creator is deleted, so that it will soon be aborted. */
export const isOfDeleted = Prisma.sql`exists (
  select from player where player.id = created_by and player.deleted_at is not null)`;

/** A condition for a game or competition whose creator is suspended, so that it accepts no players. */
export const isOfSuspended = Prisma.sql`exists (
  select from player where player.id = created_by and ${isSuspended(Prisma.sql`now()`)})`;

/** Locks the player's row until the transaction ends, against a deletion and against other statements with this lock.
 * The query returns no row if the player is deleted. */
export function heldPlayer(playerId: string): Prisma.Sql {
  return Prisma.sql`
    select id::text from player where id = ${playerId}::uuid and deleted_at is null for no key update`;
}

type Send = <T extends object>(statement: Prisma.Sql) => Promise<T[]>;

/** Throws `AccountsDeleted` if a player is deleted. Call it to find out why a statement has written nothing. */
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

/** Selects the ids of the players who are not suspended, and locks their rows against suspension. */
export function welcome(playerIds: readonly string[], now: Date): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and not ${isSuspended(now)} order by id for key share`;
}

/** Throws `PlayersSuspended` if a player is suspended. Call it to find out why a statement has written nothing. */
export async function assertNotSuspended(playerIds: readonly string[], now: Date, send: Send): Promise<void> {
  const suspended = await playersWho(isSuspended(now), playerIds, send);
  if (suspended.length > 0) throw new PlayersSuspended(suspended);
}

export function areNotSuspended(playerIds: readonly string[], now: Date): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${welcome(ids, now)}) as welcome) = ${ids.length}::int`;
}

/** The columns of a suspension: all are null, or all but `suspendedUntil` are set. */
export interface SuspensionColumns {
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  suspendedBecause: string | null;
}

export const SUSPENSION_COLUMNS = Prisma.sql`
  player.suspended_at as "suspendedAt", player.suspended_until as "suspendedUntil",
  player.suspended_because as "suspendedBecause"`;

/** Returns the row with one field `suspension` instead of the three columns. */
export function withSuspension<Row extends SuspensionColumns>(row: Row) {
  const { suspendedAt: since, suspendedUntil: until, suspendedBecause: because, ...rest } = row;
  const suspension: Suspension | null = since === null || because === null ? null : { since, until, because };
  return { ...rest, suspension };
}

export interface Suspension {
  since: Date;
  until: Date | null;
  /** the reason, which the player sees */
  because: string;
}
