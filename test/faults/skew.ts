import { saidOffset, skewedBy } from '../process/skew.ts';
import { type AuditGame, auditGame, type Findings } from './audit.ts';
import { withoutPostgres, withPostgres, withServersOf } from './databases.ts';
import type { Fault, Form, Report } from './fault.ts';
import { Load } from './load.ts';
import { PatientCaller, type Servers, Weather } from './patient-caller.ts';

const SKEWS_MS = [30_000, -30_000];
const MOVES: Record<Form, number> = { long: 2_000, short: 200 };
const SLEEPERS: Record<Form, number> = { long: 20, short: 4 };
const PER_ACTION_S = 20;
const CLOCK = { perAction: PER_ACTION_S, onTimeout: 'resign' };
/** A decision may time out up to this much too late: half of the difference between the servers' clocks. */
const LATE_S = 15;
const WAIT_SECONDS = 25;

export const skew: Fault = {
  name: 'skew',
  leftOut: withoutPostgres,
  run: async (form) => {
    const total: Report = { games: 0, moves: 0, lost: [], twice: [], unexplained: [], done: '' };
    const seconds: number[] = [];
    for (const skewMs of SKEWS_MS) {
      const found = await playedWith(skewMs, form, seconds);
      total.games += found.games;
      total.moves += found.moves;
      for (const kind of ['lost', 'twice', 'unexplained'] as const) total[kind].push(...found[kind]);
    }
    const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map((each) => each.toFixed(1));
    const ran = `${seconds.length} decisions of ${PER_ACTION_S} s left to run out took ${least} to ${most} s`;
    return { ...total, done: `a clock off by 30 s in either direction: ${ran}` };
  },
};

function playedWith(skewMs: number, form: Form, seconds: number[]): Promise<Findings> {
  return withPostgres(({ url }) => {
    const settings = { DATABASE_URL: url };
    return withServersOf([settings, { ...settings, ...skewedBy(skewMs) }], async (servers) => {
      const sleepers = Array.from({ length: SLEEPERS[form] }, (_, i) => sleptThrough(servers, i));
      const playing = Load.around(servers, (load) => load.moved(MOVES[form]), { clock: CLOCK, look: lookAtClocks });
      const [[findings], slept] = await Promise.all([playing, Promise.all(sleepers)]);
      seconds.push(...slept);
      findings.unexplained.push(...slept.flatMap(unlikeTheClock), ...(await offsetsUnsaid(servers(), skewMs)));
      return findings;
    });
  });
}

async function sleptThrough(servers: Servers, nth: number): Promise<number> {
  const sleeper = new PatientCaller(servers, new Weather());
  await sleeper.register(`sleeper ${nth}`);
  const from = performance.now();
  const game = { ruleset: 'pascals-ruin', seats: ['me', 'me'], clock: CLOCK };
  let state = (await sleeper.change('/v1/games', game)).body;
  while (state.status === 'playing') {
    state = (await sleeper.get(`/v1/games/${state.id}?after=${state.version}&wait=${WAIT_SECONDS}`)).body;
  }
  return (performance.now() - from) / 1000;
}

function unlikeTheClock(seconds: number): string[] {
  if (seconds >= PER_ACTION_S && seconds <= PER_ACTION_S + LATE_S) return [];
  return [`a decision of ${PER_ACTION_S} s ran out after ${seconds.toFixed(1)} s`];
}

async function offsetsUnsaid(servers: readonly string[], skewMs: number): Promise<string[]> {
  const [right = 0, skewed = 0] = await Promise.all(servers.map(saidOffset));
  const unsaid = Math.abs(right) > 1 || Math.abs(skewed - skewMs / 1000) > 1;
  return unsaid ? [`clocks off by 0 and ${skewMs / 1000} s are said to be off by ${right} and ${skewed} s`] : [];
}

/** All players decided in time, so the server must not have moved for them or extended a deadline. */
const lookAtClocks: AuditGame = async (game, catalogue, findings) => {
  await auditGame(game, catalogue, findings);
  const [player] = game.players;
  const log: { kind: string; version: number }[] = (await player?.get(`/v1/games/${game.id}/transcript`))?.body.log;
  for (const { kind, version } of log) {
    if (kind === 'timeout') findings.lost.push(`${game.id}: the decision that the house made at version ${version}`);
  }
  for (const { shown, version } of game.moves) {
    const { updatedAt, deadline } = JSON.parse(shown);
    const left = deadline === null ? 0 : (Date.parse(deadline) - Date.parse(updatedAt)) / 1000;
    if (left > PER_ACTION_S) findings.unexplained.push(`${game.id} version ${version} gives ${left} s to decide`);
  }
};
