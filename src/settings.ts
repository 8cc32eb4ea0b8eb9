import { type Static, type TString, Type } from '@sinclair/typebox';
import { envSchema } from 'env-schema';
import { DEFAULT_BUDGET } from './analyses/model/spending.ts';
import { USUAL_PORTS } from './notifications/address.ts';
import { Fixable } from './store/failures.ts';

/** Thrown for an invalid setting. The message names the setting and says what it must be. */
export class ConfigError extends Fixable {}

const MILLION = 1_000_000;

const whole = (minimum: number, maximum: number, by?: number) =>
  Type.Integer({
    minimum,
    maximum,
    description: `a whole number from ${minimum} to ${maximum}`,
    ...(by === undefined ? {} : { default: by }),
  });
const most = (by?: number) => whole(1, MILLION, by);
const word = (by: string, description: string) => Type.String({ default: by, minLength: 1, description });
const oneOf = <const Words extends readonly string[]>(words: Words, by: Words[number]) =>
  Type.Unsafe<Words[number]>({
    type: 'string',
    enum: [...words],
    default: by,
    description: `one of ${words.join(', ')}`,
  });
const rate = (by?: string): TString =>
  Type.String({
    pattern: '^(off|[1-9][0-9]{0,8})$',
    description: 'off or a whole number from 1 to 999999999',
    ...(by === undefined ? {} : { default: by }),
  });
const database = () =>
  Type.String({
    default: '',
    pattern: '^(postgres(ql)?://.+)?$',
    description: 'like postgresql://user:password@host:5432/database',
  });

/** All settings, as environment variables. docs/configuration.md has the same table. */
export const SETTINGS = Type.Object({
  NODE_ENV: Type.String({ default: 'development', description: 'production, or another word' }),
  HOST: word('127.0.0.1', 'an address of this machine'),
  PORT: whole(0, 65_535, 3000),
  DATA_DIR: word('./data', 'a folder'),
  DATABASE_URL: database(),
  DATABASE_LISTEN_URL: database(),
  DATABASE_POOL: whole(1, 1000, 10),
  DATABASE_WAIT: whole(0, 3600, 30),
  SECRETS_KEY: Type.String({ default: '', description: '32 bytes in base64' }),
  SECRETS_KEY_FILE: Type.String({ default: '', description: 'a file with a key in each line' }),
  SECRETS_OLD_KEYS: Type.String({ default: '', description: 'keys in base64, with commas' }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  STREAM_LIMIT: most(1000),
  STREAM_LIMIT_ADDRESS: Type.Optional(most()),
  RATE_LIMIT: rate('100000'),
  RATE_LIMIT_ADDRESS: Type.Optional(rate()),
  REGISTRATION_LIMIT: Type.Optional(rate()),
  TRUST_PROXY: word('off', '"off", a number of proxies or their addresses'),
  CORS_ORIGINS: word('*', '"*", "off" or origins like https://play.example'),
  MAX_CONNECTIONS: Type.Optional(most()),
  MAX_CONNECTIONS_ADDRESS: Type.Optional(most()),
  PAGES: oneOf(['on', 'off'], 'on'),
  OPERATOR_TOKEN: Type.String({
    default: '',
    pattern: '^([\\x21-\\x7e]{20,200})?$',
    description: '20 to 200 characters of ASCII without spaces',
  }),
  METRICS: Type.String({
    default: 'on',
    pattern: '^(on|off|[1-9][0-9]{0,4})$',
    description: 'on, off or a port from 1 to 65535',
  }),
  STOP_DELAY: whole(0, 600, 0),
  WEBHOOK_PRIVATE_ADDRESSES: oneOf(['refuse', 'allow'], 'refuse'),
  SMTP_URL: Type.String({
    default: '',
    pattern: '^(smtps?://[^ ]+)?$',
    description: 'like smtps://name:password@mail.example:465',
  }),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>@\\r\\n]*<[^<>@ ]+@[^<>@ ]+>|[^<>@ ]+@[^<>@ ]+)$',
      description: 'an address, or a name with an address in angle brackets',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^ ?#]+$', description: 'the URL of the pages, like https://play.example' }),
  ),
  WEBHOOK_PORTS: Type.String({
    default: USUAL_PORTS.join(','),
    pattern: '^[0-9]{1,5}( *, *[0-9]{1,5})*$',
    description: 'ports, like 443,8443',
  }),
  SEARCH_MS: whole(1, 60_000, 300),
  ANALYSES: oneOf(['on', 'off'], 'on'),
  ANALYSIS_PLAYOUTS: whole(100, 10_000_000, DEFAULT_BUDGET.playouts),
  ANALYSIS_SECONDS: whole(1, 3600, DEFAULT_BUDGET.seconds),
  LIVE_GAMES: whole(1, 10_000_000, 10_000),
});

export type Settings = Static<typeof SETTINGS>;

/** Settings with these prefixes may contain a password or key, so errors do not print their values. */
const UNSPOKEN = /^(DATABASE|OPERATOR|SECRETS|SMTP)_/;
/** The settings for which an empty list is valid. */
const LISTS = new Set(['SECRETS_OLD_KEYS']);
/** Spaces and line feeds around these values are removed, because key files end with a line feed. */
const TRIMMED = new Set(['SECRETS_KEY', 'SECRETS_OLD_KEYS']);
const STRAY = /^\s|\s$|\p{Cc}/u;
const LONGEST_SPOKEN = 40;

/** Returns settings with defaults. Throws `ConfigError` at the first invalid setting. */
export function settingsIn(environment: NodeJS.ProcessEnv): Settings {
  for (const name of Object.keys(SETTINGS.properties)) refuseStray(name as keyof Settings, environment[name]);
  try {
    return envSchema<Settings>({ schema: SETTINGS, data: environment, dotenv: false, env: false });
  } catch (error) {
    const [first] = (error as { errors?: { instancePath: string }[] }).errors ?? [];
    if (first === undefined) throw error;
    const name = first.instancePath.slice(1) as keyof Settings;
    throw misfit(`${name} must be ${SETTINGS.properties[name].description}${insteadOf(name, environment[name])}`);
  }
}

/** Rejects empty values and invisible characters, such as those from files with Windows line ends. */
function refuseStray(name: keyof Settings, value: string | undefined): void {
  if (value === undefined) return;
  const { description } = SETTINGS.properties[name];
  if (value === '' && !LISTS.has(name)) {
    throw misfit(`${name} is set to an empty value, but must be ${description}: correct or unset it`);
  }
  const stray = (TRIMMED.has(name) ? /\r/ : STRAY).exec(value)?.[0];
  if (stray === undefined) return;
  const hint = stray === '\r' ? ' (a Windows line end)' : '';
  throw misfit(
    `${name} must not contain ${JSON.stringify(stray)}${hint}${UNSPOKEN.test(name) ? '' : `, as in ${shortened(value)}`}`,
  );
}

function insteadOf(name: string, value = ''): string {
  return UNSPOKEN.test(name) ? '' : `, not ${shortened(value)}`;
}

function shortened(value: string): string {
  return JSON.stringify(value.length <= LONGEST_SPOKEN ? value : `…${value.slice(-LONGEST_SPOKEN)}`);
}

/** Returns the error for an invalid setting. `what` names the setting and says what it must be. */
export function misfit(what: string): ConfigError {
  return new ConfigError(`The configuration is wrong: ${what}.`);
}
