import type { Seat } from '#rules/kernel/ruleset.ts';
import { seatsOf } from '../games/model/access.ts';
import type { Game } from '../games/model/game.ts';
import type { SeatedPlayer } from '../games/model/seats.ts';
import type { Audience, RemovedBy, SpokenMessage } from '../store/contract/talk.ts';

/** A message as its readers see it. */
export interface MessageView {
  id: string;
  audience: Audience;
  /** its author, as they are called now */
  player: SeatedPlayer;
  /** those that they hold */
  seats: Seat[];
  /** null: it was taken away */
  text: string | null;
  removedBy: RemovedBy | null;
  at: string;
}

export function messageView(game: Pick<Game, 'seats'>, message: SpokenMessage): MessageView {
  const { id, audience, playerId, name, kind, text, removedBy, at } = message;
  return {
    id,
    audience,
    player: { id: playerId, name, kind },
    seats: seatsOf(game, playerId),
    text: removedBy === null ? text : null,
    removedBy,
    at: at.toISOString(),
  };
}
