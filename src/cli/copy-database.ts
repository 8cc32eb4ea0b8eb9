import { existsSync } from 'node:fs';
import { type CopiedTable, copyToPostgres } from '../store/copy-database.ts';
import { keyFileIn } from '../store/sealing/keys.ts';
import { answerCall, flagsIn, Mistake } from './flags.ts';
import { orExplain } from './opened-store.ts';

const USAGE = `npm run copy-database -- --from ./data --to postgresql://user:password@host:5432/croupier
  --from   the data directory of a server that is stopped
  --to     an empty PostgreSQL
Exit code 0: everything is there, and the directory is as it was; 1: nothing was moved; 2: this call cannot be understood.`;

await answerCall(USAGE, (args) => {
  const { from, to } = readCall(args);
  return orExplain('Nothing was moved', async () => {
    print(await copyToPostgres(from, to), from);
    return 0;
  });
});

function readCall(args: string[]): { from: string; to: string } {
  const { from, to } = flagsIn({ args, options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
  if (from === undefined || to === undefined) throw new Mistake('--from and --to are both needed.');
  if (!/^postgres(ql)?:\/\/./.test(to)) throw new Mistake('--to takes the URL of a PostgreSQL.');
  return { from, to };
}

function print(moved: readonly CopiedTable[], from: string): void {
  const width = Math.max(...moved.map(({ table }) => table.length));
  console.log(`${'table'.padEnd(width)}  ${'rows'.padStart(9)}  checksum on both sides`);
  for (const { table, rows, checksum } of moved) {
    console.log(`${table.padEnd(width)}  ${String(rows).padStart(9)}  ${checksum}`);
  }
  const key = keyFileIn(from);
  const keys = existsSync(key)
    ? ` and the key of what is sealed (SECRETS_KEY_FILE=${key}, or what it holds as SECRETS_KEY)`
    : '';
  console.log(
    `Everything is there. Start the servers with DATABASE_URL${keys}, and keep the directory until you trust them.`,
  );
}
