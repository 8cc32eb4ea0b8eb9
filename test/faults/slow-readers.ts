import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { withDatabase, withServers } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import { PatientCaller, type Servers, Weather } from './patient-caller.ts';

const READERS: Record<Form, number> = { long: 300, short: 50 };
const SECONDS: Record<Form, number> = { long: 45, short: 6 };
/** How long other calls are measured while the streams open. A new stream first sends a page of earlier events, which
 * must not delay other calls. */
const OPENING_SECONDS = 3;
/** Memory that a connection and its buffers may take, in kB. */
const MOST_KB_A_READER = 256;
/** Memory that the server may take in addition, in kB, because its heap grows at irregular times. */
const MOST_KB_BESIDES = 100_000;

export const slowReaders: Fault = {
  name: 'slow-readers',
  run: (form) =>
    withDatabase('embedded', (settings) =>
      withServers(1, { ...settings, STREAM_LIMIT: String(READERS[form]) }, (servers) =>
        readSlowly(servers, READERS[form], SECONDS[form]),
      ),
    ),
};

async function readSlowly(servers: Servers, readers: number, seconds: number): Promise<Report> {
  const [url = ''] = servers();
  const story = await longStory(url);
  const seen = { alone: 0, opening: 0, beside: 0, aloneKb: 0, besideKb: 0, open: 0 };
  const atFirst = await residentKb(url);
  const [findings] = await Load.around(servers, async (load) => {
    seen.alone = await p99During(load, seconds);
    const before = await residentKb(url);
    seen.aloneKb = before - atFirst;
    const sockets = Array.from({ length: readers }, () => slowReader(url, story));
    seen.opening = await p99During(load, OPENING_SECONDS);
    seen.beside = await p99During(load, seconds);
    seen.besideKb = (await residentKb(url)) - before;
    seen.open = sockets.filter(({ destroyed }) => !destroyed).length;
    for (const socket of sockets) socket.destroy();
  });
  const { alone, opening, beside, aloneKb, besideKb, open } = seen;
  if (besideKb > aloneKb + readers * MOST_KB_A_READER + MOST_KB_BESIDES) {
    findings.unexplained.push(`memory grew by ${besideKb} kB beside them, by ${aloneKb} kB before`);
  }
  if (open < readers) findings.unexplained.push(`${readers - open} of ${readers} streams were not open to the end`);
  const [before, first, then] = [alone, opening, beside].map((ms) => ms.toFixed(0));
  const times = `p99 of moves ${before} ms before, ${first} ms while they open and ${then} ms beside them`;
  const [mbAlone, mbBeside] = [aloneKb, besideKb].map((kb) => Math.round(kb / 1024));
  const memory = `memory grew by ${mbAlone} MB before and by ${mbBeside} MB beside them`;
  return { ...findings, done: `${readers} readers for ${seconds} s: ${memory}, ${times}` };
}

async function longStory(url: string): Promise<string> {
  const player = new PatientCaller(() => [url], new Weather());
  await player.register('teller');
  const { body: game } = await player.change('/v1/games', { ruleset: 'pokers-rogue-reckoning', seats: ['me'] });
  for (let state = game; state.status === 'playing' && state.version < 150; ) {
    const action = legalActionsOf(state)[state.version % legalActionsOf(state).length];
    ({ state } = (await player.change(`/v1/games/${game.id}/actions`, { action })).body);
  }
  return game.id;
}

async function p99During(load: Load, seconds: number): Promise<number> {
  const from = load.weather.delays.length;
  await sleep(seconds * 1000);
  const delays = load.weather.delays.slice(from).sort((a, b) => a - b);
  return delays[Math.floor(delays.length * 0.99)] ?? Number.NaN;
}

function slowReader(url: string, gameId: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), readableHighWaterMark: 1 } as never);
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET /v1/games/${gameId}/events HTTP/1.1\r\nhost: ${hostname}\r\naccept: text/event-stream\r\n\r\n`);
  const reading = setInterval(() => socket.read(1), 1_000);
  socket.once('close', () => clearInterval(reading));
  return socket;
}

async function residentKb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error('the server does not tell its memory');
  return Number(bytes) / 1024;
}
