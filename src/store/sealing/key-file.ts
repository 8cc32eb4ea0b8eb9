import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MasterKey, newMasterKey, SecretsKeyError } from './master-key.ts';

/** Beside the embedded database and not in it: whoever gets the database's files alone has no key. */
const NAME = 'secrets.key';
const OWNER_ONLY = 0o600;

/** The keys of a file, one a line, of which the first seals and the others open. Throws `SecretsKeyError`. */
export function keysIn(file: string): MasterKey[] {
  const lines = textOf(file).split(/\r?\n/);
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (keys.length === 0) throw new SecretsKeyError(`there is no key in ${file}`);
  try {
    return keys.map((key) => new MasterKey(key));
  } catch (error) {
    if (error instanceof SecretsKeyError)
      throw new SecretsKeyError(`${file} does not fit: ${error.message}, one a line`);
    throw error;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SecretsKeyError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** Where the key of the embedded database in a directory is, when its owner gave none. */
export function keyFileIn(directory: string): string {
  return join(directory, NAME);
}

/** The keys in the file beside the embedded database; none, when there is no such file. */
export function keysBeside(directory: string): MasterKey[] {
  const file = keyFileIn(directory);
  return existsSync(file) ? keysIn(file) : [];
}

/** Makes that file with a new key, whole and on disk before anything is sealed under it. */
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
