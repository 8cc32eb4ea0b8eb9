import pg from 'pg';
import { isUnavailable } from './failures.ts';

/** A database on which this service cannot work; the message says what has to be done to it. */
export class UnfitDatabase extends Error {
  override name = 'UnfitDatabase';
}

const ENCODING = 'UTF8';
const NO_RIGHT = '42501';

/** Throws `UnfitDatabase` where not every name could be stored. */
export async function assertKeepsText(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  const { encoding } = rows[0] ?? { encoding: 'unknown' };
  if (encoding === ENCODING) return;
  throw new UnfitDatabase(
    `the encoding of the database is ${encoding}, in which not every name can be stored: ` +
      "make another with `create database … template template0 encoding 'UTF8'`",
  );
}

/** What the database refused at the start, as a sentence; any other error as it is. */
export function asUnfit(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || isUnavailable(error)) return error;
  const who = error.code === NO_RIGHT ? ' (its user needs all rights to its schema public, best as its owner)' : '';
  return new UnfitDatabase(`the database refuses what the start needs: ${error.message}${who}`, { cause: error });
}
