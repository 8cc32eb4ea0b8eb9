import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { type Sealing, sealEmbedded, sealPostgres } from '../store/seal-database.ts';
import { givenKeys } from '../store/sealing/keys.ts';
import { answerCall, refuseUnknownFlags } from './flags.ts';
import { databaseIn, orExplain } from './opened-store.ts';

const USAGE = `npm run admin -- seal-database
Encrypts with SECRETS_KEY every stored secret that is not encrypted, or is encrypted with an older key. Set the same
variables as for the server. Exit code 0: all secrets are encrypted with this key; 1: some are not.`;
const BROKEN_SHOWN = 5;

await answerCall(USAGE, (args) => {
  refuseUnknownFlags(args, ['--help']);
  return orExplain('Some secrets are not encrypted with SECRETS_KEY', async () => {
    const sealing = await seal(process.env);
    print(sealing);
    return sealing.left === 0 && sealing.broken.length === 0 ? 0 : 1;
  });
});

function seal(environment: NodeJS.ProcessEnv): Promise<Sealing> {
  const { url, listenUrl, directory } = databaseIn(environment);
  const keys = givenKeys(environment);
  const onTable = (table: string, rows: number) => console.error(`${table}: ${counted(rows, 'row')} encrypted`);
  return url === '' ? sealEmbedded(directory, keys, onTable) : sealPostgres(listenUrl ?? url, keys, onTable);
}

function print({ tables, key, broken, left, unneeded }: Sealing): void {
  const width = Math.max(...tables.map(({ table }) => table.length));
  const line = (table: string, ...counts: (string | number)[]) =>
    console.log([table.padEnd(width), ...counts.map((count) => String(count).padStart(18))].join('  '));
  line('encrypted now', 'had no encryption', 'had an older key');
  for (const { table, fromClear, fromOlderKeys } of tables) line(table, fromClear, fromOlderKeys);
  for (const what of broken.slice(0, BROKEN_SHOWN)) console.log(`A row cannot be decrypted: ${what}.`);
  if (broken.length > 0)
    console.log(
      `${counted(broken.length, 'row')} left unchanged, because no key can decrypt them. If a key is missing, add it to SECRETS_OLD_KEYS.`,
    );
  if (left > 0) {
    console.log(
      `Still not encrypted with the key ${key}: ${counted(left, 'row')}. Restart every server with that key, then run this command again.`,
    );
  }
  if (left === 0 && broken.length === 0) console.log(`All secrets are encrypted with the key ${key}.`);
  if (unneeded.length > 0) console.log(`This database no longer needs these keys: ${unneeded.join(', ')}.`);
}
