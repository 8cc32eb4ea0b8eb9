import type { StepTable } from '../kernel/tabletop/step.ts';
import type { Event } from './events.ts';
import type { State } from './state.ts';

/** What the house does next without anybody's choice. */
export type HouseMove = 'startRound' | 'startTurn' | 'revealCard' | 'settleRolls' | 'endRound';

/** The table during one step. */
export type Table = StepTable<State, Event, HouseMove>;

/** Has the active seat decide. */
export function askActive(table: Table, phase: 'roll' | 'decide'): void {
  table.state.phase = phase;
  table.state.pending = null;
}
