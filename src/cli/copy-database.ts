import { existsSync } from 'node:fs';
import { type CopiedTable, copyToPostgres } from '../store/copy-database.ts';
import { keyFileIn } from '../store/sealing/keys.ts';
import { answerCall, flagsIn, UsageError } from './flags.ts';
import { orExplain } from './opened-store.ts';

const USAGE = `npm run admin -- copy-database --from ./data --to postgresql://user:password@host:5432/croupier
  --from   the data directory of a server that is stopped
  --to     an empty PostgreSQL
Exit code 0: all rows were copied, and the directory is unchanged; 1: nothing was copied; 2: the command is wrong.`;

await answerCall(USAGE, (args) => {
  const { from, to } = readCall(args);
  return orExplain('Nothing was copied', async () => {
    print(await copyToPostgres(from, to), from);
    return 0;
  });
});

function readCall(args: string[]): { from: string; to: string } {
  const { from, to } = flagsIn({ args, options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
  if (from === undefined || to === undefined) throw new UsageError('Give both --from and --to.');
  if (!/^postgres(ql)?:\/\/./.test(to))
    throw new UsageError(
      '--to must be the URL of a PostgreSQL database, like postgresql://user:password@host:5432/croupier.',
    );
  return { from, to };
}

function print(moved: readonly CopiedTable[], from: string): void {
  const width = Math.max(...moved.map(({ table }) => table.length));
  console.log(`${'table'.padEnd(width)}  ${'rows'.padStart(9)}  equal checksum`);
  for (const { table, rows, checksum } of moved) {
    console.log(`${table.padEnd(width)}  ${String(rows).padStart(9)}  ${checksum}`);
  }
  const key = keyFileIn(from);
  const keys = existsSync(key)
    ? ` and the encryption key (SECRETS_KEY_FILE=${key}, or its content as SECRETS_KEY)`
    : '';
  console.log(
    `All rows were copied. Start the servers with the copy as DATABASE_URL${keys}, and keep ${from} until you know that they work.`,
  );
}
