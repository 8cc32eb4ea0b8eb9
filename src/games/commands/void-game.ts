import { done } from '../../eventlog/result.ts';
import type { Append, GameRow } from '../../store/game-rows.ts';
import { gameOver } from '../model/access.ts';
import { appended, headAfter } from '../model/fold.ts';
import { type Game, isOver, type VoidReason } from '../model/game.ts';
import { membershipsOf, playersAt } from '../model/participants.ts';
import type { SeatHolder } from '../model/seats.ts';
import type { Command } from './command.ts';

export function voidGame(gameId: string, reason: VoidReason): Command {
  const decide = (game: Game, now: Date) =>
    isOver(game) ? gameOver(game) : done(appended(game, now, 'voided', { action: { reason } }));
  return { gameId, by: null, request: null, decide };
}

/** `seats`: null keeps them. */
const ENDED = {
  status: 'aborted',
  seats: null,
  deadline: null,
  outcome: null,
  takenBack: false,
  unattended: false,
} as const;

/** Voids a game whose rules are missing or whose log is broken. */
export function voidingWithoutRules(game: GameRow, now: Date, reason: VoidReason): Append {
  const at = now > game.updatedAt ? now : game.updatedAt;
  const [gameId, version] = [game.id, game.version + 1];
  const row = { gameId, version, kind: 'voided', seat: null, action: { reason }, draws: [], at };
  const seats = game.seats as unknown as SeatHolder[];
  const head = headAfter(game.chainKey, game.head, row);
  return {
    gameId,
    base: game.version,
    baseHead: game.head,
    erased: game.erased,
    events: [row],
    game: { ...ENDED, toAct: [], awaiting: [], version, head, openSeats: game.openSeats, updatedAt: at },
    memberships: membershipsOf(game, seats, false, () => null),
    request: null,
    notifications: playersAt(seats).map(({ id: playerId }) => ({ playerId, type: 'gameEnded', seat: null })),
  };
}
