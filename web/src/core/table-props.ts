// The interface of a ruleset's table: it draws, and never decides what is legal.
import type { ComponentChildren, VNode } from 'preact';
import type { Action, Game, LabelledAction, Ruleset } from '../../../clients/typescript/src/index.ts';
import type { Pick, PickValue } from './choose.ts';

export interface TableProps<View> {
  game: Game;
  view: View;
  choice: Choice;
  /** draws the bar below the cloth, if any; the table returns it after its `Felt` */
  bar(parts: BarParts): VNode | null;
  seatName(seat: number): string;
  glossary: Ruleset['glossary'];
}

export interface BarParts {
  /** at most five words */
  ask: ComponentChildren;
  hint?: ComponentChildren;
  /** label of the gold button while nothing is selected: “Pick a die” */
  pick?: string | undefined;
  /** Complete actions, done by one tap. Illegal ones are left out, also those that do not fit a begun selection. */
  acts?: readonly BarAct[] | undefined;
  /** label of the confirm button; left out: the action's label */
  /** `quiet`: not gold, because it is not the main action */
  go?: { words: string; small?: string | undefined; quiet?: boolean } | undefined;
}

export interface BarAct {
  action: Action;
  words: string;
  small?: string | undefined;
  gold?: boolean;
}

/** The selection of a legal action piece by piece; empty for spectators and replays. */
export interface Choice {
  all: readonly LabelledAction[];
  left: readonly LabelledAction[];
  picks: readonly Pick[];
  /** true if some legal action combines this value with the picks of other fields */
  canPick(field: string, value: PickValue): boolean;
  isPicked(field: string, value: PickValue): boolean;
  /** toggles it; replaces the value of a single-valued field */
  pick(field: string, value: PickValue): void;
  mark(field: string, value: PickValue): void;
  /** shows these legal actions in the bar, to be confirmed together */
  propose(...actions: Action[]): void;
  proposed: readonly Action[];
  /** does a legal action at once, unless the player wants to confirm every move */
  act(action: Action): void;
  clear(): void;
  /** the action that results without further picks; the first of several, with all their labels */
  meant: LabelledAction | null;
  /** sends it; several actions one after another, each only if still legal */
  confirm(): void;
}

/** Other seats clockwise from the viewer's left; for spectators all in order. */
export function ringFrom({ seats, viewer }: Game): number[] {
  const all = seats.map(({ seat }) => seat);
  return typeof viewer === 'number' ? [...all.slice(viewer + 1), ...all.slice(0, viewer)] : all;
}

/** Identifies a state, so that movements between two can be shown. */
export function momentOf({ id, viewer, version }: Game): string {
  return `${id} ${viewer} ${version}`;
}
