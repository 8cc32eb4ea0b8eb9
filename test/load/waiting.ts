import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { withDatabase } from '../faults/databases.ts';
import { PatientCaller, Weather } from '../faults/patient-caller.ts';
import { Server } from '../process/server.ts';
import { flood } from './flood.ts';
import { Waiters } from './waiters.ts';

const GAMES = 10;
/** Games without a move until the end of the test. Then one move wakes all callers that wait for the game. */
const QUIET_GAMES = 10;
const POLLS_OF_PLAYED_GAMES = 1 / 10;
const PAUSE_MS = 500;
const OPENED_AT_ONCE = 100;
const SETTLED_MS = 120_000;
const SETTLED_SHARE = 0.9;
const CALLS_A_MINUTE = 6_000;
const SETTINGS = {
  LOG_LEVEL: 'warn',
  MAX_CONNECTIONS: '18000',
  STREAM_LIMIT: '2000',
  RATE_LIMIT: String(CALLS_A_MINUTE),
  RATE_LIMIT_ADDRESS: 'off',
  REGISTRATION_LIMIT: 'off',
};
const OPTIONS = {
  streams: { type: 'string', default: '1000' },
  polls: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '20' },
} as const;

interface Player {
  caller: PatientCaller;
  state: any;
}

/** Returns exit code 0 if all waiting callers were served and the rate limit held against one caller, otherwise 1. */
export async function waiting(args: string[]): Promise<number> {
  const { streams, polls, seconds } = parseArgs({ args, options: OPTIONS }).values;
  return withDatabase('embedded', async (settings) => {
    const server = await Server.start({ ...settings, ...SETTINGS });
    const ok = await load(server.url, Number(streams), Number(polls), Number(seconds));
    await server.stop('SIGKILL'); // ends the polls that are left
    return ok ? 0 : 1;
  });
}

async function load(url: string, streams: number, polls: number, seconds: number): Promise<boolean> {
  const weather = new Weather();
  const waiters = new Waiters(url);
  const players = await Promise.all(Array.from({ length: GAMES + QUIET_GAMES }, () => newPlayer(url, weather)));
  const [played, quiet] = [players.slice(0, GAMES), players.slice(GAMES)];
  await tell('nobody waits', url, weather, waiters, seconds, () => playFor(played, waiters, seconds));

  await open(waiters, played, quiet, streams, polls);
  const settled = await until(url, 'croupier_waiters', (value) => value >= (streams + polls) * SETTLED_SHARE);
  const some = `${waiters.open} streams and ${settled - waiters.open} polls wait`;
  await tell(some, url, weather, waiters, seconds, () => playFor(played, waiters, seconds));

  let flooded = { served: 0, refused: 0 };
  await tell('the same, and one floods', url, weather, waiters, seconds, async () => {
    const flooding = flood(url, seconds);
    await playFor(played, waiters, seconds);
    flooded = await flooding;
  });
  console.log(`the flood: ${flooded.served} served, ${flooded.refused} refused`);

  await wakeAll(quiet, waiters);
  waiters.stop();
  console.log(`waiters that failed: ${waiters.failed}`);
  const minutes = Math.ceil(seconds / 60) + 1;
  return waiters.failed === 0 && flooded.served <= minutes * CALLS_A_MINUTE;
}

async function newPlayer(url: string, weather: Weather): Promise<Player> {
  const caller = new PatientCaller(() => [url], weather);
  await caller.register('player');
  const { body } = await caller.change('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
  return { caller, state: body };
}

async function playFor(players: readonly Player[], waiters: Waiters, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    players.map(async (player) => {
      while (performance.now() < end && player.state.status === 'playing') {
        await move(player, waiters);
        await sleep(PAUSE_MS * (0.5 + Math.random()));
      }
    }),
  );
}

async function move(player: Player, waiters: Waiters): Promise<void> {
  const { id, version, viewer, choices } = player.state;
  waiters.moved(id, version + 1); // before sending, because some callers get the news before the response of the move arrives
  const asked = { action: legalActionsOf({ choices })[0], seat: viewer, expectedVersion: version };
  const { status, body } = await player.caller.change(`/v1/games/${id}/actions`, asked);
  if (status !== 200) throw new Error(`a move was answered with ${status} ${JSON.stringify(body)}`);
  player.state = body.state;
}

async function open(
  waiters: Waiters,
  played: readonly Player[],
  quiet: readonly Player[],
  streams: number,
  polls: number,
): Promise<void> {
  for (let nth = 0; nth < streams + polls; nth++) {
    const games = nth < streams + polls * POLLS_OF_PLAYED_GAMES ? played : quiet;
    const { state } = games[nth % games.length] as Player;
    if (nth < streams) waiters.stream(state.id, nth);
    else waiters.poll(state.id, nth, state.version);
    if (nth % OPENED_AT_ONCE === 0) await sleep(20);
  }
}

async function wakeAll(quiet: readonly Player[], waiters: Waiters): Promise<void> {
  waiters.delays.length = 0;
  for (const player of quiet) {
    if (player.state.status === 'playing') await move(player, waiters);
  }
  for (let before = -1; before < waiters.delays.length; ) {
    before = waiters.delays.length;
    await sleep(2_000);
  }
  console.log(`all who wait for quiet games are woken: ${timesOf(waiters.delays)}`);
}

async function tell(
  what: string,
  url: string,
  weather: Weather,
  waiters: Waiters,
  seconds: number,
  during: () => Promise<void>,
): Promise<void> {
  weather.delays.length = 0;
  waiters.delays.length = 0;
  const cpu = await metric(url, 'process_cpu_seconds_total');
  const from = performance.now();
  await during();
  const share = ((await metric(url, 'process_cpu_seconds_total')) - cpu) / ((performance.now() - from) / 1000);
  const memory = Math.round((await metric(url, 'process_resident_memory_bytes')) / 2 ** 20);
  console.log(`${what}, ${seconds} s: actions ${timesOf(weather.delays)}; wakes ${timesOf(waiters.delays)}`);
  console.log(`  server: ${memory} MB, ${Math.round(share * 100)} % of a core`);
}

function timesOf(delays: readonly number[]): string {
  const sorted = [...delays].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0) ?? '–';
  return `${sorted.length} (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms)`;
}

async function until(url: string, name: string, enough: (value: number) => boolean): Promise<number> {
  const patience = performance.now() + SETTLED_MS;
  for (;;) {
    const value = await metric(url, name);
    if (enough(value)) return value;
    if (performance.now() > patience) throw new Error(`${name} stays at ${value}`);
    await sleep(200);
  }
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`the server does not measure ${name}`);
  return Number(value);
}
