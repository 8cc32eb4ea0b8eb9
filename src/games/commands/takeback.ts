import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Keyed } from '../../eventlog/carry-out.ts';
import { done, type Result, refused, wrong } from '../../eventlog/result.ts';
import { appended } from '../model/fold.ts';
import { type Game, type OwnStep, type Proposal, seatInPlay, stayingPlayers } from '../model/game.ts';
import { counts, faultOf, MOST_ASKED, MOST_TAKEN_BACK, MOST_UNDONE } from '../model/going-back.ts';
import { withBots } from './actions.ts';
import type { Command } from './command.ts';

export interface TakebackRequest {
  to: number;
  seat?: Seat | undefined;
}

/** A request for a takeback. `isLast`: all other players have agreed, so the game goes back. */
interface Wish {
  seat: Seat;
  isLast: boolean;
}

/** Asks for a takeback, or carries it out if all others agreed. `stateOf` returns the old state; undefined: unknown. */
export function requestTakeback(
  playerId: string,
  gameId: string,
  asked: TakebackRequest,
  request: Keyed,
  stateOf: (game: Game) => unknown,
): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const wished = wishIn(game, playerId, asked);
    if (!wished.ok) return wished;
    const { seat, isLast } = wished.value;
    const { to } = asked;
    if (!isLast) return done(appended(game, now, 'takebackAsked', { seat, action: { playerId, to } }));
    const state = stateOf(game);
    if (state === undefined) return refused('stale-version', 'The game changed while the server read it.');
    return done(withBots(appended(game, now, 'takenBack', { seat, action: { to } }, state)));
  };
  return { gameId, by: playerId, request, decide };
}

/** Rejects another player's takeback, or withdraws the player's own request. */
export function refuseTakeback(playerId: string, gameId: string, request: Keyed): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const seated = seatInPlay(game, playerId, undefined);
    if (!seated.ok) return seated;
    if (game.takeback === null) return refused('no-takeback', 'No player has requested a takeback.');
    return done(appended(game, now, 'takebackRefused', { seat: seated.value }));
  };
  return { gameId, by: playerId, request, decide };
}

export function wishIn(game: Game, playerId: string, { to, seat: asked }: TakebackRequest): Result<Wish> {
  const seated = seatInPlay(game, playerId, asked);
  if (!seated.ok) return seated;
  if (counts(game.header)) {
    return refused(
      'game-counts',
      'In rated games, games of the day and games of competitions, players cannot take actions back together.',
    );
  }
  const fault = faultOf(game, to);
  if (fault !== null) return wrong(`The game cannot go back to version ${to}: \`to\` ${fault}.`, '/to', fault);
  if (game.takenBack >= MOST_TAKEN_BACK) {
    return refused(
      'too-many-takebacks',
      `Players have taken this game back ${MOST_TAKEN_BACK} times, the most allowed.`,
    );
  }
  const agreedBy = game.takeback?.to === to ? game.takeback.agreedBy : [];
  if (agreedBy.includes(playerId)) {
    return refused(
      'takeback-asked',
      'You have requested this takeback already, and another player has not agreed yet.',
    );
  }
  const isLast = stayingPlayers(game).every((id) => id === playerId || agreedBy.includes(id));
  if (!isLast && (game.takebackAsks[playerId] ?? 0) >= MOST_ASKED) {
    const detail = `You have requested ${MOST_ASKED} takebacks since your last action, the most allowed.`;
    return refused('takeback-asked', detail, { hint: 'Make your next action in the game before you ask again.' });
  }
  return done({ seat: seated.value, isLast });
}

export interface UndoAsked {
  seat?: Seat | undefined;
  expectedVersion?: number | undefined;
}

/** An action that its seat may undo if the action revealed nothing, which is not checked yet. */
export interface Undoable {
  game: Game;
  seat: Seat;
  step: OwnStep;
}

/** Undoes an action. `isHarmless`: no player learned anything hidden from it; undefined: this was not checked. */
export function undoAction(
  playerId: string,
  gameId: string,
  asked: UndoAsked,
  request: Keyed,
  isHarmless: (undoable: Undoable) => boolean | undefined,
): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const undoable = undoableIn(game, now, playerId, asked);
    if (!undoable.ok) return undoable;
    const harmless = isHarmless(undoable.value);
    if (harmless === undefined) return stale(game);
    if (!harmless) return revealing(undoable.value.step.action);
    const { seat, step } = undoable.value;
    return done(appended(game, now, 'undone', { seat, action: { to: step.version } }));
  };
  return { gameId, by: playerId, request, decide };
}

export function undoableIn(
  game: Game,
  now: Date,
  playerId: string,
  { seat: asked, expectedVersion: expected }: UndoAsked,
): Result<Undoable> {
  const chosen = seatInPlay(game, playerId, asked);
  if (!chosen.ok) return chosen;
  if (game.header.place !== null)
    return refused('competition-game', 'In games of competitions, players cannot undo actions.', PLAY_ON);
  if (expected !== undefined && expected !== game.version) return stale(game, expected);
  const seat = chosen.value;
  const step = game.turn?.seat === seat ? game.turn.steps.at(-1) : undefined;
  if (step === undefined) return refused('nothing-to-undo', `Seat ${seat} has no action that it can undo now.`);
  if ((game.undone[seat] ?? 0) >= MOST_UNDONE) {
    const detail = `Seat ${seat} has undone ${MOST_UNDONE} actions, the most allowed in one game.`;
    return refused('too-many-takebacks', detail, PLAY_ON);
  }
  const deadline = step.decisions.find((open) => open.seat === seat)?.deadline ?? null;
  if (deadline === null || deadline > now) return done({ game, seat, step });
  return refused(
    'time-out',
    `The action cannot be undone: the time for its decision ended at ${deadline.toISOString()}.`,
    PLAY_ON,
  );
}

const PLAY_ON = { hint: 'Play on: choose one of `choices` in the state.' };

export function revealing({ type }: ActionShape) {
  const detail = `The action ${type} revealed something hidden, or might have, so it cannot be undone.`;
  return refused('undo-reveals', detail, PLAY_ON);
}

function stale({ version }: Game, expected?: number) {
  const detail =
    expected === undefined
      ? 'The game changed while the server read it.'
      : `You expected version ${expected}, but the game is at version ${version}.`;
  return refused('stale-version', detail, { hint: 'Read the state again, then choose again.' });
}
