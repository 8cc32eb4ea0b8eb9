import { lostMs, type Outage } from '../model/clock.ts';
import { timeGiven } from '../model/fold.ts';
import { type Game, getsTimeBack, nextRow, type Proposal } from '../model/game.ts';

/**
 * The change that gives back what an outage took of a game's open decisions; null where it took nothing, has been given
 * back, or the game is neither rated nor of a competition: there time runs on.
 */
export function timeBack(game: Game, now: Date, outage: Outage): Proposal | null {
  const { header, status, decisions, timeGivenUntil } = game;
  if (!getsTimeBack(header) || status !== 'playing') return null;
  if (timeGivenUntil !== null && outage.from < timeGivenUntil) return null;
  if (decisions.every((decision) => lostMs(decision, outage) === 0)) return null;
  const action = { from: outage.from.toISOString(), to: outage.to.toISOString() };
  const row = nextRow(game, now > outage.to ? now : outage.to, 'timeGiven', { action });
  return { ...timeGiven(game, row), rows: [row] };
}
