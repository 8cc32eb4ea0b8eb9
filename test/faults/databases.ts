import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, PostgresServer } from '../postgres.ts';
import { Server } from '../process/server.ts';

export const NO_POSTGRES = 'there is no PostgreSQL on this machine';

export function withoutPostgres(): string | null {
  return findPostgres() === null ? NO_POSTGRES : null;
}

export async function withDatabase<T>(
  kind: 'embedded' | 'postgres',
  use: (settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (kind === 'postgres') return withPostgres(({ url }) => use({ DATABASE_URL: url }));
  const directory = mkdtempSync(join(tmpdir(), 'croupier-fault-'));
  try {
    return await use({ DATA_DIR: directory });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function withPostgres<T>(use: (database: PostgresServer) => Promise<T>): Promise<T> {
  const database = await PostgresServer.create();
  try {
    return await use(database);
  } finally {
    await database.remove();
  }
}

export function withServers<T>(
  many: number,
  settings: Record<string, string>,
  use: (servers: () => string[]) => Promise<T>,
): Promise<T> {
  return withServersOf(
    Array.from({ length: many }, () => settings),
    use,
  );
}

export async function withServersOf<T>(
  each: readonly Record<string, string>[],
  use: (servers: () => string[]) => Promise<T>,
): Promise<T> {
  const servers = await Promise.all(each.map((settings) => Server.start({ LOG_LEVEL: 'error', ...settings })));
  try {
    return await use(() => servers.map(({ url }) => url));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
