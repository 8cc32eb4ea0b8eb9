import type { Seat } from '../kernel/ruleset.ts';
import type { StepTable } from '../kernel/tabletop/step.ts';
import type { Event } from './events.ts';
import type { State } from './state.ts';

/** The only seat of a solo game. */
export const PLAYER: Seat = 0;

/** The table during one step. */
export type Table = StepTable<State, Event>;
