import type { Chance } from '#rules/kernel/chance.ts';
import { type Candidate, type HouseBot, isNear, type SeekGroup } from './candidate.ts';

/** A bot is drawn from so many of the nearest, so that ratings are bridged by more than one. */
const NEAREST_BOTS = 2;

/** The bots of the house that are left for tables, as long as they do not think too much at once. */
export class HouseBench {
  readonly #bots: readonly HouseBot[];
  readonly #chance: Chance;
  #playoutsLeft: number;

  constructor({ bots, playoutsLeft }: Pick<SeekGroup, 'bots' | 'playoutsLeft'>, chance: Chance) {
    this.#bots = bots;
    this.#chance = chance;
    this.#playoutsLeft = playoutsLeft;
  }

  /** Whether a bot would sit down with this seek now. */
  comesTo(candidate: Candidate): boolean {
    const { opponents, waitedMs, patienceMs } = candidate;
    if (opponents === 'players' || (opponents === 'anyone' && waitedMs < patienceMs)) return false;
    return this.#nearestTo([candidate]).length > 0;
  }

  /** Whether any bot has a rating that the seek asked for, however much it has to think. */
  hasOneFor(candidate: Candidate): boolean {
    return this.#bots.some(({ rating }) => isNear(candidate, rating));
  }

  /** So many bots of about the rating of these players, which think from now on; null when there are none. */
  take(players: readonly Candidate[], count: number): { bot: HouseBot }[] | null {
    const left = this.#playoutsLeft;
    const taken: { bot: HouseBot }[] = [];
    while (taken.length < count) {
      const nearest = this.#nearestTo(players).slice(0, NEAREST_BOTS);
      const bot = nearest[nearest.length === 0 ? 0 : this.#chance.int(nearest.length)];
      if (bot === undefined) {
        this.#playoutsLeft = left;
        return null;
      }
      this.#playoutsLeft -= bot.playouts;
      taken.push({ bot });
    }
    return taken;
  }

  #nearestTo(players: readonly Candidate[]): HouseBot[] {
    const mean = players.reduce((sum, { rating }) => sum + rating, 0) / players.length;
    return this.#bots
      .filter(({ rating, playouts }) => {
        return playouts <= this.#playoutsLeft && players.every((player) => isNear(player, rating));
      })
      .toSorted((one, other) => Math.abs(one.rating - mean) - Math.abs(other.rating - mean));
  }
}
