import { parseArgs } from 'node:util';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { withDatabase } from '../faults/databases.ts';
import { PatientCaller, Weather } from '../faults/patient-caller.ts';
import { findPostgres } from '../postgres.ts';
import { Server } from '../process/server.ts';
import { Bystander, judged } from './bystander.ts';

const OPTIONS = {
  entries: { type: 'string', default: '500' },
  rounds: { type: 'string', default: '9' },
  seconds: { type: 'string', default: '15' },
  short: { type: 'boolean', default: false },
} as const;
const SHORT = { entries: '40', rounds: '3', seconds: '5' };
const SETTINGS = { LOG_LEVEL: 'warn', RATE_LIMIT: 'off', REGISTRATION_LIMIT: 'off' };
const AT_ONCE = 8;
const MOST_TIMES_AS_LONG = 2;

export async function competition(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { entries, rounds, seconds } = values.short ? { ...values, ...SHORT } : values;
  return withDatabase(findPostgres() === null ? 'embedded' : 'postgres', async (settings) => {
    const server = await Server.start({ ...settings, ...SETTINGS });
    const tournament = await Tournament.of(server.url, Number(entries), Number(rounds));
    const bystander = await Bystander.arrive(server.url);
    const alone = await bystander.callFor(Number(seconds));
    const health: number[] = [];
    const moves: number[] = [];
    const from = performance.now();
    const playing = tournament.play();
    while (!tournament.isOver) {
      const times = await bystander.callFor(1);
      health.push(...times.health);
      moves.push(...times.moves);
    }
    await playing;
    const took = ((performance.now() - from) / 1000).toFixed(1);
    console.log(`${entries} entries, ${rounds} rounds, ${tournament.games} games in ${took} s`);
    const isSound = tournament.judge();
    const kinds = [
      { kind: 'healthz', alone: alone.health, beside: health },
      { kind: 'a move', alone: alone.moves, beside: moves },
    ];
    const isFair = judged(kinds, MOST_TIMES_AS_LONG);
    await server.stop();
    return isSound && isFair ? 0 : 1;
  });
}

interface PairedRound {
  tables: { entries: (number | null)[] }[];
  byes: number[];
}

class Tournament {
  readonly #path: string;
  readonly #players: PatientCaller[];
  readonly #rounds: PairedRound[] = [];
  isOver = false;
  games = 0;

  private constructor(path: string, players: PatientCaller[]) {
    this.#path = path;
    this.#players = players;
  }

  static async of(url: string, entries: number, rounds: number): Promise<Tournament> {
    const callers = Array.from({ length: entries }, () => new PatientCaller(() => [url], new Weather()));
    await inTurns(callers, (caller) => caller.register('entrant'));
    const [organiser] = callers as [PatientCaller];
    const { status, body } = await organiser.change('/v1/competitions', {
      name: 'Many',
      ruleset: 'pascals-ruin',
      format: 'swiss',
      rounds,
      clock: { perAction: 600, onTimeout: 'resign' },
    });
    if (status !== 201) throw new Error(`creating was answered with ${status} ${JSON.stringify(body)}`);
    const path = `/v1/competitions/${body.id}`;
    const players: PatientCaller[] = [];
    await inTurns(callers, async (caller) => {
      const { body: entered } = await caller.change(`${path}/entries`, { concurrency: 1 });
      players[entered.entry.entry] = caller;
    });
    return new Tournament(path, players);
  }

  async play(): Promise<void> {
    const organiser = this.#players[1] as PatientCaller;
    await organiser.change(`${this.#path}/start`, {});
    for (let after = 0; !this.isOver; ) {
      const { body } = await organiser.get(`${this.#path}/events?after=${after}&wait=10&limit=100`);
      for (const { version, type, data } of body.events) {
        after = version;
        if (type === 'roundPaired') this.#rounds.push(data);
        // ends games one after another, so that the competition is measured and not the load of many players
        if (type === 'gamesDealt') for (const game of data.games) await this.#end(game);
        if (type === 'seedPublished') this.isOver = true;
      }
    }
  }

  async #end({ gameId, entries }: DealtGame): Promise<void> {
    this.games++;
    const players = entries.map((entry) => this.#players[entry] as PatientCaller);
    const path = `/v1/games/${gameId}`;
    for (const player of players) {
      const { body } = await player.get(path);
      if (body.choices === undefined) continue;
      await player.change(`${path}/actions`, { action: legalActionsOf(body)[0] });
      await player.change(`${path}/resignation`, {});
      return;
    }
    throw new Error(`nobody is to act in game ${gameId}`);
  }

  judge(): boolean {
    const met = new Map<string, number>();
    const byes = new Map<number, number>();
    const balance = new Map<number, number>();
    for (const { tables, byes: out } of this.#rounds) {
      for (const entry of out) byes.set(entry, (byes.get(entry) ?? 0) + 1);
      for (const { entries } of tables) {
        const pair = entries.toSorted((one, other) => Number(one) - Number(other)).join(' ');
        met.set(pair, (met.get(pair) ?? 0) + 1);
        for (const [seat, entry] of entries.entries()) {
          if (entry !== null) balance.set(entry, (balance.get(entry) ?? 0) + (seat === 0 ? 1 : -1));
        }
      }
    }
    const rematches = [...met.values()].filter((times) => times > 1).length;
    const mostByes = Math.max(0, ...byes.values());
    const imbalance = Math.max(...[...balance.values()].map(Math.abs));
    console.log(`${rematches} rematches, at most ${mostByes} byes each, seats even to ${imbalance}`);
    return rematches === 0 && mostByes <= 1 && imbalance <= 1;
  }
}

interface DealtGame {
  gameId: string;
  entries: number[];
}

async function inTurns<T>(all: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await each(one);
    }),
  );
}
