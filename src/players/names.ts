import type { HouseClock } from '../store/contract/event-log.ts';
import type { FormerNameRow, PlayerStore } from '../store/contract/players.ts';
import type { PlayerRow } from '../store/contract/tokens.ts';
import { freeNameLike, type ReservedNames, skeletonOf } from './name.ts';
import type { RememberedTokens } from './remembered-tokens.ts';

/** How often a player may take another name. */
export const MOST_RENAMINGS = 3;
export const RENAMINGS_DAYS = 30;
/** So long a name that its owner has given up is kept for them, so that nobody poses as them. */
export const KEPT_DAYS = 180;
/** What is offered, with a number, instead of a name that nobody can have. */
const PLAIN_NAME = 'Player';
const DAY_MS = 24 * 60 * 60 * 1000;

/** A player under another name; one like it which nobody has; or when they may take another. */
export type Renamed = { player: PlayerRow } | { freeName: string } | { nextAt: Date };

/** What players are called, and what they were. */
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

  /** Gives a player another proper name. */
  async change(player: PlayerRow, name: string): Promise<Renamed> {
    if (this.#reserved.has(name)) return { freeName: await this.freeNameLike(name) };
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
    if (changed === 'taken') return { freeName: await this.freeNameLike(name) };
    if (changed === 'renamed') return { player: { ...player, name } };
    return { nextAt: new Date(changed.tooOften.getTime() + RENAMINGS_DAYS * DAY_MS) };
  }

  /** The names that a player has given up, oldest first. */
  former(player: PlayerRow): Promise<FormerNameRow[]> {
    return this.#store.formerNames(player.id);
  }

  /** A name like this which nobody has at this moment; nobody is promised that it stays so. */
  freeNameLike(name: string): Promise<string> {
    const like = this.#reserved.has(name) ? PLAIN_NAME : name;
    return freeNameLike(like, this.#reserved, (skeletons) => this.#store.taken(skeletons));
  }
}
