import { setImmediate } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
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

/** A statement with its values. */
export const sql = Prisma.sql;

const MOST_TRIES = 5;
/**
 * Prisma's plans of statements over many rows have the size of these rows, and another for each number of them: with its
 * own bound, a thousand, they came to half a gigabyte.
 */
const PLANS_KEPT = 64;
/** How long a transaction may wait for a connection, and last. */
const TRANSACTION_MS = 5_000;

const MOST_AT_ONCE = 512;

/** How asks of one kind travel together, whatever they ask. */
const BATCHING = {
  most: MOST_AT_ONCE,
  mayBlameOne: (error: unknown) => !isUnavailable(error),
  mayRetry: wasUndone,
  failure: (error: unknown) => withoutValues(asStoreError(error)),
  closed: () => new StoreUnavailable('the store is closed'),
};

/** Told of one statement that carried the asks of many: of what kind they were, how many, and how long it took. */
export type OnBatch = (batch: { kind: string; size: number; ms: number }) => void;

export interface DbParts {
  pool: Pool;
  seals: Seals;
  /** whether a connection keeps the statements that it has prepared; else all are sent unnamed */
  keepsStatements: boolean;
  onBatch?: OnBatch | undefined;
}

export type Db = ReturnType<typeof openDb>;

/**
 * The two ways to the database. A statement goes by `rows` or `run`, straight to the driver: what Prisma does around a statement and to
 * each row costs the server more than the statement. Prisma's client reads and writes by key, and keeps transactions;
 * `ask` goes around its calls. All throw the errors of the store, and send again what the database undid because of others at
 * the same rows.
 */
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
  /** Sends a statement inside of a question that is counted already, such as one that carries the asks of many. */
  const send = async <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => (await query<Row>(statement)).rows;
  const rows = <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => ask(() => send<Row>(statement));
  return {
    prisma,
    seals,
    ask,
    send,
    /** The rows of a statement. */
    rows,
    /** The first of them; null: there is none. */
    first: async <Row extends object>(statement: Prisma.Sql): Promise<Row | null> =>
      (await rows<Row>(statement))[0] ?? null,
    /** Their column `id`. */
    ids: async (statement: Prisma.Sql): Promise<string[]> =>
      (await rows<{ id: string }>(statement)).map(({ id }) => id),
    /** Carries out a statement; resolves to how many rows it changed. */
    run: (statement: Prisma.Sql): Promise<number> => ask(async () => (await query(statement)).rowCount ?? 0),
    /** A question of which many travel together in one statement. `kind`: under which their number is told; none where nobody asks. */
    batched: <Ask, Answer>(send: (asks: Ask[]) => Promise<Answer[]>, kind?: string) => {
      const onSent = (size: number, ms: number) => kind !== undefined && onBatch?.({ kind, size, ms });
      const batcher = new Batcher<Ask, Answer>({ ...BATCHING, onSent, send });
      return (asked: Ask) => queryTracker.ask(() => batcher.ask(asked));
    },
    /**
     * Carries out `work` in one transaction, again if the database undid it. If a row that may be there only once is there
     * already, such as that of a request with a key, nothing is written: it resolves to `whenThere()`, or throws without that.
     */
    transact: <T, There = never>(work: (tx: Transaction) => Promise<T>, whenThere?: () => There): Promise<T | There> =>
      ask(async () => {
        try {
          return await prisma.$transaction((client) => work(transactionOf(client)));
        } catch (error) {
          if (whenThere !== undefined && wasThere(error)) return whenThere();
          throw error;
        }
      }),
    onDeliveries: (listener: () => void) => void listeners.push(listener),
    /** To be called after a commit that wrote deliveries. */
    deliveriesWritten: () => {
      for (const listener of listeners) listener();
    },
    /** Takes no more questions; resolves when the last one is answered. */
    close: async (): Promise<void> => {
      await queryTracker.close();
      await prisma.$disconnect();
    },
  };
}

/** The two ways to the database within a transaction. */
export type Transaction = ReturnType<typeof transactionOf>;

function transactionOf(prisma: Prisma.TransactionClient) {
  return {
    prisma,
    rows: <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => prisma.$queryRaw<Row[]>(statement),
    run: (statement: Prisma.Sql): Promise<number> => prisma.$executeRaw(statement),
    /** Locks the player's row, against deletion and against others who count what the player has. Throws `AccountsDeleted`. */
    hold: async (playerId: string): Promise<void> => {
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

/** The way to the database of what does not travel together: every query is counted, so that closing waits for it. */
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

  /** Takes no more questions, and resolves when the last one is answered. */
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
  /** Answers all, in the order of the asks. */
  send(asks: Ask[]): Promise<Answer[]>;
  /** Whether an error may be the fault of a single ask, so that the others deserve another try without it. */
  mayBlameOne(error: unknown): boolean;
  /** Whether the very same asks may succeed when they are sent again; never, when it is left out. */
  mayRetry?(error: unknown): boolean;
  /** What to tell who asked; the error as it is, when it is left out. */
  failure?(error: unknown): unknown;
  /** What to tell who asks after the end. */
  closed?(): Error;
  /** Told of each batch that was answered: how many asks, how many milliseconds. */
  onSent?(size: number, ms: number): void;
  most: number;
}

/**
 * Many callers, one statement at a time: while one is in flight the next asks gather, and all of them travel together.
 * No timer adds to anybody's wait, and each ask is answered by a statement that was sent after it was made.
 */
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

  /** Takes no more asks, and resolves when the last one is answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    await setImmediate(); // whatever is asked in this turn of the event loop travels together
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

/** Prisma's statements over many rows, `in ($1,$2` and `values (…),($8`, have another text for each number of rows. */
const OVER_MANY = /IN \(\$\d+,|\),\(\$/;
const MOST_NAMES = 256;

/** Names the statements, so that the database parses and plans each text once a connection and not once a call. */
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

/*
 * Every statement that writes for a player requires that the player is alive. It locks the player's row `for key share`,
 * and the deletion locks the row `for update` before it does anything else. So one of them waits for the other: either the
 * deletion finds what was written and deletes it, or the writer looks at the row again and writes nothing. Writers do not
 * wait for each other: locks for key share exclude neither each other nor `for no key update`. A suspension locks in the
 * same way, against statements by which others meet the player: see `welcome`.
 *
 * Players are locked first and in order of id, then seeks, then everything else. The deletion locks neither games nor
 * competitions, so that a statement which locks those first closes no circle with it.
 */

/** The rows of those of these players who are alive, locked against deletion. */
export function living(playerIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and deleted_at is null order by id for key share`;
}

/** A condition: all of these players are alive. */
export function areAlive(playerIds: readonly string[]): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${living(ids)}) as living) = ${ids.length}::int`;
}

/** A condition on a game or a competition: the account of its creator is deleted, and it is about to be aborted. */
export const isOfDeleted = Prisma.sql`exists (
  select from player where player.id = created_by and player.deleted_at is not null)`;

/** A condition on a game or a competition: its creator is suspended, and it takes nobody meanwhile. */
export const isOfSuspended = Prisma.sql`exists (
  select from player where player.id = created_by and player.suspended_at is not null
    and (player.suspended_until is null or player.suspended_until > now()))`;

/**
 * The player's row if the player is alive. Until the transaction ends it is locked against deletion, and against others
 * who count what the player has.
 */
export function heldPlayer(playerId: string): Prisma.Sql {
  return Prisma.sql`
    select id::text from player where id = ${playerId}::uuid and deleted_at is null for no key update`;
}

/** Throws `AccountsDeleted` if some of these players are not alive: call it when a statement has written nothing. */
export async function assertAlive(
  playerIds: readonly string[],
  send: <T extends object>(statement: Prisma.Sql) => Promise<T[]>,
): Promise<void> {
  if (playerIds.length === 0) return;
  const deleted = await send<{ id: string }>(Prisma.sql`
    select id::text from player where id = any(${[...playerIds]}::uuid[]) and deleted_at is not null`);
  if (deleted.length > 0) throw new AccountsDeleted(deleted.map(({ id }) => id));
}

/** Whether a player is suspended at that time, as a condition. */
export function isSuspended(now: Date): Prisma.Sql {
  const at = Prisma.sql`${now.toISOString()}::timestamptz`;
  return Prisma.sql`(player.suspended_at is not null and (player.suspended_until is null or player.suspended_until > ${at}))`;
}

/** The rows of those of these players who are not suspended at that time, locked against suspension as `living` against deletion. */
export function welcome(playerIds: readonly string[], now: Date): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and not ${isSuspended(now)} order by id for key share`;
}

/** Throws `PlayersSuspended` if some of these players are: call it when a statement has written nothing. */
export async function assertWelcome(
  playerIds: readonly string[],
  now: Date,
  send: <T extends object>(statement: Prisma.Sql) => Promise<T[]>,
): Promise<void> {
  if (playerIds.length === 0) return;
  const suspended = await send<{ id: string }>(Prisma.sql`
    select id::text from player where id = any(${[...playerIds]}::uuid[]) and ${isSuspended(now)}`);
  if (suspended.length > 0) throw new PlayersSuspended(suspended.map(({ id }) => id));
}

/** A condition: none of these players is suspended at that time. */
export function areWelcome(playerIds: readonly string[], now: Date): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${welcome(ids, now)}) as welcome) = ${ids.length}::int`;
}

/** Of a player: all but `suspendedUntil` are there, or none. */
export interface SuspensionColumns {
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  suspendedBecause: string | null;
}

export const SUSPENSION_COLUMNS = Prisma.sql`
  player.suspended_at as "suspendedAt", player.suspended_until as "suspendedUntil",
  player.suspended_because as "suspendedBecause"`;

export function suspensionIn(columns: SuspensionColumns): Suspension | null {
  const { suspendedAt: since, suspendedUntil: until, suspendedBecause: because } = columns;
  return since === null || because === null ? null : { since, until, because };
}

/** That an operator keeps a player out. */
export interface Suspension {
  since: Date;
  /** null: until an operator says so */
  until: Date | null;
  /** what the player is told */
  because: string;
}
