import type { Outcome } from '../kernel/ruleset.ts';
import { counted, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import { bestSeats } from '../kernel/tabletop/seats.ts';
import type { Table } from './events.ts';
import { deckCount, type State } from './state.ts';

export const ENDINGS = {
  matchWon: 'a seat won the rounds that the match takes',
  lastRound: 'the last round was played',
  votedToStop: 'all seats voted to stop',
};

export function endGame(table: Table): void {
  const { state } = table;
  state.phase = 'over';
  state.pending = null;
}

// Follows rule R16 of rules.md.
export function outcomeOf(state: State): Outcome {
  return state.options.mode === 'match' ? matchOutcome(state) : eternalOutcome(state);
}

function matchOutcome({ roundWins }: State): Outcome {
  const winners = bestSeats(roundWins);
  const text = sentence(
    `${seatNames(winners)} won ${counted(Math.max(...roundWins), 'round')} and with that the match.`,
  );
  return { winners, scores: roundWins, reason: 'matchWon', text };
}

function eternalOutcome({ options, round, totals }: State): Outcome {
  const winners = bestSeats(totals);
  const reason = round === options.maxRounds ? 'lastRound' : 'votedToStop';
  const end =
    reason === 'lastRound'
      ? `The last of ${counted(round, 'round')} has been played`
      : `All voted to stop after ${counted(round, 'round')}`;
  const highest = `the highest total, ${counted(Math.max(...totals), 'point')}`;
  const verb = winners.length === 1 ? 'has' : 'share';
  return { winners, scores: totals, reason, text: `${end}; ${seatNames(winners)} ${verb} ${highest}.` };
}

/** Until the round ends, one seat's lead over another changes by about this number times the square root of the number
 * of cards that these two will draw. Trial games gave the value. */
const DRIFT = 8.3;
/** With this slope, the logistic curve is closest to the cumulative normal distribution. */
const SLOPE = 1.7;

/** A cache of the seats' shares of the match if all win rounds equally often. Key: the rounds that each still needs. */
const EVEN_MATCHES = new Map<string, readonly number[]>();

/** Estimates each seat's share of the match. A lead counts more if fewer cards are left; in later rounds, all seats are
 * taken to be equal. Null except at the beginning of a turn. */
export function prospectsOf(state: State): number[] | null {
  if (state.options.mode !== 'match' || !isTurnFresh(state)) return null;
  const missing = state.roundWins.map((won) => state.options.roundsToWin - won);
  const shares = roundShares(state);
  return afterRound(missing, shares);
}

function isTurnFresh({ phase, chain, active, starter, diceLeft, roundPoints }: State): boolean {
  return phase === 'roll' && chain.length === 1 && active === starter && diceLeft.length === roundPoints.length;
}

function roundShares(state: State): number[] {
  const { roundPoints } = state;
  const drift = DRIFT * Math.sqrt(((deckCount(state) + 1) * 2) / roundPoints.length);
  const most = Math.max(...roundPoints);
  const weights = roundPoints.map((points) => Math.exp((SLOPE * (points - most)) / drift));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function afterRound(missing: readonly number[], shares: readonly number[]): number[] {
  const match = missing.map(() => 0);
  for (const [winner, share] of shares.entries()) {
    const then = evenMatch(missing.with(winner, (missing[winner] as number) - 1));
    for (const [seat, won] of then.entries()) match[seat] = (match[seat] as number) + share * won;
  }
  return match;
}

function evenMatch(missing: readonly number[]): readonly number[] {
  const key = missing.join();
  const known = EVEN_MATCHES.get(key);
  if (known !== undefined) return known;
  const match = missing.includes(0)
    ? missing.map((rounds) => (rounds === 0 ? 1 : 0))
    : afterRound(
        missing,
        missing.map(() => 1 / missing.length),
      );
  EVEN_MATCHES.set(key, match);
  return match;
}
