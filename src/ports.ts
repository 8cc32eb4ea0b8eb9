import { createServer, type Server } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './settings.ts';

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses the port: stop that program, or set another port',
  EADDRNOTAVAIL: 'this machine does not have the address: correct HOST',
  ENOTFOUND: 'this machine finds no address for the name: correct HOST',
  EACCES: 'this user may not listen there: set a port above 1023',
};

/** Throws `ConfigError` if a port is not free. Call it before the database is opened, because opening changes files. */
export async function requirePorts({ host, port, metricsPort }: Config): Promise<void> {
  const opened: Server[] = [];
  try {
    opened.push(await listening('PORT', host, port));
    if (metricsPort !== null) opened.push(await listening('METRICS', host, metricsPort));
  } finally {
    await Promise.all(opened.map((server) => new Promise((done) => server.close(done))));
  }
}

function listening(setting: string, host: string, port: number): Promise<Server> {
  const server = createServer((visitor) => visitor.destroy());
  return new Promise((done, failed) => {
    server.once('error', (error) => failed(asPortError(setting, host, port, error)));
    server.listen({ host, port }, () => done(server));
  });
}

export function asPortError(
  setting: string,
  host: string,
  port: number,
  { code = '', message }: NodeJS.ErrnoException,
) {
  return new ConfigError(`cannot listen on HOST=${host} and ${setting}=${port}: ${WHY[code] ?? message} (${code})`);
}
