import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import type { Game, Outcome } from '../model/game.ts';
import { textOf } from './table-view.ts';
import { asWritten, namingOf, type Telling } from './wording.ts';

/** So many versions are shown at once. */
export const MOST_STATES = 100;

/** Which versions of a game are to be shown, the first and the last included, and to whose eyes. */
export interface StatesAsked {
  seat?: Viewer | undefined;
  from: number;
  /** as many as are shown at once, or as there are, when it is left out */
  to?: number | undefined;
  telling: Telling;
}

/** A game at one version, without what is the same in all of them. */
export interface PastState {
  version: number;
  head: string;
  at: string;
  status: Game['status'];
  toAct: Seat[];
  view: unknown;
  text?: string;
  outcome: Outcome | null;
}

export interface StatesListed {
  ruleset: string;
  rulesVersion: number;
  /** the version that the game has now */
  version: number;
  viewer: Viewer;
  states: PastState[];
}

/** The game at its version, as `viewer` may see it. */
export function pastState(game: Game, viewer: Viewer, { text, names }: Telling): PastState {
  const view: unknown = game.state === null ? null : game.header.ruleset.view(game.state, viewer);
  const naming = names ? namingOf(game.seats) : asWritten;
  return {
    version: game.version,
    head: game.head,
    at: game.updatedAt.toISOString(),
    status: game.status,
    toAct: game.decisions.map(({ seat }) => seat).sort((one, other) => one - other),
    view,
    ...(text ? { text: textOf(game, view, naming) } : {}),
    outcome: game.outcome,
  };
}
