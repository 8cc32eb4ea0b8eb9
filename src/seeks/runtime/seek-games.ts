import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botHolder, creationOf, holderFor, newHeader, opening } from '../../games/commands/create-game.ts';
import type { GameService } from '../../games/game-service.ts';
import type { Clock } from '../../games/model/clock.ts';
import type { SeatHolder } from '../../games/model/seats.ts';
import type { Players } from '../../players/players.ts';
import type { SeekRow } from '../../store/seek-rows.ts';
import type { Store } from '../../store/store.ts';
import { begun } from '../model/seek.ts';

/** Who takes a seat of a new game: the player of a seek, or a bot of the house. */
export type Seated = { seek: SeekRow } | { policy: string };

interface SeekGameParts {
  store: Store;
  players: Players;
  games: Pick<GameService, 'commands'>;
}

/** Plays on for nobody: who leaves a rated game has lost it. But others at the table may want to go on. */
export const STAND_IN = 'random';

/** Begins the games that seeks lead to. */
export class SeekGames {
  readonly #parts: SeekGameParts;

  constructor(parts: SeekGameParts) {
    this.#parts = parts;
  }

  /**
   * Creates a rated game with all seats taken, and says so in its seeks, in one transaction. False: one of them has changed
   * since it was read, and nothing has happened.
   */
  async begin(ruleset: AnyRuleset, table: readonly Seated[], now: Date): Promise<boolean> {
    const { store, games } = this.#parts;
    const seeks = table.flatMap((each) => ('seek' in each ? [each.seek] : []));
    const [first] = seeks;
    if (first === undefined) throw new Error('nobody has sought this game');
    const seats = await Promise.all(table.map((each) => this.#holderOf(each)));
    const { options, clock } = first;
    const nothing = { seed: null, commitment: null, rematchOf: null, daily: null, place: null, allowsChat: true };
    const terms = { ruleset, options, seats, clock: clock as unknown as Clock, standIn: STAND_IN };
    const header = newHeader({ ...terms, ...nothing, creator: null, visibility: 'public', rated: true }, now);
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

  async #holderOf(seated: Seated): Promise<SeatHolder> {
    if ('policy' in seated) return botHolder(seated.policy);
    const { playerId, clientSeed } = seated.seek;
    const player = await this.#parts.players.get(playerId);
    if (player === null) throw new Error(`there is no player ${playerId}`);
    return holderFor(player, clientSeed);
  }
}
