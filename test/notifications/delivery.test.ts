import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Reach, reachOf } from '../../src/notifications/address.ts';
import { attempt, type Outcome } from '../../src/notifications/delivery.ts';
import { newSecret, signed } from '../../src/notifications/webhook/message.ts';
import { CERTIFICATE, KEY } from './certificate.ts';
import { isSigned, Receiver } from './receiver.ts';

const ANYWHERE = reachOf('allow');
const SECRET = newSecret();

/** Returns the rules of production for addresses, with fixed DNS answers. 127.0.0.2 counts as a public address. */
function worldWhere(...answers: string[][]): Reach & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    schemes: ['https:', 'http:'],
    ports: null,
    refuses: (address) => address !== '127.0.0.2' && reachOf('refuse').refuses(address),
    resolve: async (name) => {
      asked.push(name);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
}

async function send(url: string, options: { reach?: Reach; timeoutMs?: number; signal?: AbortSignal } = {}) {
  const message = signed({ id: 'message-1', url, secret: SECRET, body: '{"type":"turn"}' });
  return attempt(message, { reach: ANYWHERE, timeoutMs: 20_000, at: new Date(), ...options });
}

async function rawServer(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => speak(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

function failure(httpStatus: number | null, error: string | RegExp): Outcome {
  const words = typeof error === 'string' ? error : expect.stringMatching(error);
  return { delivered: false, httpStatus, error: words, retryAfterMs: 0 };
}

describe('an attempt', () => {
  test('posts the body, signed', async () => {
    const receiver = await Receiver.start();
    expect(await send(receiver.url())).toEqual({ delivered: true, httpStatus: 204, error: null, retryAfterMs: 0 });
    const [received] = receiver.received;
    expect(received).toMatchObject({ id: 'message-1', path: '/hook', text: '{"type":"turn"}' });
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json', connection: 'close' });
    expect(isSigned(received as never, SECRET)).toBe(true);
    expect(isSigned(received as never, newSecret())).toBe(false);
  });

  test.each([200, 201, 202, 299])('that is answered with %i has succeeded', async (status) => {
    const receiver = await Receiver.start();
    receiver.answering = (response) => response.writeHead(status).end('thanks');
    expect(await send(receiver.url())).toMatchObject({ delivered: true, httpStatus: status });
  });

  test.each([400, 404, 410, 429, 500, 503])('that is answered with %i has failed', async (status) => {
    const receiver = await Receiver.start();
    receiver.answering = (response) => response.writeHead(status).end();
    expect(await send(receiver.url())).toEqual(failure(status, `the answer was ${status}`));
  });

  test('reads how long to wait', async () => {
    const receiver = await Receiver.start();
    const [waits, kept]: [string[], number[]] = [['120', 'Fri, 31 Dec 2100 23:59:59 GMT', '-1'], []];
    for (const wait of waits) {
      receiver.answering = (response) => response.writeHead(503, { 'retry-after': wait }).end();
      kept.push((await send(receiver.url())).retryAfterMs);
    }
    expect(kept).toEqual([120_000, 0, 0]);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const [receiver, target] = [await Receiver.start(), await Receiver.start()];
    receiver.answering = (response) => response.writeHead(status, { location: target.url() }).end();
    expect(await send(receiver.url())).toEqual(failure(status, 'redirects are not followed'));
    expect(target.received).toEqual([]);
  });

  test('ends when its time is up, at any stage', async () => {
    const receiver = await Receiver.start();
    receiver.answering = () => {};
    const mute = await rawServer(() => {});
    const slow = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const drip = setInterval(() => socket.write('y'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const lost: Reach = { ...ANYWHERE, resolve: () => new Promise(() => {}) };
    for (const url of [receiver.url(), mute, slow]) {
      expect(await send(url, { timeoutMs: 100 })).toEqual(failure(null, 'no answer within 0.1 s'));
    }
    expect(await send('http://agent.example/', { timeoutMs: 100, reach: lost })).toEqual(
      failure(null, 'no answer within 0.1 s'),
    );
  });

  test('counts by the status, and reads little of a long or endless response', async () => {
    const receiver = await Receiver.start();
    let written = 0;
    receiver.answering = (response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && written < 2 ** 28) {
          written += 2 ** 16;
          if (!response.write(Buffer.alloc(2 ** 16))) return void response.once('drain', pour);
        }
      };
      pour();
    };
    expect(await send(receiver.url())).toMatchObject({ delivered: true, httpStatus: 200 });
    expect(written).toBeLessThan(2 ** 25);
    receiver.answering = (response) => void response.writeHead(200).write('more is to come');
    expect(await send(receiver.url(), { timeoutMs: 1_000 })).toMatchObject({ delivered: true, httpStatus: 200 });
  });

  test('that is answered with invalid HTTP, or not at all, has failed', async () => {
    const answers = [
      'SSH-2.0-OpenSSH\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      '',
    ];
    answers.push(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(10_000)}\r\n\r\n`);
    for (const answer of answers) {
      const url = await rawServer((socket) => socket.end(answer));
      expect(await send(url)).toMatchObject({
        delivered: false,
        httpStatus: null,
        error: expect.stringContaining('e'),
      });
    }
  });

  test('can be aborted', async () => {
    const receiver = await Receiver.start();
    receiver.answering = () => {};
    const stopping = new AbortController();
    const sent = send(receiver.url(), { signal: stopping.signal });
    await receiver.arrived(1);
    stopping.abort();
    expect(await sent).toEqual(failure(null, 'the attempt was broken off'));
    expect(await send(receiver.url(), { signal: stopping.signal })).toEqual(
      failure(null, 'the attempt was broken off'),
    );
    expect(receiver.received).toHaveLength(1);
  });

  test('without a listener has failed', async () => {
    const receiver = await Receiver.start();
    const url = receiver.url();
    await receiver.stop();
    expect(await send(url)).toEqual(failure(null, 'the connection was refused'));
    const nowhere: Reach = { ...ANYWHERE, resolve: async () => [] };
    expect(await send('http://agent.example/', { reach: nowhere })).toEqual(failure(null, 'the name has no address'));
  });
});

describe('an attempt over TLS', () => {
  test('trusts no unverified certificate', async () => {
    const receiver = await Receiver.start({ tls: { key: KEY, cert: CERTIFICATE } });
    expect(await send(receiver.url('localhost'))).toEqual(failure(null, /DEPTH_ZERO_SELF_SIGNED_CERT/));
    expect(receiver.received).toEqual([]);
  });
});

describe('a host that is not public', () => {
  test.each([
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('is not connected to: %s', async (url) => {
    expect(await send(url, { reach: reachOf('refuse') })).toEqual(
      failure(null, 'the host has an address that is not public'),
    );
  });

  test('is not reached by a port with another program', async () => {
    expect(await send('https://8.8.8.8:25/', { reach: reachOf('refuse') })).toEqual(
      failure(null, 'nothing is sent to this port'),
    );
  });

  test('is not reached without TLS', async () => {
    expect(await send('http://8.8.8.8/', { reach: reachOf('refuse') })).toEqual(
      failure(null, 'http: URLs are not allowed here'),
    );
  });

  test('is recognized behind a name, also beside a public address', async () => {
    const receiver = await Receiver.start();
    for (const addresses of [['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['::1', '127.0.0.2']]) {
      const reach = worldWhere(addresses);
      expect(await send(receiver.url('agent.example'), { reach })).toEqual(
        failure(null, 'the host has an address that is not public'),
      );
      expect(reach.asked).toEqual(['agent.example']);
    }
    expect(receiver.received).toEqual([]);
  });

  test('is not reached by a name that changes: the connection uses the checked address', async () => {
    const inside = await Receiver.start();
    const outside = await Receiver.start({ host: '127.0.0.2', port: inside.port });
    const reach = worldWhere(['127.0.0.2'], ['127.0.0.1']);
    expect(await send(inside.url('agent.example'), { reach })).toMatchObject({ delivered: true });
    expect(outside.received[0]?.headers.host).toBe(`agent.example:${inside.port}`);
    expect(await send(inside.url('agent.example'), { reach })).toMatchObject({ delivered: false });
    expect(reach.asked).toHaveLength(2);
    expect([inside.received.length, outside.received.length]).toEqual([0, 1]);
  });
});
