import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { IdempotentRequest } from '../../eventlog/idempotency.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { actingSeat, gameNotFound, gameOver, mayWatch, notStarted, outsiderProblem } from '../model/access.ts';
import { undone } from '../model/fold.ts';
import { type Game, isOver, nextRow, type Proposal } from '../model/game.ts';
import { MOST_UNDONE } from '../model/going-back.ts';
import type { OwnStep } from '../model/own-turn.ts';
import type { Command } from './command.ts';

export interface UndoAsked {
  seat?: Seat | undefined;
  expectedVersion?: number | undefined;
}

/** What a seat would undo, as far as its own turn tells: whether the action told somebody more is another question. */
export interface Undoable {
  game: Game;
  seat: Seat;
  step: OwnStep;
}

/** A seat undoes the last action of its own turn. `isHarmless`: whether that told nobody more than that it was taken. */
export function undoAction(
  playerId: string,
  gameId: string,
  asked: UndoAsked,
  request: IdempotentRequest | null,
  isHarmless: (undoable: Undoable) => boolean | undefined,
): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const undoable = undoableIn(game, now, playerId, asked);
    if (!undoable.ok) return undoable;
    const harmless = isHarmless(undoable.value);
    if (harmless === undefined) return stale(game);
    if (!harmless) return revealing(undoable.value.step.action);
    const { seat, step } = undoable.value;
    const row = nextRow(game, now, 'undone', { seat, action: { to: step.version } });
    return done({ ...undone(game, row), rows: [row] });
  };
  return { gameId, by: playerId, request, decide };
}

/** What this player would undo now; or why there is nothing. */
export function undoableIn(
  game: Game,
  now: Date,
  playerId: string,
  { seat: asked, expectedVersion: expected }: UndoAsked,
): Result<Undoable> {
  if (!mayWatch(game, { playerId })) return gameNotFound(game.header.id);
  const outsider = outsiderProblem(game, playerId);
  if (outsider !== null) return outsider;
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, playerId, asked);
  if (!chosen.ok) return chosen;
  if (game.status === 'open') return notStarted();
  if (game.header.place !== null)
    return refused('competition-game', 'Nothing is undone in a game of a competition.', PLAY_ON);
  if (expected !== undefined && expected !== game.version) return stale(game, expected);
  const seat = chosen.value;
  const step = game.turn?.seat === seat ? game.turn.steps.at(-1) : undefined;
  if (step === undefined)
    return refused('nothing-to-undo', `Seat ${seat} has nothing to undo now.`, { hint: WHAT_CAN_BE });
  if ((game.undone[seat] ?? 0) >= MOST_UNDONE) {
    return refused(
      'too-many-takebacks',
      `Seat ${seat} has undone ${MOST_UNDONE} actions, the most in a game.`,
      PLAY_ON,
    );
  }
  const deadline = step.decisions.find((open) => open.seat === seat)?.deadline ?? null;
  if (deadline === null || deadline > now) return done({ game, seat, step });
  return refused('time-out', `The time for that decision was up at ${deadline.toISOString()}.`, PLAY_ON);
}

const PLAY_ON = { hint: 'Play on: take one of `choices`.' };
const WHAT_CAN_BE =
  'You can undo the last action of a turn that goes on, if no one acted after it and it drew nothing.';

/** Why an action stays that told somebody more than that it was taken. */
export function revealing({ type }: ActionShape) {
  const detail = `The action ${type} revealed something to another player, or might have, and stays.`;
  return refused('undo-reveals', detail, PLAY_ON);
}

function stale({ version }: Game, expected?: number) {
  const detail =
    expected === undefined
      ? 'The game changed while it was looked at.'
      : `You expected version ${expected}, and the game is at version ${version}.`;
  return refused('stale-version', detail, { hint: 'Read the state again and choose anew.' });
}
