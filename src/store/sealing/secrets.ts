import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import type { Json } from '#rules/kernel/json.ts';
import { Fixable } from '../failures.ts';

/** The prefix of the names of test values in the table `secret`. Each key that may have been used has a test value. */
export const PREFIX = 'sealed under ';

interface Secret<Value> {
  column: string;
  packed(value: Value): Json;
  unpacked(packed: Json): Value;
  isNullable?: true;
}

/** A table with secret columns. The column `sealed` has their encrypted form. */
interface SecretTable {
  /** `key`: the primary key by field, with column and type; `beside`: other columns to which a sealed value is bound */
  key: Readonly<Record<string, readonly [column: string, type: string]>>;
  beside?: Readonly<Record<string, string>>;
  /** secret columns by field; they are null in encrypted rows */
  secrets: Readonly<Record<string, Secret<any>>>;
  place(table: string, row: any): SealPosition;
  /** values are padded to a multiple of this length, because lengths reveal contents */
  step?: number;
  /** an SQL condition for rows that are left out when the table is encrypted */
  except?: string;
}

const STEP = 64;
const SNAPSHOT_STEP = 1024;
const DRAW_BYTES = 4;
const SPACE = 0x20;

const asIs = <Value extends Json>(column: string): Secret<Value> => ({
  column,
  packed: (value) => value,
  unpacked: (value) => value as Value,
});
const orNull = <Value>(secret: Secret<Value>): Secret<Value | null> => ({
  column: secret.column,
  packed: (value) => (value === null ? null : secret.packed(value)),
  unpacked: (packed) => (packed === null ? null : secret.unpacked(packed)),
  isNullable: true,
});
const text = asIs<string>;
const bytes = (column: string): Secret<Uint8Array> => ({
  column,
  packed: base64Of,
  unpacked: (value) => Uint8Array.from(Buffer.from(value as string, 'base64')),
});
/** Packs numbers in equal sizes, so that the length reveals only how many there are. */
const draws = (column: string): Secret<number[]> => ({
  column,
  packed: (numbers) => {
    const packed = Buffer.alloc(numbers.length * DRAW_BYTES);
    for (const [i, draw] of numbers.entries()) packed.writeUInt32LE(draw, i * DRAW_BYTES);
    return packed.toString('base64');
  },
  unpacked: (value) => {
    const packed = Buffer.from(value as string, 'base64');
    return Array.from({ length: packed.length / DRAW_BYTES }, (_, i) => packed.readUInt32LE(i * DRAW_BYTES));
  },
});

/** Binds a value to its game. Each game has its own data key, because a single key must not encrypt all events. */
const ofGame =
  <Field extends string>(game: Field, ...more: Field[]) =>
  (table: string, row: Record<Field, string | number>): SealPosition => {
    const id = String(row[game]).toLowerCase();
    return { scope: `game ${id}`, row: [table, id, ...more.map((field) => row[field])].join(' ') };
  };
const ofTable =
  <Field extends string>(...fields: Field[]) =>
  (table: string, row: Record<Field, string | number>): SealPosition => ({
    scope: table,
    row: `${table} ${fields
      .map((field) => row[field])
      .join(' ')
      .toLowerCase()}`,
  });

const ID = { id: ['id', 'uuid'] } as const;

/** All tables with secrets, smallest first. Never change the order in `secrets`: values are packed in that order. */
export const SECRETS = {
  secret: {
    key: { name: ['name', 'text'] },
    secrets: { value: bytes('value') },
    place: ofTable('name'),
    except: `name like '${PREFIX}%'`,
  },
  webhook: { key: ID, secrets: { secret: text('secret') }, place: ofTable('id') },
  competition: {
    key: ID,
    secrets: { serverSeed: bytes('server_seed'), inviteCode: orNull(text('invite_code')) },
    place: ofTable('id'),
  },
  commitment: { key: ID, secrets: { serverSeed: bytes('server_seed') }, place: ofTable('id') },
  game: {
    key: ID,
    secrets: {
      seed: orNull(text('seed')),
      serverSeed: orNull(bytes('server_seed')),
      chainKey: bytes('chain_key'),
      inviteCode: orNull(text('invite_code')),
    },
    place: ofGame('id'),
  },
  message_report: {
    key: { messageId: ['message_id', 'uuid'], playerId: ['player_id', 'uuid'] },
    secrets: { note: orNull(text('note')) },
    place: ofTable('messageId', 'playerId'),
  },
  message: {
    key: ID,
    beside: { gameId: 'game_id' },
    secrets: { text: orNull(text('text')) },
    place: ofGame('gameId', 'id'),
  },
  game_plan: {
    key: { gameId: ['game_id', 'uuid'], seat: ['seat', 'int'] },
    secrets: { content: text('content') },
    place: ofGame('gameId', 'seat'),
  },
  game_snapshot: {
    key: { gameId: ['game_id', 'uuid'] },
    beside: { version: 'version', code: 'code' },
    secrets: { game: text('game') },
    place: ofGame('gameId', 'version', 'code'),
    step: SNAPSHOT_STEP,
  },
  analysed_decision: {
    key: { gameId: ['game_id', 'uuid'], version: ['version', 'int'] },
    secrets: { data: text('data') },
    place: ofGame('gameId', 'version'),
  },
  game_event: {
    key: { gameId: ['game_id', 'uuid'], version: ['version', 'int'] },
    secrets: { action: orNull(asIs<Json>('action')), draws: draws('draws') },
    place: ofGame('gameId', 'version'),
  },
} as const satisfies Record<string, SecretTable>;

export function tableOf(table: SecretTableName): SecretTable {
  return SECRETS[table];
}

type Tables = typeof SECRETS;
export type SecretTableName = keyof Tables;
type Where<Name extends SecretTableName> = Parameters<Tables[Name]['place']>[1];
type SecretsOf<Name extends SecretTableName> = {
  -readonly [Field in keyof Tables[Name]['secrets']]: Tables[Name]['secrets'][Field] extends Secret<infer Value>
    ? Value
    : never;
};
type Bytes = Uint8Array<ArrayBuffer>;
/** The secrets of a row and their encrypted form. Either the secrets are null, or `sealed` is. */
export type Sealed<Name extends SecretTableName> = {
  [Field in keyof SecretsOf<Name>]: SecretsOf<Name>[Field] | null;
} & {
  sealed: Bytes | null;
};

/** Seals (encrypts) and opens secrets of rows. Without a key, they are written and read as they are. */
export class Seals {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /** Encrypts the secrets of a row, unless all of them are null. */
  seal<Name extends SecretTableName>(table: Name, row: Where<Name> & SecretsOf<Name>): Sealed<Name> {
    const { secrets, place, step = STEP } = tableOf(table);
    const fields = Object.keys(secrets);
    const values = row as Record<string, unknown>;
    const packed = fields.map((field) => secrets[field]?.packed(values[field]) ?? null);
    const content = packed.length === 1 ? packed[0] : packed;
    const isEmpty = fields.every((field) => values[field] === null);
    const sealed = isEmpty ? null : this.#sealer.seal(place(table, row), padded(JSON.stringify(content), step));
    const columns: Record<string, unknown> = { sealed };
    for (const field of fields) columns[field] = sealed === null ? values[field] : null;
    return columns as Sealed<Name>;
  }

  /** Decrypts the secrets of a row. Throws `SealBroken`. */
  open<Name extends SecretTableName, Row extends Where<Name> & Sealed<Name>>(
    table: Name,
    { sealed, ...row }: Row,
  ): Omit<Row, 'sealed' | keyof SecretsOf<Name>> & SecretsOf<Name> {
    const { secrets, place } = tableOf(table);
    const fields = Object.keys(secrets);
    const opened: Record<string, unknown> = row;
    if (sealed !== null) {
      const content = JSON.parse(this.#sealer.open(place(table, row), sealed).toString()) as Json;
      const packed = fields.length === 1 ? [content] : (content as Json[]);
      for (const [i, field] of fields.entries()) opened[field] = secrets[field]?.unpacked(packed[i] ?? null);
    }
    for (const field of fields) {
      if (opened[field] === null && !secrets[field]?.isNullable)
        throw new Error('a row holds neither a secret nor its sealed form');
    }
    return opened as never;
  }
}

/** Pads JSON with spaces, which do not change its value. */
function padded(content: string, step: number): Buffer {
  const length = Buffer.byteLength(content);
  const plain = Buffer.alloc(Math.ceil(length / step) * step, SPACE);
  plain.write(content);
  return plain;
}

export function base64Of(value: Uint8Array): string;
export function base64Of(value: Uint8Array | null): string | null;
export function base64Of(value: Uint8Array | null): string | null {
  return value && Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}

/** Thrown for an invalid or missing key. The message never contains a key. */
export class SecretsKeyError extends Fixable {}

export const KEY_BYTES = 32;
const ID_BYTES = 4;
const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** A key from which all data keys are derived. */
export class MasterKey {
  /** identifies the key without revealing it */
  readonly id: string;
  readonly #secret: KeyObject;

  /** `text` is 32 bytes in base64. Throws `SecretsKeyError`. */
  constructor(text: string) {
    if (!BASE64.test(text)) throw new SecretsKeyError(`an encryption key must be ${KEY_BYTES} bytes in base64`);
    this.#secret = createSecretKey(text, 'base64');
    this.id = this.#derived('key id', ID_BYTES).toString('hex');
  }

  /** Returns the 32-byte key of a scope by HKDF-SHA-256 (RFC 5869), without salt: the master key is random. */
  dataKey(scope: string): Buffer {
    return this.#derived(`data ${scope}`, KEY_BYTES);
  }

  #derived(info: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `croupier ${info}`, bytes));
  }
}

/** The place of an encrypted value. The value can be decrypted only there. */
export interface SealPosition {
  /** the game or table whose values share a data key */
  scope: string;
  row: string;
}

/** Thrown if a value cannot be decrypted: it is damaged, was copied from another row, or its key is missing. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

export class KeyMissing extends SealBroken {
  override name = 'KeyMissing';
}

const CIPHER = 'aes-256-gcm';
const FORMAT = 1;
const HEADER_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Random bytes for this many nonces are drawn at once: drawing them one by one would take as long as encrypting. */
const NONCES_AT_ONCE = 512;
const DATA_KEYS_KEPT = 10_000;

/** Encrypts values. A sealed value has the format (1 byte), the id of the master key (4), a nonce (12), the ciphertext
 * and a tag (16). The tag also authenticates the first two fields and the row's position. */
export class Sealer {
  readonly #keys: ReadonlyMap<string, MasterKey>;
  readonly #header: Buffer | null;
  readonly #nonces = Buffer.alloc(NONCES_AT_ONCE * NONCE_BYTES);
  #nextNonce = NONCES_AT_ONCE;
  /** by master key and scope; cached, because deriving a key takes as long as encrypting */
  readonly #dataKeys = new LRUCache<string, Buffer>({ max: DATA_KEYS_KEPT });

  constructor(keys: readonly MasterKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    const [first] = keys;
    this.#header = first === undefined ? null : Buffer.from([FORMAT, ...Buffer.from(first.id, 'hex')]);
  }

  /** Encrypts a value; null: there is no key. */
  seal(place: SealPosition, plain: Buffer): Buffer<ArrayBuffer> | null {
    if (this.#header === null) return null;
    const nonce = this.#nonce();
    const cipher = createCipheriv(CIPHER, this.#dataKey(this.#header, place), nonce);
    cipher.setAAD(boundTo(this.#header, place));
    const text = cipher.update(plain);
    cipher.final();
    return Buffer.concat([this.#header, nonce, text, cipher.getAuthTag()]);
  }

  /** Decrypts a value. Throws `SealBroken`. */
  open(place: SealPosition, sealed: Uint8Array): Buffer {
    const value = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (value.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) throw new SealBroken(`${place.row} is cut short`);
    const header = value.subarray(0, HEADER_BYTES);
    const nonce = value.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#dataKey(header, place), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(header, place));
    decipher.setAuthTag(value.subarray(-TAG_BYTES));
    const plain = decipher.update(value.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw new SealBroken(`${place.row} is damaged, or was encrypted for another row`, { cause: error });
    }
    return plain;
  }

  /** Returns a nonce, which is valid until the next call. */
  #nonce(): Buffer {
    if (this.#nextNonce === NONCES_AT_ONCE) {
      randomFillSync(this.#nonces);
      this.#nextNonce = 0;
    }
    const at = this.#nextNonce++ * NONCE_BYTES;
    return this.#nonces.subarray(at, at + NONCE_BYTES);
  }

  #dataKey(header: Buffer, { scope, row }: SealPosition): Buffer {
    const id = header.toString('hex', 1);
    const name = `${id} ${scope}`;
    const known = this.#dataKeys.get(name);
    if (known !== undefined) return known;
    const master = header[0] === FORMAT ? this.#keys.get(id) : undefined;
    if (master === undefined)
      throw new KeyMissing(`${row} is encrypted with the key ${id}, which this server does not have`);
    const key = master.dataKey(scope);
    this.#dataKeys.set(name, key);
    return key;
  }
}

function boundTo(header: Buffer, { row }: SealPosition): Buffer {
  return Buffer.concat([header, Buffer.from(row)]);
}

const CONTENT = Buffer.from('croupier');

interface Witness {
  name: string;
  sealed: Buffer;
}

/** Checks the keys by a stored test value for each, so that a wrong or missing key prevents the start instead of
 * failing a later read. */
export async function sealerFor(client: ClientBase, keys: readonly MasterKey[]): Promise<Sealer> {
  const sealer = new Sealer(keys);
  await client.query('begin');
  try {
    // servers that start together do this one after another, so that a wrong key leaves no test value
    await client.query('lock table secret in share row exclusive mode');
    const { rows } = await client.query<Witness>('select name, sealed from secret where name like $1', [`${PREFIX}%`]);
    for (const witness of rows) assertOpens(sealer, keys, witness);
    await leaveWitness(client, sealer, keys);
    await client.query('commit');
    return sealer;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // without a connection, the database rolls back by itself
    throw error;
  }
}

function assertOpens(sealer: Sealer, keys: readonly MasterKey[], { name, sealed }: Witness): void {
  const id = name.slice(PREFIX.length);
  if (keys.length === 0) {
    throw new SecretsKeyError(
      `the secrets in this database are encrypted with the key ${id}: set SECRETS_KEY to that key`,
    );
  }
  if (keys.every((key) => key.id !== id)) {
    const given = keys.map((key) => key.id).join(', ');
    throw new SecretsKeyError(
      `secrets in this database are encrypted with the key ${id}, but only ${given} is given: set SECRETS_KEY to the key ` +
        `${id}; if you have replaced that key, add it to SECRETS_OLD_KEYS`,
    );
  }
  try {
    sealer.open(placeOf(id), sealed);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SecretsKeyError(
      `secrets in this database are damaged: their key ${id} cannot decrypt them (${error.message}). Restore a backup of the database`,
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

/** Deletes the test values of all other keys and returns those keys' ids. Call it when all secrets use this key. */
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
