import type { ClientBase } from 'pg';
import { type MasterKey, SecretsKeyError } from './master-key.ts';
import { PREFIX, SealBroken, Sealer, type SealPosition } from './secrets.ts';

const CONTENT = Buffer.from('croupier');

interface Witness {
  name: string;
  sealed: Buffer;
}

/**
 * The sealer for this database. Leaves a witness for its first key, and opens those of all keys that sealed here before,
 * so that a key that is wrong or missing ends the start and not the first read. Throws `SecretsKeyError`.
 */
export async function sealerFor(client: ClientBase, keys: readonly MasterKey[]): Promise<Sealer> {
  const sealer = new Sealer(keys);
  await client.query('begin');
  try {
    // servers that start at once look one after the other: a wrong key leaves no witness
    await client.query('lock table secret in share row exclusive mode');
    const { rows } = await client.query<Witness>('select name, sealed from secret where name like $1', [`${PREFIX}%`]);
    for (const witness of rows) assertOpens(sealer, keys, witness);
    await leaveWitness(client, sealer, keys);
    await client.query('commit');
    return sealer;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is gone, and the transaction with it
    throw error;
  }
}

function assertOpens(sealer: Sealer, keys: readonly MasterKey[], { name, sealed }: Witness): void {
  const id = name.slice(PREFIX.length);
  if (keys.length === 0) {
    throw new SecretsKeyError(`the secrets in this database are sealed under the key ${id}: set SECRETS_KEY to it`);
  }
  if (keys.every((key) => key.id !== id)) {
    const given = keys.map((key) => key.id).join(', ');
    throw new SecretsKeyError(
      `secrets in this database are sealed under the key ${id}, and only ${given} is given: ` +
        'set SECRETS_KEY to it, or SECRETS_OLD_KEYS if it was replaced',
    );
  }
  try {
    sealer.open(placeOf(id), sealed);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SecretsKeyError(
      `the key ${id} does not open what was sealed under it in this database: ${error.message}`,
    );
  }
}

async function leaveWitness(client: ClientBase, sealer: Sealer, [first]: readonly MasterKey[]): Promise<void> {
  if (first === undefined) return;
  const sealed = sealer.seal(placeOf(first.id), CONTENT);
  await client.query('insert into secret (name, sealed) values ($1, $2) on conflict do nothing', [
    PREFIX + first.id,
    sealed,
  ]);
}

/** Nothing is sealed under any key but this one any more: the witnesses of the others go. Their ids. */
export async function forgetOtherKeys(client: ClientBase, { id }: MasterKey): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'delete from secret where name like $1 and name <> $2 returning name',
    [`${PREFIX}%`, PREFIX + id],
  );
  return rows.map(({ name }) => name.slice(PREFIX.length)).sort();
}

function placeOf(id: string): SealPosition {
  return { scope: 'secret', row: `secret ${PREFIX}${id}` };
}
