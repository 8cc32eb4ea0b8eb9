import { done, type Result, refused } from '../eventlog/result.ts';
import type { ServerClock } from '../store/game-rows.ts';
import type { FormerNameRow, PlayerStore } from '../store/players.ts';
import type { PlayerRow } from '../store/tokens.ts';
import { freeNameLike, type ReservedNames, skeletonOf } from './name.ts';
import type { RememberedTokens } from './tokens.ts';

export const MOST_RENAMINGS = 3;
export const RENAMINGS_DAYS = 30;
/** A name that a player gave up is reserved for this many days, so that no one else appears as the player. */
export const KEPT_DAYS = 180;
/** Instead of a reserved name, this word with a number is suggested. */
const PLAIN_NAME = 'Player';
const DAY_MS = 24 * 60 * 60 * 1000;

interface NameParts {
  store: PlayerStore;
  clock: ServerClock;
  remembered: RememberedTokens;
  reserved: ReservedNames;
}

export class Names {
  readonly #parts: NameParts;

  constructor(parts: NameParts) {
    this.#parts = parts;
  }

  async change(player: PlayerRow, name: string): Promise<Result<PlayerRow>> {
    const { store, clock, remembered, reserved } = this.#parts;
    if (reserved.has(name)) return this.taken(name);
    const at = clock.now();
    const renaming = {
      playerId: player.id,
      name,
      skeleton: skeletonOf(name),
      at,
      reservedUntil: new Date(at.getTime() + KEPT_DAYS * DAY_MS),
      most: MOST_RENAMINGS,
      since: new Date(at.getTime() - RENAMINGS_DAYS * DAY_MS),
    };
    const changed = await store.rename(renaming).finally(() => remembered.forgetPlayer(player.id));
    if (changed === 'taken') return this.taken(name);
    if (changed === 'renamed') return done({ ...player, name });
    const nextAt = new Date(changed.tooOften.getTime() + RENAMINGS_DAYS * DAY_MS);
    return refused('renamed-too-often', `You can change your name again from ${nextAt.toISOString()} on.`);
  }

  former(player: PlayerRow): Promise<FormerNameRow[]> {
    return this.#parts.store.formerNames(player.id);
  }

  async taken(name: string) {
    const { store, reserved } = this.#parts;
    const isReserved = reserved.has(name);
    const like = isReserved ? PLAIN_NAME : name;
    const suggestion = await freeNameLike(like, reserved, (skeletons) => store.taken(skeletons));
    const detail = isReserved
      ? `The name ${JSON.stringify(name)} is reserved: it reads like a seat, a bot, a deleted account or the service.`
      : `Another player has the name ${JSON.stringify(name)}, or one that looks like it.`;
    return refused('name-taken', detail, { suggestion });
  }
}

const MANNERS = [
  ...['Able', 'Brave', 'Bright', 'Calm', 'Cheerful', 'Clever', 'Curious', 'Daring', 'Eager', 'Fair', 'Gentle', 'Glad'],
  ...['Happy', 'Honest', 'Jolly', 'Keen', 'Kind', 'Lively', 'Lucky', 'Merry', 'Nimble', 'Patient', 'Plucky', 'Polite'],
  ...['Quick', 'Quiet', 'Sunny', 'Swift', 'Tidy', 'Warm', 'Wise', 'Witty'],
] as const;

const ANIMALS = [
  ...['Badger', 'Bear', 'Beaver', 'Crane', 'Deer', 'Dolphin', 'Falcon', 'Ferret', 'Finch', 'Fox', 'Gecko', 'Hare'],
  ...['Hedgehog', 'Heron', 'Ibex', 'Jay', 'Koala', 'Lark', 'Lynx', 'Marten', 'Newt', 'Otter', 'Owl', 'Panda'],
  ...['Puffin', 'Raven', 'Robin', 'Seal', 'Swan', 'Tern', 'Turtle', 'Wren'],
] as const;

const NUMBERS = 10_000;

/** Returns the name of a guest. It follows from the end of the player's id, so an id always has the same name. */
export function guestName(id: string): string {
  const lot = Number.parseInt(id.slice(-8), 16);
  const manner = MANNERS[lot % MANNERS.length];
  const animal = ANIMALS[(lot >>> 5) % ANIMALS.length];
  return `${manner} ${animal} ${(lot >>> 10) % NUMBERS}`;
}
