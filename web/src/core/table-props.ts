// What a table of a ruleset gets, and all that it may use: it draws, and never decides what is legal.
import type { Action, Game, LabelledAction, Ruleset } from '../../../clients/typescript/src/index.ts';
import type { Pick, PickValue } from './choose.ts';

export interface TableProps<View> {
  /** the answer of `getState`: seats, viewer, whose turn, status, outcome, version */
  game: Game;
  /** the view of its ruleset, as `game.viewer` sees it */
  view: View;
  choice: Choice;
  /** the name of who sits there: a player's, or the bot's */
  seatName(seat: number): string;
  /** the words of the game */
  glossary: Ruleset['glossary'];
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
  clear(): void;
  /** the action that is meant if nothing more is picked; the first of several, with the labels of all */
  meant: LabelledAction | null;
  /** sends what is meant; several actions one after another, each as long as it is still legal */
  confirm(): void;
}
