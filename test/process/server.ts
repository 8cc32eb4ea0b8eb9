import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../kept-program.ts';
import { SHORT_LIFE } from '../node-flags.ts';
import { PATIENCE } from '../patience.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

export class Server {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #output: string[] = [];
  readonly #exited: Promise<number | null>;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => this.#output.push(String(data)));
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill); // a test that fails leaves no server behind
    this.#exited = once(child, 'close').then(([code]) => {
      process.off('exit', kill);
      return code as number | null;
    });
  }

  static async start(settings: Record<string, string>, limit?: string): Promise<Server> {
    const server = await Server.launch(settings, MAIN, limit);
    const deadline = performance.now() + PATIENCE.timeout;
    while (!(await server.isReady())) {
      if (server.#child.exitCode !== null) throw new Error(`the server ended:\n${server.output}`);
      if (performance.now() > deadline) throw new Error(`the server does not get ready:\n${server.output}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return server;
  }

  /** Starts a server without waiting for it, because it may fail. `limit` is a shell command such as `ulimit …`. */
  static async launch(settings: Record<string, string>, program = MAIN, limit = 'true'): Promise<Server> {
    const port = settings.PORT ?? String(await freePort());
    const { PATH = '' } = process.env;
    const env = { PATH, PORT: port, RATE_LIMIT: 'off', ...settings };
    return new Server(
      spawn('sh', ['-c', `${limit} && exec "$@"`, 'sh', process.execPath, ...SHORT_LIFE, program], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
      `http://127.0.0.1:${port}`,
    );
  }

  get peakMegabytes(): number {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  get output(): string {
    return this.#output.join('');
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#exited;
  }

  ended(): Promise<number | null> {
    return this.#exited;
  }
}
