// What a table of a ruleset gets, and all that it may use: it draws, and never decides what is legal.
import type { ComponentChildren, VNode } from 'preact';
import type { Action, Game, LabelledAction, Ruleset } from '../../../clients/typescript/src/index.ts';
import type { Pick, PickValue } from './choose.ts';

export interface TableProps<View> {
  /** the answer of `getState`: seats, viewer, whose turn, status, outcome, version */
  game: Game;
  /** the view of its ruleset, as `game.viewer` sees it */
  view: View;
  choice: Choice;
  /** draws the bar below the cloth where there is one: a table returns it behind its `Felt` */
  bar(parts: BarParts): VNode | null;
  /** the name of who sits there: a player's, or the bot's */
  seatName(seat: number): string;
  /** the words of the game */
  glossary: Ruleset['glossary'];
}

/** What a table says and offers in the bar. */
export interface BarParts {
  /** the question in at most five words, or who is asked */
  ask: ComponentChildren;
  /** one line of help */
  hint?: ComponentChildren;
  /** what the gold button says as long as nothing is meant: “Pick a die” */
  pick?: string | undefined;
  /**
   * actions that need no more pieces: one tap does them. What is not legal now is left out, and once something is picked
   * that still leaves a choice, what does not fit it
   */
  acts?: readonly BarAct[] | undefined;
  /** the words for what is meant; left out: its label */
  /** `quiet`: it is not what is asked for, and so is not gold */
  go?: { words: string; small?: string | undefined; quiet?: boolean } | undefined;
}

export interface BarAct {
  action: Action;
  words: string;
  small?: string | undefined;
  gold?: boolean;
}

/** Choosing one of the legal actions piece by piece. For watchers and in the past there is nothing to choose. */
export interface Choice {
  /** every legal action, whatever is picked */
  all: readonly LabelledAction[];
  /** the legal actions that fit what is picked so far, with what each does */
  left: readonly LabelledAction[];
  picks: readonly Pick[];
  /** whether some legal action holds this value in this field, beside what is picked in other fields */
  canPick(field: string, value: PickValue): boolean;
  isPicked(field: string, value: PickValue): boolean;
  /** picks it, or takes it back when it is picked; a field that holds one value gets this one instead */
  pick(field: string, value: PickValue): void;
  /** the same for a key, which never sends anything by itself */
  mark(field: string, value: PickValue): void;
  /** shows these very actions, of which each is legal now, in the bar where they are confirmed all at once */
  propose(...actions: Action[]): void;
  /** what is proposed, in the order in which it will be done */
  proposed: readonly Action[];
  /** does this action, which is legal now, at once; who wants to be asked before every move confirms it first */
  act(action: Action): void;
  clear(): void;
  /** the action that is meant if nothing more is picked; the first of several, with the labels of all */
  meant: LabelledAction | null;
  /** sends what is meant; several actions one after another, each as long as it is still legal */
  confirm(): void;
}

/** The other seats clockwise from the viewer's left; for who watches, all as they sit. */
export function ringFrom({ seats, viewer }: Game): number[] {
  const all = seats.map(({ seat }) => seat);
  return typeof viewer === 'number' ? [...all.slice(viewer + 1), ...all.slice(0, viewer)] : all;
}

/** Tells the states of games apart, for what moves from one to the next. */
export function momentOf({ id, viewer, version }: Game): string {
  return `${id} ${viewer} ${version}`;
}
