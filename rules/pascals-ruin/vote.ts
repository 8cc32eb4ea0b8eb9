import type { Seat } from '../kernel/ruleset.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { choose } from './choice.ts';
import { endGame } from './outcome.ts';
import { seatCount } from './state.ts';
import type { Table } from './table.ts';

/** Asks every seat whether to play another round. R16 */
export function openVote(table: Table): void {
  const { state } = table;
  state.phase = 'vote';
  state.pending = { kind: 'vote', waitingFor: clockwiseFrom(0, seatCount(state)), rolls: [], choices: [] };
}

/** A seat votes; when all have voted, the game goes on unless every one of them wants to stop. R16 */
export function castVote(table: Table, seat: Seat, stop: boolean): void {
  tell(table, 'voteCast', seat, { stop });
  const shown = choose(table, seat, stop, 0);
  if (shown === null) return;
  tell(table, 'votesRevealed', null, { stop: shown.yes, continue: shown.no });
  if (shown.no.length === 0) endGame(table);
  else table.houseMove = 'startRound';
}
