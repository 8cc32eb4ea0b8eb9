import type { Chance } from '#rules/kernel/chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { WaitingBecause } from '../../store/seek-rows.ts';
import { playersIn } from '../model/seek.ts';
import {
  areSuited,
  type Candidate,
  type HouseBot,
  haveMet,
  isNear,
  type Match,
  mayMeet,
  metMsAgo,
  type Pairing,
  type SeekGroup,
} from './candidate.ts';

/** Opponents are drawn from so many of the nearest: who seeks at the same moment as a friend seldom gets them. */
const NEAREST = 8;
/** With fewer to draw from, while others seek the same, a table is waited with for so long. */
const GATHERING_MS = 250;
const ENOUGH = 3;
/** While others seek the same, the same two meet no more often than this. */
const KEPT_APART_MS = 30_000;

type AreApart = (one: Candidate, other: Candidate) => boolean;

/**
 * Pairs those who are free, each at most once, the one that has waited longest first, with others of about their rating
 * whom they have not met lately. Who finds nobody until its patience is over gets bots of the house, if it takes them.
 * Everybody else gets the reason why it waits.
 */
export function pair(group: SeekGroup, chance: Chance): Pairing {
  const round = new PairingRound(group, chance);
  const byWait = shuffle(chance, group.free).toSorted((one, other) => other.waitedMs - one.waitedMs);
  for (const candidate of byWait) round.seat(candidate);
  const { tables } = round;
  return { tables, waiting: byWait.filter((each) => !round.isSeated(each)).map((each) => round.unpaired(each)) };
}

class PairingRound {
  readonly tables: Match[] = [];
  readonly #group: SeekGroup;
  readonly #chance: Chance;
  readonly #bench: HouseBench;
  readonly #players = new Set<string>();
  readonly #seeks = new Set<string>();
  readonly #because = new Map<string, WaitingBecause>();
  /** more players seek this than sit at a table: whom these may meet is their own choice in part, and must not hasten a game */
  readonly #othersSeek: boolean;

  constructor(group: SeekGroup, chance: Chance) {
    this.#group = group;
    this.#othersSeek = playersIn([...group.free, ...group.busy]) > group.seats;
    this.#chance = chance;
    this.#bench = new HouseBench(group, chance);
  }

  isSeated({ seekId }: Candidate): boolean {
    return this.#seeks.has(seekId);
  }

  unpaired(seek: Candidate) {
    return { seek, because: this.#because.get(seek.seekId) ?? whyUnpaired(seek, this.#group, this.#bench) };
  }

  seat(candidate: Candidate): void {
    if (this.#players.has(candidate.playerId)) {
      if (!this.isSeated(candidate)) this.#because.set(candidate.seekId, 'ownGames');
      return;
    }
    const players = candidate.opponents === 'house' ? null : this.#playersFor(candidate);
    if (players !== null) this.#sit(players, []);
    else this.#seatWithHouse(candidate);
  }

  /** A whole table of players; null when there is none now. */
  #playersFor(candidate: Candidate): Candidate[] | null {
    const there = this.#thereFor(candidate);
    const fresh = there.filter((other) => !haveMet(candidate, other));
    if (this.#gathers(candidate, fresh)) return null;
    return this.#filled(candidate, fresh, haveMet) ?? this.#filledAgain(candidate, there);
  }

  /** A table of those who met lately, where waiting for others has been in vain. */
  #filledAgain(candidate: Candidate, there: readonly Candidate[]): Candidate[] | null {
    if (this.#bench.comesTo(candidate)) return null;
    const hasWaited = ({ waitedMs, patienceMs }: Candidate) => waitedMs >= patienceMs;
    if (!hasWaited(candidate)) return null;
    const apart: AreApart = (one, other) => this.#othersSeek && metMsAgo(one, other) < KEPT_APART_MS;
    return this.#filled(candidate, there.filter(hasWaited), apart);
  }

  #filled(first: Candidate, others: readonly Candidate[], areApart: AreApart): Candidate[] | null {
    const table = this.#joined(first, others, areApart);
    return table.length === this.#group.seats ? table : null;
  }

  /** As many of the others as may all sit at one table, each drawn from the nearest that are left. */
  #joined(first: Candidate, others: readonly Candidate[], areApart: AreApart): Candidate[] {
    const table = [first];
    let left = byDistance(first, others).filter((other) => !areApart(first, other));
    while (table.length < this.#group.seats && left.length > 0) {
      const joining = left[this.#chance.int(Math.min(NEAREST, left.length))] as Candidate;
      table.push(joining);
      left = left.filter((other) => mayMeet(joining, other) && !areApart(joining, other));
    }
    return table;
  }

  /** Whoever takes bots sits down with them when its patience is over, and others who do so, too, with it. */
  #seatWithHouse(candidate: Candidate): void {
    if (!this.#bench.comesTo(candidate)) return;
    const others = this.#thereFor(candidate).filter(
      (other) => this.#bench.comesTo(other) && other.opponents !== 'house',
    );
    const players = candidate.opponents === 'house' ? [candidate] : this.#joined(candidate, others, haveMet);
    // of bots that suit everybody there may be too few, where there are enough for one
    for (const table of [players, [candidate]]) {
      const bots = this.#bench.take(table, this.#group.seats - table.length);
      if (bots === null) continue;
      this.#sit(table, bots);
      return;
    }
  }

  #thereFor(candidate: Candidate): Candidate[] {
    return this.#group.free.filter((other) => !this.#players.has(other.playerId) && mayMeet(candidate, other));
  }

  /** Whether it is better to wait a moment, so that nobody chooses whom they meet by when they seek. */
  #gathers(candidate: Candidate, there: readonly Candidate[]): boolean {
    const areEnough = there.length >= Math.max(ENOUGH, this.#group.seats);
    return this.#othersSeek && !areEnough && candidate.waitedMs < GATHERING_MS;
  }

  #sit(players: readonly Candidate[], bots: Match['sittings']): void {
    for (const { playerId, seekId } of players) {
      this.#players.add(playerId);
      this.#seeks.add(seekId);
    }
    this.tables.push({ sittings: shuffle(this.#chance, [...players.map((seek) => ({ seek })), ...bots]) });
  }
}

function byDistance({ rating }: Candidate, others: readonly Candidate[]): Candidate[] {
  const distance = (other: Candidate) => Math.abs(other.rating - rating);
  const one = new Map(others.toReversed().map((other) => [other.playerId, other]));
  return [...one.values()].sort((a, b) => distance(a) - distance(b));
}

/** Why one who is free and could not be seated waits. */
export function whyUnpaired(candidate: Candidate, group: SeekGroup, bench: HouseBench): WaitingBecause {
  if (candidate.opponents === 'house') return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
  const all = [...group.free, ...group.busy];
  if (playersIn(all) < 2) return withoutPlayers(candidate, bench);
  const fits = all.filter((other) => areSuited(candidate, other));
  if (fits.length === 0) return 'outOfRange';
  const free = group.free.filter((other) => areSuited(candidate, other));
  const needed = group.seats - 1;
  if (free.length >= needed && free.every((other) => haveMet(candidate, other))) return 'recentlyMet';
  return playersIn(fits) < needed ? 'noOpponent' : 'allBusy';
}

/** Nobody else is there: what the house could do is what is waited for. */
function withoutPlayers(candidate: Candidate, bench: HouseBench): WaitingBecause {
  const { opponents, waitedMs, patienceMs } = candidate;
  if (opponents === 'players' || waitedMs < patienceMs) return 'noOpponent';
  return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
}

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

/** In how many milliseconds one of those who wait may be paired though nobody else comes or goes; never: infinity. */
export function nextTurningPoint(waiting: readonly Pick<Candidate, 'waitedMs' | 'patienceMs'>[]): number {
  const left = waiting.flatMap(({ waitedMs, patienceMs }) => [GATHERING_MS - waitedMs, patienceMs - waitedMs]);
  return Math.min(...left.filter((ms) => ms > 0));
}
