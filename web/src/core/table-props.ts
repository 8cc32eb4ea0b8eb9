// The props of a ruleset's table. The table draws, but never decides what is legal.
import type { ComponentChildren, VNode } from 'preact';
import type { Action, Game, LabelledAction, Ruleset } from '../../../clients/typescript/src/index.ts';
import type { Pick, PickValue } from './choose.ts';

export interface TableProps<View> {
  game: Game;
  view: View;
  choice: Choice;
  /** draws the bar, which the table component places after its cloth (`Felt`); null: there is no bar */
  bar(parts: BarParts): VNode | null;
  seatName(seat: number): string;
  glossary: Ruleset['glossary'];
}

export interface BarParts {
  /** what the player must decide, in at most five words; or the headline */
  ask: ComponentChildren;
  hint?: ComponentChildren;
  /** label of the gold button while nothing is picked: “Pick a die” */
  pick?: string | undefined;
  /** actions that one tap sends; those that are illegal or do not fit the picks are not shown */
  acts?: readonly BarAct[] | undefined;
  /** the confirm button; if omitted, its label is the action's. `quiet`: not gold, because it is not the main action */
  go?: { words: string; small?: string | undefined; quiet?: boolean } | undefined;
}

export interface BarAct {
  action: Action;
  words: string;
  small?: string | undefined;
  gold?: boolean;
}

/** The selection of a legal action piece by piece. For spectators and replays it is empty. */
export interface Choice {
  all: readonly LabelledAction[];
  left: readonly LabelledAction[];
  picks: readonly Pick[];
  /** true if a legal action has this value together with the picks of other fields */
  canPick(field: string, value: PickValue): boolean;
  isPicked(field: string, value: PickValue): boolean;
  /** picks the value, or drops it if it was picked; in a field with one value, the new value replaces the old one */
  pick(field: string, value: PickValue): void;
  mark(field: string, value: PickValue): void;
  /** shows these legal actions in the bar, where the player confirms them together */
  propose(...actions: Action[]): void;
  proposed: readonly Action[];
  /** sends a legal action at once, unless the player wants to confirm every move */
  act(action: Action): void;
  clear(): void;
  /** the action that the picks determine; if several are proposed: the first, labeled with the labels of all */
  meant: LabelledAction | null;
  /** sends the action in `meant`; several actions are sent one after another, each only if it is still legal */
  confirm(): void;
}

/** Returns the other seats clockwise from the viewer's left; for spectators all seats in order. */
export function ringFrom({ seats, viewer }: Game): number[] {
  const all = seats.map(({ seat }) => seat);
  return typeof viewer === 'number' ? [...all.slice(viewer + 1), ...all.slice(0, viewer)] : all;
}

/** Identifies a state, so that movements between two states can be shown. */
export function momentOf({ id, viewer, version }: Game): string {
  return `${id} ${viewer} ${version}`;
}
