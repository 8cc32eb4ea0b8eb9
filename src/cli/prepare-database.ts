// A step of the build: makes the embedded database that a server copies when it starts for the first time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOME } from '../store/embedded/directory-lock.ts';
import { connectEmbedded } from '../store/embedded/embedded.ts';
import { packPrepared, removePrepared } from '../store/embedded/prepared-database.ts';
import { applyMigrations } from '../store/migrations.ts';

removePrepared();
const directory = mkdtempSync(join(tmpdir(), 'croupier-prepared-'));
try {
  const { client, close } = await connectEmbedded(directory);
  await applyMigrations(client).finally(close);
  packPrepared(join(directory, HOME));
} finally {
  rmSync(directory, { recursive: true });
}
