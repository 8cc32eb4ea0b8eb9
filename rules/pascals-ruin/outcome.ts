import type { Outcome } from '../kernel/ruleset.ts';
import { counted, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import { bestSeats } from '../kernel/tabletop/seats.ts';
import type { State } from './state.ts';
import type { Table } from './table.ts';

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

/** How a game that is over ended. R16 */
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
