import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { wasUndone } from './postgres/failures.ts';
import { BATCHING, QueryTracker } from './postgres/query-tracker.ts';
import { nameStatements } from './postgres/statement-names.ts';
import { Batcher } from './postgres/statements.ts';
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
  return {
    prisma,
    seals,
    ask,
    send,
    /** The rows of a statement. */
    rows: <Row extends object>(statement: Prisma.Sql): Promise<Row[]> => ask(() => send<Row>(statement)),
    /** Carries out a statement; resolves to how many rows it changed. */
    run: (statement: Prisma.Sql): Promise<number> => ask(async () => (await query(statement)).rowCount ?? 0),
    /** A question of which many travel together in one statement. `kind`: under which their number is told; none where nobody asks. */
    batched: <Ask, Answer>(send: (asks: Ask[]) => Promise<Answer[]>, kind?: string) => {
      const onSent = (size: number, ms: number) => kind !== undefined && onBatch?.({ kind, size, ms });
      const batcher = new Batcher<Ask, Answer>({ ...BATCHING, onSent, send });
      return (asked: Ask) => queryTracker.ask(() => batcher.ask(asked));
    },
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

async function unlessUndone<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === MOST_TRIES || !wasUndone(error)) throw error;
    }
  }
}
