import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botHolder, creationOf, holderFor, newHeader, opening } from '../../games/commands/create-game.ts';
import type { GameService } from '../../games/game-service.ts';
import type { Clock } from '../../games/model/clock.ts';
import type { SeatHolder } from '../../games/model/seats.ts';
import type { Players } from '../../players/players.ts';
import type { SeekRow } from '../../store/seeks.ts';
import type { Store } from '../../store/store.ts';
import { begun } from '../model/seek.ts';

export type Seated = { seek: SeekRow } | { policy: string };

/** The bot that plays on for a player who has left. That player has lost, but the others may want to continue. */
export const STAND_IN = 'random';

/** Creates a rated game and updates its seeks in one transaction. False: a seek has changed since it was read. */
export async function beginGame(
  { store, players, games }: { store: Store; players: Players; games: Pick<GameService, 'commands'> },
  ruleset: AnyRuleset,
  table: readonly Seated[],
  now: Date,
): Promise<boolean> {
  const seeks = table.flatMap((each) => ('seek' in each ? [each.seek] : []));
  const [first] = seeks;
  if (first === undefined) throw new Error('no seek belongs to this game');
  const seats = await Promise.all(table.map((each) => holderOf(each, players)));
  const { options, clock } = first;
  const terms = { ruleset, options, seats, clock: clock as unknown as Clock, standIn: STAND_IN };
  const header = newHeader({ ...terms, visibility: 'public', rated: true }, now);
  const proposal = opening(header, seats);
  const made = await store.seeks.begin({
    creation: creationOf(proposal, null),
    seats: table.flatMap((each, seat) => {
      if (!('seek' in each)) return [];
      return [{ change: begun(each.seek, header.id, now), playerId: each.seek.playerId, seat }];
    }),
    bots: table.flatMap((each) => ('policy' in each ? [each.policy] : [])),
  });
  if (made) games.commands.publish(null, proposal);
  return made;
}

async function holderOf(seated: Seated, players: Players): Promise<SeatHolder> {
  if ('policy' in seated) return botHolder(seated.policy);
  const { playerId, clientSeed } = seated.seek;
  const player = await players.get(playerId);
  if (player === null) throw new Error(`there is no player ${playerId}`);
  return holderFor(player, clientSeed);
}
