// A build step: makes the embedded database of which every first start takes a copy.
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
