import type { Chance } from '#rules/kernel/chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import type { WaitingBecause } from '../../store/seeks.ts';
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

/** Opponents are drawn from this many with the nearest ratings, so that friends who seek together are rarely paired. */
const NEAREST = 8;
/** If a seek has fewer possible opponents than `ENOUGH`, but others seek the same game, it waits this long for more. */
const GATHERING_MS = 250;
const ENOUGH = 3;
/** While others seek the same game, two players who met get another game together only after this time. */
const KEPT_APART_MS = 30_000;

type AreApart = (one: Candidate, other: Candidate) => boolean;

/** Seats players with similar ratings together, beginning with those who have waited longest. Bots join players who
 * accept bots and have waited for `patienceMs`. */
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
  /** true: more players seek a game on these terms than one table seats. Recent opponents are then kept apart, because
   * they may have agreed to play each other */
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

  #playersFor(candidate: Candidate): Candidate[] | null {
    const there = this.#thereFor(candidate);
    const fresh = there.filter((other) => !haveMet(candidate, other));
    if (this.#gathers(candidate, fresh)) return null;
    return this.#filled(candidate, fresh, haveMet) ?? this.#filledAgain(candidate, there);
  }

  /** Seats even recent opponents together, once all of them have waited for their `patienceMs`. */
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

  #seatWithHouse(candidate: Candidate): void {
    if (!this.#bench.comesTo(candidate)) return;
    const others = this.#thereFor(candidate).filter(
      (other) => this.#bench.comesTo(other) && other.opponents !== 'house',
    );
    const players = candidate.opponents === 'house' ? [candidate] : this.#joined(candidate, others, haveMet);
    // too few bots may suit the whole table, although enough suit the candidate alone
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

  /** Returns whether to wait for more opponents, so that players who seek at the same time cannot be sure to meet. */
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

function withoutPlayers(candidate: Candidate, bench: HouseBench): WaitingBecause {
  const { opponents, waitedMs, patienceMs } = candidate;
  if (opponents === 'players' || waitedMs < patienceMs) return 'noOpponent';
  return bench.hasOneFor(candidate) ? 'allBusy' : 'outOfRange';
}

/** A bot is drawn from this many with the nearest ratings, so that players get rated games with more than one bot. */
const NEAREST_BOTS = 2;

export class HouseBench {
  readonly #bots: readonly HouseBot[];
  readonly #chance: Chance;
  #playoutsLeft: number;

  constructor({ bots, playoutsLeft }: Pick<SeekGroup, 'bots' | 'playoutsLeft'>, chance: Chance) {
    this.#bots = bots;
    this.#chance = chance;
    this.#playoutsLeft = playoutsLeft;
  }

  comesTo(candidate: Candidate): boolean {
    const { opponents, waitedMs, patienceMs } = candidate;
    if (opponents === 'players' || (opponents === 'anyone' && waitedMs < patienceMs)) return false;
    return this.#nearestTo([candidate]).length > 0;
  }

  /** Returns whether a bot has a rating near the candidate's, even if no playouts (simulated games) are left for it. */
  hasOneFor(candidate: Candidate): boolean {
    return this.#bots.some(({ rating }) => isNear(candidate, rating));
  }

  /** Takes `count` bots and reserves their playouts; null: not enough bots suit. */
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

/** Returns in how many ms a pairing may become possible although nothing else changes; infinity: never. */
export function nextTurningPoint(waiting: readonly Pick<Candidate, 'waitedMs' | 'patienceMs'>[]): number {
  const left = waiting.flatMap(({ waitedMs, patienceMs }) => [GATHERING_MS - waitedMs, patienceMs - waitedMs]);
  return Math.min(...left.filter((ms) => ms > 0));
}
