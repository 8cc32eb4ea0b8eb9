import type { Pool } from 'pg';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { NameGenerator } from './statement-names.ts';

/**
 * Sends the statements that all play waits for straight to the driver: those that carry the asks of many, and those
 * that read whole logs. What Prisma does around a statement and to each row costs the server more than these do.
 */
export class Statements {
  readonly #pool: Pool;
  readonly #nameOf: NameGenerator;

  constructor(pool: Pool, nameOf: NameGenerator) {
    this.#pool = pool;
    this.#nameOf = nameOf;
  }

  async rows<T extends object>({ text, values }: Prisma.Sql): Promise<T[]> {
    const name = this.#nameOf({ sql: text, args: [], argTypes: [] });
    return (await this.#pool.query<T>({ name, text, values })).rows;
  }
}
