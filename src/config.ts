import { type Static, Type } from '@sinclair/typebox';
import { envSchema } from 'env-schema';

/** Every setting, read from the environment; the README's table says the same in words. */
const Settings = Type.Object({
  NODE_ENV: Type.String({ default: 'development' }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535 }),
  DATA_DIR: Type.String({ default: './data', minLength: 1 }),
  DATABASE_URL: Type.String({ default: '', pattern: '^(postgres(ql)?://.+)?$' }),
  DATABASE_POOL: Type.Integer({ default: 10, minimum: 1, maximum: 1000 }),
  DATABASE_WAIT: Type.Integer({ default: 30, minimum: 0, maximum: 3600 }),
  LOG_LEVEL: Type.Unsafe<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'>({
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
  }),
  RATE_LIMIT: Type.String({ default: '100000', pattern: '^(off|[1-9][0-9]{0,8})$' }),
  WEBHOOK_PRIVATE_ADDRESSES: Type.Unsafe<'refuse' | 'allow'>({
    type: 'string',
    enum: ['refuse', 'allow'],
    default: 'refuse',
  }),
  LIVE_GAMES: Type.Integer({ default: 10_000, minimum: 1, maximum: 10_000_000 }),
});

export interface Config {
  production: boolean;
  host: string;
  port: number;
  dataDirectory: string;
  /** null: the embedded database in `dataDirectory` */
  databaseUrl: string | null;
  databasePool: number;
  /** seconds that the start waits for a PostgreSQL that does not answer yet */
  databaseWait: number;
  logLevel: Static<typeof Settings>['LOG_LEVEL'];
  /** requests a minute and caller */
  rateLimit: number | 'off';
  /** games kept in memory */
  liveGames: number;
  /** whether webhooks may go to addresses that are not public, and in the clear */
  webhookPrivateAddresses: 'refuse' | 'allow';
}

/** A setting that does not fit; the message says which and what would. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the configuration; throws `ConfigError` in one sentence when something does not fit. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = checked(environment);
  return {
    production: settings.NODE_ENV === 'production',
    host: settings.HOST,
    port: settings.PORT,
    dataDirectory: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL === '' ? null : settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    databaseWait: settings.DATABASE_WAIT,
    logLevel: settings.LOG_LEVEL,
    rateLimit: settings.RATE_LIMIT === 'off' ? 'off' : Number(settings.RATE_LIMIT),
    liveGames: settings.LIVE_GAMES,
    webhookPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES,
  };
}

function checked(environment: NodeJS.ProcessEnv): Static<typeof Settings> {
  try {
    return envSchema<Static<typeof Settings>>({ schema: Settings, data: environment, dotenv: false, env: false });
  } catch (error) {
    throw new ConfigError(`The configuration does not fit: ${(error as Error).message}.`);
  }
}
