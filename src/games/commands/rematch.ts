import type { CatalogueEntry } from '#rules/catalogue.ts';
import { DELETED } from '#rules/kernel/chain.ts';
import { done, type Refusal, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import { type Game, isOver, seatsOf } from '../model/game.ts';
import { seatedPlayer } from '../model/participants.ts';
import { ratedProblem } from '../model/rated-game.ts';
import type { SeatHolder } from '../model/seats.ts';
import { botHolder, completeOptions, type GameSetup, holderFor, misfit } from './create-game.ts';

/** Plans a game like this one with other cards and rolls and the newest rules. Seats the caller, invites the others. */
export function rematchPlan(
  game: Game,
  newest: CatalogueEntry,
  player: Player,
  clientSeed: string | undefined,
): Result<GameSetup> {
  if (!isOver(game)) return refused('rematch-too-early', 'This game is not over.');
  if (seatsOf(game, player.id).length === 0) return refused('not-your-seat', 'You hold no seat in this game.');
  const options = optionsAgain(game, newest);
  if (!options.ok) return options;
  const { visibility, clock, standIn, id, rated, allowsChat } = game.header;
  const seats = game.seats.map((holder) => seatAgain(holder, player, clientSeed));
  const settled = { ruleset: newest.ruleset, options: options.value, seats, visibility, clock, standIn };
  const unrated = rated ? ratedProblem({ ...settled, seeded: false }) : null;
  if (unrated !== null) return outgrown(unrated.refusal);
  return done({ ...settled, creator: player, rematchOf: id, rated, allowsChat });
}

/** Returns the options for the newest rules, which may have other defaults or reject the old options. */
function optionsAgain({ header, seats }: Game, newest: CatalogueEntry): Result<unknown> {
  if (header.ruleset.rulesVersion === newest.ruleset.rulesVersion) return done(header.options);
  const options = completeOptions(newest, header.options);
  if (!options.ok) return outgrown(options.refusal);
  const wishes = seats.map((holder) => (holder.kind === 'bot' ? { bot: holder.policy } : 'open'));
  const problem = misfit(newest, options.value, wishes, header);
  return problem === null ? options : outgrown(problem.refusal);
}

export function withPresentNames(plan: GameSetup, present: readonly Player[]): Result<GameSetup> {
  const players = new Map(present.map((player) => [player.id, player]));
  const seats: SeatHolder[] = [];
  for (const [seat, holder] of plan.seats.entries()) {
    if (holder.kind !== 'invited') {
      seats.push(holder);
      continue;
    }
    const player = players.get(holder.player.id);
    if (player === undefined || player.name === DELETED) {
      const hint = 'Create a new game with another player, or with an open seat.';
      return refused('unknown-player', `The account of the player at seat ${seat} is deleted.`, { hint });
    }
    seats.push({ kind: 'invited', player: seatedPlayer(player) });
  }
  return done({ ...plan, seats });
}

function outgrown({ detail }: Refusal) {
  const why = `The rules have changed since this game, and its options are no longer valid: ${detail}`;
  return refused('rematch-outgrown', why);
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
