import type { Outcome } from '../kernel/ruleset.ts';
import { counted, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import { bestSeats } from '../kernel/tabletop/seats.ts';
import { printedHealth } from './health.ts';
import type { State } from './state.ts';
import type { Table } from './table.ts';

export const ENDINGS = { emptyHands: 'all hands are empty', lastTurn: 'the last turn has been taken' };

export function endGame(table: Table): void {
  const { state } = table;
  state.phase = 'over';
}

/** How a game that is over ended: the most health wins, and equal health shares. R8, R37 */
export function outcomeOf({ rows, hands }: State): Outcome {
  const scores = rows.map(printedHealth);
  const best = Math.max(...scores);
  const winners = bestSeats(scores);
  const verb = winners.length === 1 ? 'has' : 'share';
  const most = `${seatNames(winners)} ${verb} the most health, ${counted(best, 'point')}`;
  const reason = hands.every((hand) => hand.length === 0) ? 'emptyHands' : 'lastTurn';
  return { winners, scores, reason, text: sentence(`${ENDINGS[reason]}; ${most}.`) };
}
