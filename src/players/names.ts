import { done, type Result, refused } from '../eventlog/result.ts';
import type { HouseClock } from '../store/game-rows.ts';
import type { FormerNameRow, PlayerStore } from '../store/players.ts';
import type { PlayerRow } from '../store/tokens.ts';
import { freeNameLike, type ReservedNames, skeletonOf } from './name.ts';
import type { RememberedTokens } from './tokens.ts';

export const MOST_RENAMINGS = 3;
export const RENAMINGS_DAYS = 30;
/** A name given up stays reserved for its owner this long, so that no other player impersonates them. */
export const KEPT_DAYS = 180;
/** Suggested, with a number, in place of a reserved name. */
const PLAIN_NAME = 'Player';
const DAY_MS = 24 * 60 * 60 * 1000;

export class Names {
  readonly #store: PlayerStore;
  readonly #clock: HouseClock;
  readonly #remembered: RememberedTokens;
  readonly #reserved: ReservedNames;

  constructor(store: PlayerStore, clock: HouseClock, remembered: RememberedTokens, reserved: ReservedNames) {
    this.#store = store;
    this.#clock = clock;
    this.#remembered = remembered;
    this.#reserved = reserved;
  }

  async change(player: PlayerRow, name: string): Promise<Result<PlayerRow>> {
    if (this.#reserved.has(name)) return this.taken(name);
    const at = this.#clock.now();
    const renaming = {
      playerId: player.id,
      name,
      skeleton: skeletonOf(name),
      at,
      reservedUntil: new Date(at.getTime() + KEPT_DAYS * DAY_MS),
      most: MOST_RENAMINGS,
      since: new Date(at.getTime() - RENAMINGS_DAYS * DAY_MS),
    };
    const changed = await this.#store.rename(renaming).finally(() => this.#remembered.forgetPlayer(player.id));
    if (changed === 'taken') return this.taken(name);
    if (changed === 'renamed') return done({ ...player, name });
    const nextAt = new Date(changed.tooOften.getTime() + RENAMINGS_DAYS * DAY_MS);
    return refused('renamed-too-often', `You can change it again from ${nextAt.toISOString()} on.`);
  }

  former(player: PlayerRow): Promise<FormerNameRow[]> {
    return this.#store.formerNames(player.id);
  }

  async taken(name: string) {
    const like = this.#reserved.has(name) ? PLAIN_NAME : name;
    const suggestion = await freeNameLike(like, this.#reserved, (skeletons) => this.#store.taken(skeletons));
    const detail = `Another player has the name ${JSON.stringify(name)}, or one that looks like it.`;
    return refused('name-taken', detail, { suggestion });
  }
}
