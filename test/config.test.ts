import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { OWN_FILES } from '../src/open-files.ts';
import { ConfigError, SETTINGS } from '../src/settings.ts';

const KEY = Buffer.alloc(32, 'one').toString('base64');
const OLD = Buffer.alloc(32, 'old').toString('base64');

const guardOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).limits;

describe('limits of calls', () => {
  test.each([
    [{}, { player: 100_000, address: 1_000_000, registration: 10_000 }],
    [{ RATE_LIMIT: '5' }, { player: 5, address: 50, registration: 10_000 }],
    [{ RATE_LIMIT: 'off' }, { player: 'off', address: 'off', registration: 'off' }],
    [
      { RATE_LIMIT: 'off', REGISTRATION_LIMIT: '7' },
      { player: 'off', address: 'off', registration: 7 },
    ],
    [
      { RATE_LIMIT_ADDRESS: '9', REGISTRATION_LIMIT: 'off' },
      { player: 100_000, address: 9, registration: 'off' },
    ],
  ])('with %j are as documented', (environment, rates) => {
    expect(guardOf(environment).rates).toEqual(rates);
  });
});

test.each([
  ['off', false],
  ['2', 2],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, ::1,2001:db8::/32', ['10.0.0.0/8', '::1', '2001:db8::/32']],
])('TRUST_PROXY=%s is read as documented', (TRUST_PROXY, trusted) => {
  expect(guardOf({ TRUST_PROXY }).trustProxy).toEqual(trusted);
});

test.each([
  ['*', '*'],
  ['off', 'off'],
  ['https://a.example, http://localhost:8080', ['https://a.example', 'http://localhost:8080']],
])('CORS_ORIGINS=%s is read as documented', (CORS_ORIGINS, origins) => {
  expect(guardOf({ CORS_ORIGINS }).origins).toEqual(origins);
});

test.each([
  ['on', true, true, null],
  ['off', false, false, null],
  ['9100', true, false, 9100],
])('METRICS=%s is read as documented', (METRICS, measured, shown, port) => {
  const { metrics, metricsPort, limits } = readConfig({ METRICS });
  expect([metrics, limits.publicMetrics, metricsPort]).toEqual([measured, shown, port]);
});

test('the sealing key comes first, and keys that only open follow', () => {
  const ids = (environment: NodeJS.ProcessEnv) => readConfig(environment).secretsKeys.map(({ id }) => id);
  const [one, old] = [ids({ SECRETS_KEY: KEY }), ids({ SECRETS_KEY: OLD })];
  expect(ids({})).toEqual([]);
  expect(ids({ SECRETS_KEY: `${KEY}\n`, SECRETS_OLD_KEYS: `${OLD}, ${KEY}` })).toEqual([...one, ...old, ...one]);
  const folder = mkdtempSync(join(tmpdir(), 'croupier-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'keys'), `${OLD}\n${KEY}\n`);
  expect(ids({ SECRETS_KEY_FILE: join(folder, 'keys') })).toEqual([...old, ...one]);
});

test.each([
  { TRUST_PROXY: 'true' },
  { TRUST_PROXY: '10.0.0.0/33' },
  { TRUST_PROXY: '10.0.0.0/8,' },
  { TRUST_PROXY: '0' },
  { PORT: 'http' },
  { PORT: '70000' },
  { LOG_LEVEL: 'loud' },
  { RATE_LIMIT: '-1' },
  { SEARCH_MS: '0' },
  { STREAM_LIMIT: 'many' },
  { STREAM_LIMIT_ADDRESS: '0' },
  { WEBHOOK_PORTS: '443,70000' },
  { WEBHOOK_PORTS: 'https' },
  { MAX_CONNECTIONS_ADDRESS: 'all' },
  { WEBHOOK_PRIVATE_ADDRESSES: 'some' },
  { DATABASE_URL: 'mysql://localhost/x' },
  { DATABASE_URL: 'postgresql://u:p#w@localhost/x' },
  { DATABASE_LISTEN_URL: 'postgresql://localhost/x' },
  { DATABASE_URL: 'postgresql://u@localhost/x?sslmode=bogus' },
  { SECRETS_KEY: 'short' },
  { SECRETS_KEY_FILE: '/nowhere/secrets.key' },
  { SECRETS_OLD_KEYS: KEY },
  { SECRETS_OLD_KEYS: 'short', SECRETS_KEY: KEY },
  { SECRETS_KEY_FILE: '/nowhere/secrets.key', SECRETS_KEY: KEY },
  { CORS_ORIGINS: 'https://a.example/' },
  { CORS_ORIGINS: 'a.example' },
  { CORS_ORIGINS: 'https://a.example,*' },
  { METRICS: 'yes' },
  { RATE_LIMIT_ADDRESS: '0' },
  { REGISTRATION_LIMIT: '1.5' },
  { MAX_CONNECTIONS: '0' },
  { STOP_DELAY: '-1' },
])('%j is invalid, and the message names the setting', (environment: Record<string, string>) => {
  const [name = ''] = Object.keys(environment);
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(name);
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
  [
    { RATE_LIMIT: '' },
    'RATE_LIMIT is set to an empty value, but must be off or a whole number from 1 to 999999999: correct or unset it',
  ],
  [{ PORT: '3000\r' }, 'PORT must not contain "\\r" (a Windows line end), as in "3000\\r"'],
  [{ SECRETS_KEY: `${KEY}\r\n` }, 'SECRETS_KEY must not contain "\\r" (a Windows line end)'],
  [{ DATA_DIR: './data ' }, 'DATA_DIR must not contain " ", as in "./data "'],
  [
    { DATABASE_URL: 'postgresql://ada:sesame@localhost/x\r' },
    'DATABASE_URL must not contain "\\r" (a Windows line end)',
  ],
  [{ LOG_LEVEL: 'INFO' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "INFO"'],
  [{ METRICS: '70000' }, 'METRICS must be on, off or a port from 1 to 65535, not "70000"'],
  [{ METRICS: '3000' }, 'METRICS must be a port other than PORT=3000'],
  [{ WEBHOOK_PORTS: '443,0' }, 'WEBHOOK_PORTS must be ports, like 443,8443, not "0"'],
  [{ RATE_LIMIT: '1e3' }, 'RATE_LIMIT must be off or a whole number from 1 to 999999999, not "1e3"'],
  [
    { DATABASE_URL: 'mysql://ada:sesame@localhost/x' },
    'DATABASE_URL must be like postgresql://user:password@host:5432/database',
  ],
])('%j is rejected with the expected form, without any password', (environment: Record<string, string>, sentence) => {
  expect(() => readConfig(environment)).toThrow(new ConfigError(`The configuration is wrong: ${sentence}.`));
});

test.each(Object.keys(SETTINGS.properties))(
  '%s counts as unset if empty, and without the line end of Windows',
  (name) => {
    const refusal = (value: string) => {
      try {
        readConfig({ [name]: value });
      } catch (error) {
        return (error as ConfigError).message;
      }
    };
    const empty = name === 'SECRETS_OLD_KEYS' ? undefined : expect.stringContaining(`${name} is set to an empty value`);
    expect(refusal('')).toEqual(empty);
    for (const end of ['\r', '\r\n']) {
      expect(refusal(`x${end}`)).toContain(`${name} must not contain "\\r" (a Windows line end)`);
    }
    expect(refusal('x\r') ?? '').not.toMatch(/\n|\r/);
  },
);

test('connections are limited by the number of open files, and a higher setting is rejected', () => {
  const connections = (environment: NodeJS.ProcessEnv, files?: number) =>
    readConfig(environment, files).limits.connections;
  expect(connections({})).toBe(10_000);
  expect(connections({}, 4096)).toBe(4096 - OWN_FILES);
  expect(connections({ MAX_CONNECTIONS: '488' }, 1000)).toBe(488);
  expect(() => connections({ MAX_CONNECTIONS: '489' }, 1000)).toThrow(
    'MAX_CONNECTIONS=489 needs 1001 open files, but this process may have 1000',
  );
});
