import { randomInt } from 'node:crypto';
import { type Catalogue, versionIn } from '#rules/catalogue.ts';
import type { Chance } from '#rules/kernel/chance.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { playoutsOf } from '#rules/kernel/search/policy.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { Semaphore } from '../../eventlog/queue.ts';
import type { GameService } from '../../games/game-service.ts';
import type { PlayerCaps } from '../../games/model/caps.ts';
import type { Players } from '../../players/players.ts';
import { grouped } from '../../statistics/grouped.ts';
import { StoreUnavailable } from '../../store/failures.ts';
import type { MetLately, SeekingPlayer, SeekRow } from '../../store/seeks.ts';
import type { Store } from '../../store/store.ts';
import { playersIn, roomOf, waiting } from '../model/seek.ts';
import type { Candidate, HouseBot, Match, Pairing, Seeker, Sitting } from '../pairing/candidate.ts';
import { nextTurningPoint, pair } from '../pairing/pair.ts';
import { houseBots, type PairingRatings } from '../pairing/pairing-ratings.ts';
import { type Fit, FitTurns, isLive, nextTurn } from './fit-turns.ts';
import { beginGame, type Seated } from './seek-games.ts';
import type { SeekWriter } from './seek-writer.ts';

/** A group of seeks with the same terms whose pairing failed with an error. `seekId` is one of these seeks. */
export interface Unpaired {
  fit: string;
  ruleset: string;
  pool: string;
  seekId: string;
}

export interface PairingLookParts {
  store: Store;
  catalogue: Catalogue;
  games: GameService;
  ratings: PairingRatings;
  players: Players;
  writer: SeekWriter;
  caps: Pick<PlayerCaps, 'games' | 'ratedGames'>;
  onTrouble(error: unknown, where: Unpaired): void;
}

export interface LookedAt {
  /** true: there are open seeks, or running games of seeks that are no longer open */
  isAny: boolean;
  /** the number of open seeks that were free to begin a game before this pairing, including those of skipped groups */
  withRoom: number;
  begun: number;
  /** in how many ms a pairing may become possible although nothing else changes */
  nextMs: number;
}

interface Look {
  now: Date;
  people: ReadonlyMap<string, SeekingPlayer>;
  playoutsLeft: number;
  /** recent opponents by player and pool, only for groups whose turn it is */
  met: ReadonlyMap<string, MetLately['met']>;
  apart: ReadonlyMap<string, ReadonlySet<string>>;
}

interface FitLook extends Look {
  ratingOf(participant: string): number;
}

/** Recent opponents are those of a player's last 4 games in the pool, and of all games begun within `REMEMBERED_MS`. */
const GAMES_REMEMBERED = 4;
const REMEMBERED_MS = 60 * 60 * 1000;
/** The number of seeks of one group that are paired at a time. If there are more, this many are drawn at random. */
const MOST_PAIRED = 200;
const GAMES_AT_ONCE = 4;
const NEXT_TURN_MS = 250;
/** In games that begin from seeks, all bots together may use this many playouts for each decision. */
const MOST_PLAYOUTS = 4_000;

const NOBODY: ReadonlySet<string> = new Set();

/** Secure random numbers, so that no player can foresee an opponent. */
const CHANCE: Chance = { int: (below) => randomInt(below) };

/** Updates seeks whose games have ended, pairs seeks, and stores why other seeks wait. */
export class PairingLook {
  readonly #parts: PairingLookParts;
  readonly #turns = new Semaphore(GAMES_AT_ONCE);
  readonly #fits = new FitTurns();

  constructor(parts: PairingLookParts) {
    this.#parts = parts;
  }

  /** Checks all seeks once. Skips groups in `failedItems`. Throws `StoreUnavailable`. */
  async take(failedItems: ReadonlySet<string>): Promise<LookedAt> {
    const { store, catalogue, games, writer } = this.#parts;
    const now = games.clock.now();
    const seeks = await writer.settle(await store.seeks.alive(), now);
    const looked: LookedAt = { isAny: seeks.length > 0, withRoom: 0, begun: 0, nextMs: Number.POSITIVE_INFINITY };
    const unexpired = await writer.expire(
      seeks.filter(({ status }) => status === 'open'),
      catalogue,
      now,
    );
    const open = await this.#withoutSuspended(unexpired, now);
    if (open.length === 0) return looked;
    const [people, playoutsLeft] = await Promise.all([this.#peopleOf(open), this.#playoutsLeft()]);
    const look: Look = { now, people, playoutsLeft, met: new Map(), apart: new Map() };
    looked.withRoom = open.filter((seek) => this.#isFree(seek, look)).length;
    const fits = [...grouped(open, (seek) => seek.fit)].flatMap(([fit, seeks]) => {
      return failedItems.has(fit) ? [] : [{ fit, seeks, free: seeks.filter((seek) => this.#isFree(seek, look)) }];
    });
    await this.#pairFits(fits, look, looked);
    return looked;
  }

  /** Pairs groups of seeks. Reads nothing for a group in which no game is possible. */
  async #pairFits(fits: readonly Fit[], look: Look, looked: LookedAt): Promise<void> {
    const now = look.now.getTime();
    const live = fits.filter((fit) => isLive(fit, now));
    const quiet = fits.filter((fit) => !isLive(fit, now));
    await this.#tellQuiet(quiet, look);
    const turns = this.#fits.take(live, now);
    for (const fit of quiet) looked.nextMs = Math.min(looked.nextMs, nextTurn(fit, now));
    if (turns.later.length > 0) looked.nextMs = Math.min(looked.nextMs, NEXT_TURN_MS);
    // queries all ratings at once, so that a slow query does not delay others; errors are thrown where a result is used
    await Promise.allSettled(turns.now.map(({ seeks: [seek] }) => seek && this.#parts.ratings.of(seek.poolId)));
    [look.met, look.apart] = await Promise.all([this.#metIn(turns.now, look.now), this.#apartIn(turns.now)]);
    for (const { seeks } of turns.now) await this.#pairGroup(seeks, look, looked);
  }

  async #metIn(fits: readonly Fit[], now: Date): Promise<Look['met']> {
    const shared = fits.filter(({ seeks }) => playersIn(seeks) > 1).flatMap(({ free }) => free);
    const asked = new Map(shared.map((seek) => [playerInPool(seek), seek]));
    const found = await this.#parts.store.seeks.met([...asked.values()], GAMES_REMEMBERED, REMEMBERED_MS, now);
    return new Map(found.map((each) => [playerInPool(each), each.met]));
  }

  async #apartIn(fits: readonly Fit[]): Promise<Look['apart']> {
    const shared = fits.filter(({ seeks }) => playersIn(seeks) > 1).flatMap(({ seeks }) => seeks);
    return this.#parts.store.blocks.among([...new Set(shared.map(({ playerId }) => playerId))]);
  }

  async #tellQuiet(quiet: readonly Fit[], { now }: Look): Promise<void> {
    const changes = quiet.flatMap(({ seeks, free }) => {
      return seeks.map((seek) => waiting(seek, free.includes(seek) ? 'noOpponent' : 'ownGames', now));
    });
    await this.#parts.writer.write(changes);
  }

  /** Leaves out seeks of suspended players. A suspension ends seeks, but misses one created at the same moment. */
  async #withoutSuspended(seeks: readonly SeekRow[], now: Date): Promise<SeekRow[]> {
    const ids = new Set(seeks.map(({ playerId }) => playerId));
    const suspended = new Set(await this.#parts.store.players.suspendedAmong([...ids], now));
    return seeks.filter(({ playerId }) => !suspended.has(playerId));
  }

  async #peopleOf(open: readonly SeekRow[]): Promise<Look['people']> {
    const ids = new Set(open.filter((seek) => roomOf(seek) > 0).map(({ playerId }) => playerId));
    const people = await this.#parts.store.seeks.players([...ids]);
    return new Map(people.map((player) => [player.playerId, player]));
  }

  async #playoutsLeft(): Promise<number> {
    const bots = await this.#parts.store.seeks.botsPlaying();
    return bots.reduce((left, policy) => left - (playoutsOf(policy) ?? 0), MOST_PLAYOUTS);
  }

  async #pairGroup(group: readonly SeekRow[], look: Look, looked: LookedAt): Promise<void> {
    const [{ id: seekId, ruleset: id, rulesVersion, poolId, fit }] = group as [SeekRow];
    const rules = versionIn(this.#parts.catalogue, id, rulesVersion);
    if (rules === undefined) return; // only a newer server has these rules
    try {
      const ratingOf = await this.#parts.ratings.of(poolId);
      const pairing = this.#pairing(group, rules.ruleset, { ...look, ratingOf });
      await this.#tell(pairing, group, look);
      looked.begun += await this.#begin(rules.ruleset, pairing.tables, group, look);
      const free = pairing.waiting.map(({ seek }) => seek);
      looked.nextMs = Math.min(looked.nextMs, nextTurningPoint(free));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.#parts.onTrouble(error, { fit, ruleset: id, pool: poolId, seekId });
    }
  }

  #pairing(group: readonly SeekRow[], ruleset: AnyRuleset, look: FitLook): Pairing {
    const [{ seats }] = group as [SeekRow];
    const free = shuffle(
      CHANCE,
      group.filter((seek) => this.#isFree(seek, look)),
    ).slice(0, MOST_PAIRED);
    const busy = group.filter((seek) => !this.#isFree(seek, look));
    return pair(
      {
        seats,
        free: free.map((seek) => this.#candidate(seek, look)),
        busy: busy.map((seek) => this.#seeker(seek, look)),
        bots: botsFor(ruleset, look),
        playoutsLeft: look.playoutsLeft,
      },
      CHANCE,
    );
  }

  #isFree(seek: SeekRow, { people }: Look): boolean {
    const { games = 0, ratedGames = 0 } = people.get(seek.playerId) ?? {};
    const { caps } = this.#parts;
    return roomOf(seek) > 0 && games < caps.games && ratedGames < caps.ratedGames;
  }

  #seeker({ id: seekId, playerId, opponents, ratingWithin }: SeekRow, { apart: all, ratingOf }: FitLook): Seeker {
    const apart = all.get(playerId) ?? NOBODY;
    return { seekId, playerId, opponents, ratingWithin, apart, rating: ratingOf(playerId) };
  }

  #candidate(seek: SeekRow, look: FitLook): Candidate {
    const { met: metBy, now } = look;
    const waitedMs = Math.max(0, now.getTime() - seek.waitingSince.getTime());
    const met = metBy.get(playerInPool(seek)) ?? {};
    return { ...this.#seeker(seek, look), waitedMs, patienceMs: seek.patienceMs, met };
  }

  /** Returns the number of games that began. A seek that has changed meanwhile waits for the next check. */
  async #begin(ruleset: AnyRuleset, tables: readonly Match[], group: readonly SeekRow[], look: Look): Promise<number> {
    const rows = new Map(group.map((seek) => [seek.id, seek]));
    const seated = (sitting: Sitting): Seated => {
      return 'bot' in sitting ? { policy: sitting.bot.policy } : { seek: rows.get(sitting.seek.seekId) as SeekRow };
    };
    const begun = await Promise.all(
      tables.map(({ sittings }) => this.#turns.pass(() => this.#beginOne(ruleset, sittings.map(seated), look))),
    );
    return begun.filter((isBegun) => isBegun).length;
  }

  async #beginOne(ruleset: AnyRuleset, table: readonly Seated[], look: Look): Promise<boolean> {
    await this.#parts.games.timeSlicer.pause();
    if (!(await beginGame(this.#parts, ruleset, table, look.now))) return false;
    for (const each of table) {
      if ('policy' in each) look.playoutsLeft -= playoutsOf(each.policy) ?? 0;
      else this.#hasBegun(each.seek, look);
    }
    return true;
  }

  #hasBegun({ id, playerId, version }: SeekRow, { people }: Look): void {
    this.#parts.writer.tell(id, version + 1);
    const player = people.get(playerId);
    if (player === undefined) return;
    player.games++;
    player.ratedGames++;
  }

  async #tell({ waiting: unpaired }: Pairing, group: readonly SeekRow[], look: Look): Promise<void> {
    const because = new Map(unpaired.map((each) => [each.seek.seekId, each.because]));
    const changes = group.flatMap((seek) => {
      const reason = because.get(seek.id) ?? (this.#isFree(seek, look) ? null : 'ownGames');
      return reason === null ? [] : [waiting(seek, reason, look.now)];
    });
    await this.#parts.writer.write(changes);
  }
}

function botsFor(ruleset: AnyRuleset, { ratingOf }: FitLook): HouseBot[] {
  return houseBots(ruleset).map((policy) => {
    return { policy, rating: ratingOf(`bot:${policy}`), playouts: playoutsOf(policy) ?? 0 };
  });
}

function playerInPool({ playerId, poolId }: Pick<SeekRow, 'playerId' | 'poolId'>): string {
  return `${playerId} ${poolId}`;
}
