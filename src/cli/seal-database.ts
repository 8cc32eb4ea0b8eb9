import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { type Sealing, sealEmbedded, sealPostgres } from '../store/seal-database.ts';
import { givenKeys } from '../store/sealing/keys.ts';
import { answerCall, refuseUnknownFlags } from './flags.ts';
import { databaseIn, orExplain } from './opened-store.ts';

const USAGE = `npm run admin -- seal-database
Encrypts every secret with the first key, if it is stored in the clear or under an older key. Set what the server has set.
Exit code 0: all are encrypted with it; 1: some are not.`;
const BROKEN_SHOWN = 5;

await answerCall(USAGE, (args) => {
  refuseUnknownFlags(args, ['--help']);
  return orExplain('Some secrets are not sealed with the first key', async () => {
    const sealing = await seal(process.env);
    print(sealing);
    return sealing.settled && sealing.broken.length === 0 ? 0 : 1;
  });
});

function seal(environment: NodeJS.ProcessEnv): Promise<Sealing> {
  const { url, listenUrl, directory } = databaseIn(environment);
  const keys = givenKeys(environment);
  const onTable = (table: string, rows: number) => console.error(`${table}: ${counted(rows, 'row')} sealed`);
  return url === '' ? sealEmbedded(directory, keys, onTable) : sealPostgres(listenUrl ?? url, keys, onTable);
}

function print({ tables, key, broken, settled, unneeded }: Sealing): void {
  const width = Math.max(...tables.map(({ table }) => table.length));
  const line = (table: string, ...counts: (string | number)[]) =>
    console.log([table.padEnd(width), ...counts.map((count) => String(count).padStart(18))].join('  '));
  line('sealed', 'stored in the clear', 'under older keys');
  for (const { table, fromClear, fromOlderKeys } of tables) line(table, fromClear, fromOlderKeys);
  for (const what of broken.slice(0, BROKEN_SHOWN)) console.log(`No key can decrypt this: ${what}.`);
  if (broken.length > 0)
    console.log(`${counted(broken.length, 'row')} left unchanged, because no key can decrypt them.`);
  if (!settled) {
    console.log(
      `A server still writes without the key ${key}: restart every server with that key, then run this command again.`,
    );
  }
  if (settled && broken.length === 0) console.log(`All secrets are encrypted with the key ${key}.`);
  if (unneeded.length > 0) console.log(`These keys are no longer needed: ${unneeded.join(', ')}.`);
}
