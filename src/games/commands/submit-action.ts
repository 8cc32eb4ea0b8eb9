import type { Json } from '../../kernel/json.ts';
import { play } from '../../kernel/play.ts';
import type { Refusal, Seat } from '../../kernel/ruleset.ts';
import type { Player } from '../../players/players.ts';
import type { RulesetVersion } from '../../rulesets/catalogue.ts';
import { gameOver, isToAct, notStarted, seatLeft, seatProblem } from '../model/access.ts';
import { acted } from '../model/fold.ts';
import { chanceOf, type Game, isOver, type Proposal, seatsOf } from '../model/game.ts';
import { nextRow } from '../model/log-entry.ts';
import { done, type Result, refused } from '../model/result.ts';
import { withBots } from './bot-turns.ts';

export interface SubmittedAction {
  action: unknown;
  seat?: Seat | undefined;
  expectedVersion?: number | undefined;
}

/** A player's action for one of their seats, and what bots do after it. */
export function moveIn(entry: RulesetVersion, game: Game, player: Player, move: SubmittedAction): Result<Proposal> {
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, player, move.seat);
  if (!chosen.ok) return chosen;
  const seat = chosen.value;
  if (game.status === 'open') return notStarted();
  const form = entry.inputs.action(move.action);
  if (!form.ok) {
    const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/action${pointer}`, message }));
    return refused('invalid-request', `This is not an action of ${entry.ruleset.name}.`, { errors });
  }
  const decision = game.decisions.find((open) => open.seat === seat);
  if (decision === undefined) return notYourTurn(game, seat);
  if (decision.deadline !== null && decision.deadline <= new Date()) return timeIsUp(decision.deadline);
  const stale = staleness(game, decision.since, move.expectedVersion);
  if (stale !== null) return stale;

  const version = game.version + 1;
  const played = play(entry.ruleset, game.state, seat, form.value, chanceOf(game.header, game.seats, version));
  if (!played.ok) return played.code === 'illegal-action' ? illegal(played.refusal) : notYourTurn(game, seat);
  const row = nextRow(game, 'action', { seat, action: form.value as unknown as Json, draws: played.draws });
  return done(withBots({ ...acted(game, row, played), rows: [row] }));
}

/** The seat that a move is for: the named one, else the player's lowest that is to act. */
export function actingSeat(game: Game, player: Player, asked: Seat | undefined): Result<Seat> {
  const you = seatsOf(game, player.id);
  const staying = you.filter((own) => !hasLeft(game, own));
  const seat = asked ?? staying.find((own) => isToAct(game, own)) ?? staying[0] ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? (hasLeft(game, seat) ? seatLeft(seat) : done(seat));
}

function hasLeft(game: Game, seat: Seat): boolean {
  const holder = game.seats[seat];
  return holder?.kind === 'player' && holder.left !== undefined;
}

function staleness(game: Game, since: number, expected: number | undefined) {
  if (expected === undefined || (expected >= since && expected <= game.version)) return null;
  const detail =
    expected > game.version
      ? `You expected version ${expected}, but the game is only at version ${game.version}.`
      : `You chose at version ${expected}, but this decision opened at version ${since}.`;
  return refused('stale-version', detail, { hint: 'Read the state again and choose anew.' });
}

function timeIsUp(deadline: Date) {
  return refused('time-out', `The time for this decision was up at ${deadline.toISOString()}.`);
}

function notYourTurn(game: Game, seat: Seat) {
  const waiting = game.decisions.map((decision) => decision.seat).join(', ');
  return refused('not-your-turn', `Seat ${seat} has nothing to decide now; the game waits for seat ${waiting}.`);
}

function illegal(refusal: Refusal) {
  const { rule, detail, hint } = refusal;
  return refused('illegal-action', detail, { rule, ...(hint === undefined ? {} : { hint }) });
}
