import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withDatabase } from '../faults/databases.ts';
import { Server } from '../process/server.ts';
import { Bystander, judged } from './bystander.ts';

/** The address of the greedy caller. Other callers use 127.0.0.1. */
const HOG = '127.0.0.9';
const OPTIONS = {
  seconds: { type: 'string', default: '20' },
  short: { type: 'boolean', default: false },
} as const;
const SHORT_SECONDS = '5';
const SEARCH_GAMES = 20;
const CALLERS = 8;
const TAKEN_MS = 60_000;
const LIMITS = { connections: 400, streams: 150, address: 300 };
const SETTINGS = {
  LOG_LEVEL: 'warn',
  MAX_CONNECTIONS: String(4 * LIMITS.connections),
  STREAM_LIMIT: String(LIMITS.streams),
  STREAM_LIMIT_ADDRESS: String(LIMITS.address),
  RATE_LIMIT: '6000',
  REGISTRATION_LIMIT: 'off',
};

export async function hog(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const seconds = Number(values.short ? SHORT_SECONDS : values.seconds);
  return withDatabase('embedded', async (settings) => {
    const server = await Server.start({ ...settings, ...SETTINGS });
    const bystander = await Bystander.arrive(server.url);
    const alone = await bystander.callFor(seconds);
    const greedy = new Greedy(server.url);
    await greedy.takeAll();
    const beside = await bystander.callFor(seconds);
    console.log(
      `one address: ${greedy.held} connections held, ${greedy.served} calls served, ${greedy.refused} refused`,
    );
    greedy.stop();
    const fair = judged([
      { kind: 'healthz', alone: alone.health, beside: beside.health },
      { kind: 'a move', alone: alone.moves, beside: beside.moves },
    ]);
    await server.stop('SIGKILL'); // kills the server, because its bots still play
    return fair ? 0 : 1;
  });
}

class Greedy {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, localAddress: HOG, maxSockets: 16 });
  readonly #sockets = new Set<Socket>();
  #token = '';
  #stopped = false;
  served = 0;
  refused = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  get held(): number {
    return this.#sockets.size;
  }

  async takeAll(): Promise<void> {
    const registered = await this.#post('/v1/players', { name: `Hog ${Date.now()}`, kind: 'agent' });
    this.#token = registered.token;
    const game = await this.#post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    const seats = [{ bot: 'search' }, { bot: 'search' }];
    for (let nth = 0; nth < SEARCH_GAMES; nth++)
      await this.#post('/v1/games', { ruleset: 'champions-of-chance', seats });
    for (let nth = 0; nth < CALLERS; nth++) this.#callOn(`/v1/games/${game.id}?at=1`);
    await until(() => this.served >= CALLERS);
    const paths = [`/v1/games/${game.id}?after=${game.version}&wait=45`, `/v1/games/${game.id}/events`];
    for (let nth = 0; nth < LIMITS.connections; nth++) this.#hold(paths[nth % paths.length] as string, nth % 4 < 2);
    await until(() => this.refused > 0);
  }

  stop(): void {
    this.#stopped = true;
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #hold(path: string, known: boolean): void {
    if (this.#stopped) return;
    const socket = connect({ port: Number(this.#url.port), host: this.#url.hostname, localAddress: HOG });
    this.#sockets.add(socket);
    const own = known ? `Authorization: Bearer ${this.#token}\r\n` : '';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: house\r\nAccept: text/event-stream\r\n${own}\r\n`);
    socket.on('data', (data) => {
      if (String(data).startsWith('HTTP/1.1 429')) this.refused++;
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#sockets.delete(socket);
      setTimeout(() => this.#hold(path, known), 100).unref();
    });
  }

  #callOn(path: string): void {
    if (this.#stopped) return;
    const headers = { authorization: `Bearer ${this.#token}` };
    const asking = get(new URL(path, this.#url), { agent: this.#agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 429) this.refused++;
        else this.served++;
        this.#callOn(path);
      });
    });
    asking.on('error', () => setTimeout(() => this.#callOn(path), 100).unref());
  }

  async #post(path: string, body: object): Promise<any> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` };
    if (this.#token === '') headers.authorization = '';
    const own = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const answer = await fetch(new URL(path, this.#url), { method: 'POST', headers: own, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (const patience = performance.now() + TAKEN_MS; !isSo(); ) {
    if (performance.now() > patience) throw new Error('nothing was served, or nothing refused');
    await sleep(50);
  }
}
