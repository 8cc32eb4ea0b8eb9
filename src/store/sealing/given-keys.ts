import { keysIn } from './key-file.ts';
import { MasterKey, SecretsKeyError } from './master-key.ts';

/** What the environment says of keys; empty where it says nothing. */
export interface KeySettings {
  SECRETS_KEY: string;
  SECRETS_KEY_FILE: string;
  SECRETS_OLD_KEYS: string;
}

/** The keys that the environment gives, of which the first seals; none, where it gives none. Throws `SecretsKeyError`, which names the setting. */
export function givenKeys({ SECRETS_KEY, SECRETS_KEY_FILE, SECRETS_OLD_KEYS }: KeySettings): MasterKey[] {
  if (SECRETS_KEY !== '' && SECRETS_KEY_FILE !== '')
    throw new SecretsKeyError('SECRETS_KEY and SECRETS_KEY_FILE say the same: set one');
  const older = SECRETS_OLD_KEYS === '' ? [] : keysFrom('SECRETS_OLD_KEYS', SECRETS_OLD_KEYS.split(','));
  const newest =
    SECRETS_KEY_FILE === ''
      ? keysFrom('SECRETS_KEY', SECRETS_KEY === '' ? [] : [SECRETS_KEY])
      : naming('SECRETS_KEY_FILE', () => keysIn(SECRETS_KEY_FILE));
  if (newest.length === 0 && older.length > 0)
    throw new SecretsKeyError('SECRETS_OLD_KEYS is of no use without SECRETS_KEY');
  return [...newest, ...older];
}

function keysFrom(name: string, texts: string[]): MasterKey[] {
  return naming(name, () => texts.map((text) => new MasterKey(text.trim())));
}

function naming<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SecretsKeyError)) throw error;
    throw new SecretsKeyError(`${name}: ${error.message} (\`openssl rand -base64 32\` prints a new one)`);
  }
}
