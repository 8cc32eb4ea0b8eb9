import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kept-program.ts';
import { Server } from '../process/server.ts';
import { withoutPostgres, withPostgres } from './databases.ts';
import type { Fault, Form } from './fault.ts';
import { Load } from './load.ts';

const CONFIGURATION = new URL('../../deploy/nginx.conf', import.meta.url);
const RESTARTS: Record<Form, number> = { long: 20, short: 2 };
const MOVES_BETWEEN = 200;
const STOP_DELAY_S = 5;
const LOOK_MS = 20;

/** Restarts servers as an upgrade does, and checks that only few calls get no answer. */
export const rollingRestarts: Fault = {
  name: 'rolling-restarts',
  leftOut: () => withoutPostgres() ?? withoutNginx(),
  run: (form) =>
    withPostgres(async ({ url }) => {
      const settings = { LOG_LEVEL: 'error', DATABASE_URL: url, TRUST_PROXY: '1', STOP_DELAY: String(STOP_DELAY_S) };
      const servers = await Promise.all([Server.start(settings), Server.start(settings)]);
      const proxy = await Nginx.before(servers);
      try {
        const [findings, load] = await Load.around(
          () => [proxy.url],
          async (load) => {
            for (let nth = 0; nth < RESTARTS[form]; nth++) {
              await load.moved(MOVES_BETWEEN);
              const at = nth % servers.length;
              const server = servers[at] as Server;
              await server.stop();
              servers[at] = await Server.start({ ...settings, PORT: new URL(server.url).port });
            }
            await load.moved(MOVES_BETWEEN);
          },
        );
        const { unanswered } = load.weather;
        return { ...findings, done: `${RESTARTS[form]} stops and starts behind nginx, ${unanswered} calls sent again` };
      } finally {
        await proxy.stop();
        await Promise.all(servers.map((server) => server.stop()));
      }
    }),
};

export function withoutNginx(): string | null {
  return spawnSync('nginx', ['-v']).error === undefined ? null : 'there is no nginx on this machine';
}

export class Nginx {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(url: string, child: ChildProcess, directory: string) {
    this.url = url;
    this.#child = child;
    this.#directory = directory;
    process.once('exit', () => child.kill('SIGKILL'));
  }

  static async before(servers: readonly { url: string }[]): Promise<Nginx> {
    const directory = mkdtempSync(join(tmpdir(), 'croupier-nginx-'));
    const port = await freePort();
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, configuration(servers, port, directory));
    const child = spawn('nginx', ['-c', file, '-e', join(directory, 'errors'), '-g', 'daemon off;']);
    const proxy = new Nginx(`http://127.0.0.1:${port}`, child, directory);
    while (!(await proxy.#isReady())) {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(directory, 'errors'), 'utf8')}`);
      await sleep(LOOK_MS);
    }
    return proxy;
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

function configuration(servers: readonly { url: string }[], port: number, directory: string): string {
  const addresses = servers.map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`);
  const text = readFileSync(CONFIGURATION, 'utf8')
    .replace(/^\s*server [\d.]+:3000 .*\n/gm, '')
    .replace('zone croupier 64k;', `zone croupier 64k;\n${addresses.join('\n')}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  return `pid ${join(directory, 'pid')};\n${text}`;
}
