import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connect, followGame, type GameEvent, type Line } from '../../clients/typescript/src/index.ts';

const GAME = '01a2035b-1f14-794a-aef2-802fc9eb60ae';

async function serviceOf(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.push(request), answers.length) - 1];
    answer?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const event = (version: number) => ({ id: `${version}.0`, version, index: 0, type: 'passed', seat: 0, data: {} });
const told = (version: number) => `id: ${version}.0.abc\ndata: ${JSON.stringify(event(version))}\n\n`;
const streams = (text: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`retry: 1000\n\n${text}`);
};
const over = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(204).end();
const json = (status: number, body: object) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function followed(baseUrl: string) {
  const connection = connect({ baseUrl, token: () => 'crp_token' });
  const news: GameEvent[] = [];
  const lines: Line[] = [];
  const rewound: number[] = [];
  const listener = {
    signal: AbortSignal.timeout(30_000),
    onEvents: (events: GameEvent[]) => void news.push(...events),
    onRewound: (version: number) => void rewound.push(version),
    onLine: (line: Line) => void lines.push(line),
  };
  await followGame(connection, { gameId: GAME, viewer: 0, version: 2 }, listener);
  return { versions: news.map(({ version }) => version), line: lines.at(-1), rewound };
}

test('a broken stream resumes, until nothing is left', async () => {
  const { asked, baseUrl } = await serviceOf(streams(told(3)), streams(`: still here\n\n${told(4)}`), over);
  expect(await followed(baseUrl)).toEqual({ versions: [3, 4], line: 'over', rewound: [] });
  expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual(['2', '3.0.abc', '4.0.abc']);
  expect(asked[0]?.headers.authorization).toBe('Bearer crp_token');
});

test('with too many streams, changes come by long polls', async () => {
  const page = (version: number) => json(200, { version, events: [event(version)], next: null });
  const polls = Array.from({ length: 20 }, (_, i) => page(3 + i));
  const { asked, baseUrl } = await serviceOf(json(429, {}), ...polls, over);
  const { versions, line } = await followed(baseUrl);
  expect(versions).toEqual(polls.map((_, i) => 3 + i));
  expect(line).toBe('over');
  expect(asked[2]?.url).toContain('after=3&wait=25');
});

test('after a poll that failed, nothing is reported again', async () => {
  const page = (version: number) => json(200, { version, events: [event(version)], next: null });
  const refusal = json(404, { code: 'game-not-found', detail: 'There is no such game.' });
  const { asked, baseUrl } = await serviceOf(json(429, {}), page(3), page(4), refusal, over);
  expect(await followed(baseUrl)).toEqual({ versions: [3, 4], line: 'over', rewound: [] });
  expect(asked.at(-1)?.headers['last-event-id']).toBe('4');
});

function blockedBy(refuse: (response: ServerResponse) => void) {
  let version = 2;
  return serviceOf((request, response) => {
    if (request.headers.accept === 'text/event-stream') {
      if (version < 6) refuse(response);
      else over(request, response);
    } else if (request.url?.includes('wait=0')) json(200, { version, events: [], next: null })(request, response);
    else json(200, { version: ++version, events: [event(version)], next: null })(request, response);
  });
}

test.each<[string, (response: ServerResponse) => void]>([
  ['is cut off', (response) => void response.socket?.destroy()],
  ['is refused by a filter on the way', (response) => void response.writeHead(403).end('<h1>Blocked</h1>')],
  ['is answered by another page', (response) => void response.writeHead(200).end('<h1>Sign in</h1>')],
  ['is refused by a proxy', (response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
  [
    'ends after its first bytes',
    (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 1000\n\n'),
  ],
])('where each stream %s and other calls are answered, changes come by long polls', async (_, refuse) => {
  const { asked, baseUrl } = await blockedBy(refuse);
  const { versions, line } = await followed(baseUrl);
  expect(versions.slice(0, 4)).toEqual([3, 4, 5, 6]);
  expect(line).toBe('over');
  const streamed = asked.findLastIndex(({ headers }) => headers.accept === 'text/event-stream');
  expect(asked.slice(0, streamed).filter(({ headers }) => headers.accept === 'text/event-stream').length).toBeLessThan(
    4,
  );
});

test('a connection that a proxy refuses like every call is refused', async () => {
  const { baseUrl } = await serviceOf(json(403, {}));
  expect(await followed(baseUrl)).toEqual({ versions: [], line: 'refused', rewound: [] });
});

test('lost versions are reported, and so is a missing permission', async () => {
  const lost = 'event: rewound\nid: 1.abc\ndata: {"version":1,"head":"abc"}\n\n';
  const { baseUrl } = await serviceOf(
    streams(lost),
    json(401, { code: 'unauthorized', detail: 'This server does not know this token.' }),
  );
  expect(await followed(baseUrl)).toEqual({ versions: [], line: 'refused', rewound: [1] });
});

test('a change is retried under one key until it is answered', async () => {
  const cutOff = (request: IncomingMessage) => void request.socket.destroy();
  const { asked, baseUrl } = await serviceOf(cutOff, json(503, {}), json(201, { id: GAME }));
  const { api } = connect({ baseUrl, token: () => 'crp_token' });
  const { data } = await api.POST('/v1/games', { params: {}, body: { ruleset: 'pascal' } });
  expect(data?.id).toBe(GAME);
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});
