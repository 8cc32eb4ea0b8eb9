import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import { Server } from './server.ts';

const REGISTRATIONS = 6;

/** One connection, which stays with the worker that it was given to. */
class Line {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  token = '';
  /** of the process that answered last: ids of requests begin with what no other process has */
  worker = '';
  headers: Record<string, unknown> = {};

  constructor(url: string) {
    this.#url = url;
    onTestFinished(() => this.#agent.destroy());
  }

  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any; text: string }> {
    const headers = {
      ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, { method, headers, agent: this.#agent }, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('');
        this.headers = answer.headers;
        this.worker = String(answer.headers['x-request-id']).slice(0, 12);
        const isJson = answer.headers['content-type']?.includes('json');
        resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : null, text });
      });
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

/** A line to each of two workers. */
async function linesTo(server: Server): Promise<[Line, Line]> {
  const one = new Line(server.url);
  await one.call('GET', '/healthz');
  for (;;) {
    const other = new Line(server.url);
    await other.call('GET', '/healthz');
    if (other.worker !== one.worker) return [one, other];
  }
}

const servingIn = (server: Server): number[] =>
  [...server.output.matchAll(/"pid":(\d+),"msg":"a worker serves"/g)].map(([, pid]) => Number(pid));

test.runIf(KINDS.includes('postgres'))(
  'two workers behind one port are one server: what one does the other shows, counts and wakes for, and one that is killed is replaced',
  async () => {
    const { settings, remove } = await freshDatabase('postgres');
    onTestFinished(remove);
    const limits = { REGISTRATION_LIMIT: String(REGISTRATIONS) };
    const server = await Server.start({ ...settings, ...limits, WORKERS: '2' });
    await expect.poll(() => servingIn(server).length).toBe(2);
    const [one, other] = await linesTo(server);

    const register = (line: Line) =>
      line.call('POST', '/v1/players', { name: `Worker ${randomUUID().slice(0, 8)}`, kind: 'agent' });
    const { body: ada } = await register(one);
    one.token = ada.token;
    other.token = ada.token;
    const { body: game } = await one.call('POST', '/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    const path = `/v1/games/${game.id}`;
    const waiting = other.call('GET', `${path}?after=${game.version}&wait=30`);
    const move = { action: game.legalActions[0], seat: game.viewer, expectedVersion: game.version };
    expect((await one.call('POST', `${path}/actions`, move)).status).toBe(200);
    expect((await waiting).body.version).toBe(game.version + 1);
    expect(other.worker).not.toBe(one.worker);
    for (const line of [one, other]) {
      await expect
        .poll(async () => (await line.call('GET', '/metrics')).text)
        .toMatch(/^croupier_actions_total\{ruleset="pascals-ruin"\} 1$/m);
    }

    other.token = '';
    for (let n = 1; n < REGISTRATIONS; n++) expect((await register(one)).status).toBe(201);
    await expect.poll(async () => (await register(other)).body.code).toBe('rate-limited');

    const [director = 0] = servingIn(server);
    process.kill(director, 'SIGKILL');
    await expect.poll(() => servingIn(server).length).toBe(3);
    expect(server.output).toMatch(/"code":null,"signal":"SIGKILL","msg":"a worker has ended, another is started"/);
    const [survivor] = await linesTo(server);
    survivor.token = ada.token;
    const clock = { perAction: 1, onTimeout: 'resign' };
    const seats = ['me', 'me'];
    const { body: timed } = await survivor.call('POST', '/v1/games', { ruleset: 'pascals-ruin', seats, clock });
    await expect.poll(async () => (await survivor.call('GET', `/v1/games/${timed.id}`)).body.status).toBe('finished');
    expect(await server.stop()).toBe(0);
    expect(server.output.match(/"msg":"stopped"/g)).toHaveLength(2);
  },
);
