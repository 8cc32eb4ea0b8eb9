import type { Pool } from 'pg';
import type { Prisma } from '../generated/prisma/client.ts';
import type { NameGenerator } from './statement-names.ts';

/**
 * Sends the statements that carry the asks of many straight to the driver. They are written out in full as it is, and
 * what Prisma does around a statement costs the server more than sending these and reading what they answer.
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
