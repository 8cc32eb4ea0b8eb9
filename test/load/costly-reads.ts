import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { withDatabase } from '../faults/databases.ts';
import { PatientCaller, Weather } from '../faults/patient-caller.ts';
import { Server } from '../process/server.ts';
import { Bystander, judged } from './bystander.ts';

const LONG_GAME = { ruleset: 'pascals-ruin', options: { mode: 'eternal', maxRounds: 99 }, seed: 'the longest game' };
const ENDS_IT = 'voteStop';
const SETTINGS = { LOG_LEVEL: 'warn', RATE_LIMIT: 'off' };
const OPTIONS = {
  versions: { type: 'string', default: '10000' },
  readers: { type: 'string', default: '20' },
  seconds: { type: 'string', default: '15' },
  short: { type: 'boolean', default: false },
} as const;
const SHORT = { versions: '1500', readers: '20', seconds: '5' };

export async function costlyReads(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { versions, readers, seconds } = values.short ? { ...values, ...SHORT } : values;
  return withDatabase('embedded', async (settings) => {
    const server = await Server.start({ ...settings, ...SETTINGS });
    const ok = await measure(server.url, Number(versions), Number(readers), Number(seconds));
    await server.stop();
    return ok ? 0 : 1;
  });
}

async function measure(url: string, versions: number, readers: number, seconds: number): Promise<boolean> {
  const over = await playedTo(url, versions, true);
  const running = await playedTo(url, Math.ceil(versions / 2), false);
  const bystander = await Bystander.arrive(url);
  const alone = await bystander.callFor(seconds);
  const reading = new CostlyReading(url, [...pathsOf(over, versions), ...pathsOf(running, versions / 2)]);
  for (let reader = 0; reader < readers; reader++) reading.begin(reader);
  const beside = await bystander.callFor(seconds);
  reading.stop();
  console.log(
    `${versions} versions, ${readers} readers at once: ${reading.answered} answers, ${reading.failed} failed`,
  );
  const fair = judged([
    { kind: 'healthz', alone: alone.health, beside: beside.health },
    { kind: 'a move', alone: alone.moves, beside: beside.moves },
  ]);
  return fair && reading.answered > 0 && reading.failed === 0;
}

async function playedTo(url: string, versions: number, abort: boolean): Promise<string> {
  const caller = new PatientCaller(() => [url], new Weather());
  await caller.register('the past');
  let { body: state } = await caller.change('/v1/games', {
    ...LONG_GAME,
    seats: ['me', 'random', 'random'].map(seatOf),
  });
  for (let nth = 0; state.version < versions && state.status === 'playing'; nth++) {
    if (state.choices === undefined) {
      state = (await caller.get(`/v1/games/${state.id}?after=${state.version}&wait=10`)).body;
      continue;
    }
    const choices = legalActionsOf(state).filter(({ type }: { type: string }) => type !== ENDS_IT);
    const asked = { action: choices[nth % choices.length], expectedVersion: state.version };
    ({ state } = (await caller.change(`/v1/games/${state.id}/actions`, asked)).body);
  }
  if (abort) await caller.change(`/v1/games/${state.id}/abort`, {});
  return state.id;
}

function seatOf(holder: string): unknown {
  return holder === 'me' ? holder : { bot: holder };
}

function pathsOf(id: string, versions: number): string[] {
  const middle = Math.floor(versions / 2);
  const late = Math.floor(versions * 0.9);
  return [
    `/v1/games/${id}/transcript`,
    `/v1/games/${id}?at=${middle}`,
    `/v1/games/${id}?at=${late}`,
    `/v1/games/${id}/events?after=${middle}&limit=1000`,
    `/v1/games/${id}/fairness`,
  ];
}

class CostlyReading {
  readonly #url: string;
  readonly #paths: readonly string[];
  readonly #agent = new Agent({ keepAlive: true });
  #stopped = false;
  answered = 0;
  failed = 0;

  constructor(url: string, paths: readonly string[]) {
    this.#url = url;
    this.#paths = paths;
  }

  begin(nth: number): void {
    if (this.#stopped) return;
    const path = this.#paths[nth % this.#paths.length] as string;
    const asking = get(this.#url + path, { agent: this.#agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 409)
          this.answered++; // 409 is the answer for the transcript of a running game
        else this.failed++;
        this.begin(nth + 1);
      });
    });
    asking.on('error', () => {
      if (!this.#stopped) this.failed++;
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#agent.destroy();
  }
}
