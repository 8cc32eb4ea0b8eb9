import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES, MasterKey, SecretsKeyError } from './secrets.ts';

export function newMasterKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** The key file. It is not inside the embedded database, so the database's files alone reveal no secrets. */
const NAME = 'secrets.key';
const OWNER_ONLY = 0o600;

/** Reads one key from each line. The first encrypts, all decrypt. Throws `SecretsKeyError`. */
export function keysIn(file: string): MasterKey[] {
  const lines = textOf(file).split(/\r?\n/);
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (keys.length === 0) throw new SecretsKeyError(`${file} is empty, but must hold an encryption key`);
  return rephrasing(
    (message) => `${file}: ${message}, one in each line`,
    () => keys.map((key) => new MasterKey(key)),
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SecretsKeyError(`${file} cannot be read (${code}): check the path and its rights`, { cause: error });
  }
}

export function keyFileIn(directory: string): string {
  return join(directory, NAME);
}

export function keysBeside(directory: string): MasterKey[] {
  const file = keyFileIn(directory);
  return existsSync(file) ? keysIn(file) : [];
}

/** Creates the key file and syncs it to disk, before anything is encrypted with the key. */
export function makeKeyBeside(directory: string): MasterKey[] {
  const file = keyFileIn(directory);
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${newMasterKey()}\n`, { mode: OWNER_ONLY, flush: true });
  renameSync(unfinished, file);
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return keysIn(file);
}

type KeySettings = { [Name in `SECRETS_${'KEY' | 'KEY_FILE' | 'OLD_KEYS'}`]?: string | undefined };

/** Returns the keys in settings, perhaps none; the first encrypts. Throws `SecretsKeyError`, naming the setting. */
export function givenKeys(settings: KeySettings): MasterKey[] {
  const { SECRETS_KEY = '', SECRETS_KEY_FILE = '', SECRETS_OLD_KEYS = '' } = settings;
  if (SECRETS_KEY !== '' && SECRETS_KEY_FILE !== '')
    throw new SecretsKeyError('SECRETS_KEY and SECRETS_KEY_FILE are both set: set only one of them');
  const older = SECRETS_OLD_KEYS === '' ? [] : keysFrom('SECRETS_OLD_KEYS', SECRETS_OLD_KEYS.split(','));
  const newest =
    SECRETS_KEY_FILE === ''
      ? keysFrom('SECRETS_KEY', SECRETS_KEY === '' ? [] : [SECRETS_KEY])
      : naming('SECRETS_KEY_FILE', () => keysIn(SECRETS_KEY_FILE));
  if (newest.length === 0 && older.length > 0)
    throw new SecretsKeyError('SECRETS_OLD_KEYS has no effect without SECRETS_KEY: set both');
  return [...newest, ...older];
}

function keysFrom(name: string, texts: string[]): MasterKey[] {
  return naming(name, () => texts.map((text) => new MasterKey(text.trim())));
}

function naming<T>(name: string, read: () => T): T {
  return rephrasing((message, { cause }) => {
    const help = cause === undefined ? ' (`openssl rand -base64 32` prints a new one)' : '';
    return `${name}: ${message}${help}`;
  }, read);
}

function rephrasing<T>(rephrase: (message: string, error: Error) => string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SecretsKeyError ? new SecretsKeyError(rephrase(error.message, error)) : error;
  }
}
