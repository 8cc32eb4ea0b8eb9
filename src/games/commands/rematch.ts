import type { Player } from '../../players/players.ts';
import { type Game, isOver, seatsOf } from '../model/game.ts';
import { done, type Result, refused } from '../model/result.ts';
import type { SeatHolder } from '../model/seats.ts';
import { botHolder, type GamePlan, holderFor } from './create-game.ts';

/** The same seats on the same options with new chance: the player who asks is seated, the others are invited. */
export function rematchPlan(game: Game, player: Player, clientSeed: string | undefined): Result<GamePlan> {
  if (!isOver(game)) return refused('rematch-too-early', 'This game is not over.');
  if (seatsOf(game, player.id).length === 0) return refused('not-your-seat', 'You hold no seat in this game.');
  const { ruleset, options, visibility, clock, standIn, id } = game.header;
  return done({
    ruleset,
    options,
    seats: game.seats.map((holder) => seatAgain(holder, player, clientSeed)),
    creator: player,
    visibility,
    clock,
    standIn,
    seed: null,
    commitment: null,
    rematchOf: id,
    daily: null,
  });
}

function seatAgain(holder: SeatHolder, player: Player, clientSeed: string | undefined): SeatHolder {
  switch (holder.kind) {
    case 'bot':
      return botHolder(holder.policy);
    case 'player':
      return holder.player.id === player.id
        ? holderFor(player, clientSeed)
        : { kind: 'invited', player: holder.player };
    case 'open':
    case 'invited':
      return holder;
  }
}
