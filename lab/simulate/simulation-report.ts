import { SEARCH } from '#rules/kernel/search/policy.ts';
import type { SimulatedGame } from '#rules/kernel/search/simulation.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { type Quantiles, quantilesOf, shareOf } from '../../src/statistics/numbers.ts';
import type { PresetCall } from './simulation-call.ts';
import type { Share } from './simulation-worker.ts';

/** The JSON that `simulate --json` prints. Everything except times and rates depends only on the arguments. */
export interface SimulationReport {
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seats: number;
  policies: string[];
  /** the number of playouts for each decision of `search`; null: `search` did not play */
  playouts: number | null;
  seed: string;
  games: number;
  /** the share of games that seat 0 won, alone or together with other seats, 0 to 1 */
  winRate: number;
  /** the 95 % confidence interval of `winRate` */
  winRateInterval: [number, number];
  /** by seat: the number of games won, alone or together with other seats */
  wins: number[];
  /** by seat: final scores */
  scores: Quantiles[];
  /** the number of actions of each game */
  lengths: Quantiles;
  /** most frequent first */
  reasons: { reason: string; games: number }[];
  /** the time since the first worker was ready */
  seconds: number;
  gamesPerSecond: number;
  actionsPerSecond: number;
  /** actions for each second of computing time, which includes starting the workers */
  actionsPerCpuSecond: number;
}

export interface Time {
  seconds: number;
  cpuSeconds: number;
}

const MOST_REASONS = 12;

export function reportOf(
  share: Share,
  rulesVersion: number,
  played: SimulatedGame[],
  { seconds, cpuSeconds }: Time,
): SimulationReport {
  const seats = share.policies.map((_, seat) => seat);
  const wins = seats.map((seat) => played.filter(({ outcome }) => outcome.winners.includes(seat)).length);
  const { share: winRate, interval } = shareOf(wins[0] ?? 0, played.length);
  const actions = played.reduce((sum, game) => sum + game.actions, 0);
  return {
    ruleset: share.ruleset,
    rulesVersion,
    options: share.options,
    seats: seats.length,
    policies: share.policies,
    playouts: share.policies.includes(SEARCH) ? share.playouts : null,
    seed: share.seed,
    games: played.length,
    winRate,
    winRateInterval: interval,
    wins,
    scores: seats.map((seat) => quantilesOf(played.map(({ outcome }) => outcome.scores[seat] as number))),
    lengths: quantilesOf(played.map((game) => game.actions)),
    reasons: reasonsOf(played),
    seconds,
    gamesPerSecond: played.length / seconds,
    actionsPerSecond: actions / seconds,
    actionsPerCpuSecond: actions / cpuSeconds,
  };
}

function reasonsOf(played: readonly SimulatedGame[]): SimulationReport['reasons'] {
  const counts = new Map<string, number>();
  for (const { outcome } of played) counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  const ranked = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return ranked.slice(0, MOST_REASONS).map(([reason, games]) => ({ reason, games }));
}

export function presetLine({ preset, policy }: PresetCall, played: readonly SimulatedGame[]): string {
  const { share, interval } = shareOf(
    played.filter(({ outcome }) => outcome.winners.includes(0)).length,
    played.length,
  );
  const [declared, measured, low, high] = [preset.winRates[policy] ?? 0, share, ...interval].map(percent);
  return `${preset.name}: ${policy} wins ${measured} (${low} to ${high}), declared ${declared}`;
}

export function tableOf(report: SimulationReport): string {
  const {
    winRateInterval: [low, high],
  } = report;
  const columns = ['mean', 'min', 'p5', 'p25', 'median', 'p75', 'p95', 'max'] as const;
  const row = (name: string, quantiles: Quantiles) =>
    name.padEnd(28) + columns.map((column) => figure(quantiles[column]).padStart(9)).join('');
  return [
    `${report.ruleset}, rules version ${report.rulesVersion}, ${counted(report.games, 'game')}, seed ${JSON.stringify(report.seed)}`,
    `options ${JSON.stringify(report.options)}`,
    ...(report.playouts === null ? [] : [`search has ${counted(report.playouts, 'playout')} for each decision`]),
    '',
    `seat 0 wins ${percent(report.winRate)} (95 % interval ${percent(low)} to ${percent(high)})`,
    ...report.policies.map((policy, seat) => `  seat ${seat}, ${policy}: ${report.wins[seat]} won`),
    '',
    `${''.padEnd(28)}${columns.map((column) => column.padStart(9)).join('')}`,
    ...report.scores.map((quantiles, seat) => row(`score of seat ${seat}`, quantiles)),
    row('actions a game', report.lengths),
    '',
    ...report.reasons.map(({ reason, games }) => `${String(games).padStart(8)}  ${reason}`),
    '',
    `${figure(report.gamesPerSecond)} games/s, ${Math.round(report.actionsPerSecond)} actions/s (${Math.round(report.actionsPerCpuSecond)} of one processor), ${figure(report.seconds)} s`,
  ].join('\n');
}

function figure(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(2);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
