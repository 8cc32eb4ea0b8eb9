import { isIP } from 'node:net';
import { type Limits, PATIENCE, type Rates } from './http/limits.ts';
import type { MailSettings } from './notifications/mail/mailer.ts';
import { OWN_FILES } from './open-files.ts';
import { misfit, SETTINGS, type Settings, settingsIn } from './settings.ts';
import { Fixable } from './store/failures.ts';
import { hostsIn } from './store/primary.ts';
import { givenKeys } from './store/sealing/keys.ts';

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment. Throws `ConfigError`. `openFiles`: how many files and connections this process may open. */
export function readConfig(environment: NodeJS.ProcessEnv, openFiles = Number.POSITIVE_INFINITY) {
  const settings = settingsIn(environment);
  const { METRICS, PORT } = settings;
  if (METRICS === String(PORT)) throw misfit(`METRICS must be a port other than PORT=${PORT}`);
  return {
    production: settings.NODE_ENV === 'production',
    host: settings.HOST,
    port: PORT,
    dataDirectory: settings.DATA_DIR,
    /** null: the server uses the embedded database in `dataDirectory` */
    databaseUrl: databaseOf('DATABASE_URL', settings),
    /** a URL of the same database that bypasses the connection pooler; null: there is no pooler */
    databaseListenUrl: databaseOf('DATABASE_LISTEN_URL', settings),
    databasePool: settings.DATABASE_POOL,
    /** the seconds that the start waits for PostgreSQL */
    databaseWait: settings.DATABASE_WAIT,
    /** the keys for secrets: the first encrypts, all decrypt; if empty, the embedded database makes its own */
    secretsKeys: fitting(() => givenKeys(settings)),
    logLevel: settings.LOG_LEVEL,
    limits: guardOf(settings, openFiles),
    /** null: no mail is sent */
    mail: mailOf(settings),
    /** the operator's address for push services, which require one */
    pushContact: settings.PUBLIC_URL?.startsWith('https:') ? settings.PUBLIC_URL : undefined,
    pages: settings.PAGES === 'on',
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    /** null: there is no page for operators */
    operatorToken: settings.OPERATOR_TOKEN || null,
    metrics: METRICS !== 'off',
    /** the port of the metrics; null: they have no port of their own */
    metricsPort: METRICS === 'on' || METRICS === 'off' ? null : portOf('METRICS', METRICS),
    /** seconds that the server still accepts requests after it has reported that it is not ready */
    stopDelay: settings.STOP_DELAY,
    /** milliseconds that a search bot spends on a decision */
    searchMs: settings.SEARCH_MS,
    /** null: no games are analyzed */
    analysisBudget:
      settings.ANALYSES === 'on' ? { playouts: settings.ANALYSIS_PLAYOUTS, seconds: settings.ANALYSIS_SECONDS } : null,
    /** the number of games in memory */
    liveGames: settings.LIVE_GAMES,
    /** true: webhooks may go to private addresses and unencrypted */
    webhookPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES,
    /** the ports that webhooks may use if private addresses are refused */
    webhookPorts: wordsIn(settings.WEBHOOK_PORTS).map((word) => portOf('WEBHOOK_PORTS', word)),
  };
}

function databaseOf(name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL', settings: Settings): string | null {
  const url = settings[name];
  if (url === '') return null;
  if (settings.DATABASE_URL === '') throw misfit(`${name} has no effect without DATABASE_URL: set both`);
  fitting(() => hostsIn(url), `${name} `);
  return url;
}

function fitting<T>(read: () => T, name = ''): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Fixable ? misfit(`${name}${error.message}`) : error;
  }
}

function mailOf({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings): MailSettings | null {
  if (SMTP_URL === '') return null;
  if (!URL.canParse(SMTP_URL)) throw misfit('SMTP_URL must be like smtps://name:password@mail.example:465');
  if (MAIL_FROM === undefined || PUBLIC_URL === undefined) {
    throw misfit(
      'SMTP_URL also needs MAIL_FROM (the sender of mails) and PUBLIC_URL (the address in their links): set all three',
    );
  }
  return { smtp: new URL(SMTP_URL), from: MAIL_FROM, publicUrl: PUBLIC_URL.replace(/\/+$/, '') };
}

function guardOf(settings: Settings, openFiles: number): Limits {
  return {
    rates: ratesOf(settings),
    origins: originsOf(settings.CORS_ORIGINS),
    trustProxy: proxiesOf(settings.TRUST_PROXY),
    ...connectionsOf(settings, openFiles),
    patience: PATIENCE,
    publicMetrics: settings.METRICS === 'on',
  };
}

/** By default one IP address may hold a quarter of the connections. */
const CONNECTIONS_TO_AN_ADDRESS = 4;
const STREAMING_PLAYERS_AT_AN_ADDRESS = 2;

function connectionsOf(settings: Settings, openFiles: number) {
  const { STREAM_LIMIT: player } = settings;
  const connections = mostConnections(settings, openFiles);
  const share = Math.ceil(connections / CONNECTIONS_TO_AN_ADDRESS);
  return {
    connections,
    connectionsOfAddress: settings.MAX_CONNECTIONS_ADDRESS ?? share,
    openCalls: { player, address: settings.STREAM_LIMIT_ADDRESS ?? player * STREAMING_PLAYERS_AT_AN_ADDRESS },
  };
}

export const DEFAULT_CONNECTIONS = 10_000;

function mostConnections({ MAX_CONNECTIONS: asked }: Settings, openFiles: number): number {
  const room = openFiles - OWN_FILES;
  if (asked === undefined) return Math.min(DEFAULT_CONNECTIONS, room);
  if (asked <= room) return asked;
  throw misfit(
    `MAX_CONNECTIONS=${asked} needs ${asked + OWN_FILES} open files, but this process may have ${openFiles}: raise \`ulimit -n\`, or lower MAX_CONNECTIONS`,
  );
}

const PLAYERS_AT_AN_ADDRESS = 10;
const REGISTRATIONS_AN_HOUR = 10_000;

/** Returns the rate limits. If RATE_LIMIT is off, the limits that are not set are off too. */
function ratesOf({ RATE_LIMIT, RATE_LIMIT_ADDRESS, REGISTRATION_LIMIT }: Settings): Rates {
  const player = rateOf(RATE_LIMIT);
  const off = player === 'off';
  return {
    player,
    address: RATE_LIMIT_ADDRESS ? rateOf(RATE_LIMIT_ADDRESS) : off ? 'off' : player * PLAYERS_AT_AN_ADDRESS,
    registration: REGISTRATION_LIMIT ? rateOf(REGISTRATION_LIMIT) : off ? 'off' : REGISTRATIONS_AN_HOUR,
  };
}

function rateOf(setting: string): number | 'off' {
  return setting === 'off' ? 'off' : Number(setting);
}

function originsOf(setting: string): Limits['origins'] {
  if (setting === '*' || setting === 'off') return setting;
  const origins = wordsIn(setting);
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return origins;
  throw misfit(`CORS_ORIGINS must be "*", "off" or origins like https://play.example, not ${JSON.stringify(wrong)}`);
}

function proxiesOf(setting: string): Limits['trustProxy'] {
  if (setting === 'off') return false;
  if (/^[1-9][0-9]?$/.test(setting)) return Number(setting);
  const proxies = wordsIn(setting);
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw misfit(`TRUST_PROXY must be "off", a number of proxies or their addresses, not ${JSON.stringify(wrong)}`);
}

/** True for an IP address, with or without a prefix length. */
function isNetwork(word: string): boolean {
  const [address = '', length, ...more] = word.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    more.length === 0 && bits > 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  );
}

function portOf(setting: 'METRICS' | 'WEBHOOK_PORTS', word: string): number {
  const port = Number(word);
  if (port >= 1 && port <= 65535) return port;
  throw misfit(`${setting} must be ${SETTINGS.properties[setting].description}, not ${JSON.stringify(word)}`);
}

function wordsIn(setting: string): string[] {
  return setting.split(',').map((word) => word.trim());
}
