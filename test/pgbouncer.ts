import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findProgram, freePort, giveAway, KeptProgram, ownDirectory } from './kept-program.ts';

export type PoolMode = 'session' | 'transaction' | 'statement';

const MODES: readonly PoolMode[] = ['session', 'transaction', 'statement'];
/** Connections of PgBouncer to PostgreSQL. In transaction mode there are few, so that clients must share them. */
const POOL: Record<PoolMode, number> = { session: 60, transaction: 4, statement: 4 };

export function findPgBouncer(): string | null {
  return findProgram('pgbouncer');
}

export class PgBouncer {
  readonly #port: number;
  readonly #program: KeptProgram;

  private constructor(port: number, program: KeptProgram) {
    this.#port = port;
    this.#program = program;
  }

  static async before(database: string): Promise<PgBouncer> {
    const path = findPgBouncer();
    if (path === null) throw new Error('there is no PgBouncer on this machine');
    const { host, port, database: name, user } = new pg.Client({ connectionString: database });
    const directory = ownDirectory('pgbouncer');
    const own = await freePort();
    const target = `host=${host} port=${port} dbname=${name} user=${user}`;
    const lines = [
      '[databases]',
      ...MODES.map((mode) => `${mode} = ${target} pool_mode=${mode} pool_size=${POOL[mode]}`),
      '[pgbouncer]',
      `listen_port=${own}`,
      ...['listen_addr=127.0.0.1', 'unix_socket_dir=', 'auth_type=any', 'max_client_conn=500'],
    ];
    const file = join(directory, 'pgbouncer.ini');
    writeFileSync(file, `${lines.join('\n')}\n`);
    giveAway(file);
    const bouncer = new PgBouncer(own, new KeptProgram(directory, [path, file]));
    await bouncer.#program.start(() => answers(bouncer.url('session')));
    return bouncer;
  }

  url(mode: PoolMode): string {
    return `postgresql://croupier@127.0.0.1:${this.#port}/${mode}`;
  }

  remove(): Promise<void> {
    return this.#program.remove();
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
