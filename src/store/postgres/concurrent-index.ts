import type { ClientBase } from 'pg';
import { LOCK_MS } from './session.ts';

/** How PostgreSQL names an index in a statement: in quotes as it is, else in small letters. */
const NAME = String.raw`(?:public\.)?(?:"([^"]+)"|([a-z_][a-z0-9_]*))`;
const CREATE = new RegExp(
  String.raw`^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?${NAME}\s`,
  'i',
);
const DROP = new RegExp(String.raw`^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?${NAME}\s*;?\s*$`, 'i');
const COMMENTS = /^\s*--.*$/gm;

interface ConcurrentIndex {
  name: string;
  /** whether it is there afterwards, or gone */
  wanted: boolean;
}

/** The index that a migration builds or drops beside all play, which is then its only statement; null: it does neither. */
export function indexIn(sql: string): ConcurrentIndex | null {
  const statement = sql.replace(COMMENTS, '').trim();
  const [create, drop] = [CREATE.exec(statement), DROP.exec(statement)];
  const found = create ?? drop;
  if (found === null) return null;
  return { name: found[1] ?? (found[2] as string).toLowerCase(), wanted: create !== null };
}

/**
 * Has the index as it is wanted. Outside of a transaction, without which nothing is concurrent: what an earlier start
 * left behind half built is dropped first, and what it finished without entering it in the book is taken as it is.
 */
export async function buildIndex(db: ClientBase, sql: string, { name, wanted }: ConcurrentIndex): Promise<void> {
  await db.query('set lock_timeout = 0'); // it waits for transactions, and nothing waits behind it
  if ((await stateOf(db, name)) === 'invalid') await drop(db, name);
  const isThere = (await stateOf(db, name)) === 'valid';
  try {
    if (isThere !== wanted) await db.query(sql);
  } catch (error) {
    // a unique index that could not be built would refuse rows all the same
    if ((await stateOf(db, name).catch(() => 'missing')) === 'invalid') await drop(db, name);
    throw error;
  }
  await db.query(`set lock_timeout = ${LOCK_MS}`);
}

async function stateOf(db: ClientBase, name: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await db.query<{ valid: boolean }>(
    `select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass(quote_ident($1))`,
    [name],
  );
  if (rows[0] === undefined) return 'missing';
  return rows[0].valid ? 'valid' : 'invalid';
}

async function drop(db: ClientBase, name: string): Promise<void> {
  await db.query(`drop index concurrently if exists "${name}"`);
}
