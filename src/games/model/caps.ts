import { LRUCache } from 'lru-cache';
import { type Refused, refused } from '../../eventlog/result.ts';
import type { PlayerUsage } from '../../store/game-lists.ts';
import type { Game } from './game.ts';
import type { SeatHolder } from './seats.ts';

export interface PlayerCaps {
  /** unfinished games in which the player has a seat */
  games: number;
  /** unfinished games that the player created without a seat, for bots or other players */
  hostedGames: number;
  /** unfinished rated games in which the player has a seat */
  ratedGames: number;
  /** games with a seat that wait for other players to join */
  pendingGames: number;
  /** seats that the player keeps for others in own games */
  invitations: number;
  commitments: number;
  /** competitions created within 24 hours */
  competitions: number;
  seeks: number;
  /** days in a year */
  vacationDays: number;
}

/** The cap of rated games is low: with many, a player could choose which of them to finish. */
export const DEFAULT_CAPS: PlayerCaps = {
  games: 1000,
  hostedGames: 100,
  ratedGames: 16,
  pendingGames: 500,
  invitations: 1000,
  commitments: 500,
  competitions: 12,
  seeks: 16,
  vacationDays: 30,
};

const GUESTS = 5;
/** If a look-up finds room for n games, this share of n needs no further look-up. */
const SPARED = 0.1;
const KNOWN_PLAYERS = 10_000;
const KNOWN_MS = 60_000;
const NOTHING: PlayerUsage = { games: 0, hostedGames: 0, ratedGames: 0, pendingGames: 0, invitations: 0 };

/** Enforces the caps. A player with much room is not looked up each time, so n servers may exceed a cap by n tenths.
 * Look-ups of one player run one after another, because otherwise calls at the same time would all pass. Rated games,
 * whose cap is low, always need one. */
export class PlayerRoom {
  readonly #caps: PlayerCaps;
  readonly #ask: (playerId: string) => Promise<PlayerUsage>;
  readonly #spared = new LRUCache<string, number>({ max: KNOWN_PLAYERS, ttl: KNOWN_MS, noUpdateTTL: true });
  readonly #looks = new Map<string, Promise<unknown>>();
  /** by player: calls without a look-up that are not in the database yet */
  readonly #unseen = new Map<string, number>();

  constructor(caps: PlayerCaps, ask: (playerId: string) => Promise<PlayerUsage>) {
    this.#caps = caps;
    this.#ask = ask;
  }

  /** Throws `StoreUnavailable`. */
  async take<T>(playerId: string, take: (usage: PlayerUsage) => Promise<T>, { rated = false } = {}): Promise<T> {
    while (rated || !this.#spare(playerId)) {
      const look = this.#looks.get(playerId);
      if (look === undefined) return this.#lookAndTake(playerId, take);
      await look;
    }
    this.#countUnseen(playerId, 1);
    return take(NOTHING).finally(() => this.#countUnseen(playerId, -1));
  }

  async #lookAndTake<T>(playerId: string, take: (usage: PlayerUsage) => Promise<T>): Promise<T> {
    const usage = this.#look(playerId);
    const taking = usage.then(take);
    // the next look-up waits for this call even if the call fails; if the database fails, the calls that wait fail too
    const look = Promise.allSettled([taking])
      .then(() => usage)
      .finally(() => this.#looks.delete(playerId));
    look.catch(() => {}); // perhaps nothing waits for it
    this.#looks.set(playerId, look);
    return taking;
  }

  async #look(playerId: string): Promise<PlayerUsage> {
    const unseen = this.#unseen.get(playerId) ?? 0;
    const asked = await this.#ask(playerId);
    const usage: PlayerUsage = {
      ...asked,
      games: asked.games + unseen,
      hostedGames: asked.hostedGames + unseen,
      pendingGames: asked.pendingGames + unseen,
      invitations: asked.invitations + unseen * GUESTS,
    };
    this.#spared.set(playerId, Math.floor(this.#gamesLeft(usage) * SPARED), { noUpdateTTL: false });
    return usage;
  }

  #spare(playerId: string): boolean {
    const spared = this.#spared.get(playerId) ?? 0;
    if (spared > 0) this.#spared.set(playerId, spared - 1);
    return spared > 0;
  }

  #countUnseen(playerId: string, by: 1 | -1): void {
    const unseen = (this.#unseen.get(playerId) ?? 0) + by;
    if (unseen === 0) this.#unseen.delete(playerId);
    else this.#unseen.set(playerId, unseen);
  }

  #gamesLeft(usage: PlayerUsage): number {
    const { games, hostedGames, pendingGames, invitations } = this.#caps;
    return Math.min(
      games - usage.games,
      hostedGames - usage.hostedGames,
      pendingGames - usage.pendingGames,
      (invitations - usage.invitations) / GUESTS,
    );
  }
}

interface Seated {
  seats: readonly SeatHolder[];
  rated: boolean;
}

const FIXED_CAPS = ['mutes', 'blocks', 'changes', 'calendarChanges', 'vacationsCalledOff'] as const;

type CapName = keyof PlayerCaps | (typeof FIXED_CAPS)[number];

export const CAP_NAMES = [...Object.keys(DEFAULT_CAPS), ...FIXED_CAPS] as CapName[];

const WORDS: Record<keyof PlayerCaps, string> = {
  games: 'unfinished games in which you sit',
  hostedGames: 'unfinished games that you created and in which you do not sit',
  ratedGames: 'unfinished rated games in which you sit',
  pendingGames: 'games of yours that wait for others to come',
  invitations: 'seats kept for others in your games',
  commitments: 'commitments that no game has used',
  competitions: 'competitions created within 24 hours',
  seeks: 'open seeks',
  vacationDays: 'days of vacation in a year',
};

const HINTS: Partial<Record<keyof PlayerCaps, string>> = {
  ratedGames: 'End one of them, by playing on or with `resignGame`: `listTurns` lists those that wait for you.',
  vacationDays: '`listVacations` says how many are left; ending a vacation early gives back what is left of it.',
  competitions: 'Create it tomorrow: competitions count for 24 hours, also those that are over.',
  seeks: 'Cancel one with `cancelSeek`: `listMySeeks` lists yours.',
};

export function capRefused(cap: CapName, detail: string, hint?: string): Refused {
  return refused('cap-reached', detail, { cap, ...(hint !== undefined && { hint }) });
}

export function capReached(cap: keyof PlayerCaps, most: number): Refused {
  return capRefused(cap, `You have reached the limit of ${WORDS[cap]}: ${most}.`, HINTS[cap]);
}

export function creationProblem(caps: PlayerCaps, usage: PlayerUsage, { seats, rated }: Seated, playerId: string) {
  const invited = seats.filter(({ kind }) => kind === 'invited').length;
  if (invited > 0 && usage.invitations + invited > caps.invitations) return capReached('invitations', caps.invitations);
  const sits = seats.some((holder) => holder.kind === 'player' && holder.player.id === playerId);
  if (!sits) return usage.hostedGames >= caps.hostedGames ? capReached('hostedGames', caps.hostedGames) : null;
  return seatProblem(caps, usage, { seats, rated });
}

/** Says why the player may not join; null: the player may. The player is among `seats`. */
export function joinProblem(caps: PlayerCaps, usage: PlayerUsage, { seats, header }: Game) {
  return seatProblem(caps, usage, { seats, rated: header.rated });
}

function seatProblem(caps: PlayerCaps, usage: PlayerUsage, { seats, rated }: Seated) {
  if (usage.games >= caps.games) return capReached('games', caps.games);
  if (rated && usage.ratedGames >= caps.ratedGames) return capReached('ratedGames', caps.ratedGames);
  const waits = seats.some(({ kind }) => kind === 'open' || kind === 'invited');
  return waits && usage.pendingGames >= caps.pendingGames ? capReached('pendingGames', caps.pendingGames) : null;
}
