import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#rules/catalogue.ts';
import { done, type Result, refused, wrong } from '../eventlog/result.ts';
import { noSuchRuleset } from '../games/refusals.ts';
import type { RatingPoolQuery, RatingStore } from '../store/ratings.ts';
import type { Store } from '../store/store.ts';
import { type FoundPool, findPool, foundPool, type PoolAsked } from './asked-pool.ts';
import { type FittedBy, FittedPools, type FittedTable } from './kept-pools.ts';
import {
  type ComparisonView,
  comparisonText,
  emptyNote,
  figuresOf,
  type HistoryView,
  listedPool,
  Participants,
  type ParticipantView,
  type PlayerRatingsView,
  type PoolListView,
  pointOf,
  type RatedGamesView,
  type RatingListView,
  type RecordView,
  ratedGameView,
  viewIn,
} from './rating-view.ts';
import { boardLuckOf } from './record-shapes.ts';

export interface RatingPageAsked {
  /** the page begins at `place` of the ratings after `version` games; null: at the start of the newest ratings */
  from: { version: number; place: number } | null;
  limit: number;
}

const NOTHING_FITTED: FittedTable = { version: 0, tail: null, rows: [] };
const HISTORIES_KEPT = 1_000;
const MOST_OPPONENTS = 100;
/** A participant's luck on boards is computed from this number of latest games. */
const LUCK_GAMES = 500;

export class Ratings {
  readonly #store: RatingStore;
  readonly #catalogue: Catalogue;
  readonly #participants: Participants;
  readonly #kept: FittedPools;
  readonly #histories = new LRUCache<string, HistoryView['points']>({ max: HISTORIES_KEPT });

  constructor(store: Store, catalogue: Catalogue) {
    this.#store = store.ratings;
    this.#catalogue = catalogue;
    this.#participants = new Participants(store.players, catalogue);
    this.#kept = new FittedPools(store.ratings);
  }

  async stop(): Promise<void> {
    await this.#kept.stop();
  }

  get gamesKept(): number {
    return this.#kept.games;
  }

  get fitMs(): number {
    return this.#kept.fitMs;
  }

  async pools(query: RatingPoolQuery): Promise<Result<PoolListView>> {
    const { ruleset, limit } = query;
    if (ruleset !== undefined && !this.#catalogue.has(ruleset)) return noSuchRuleset(ruleset, this.#catalogue);
    const rows = await this.#store.pools({ ...query, limit: limit + 1 });
    const pools = rows.slice(0, limit).map(listedPool);
    return done({ pools, next: rows.length > limit ? (pools.at(-1)?.id ?? null) : null });
  }

  /** Returns a page of a pool's ratings. Later pages show the same ratings while these are cached; otherwise they
   * show the newest ratings and their version. */
  async list(asked: PoolAsked, { from, limit }: RatingPageAsked): Promise<Result<RatingListView>> {
    const found = await findPool(asked, this.#catalogue, this.#store);
    if (!found.ok) return found;
    const { pool, games } = found.value;
    const earlier = from && (await this.#kept.earlier(pool.id, from.version));
    const fitted = earlier === null ? await this.#tableOf(found.value) : done(earlier);
    if (!fitted.ok) return fitted;
    const { version, rows } = fitted.value;
    const start = from?.place ?? 0;
    const page = rows.slice(start, start + limit);
    const named = await this.#participants.named(page.map(({ player }) => player));
    return done({
      pool,
      ...versionOf(fitted.value, games),
      rated: rows.length,
      ratings: page.map((row) => ({ ...viewIn(named, row.player), ...figuresOf(row) })),
      note: rows.length === 0 ? emptyNote(pool) : null,
      next: start + limit < rows.length ? `${version}.${start + limit}` : null,
    });
  }

  /** Returns the ratings of a participant in several pools. The page begins after the pool `after`. */
  async of(participant: string, after: string | undefined, limit: number): Promise<Result<PlayerRatingsView>> {
    const who = await this.#find(participant);
    if (!who.ok) return who;
    const pools = await this.#store.poolsOf(participant);
    const start = after === undefined ? 0 : pools.findIndex(({ id }) => id === after) + 1;
    const page = pools.slice(start, start + limit);
    const ratings: PlayerRatingsView['ratings'] = [];
    let note = pools.length === 0 ? NO_GAME : null;
    for (const row of page) {
      const found = foundPool(row);
      const table = await this.#tableOf(found, participant);
      const rating = table.ok ? table.value.rows.find(({ player }) => player === participant) : undefined;
      if (!table.ok) note = table.refusal.detail;
      else if (rating === undefined)
        note = this.#notCounted(row.id, participant); // the pool rests after its last computation, or an older copy of the database was restored
      else ratings.push({ pool: found.pool, ...versionOf(table.value, row.games), ...figuresOf(rating) });
    }
    const next = start + limit < pools.length ? (page.at(-1)?.id ?? null) : null;
    return done({ ...who.value, ratings, note, next });
  }

  /** Returns rating points by player id, or by `bot:` and a policy. Empty if the pool has too many players. */
  async points(poolId: string): Promise<ReadonlyMap<string, number>> {
    const row = await this.#store.pool(poolId);
    const table = row && (await this.#tableOf(foundPool(row)));
    return new Map(table?.ok ? table.value.rows.map(({ player, rating }) => [player, rating]) : []);
  }

  async history(participant: string, poolId: string): Promise<Result<HistoryView>> {
    const asked = await this.#inPool(participant, poolId);
    if (!asked.ok) return asked;
    const { who, pool, games } = asked.value;
    const tail = await this.#kept.tail(poolId, games);
    const known = this.#histories.get(historyKey(poolId, { version: games, tail }, participant));
    if (known !== undefined) return done({ ...who, pool, version: games, behind: 0, points: known });
    const told = await (await this.#kept.of(poolId)).history(poolId, games, participant);
    if (!told.ok) return told;
    const { points: fits } = told.value;
    if (fits.length === 0) return this.#notRated(pool.id, participant);
    const points = fits.map(pointOf);
    this.#histories.set(historyKey(poolId, told.value, participant), points);
    return done({ ...who, pool, ...versionOf(told.value, games), points });
  }

  async record(participant: string, poolId: string): Promise<Result<RecordView>> {
    const asked = await this.#inPool(participant, poolId);
    if (!asked.ok) return asked;
    const { who, pool, games } = asked.value;
    const question = { ask: 'record', poolId, participant, latest: LUCK_GAMES } as const;
    const told = await (await this.#kept.of(poolId)).answer(games, [participant], question);
    if (!told.ok) return told;
    const { found, latest } = told.value.found;
    if (found === null) return this.#notRated(pool.id, participant);
    const met = found.opponents.slice(0, MOST_OPPONENTS);
    const named = await this.#participants.named(met.map(({ player }) => player));
    return done({
      ...who,
      pool,
      ...versionOf(told.value, games),
      opponents: met.map(({ player, ...won }) => ({ ...viewIn(named, player), ...won })),
      seats: found.seats,
      luck: await boardLuckOf(participant, latest, this.#store),
    });
  }

  /** Returns a participant's rated games, latest first. `before` is the field `next` of the previous page. */
  async games(
    participant: string,
    poolId: string,
    { before, limit }: { before: number | null; limit: number },
  ): Promise<Result<RatedGamesView>> {
    const asked = await this.#inPool(participant, poolId);
    if (!asked.ok) return asked;
    const { who, pool, games } = asked.value;
    const question = { ask: 'latest', poolId, participant, before, limit } as const;
    const told = await (await this.#kept.of(poolId)).answer(games, [participant], question);
    if (!told.ok) return told;
    const { games: found, next } = told.value.found;
    if (found.length === 0 && before === null) return this.#notRated(pool.id, participant);
    const named = await this.#participants.named([...new Set(found.flatMap(({ players }) => players))]);
    const views = found.map((game) => ratedGameView(game, named));
    return done({ ...who, pool, ...versionOf(told.value, games), games: views, next });
  }

  async comparison(asked: PoolAsked, one?: string, other?: string): Promise<Result<ComparisonView>> {
    if (one === undefined || other === undefined) return needsTwo({ one, other });
    if (one === other) {
      const fault = 'must be a different player from the one in `one`';
      return wrong('`one` and `other` are the same player: name two players.', '/other', fault);
    }
    const found = await findPool(asked, this.#catalogue, this.#store);
    if (!found.ok) return found;
    const [first, second] = [await this.#find(one), await this.#find(other)];
    if (!first.ok) return first;
    if (!second.ok) return second;
    const { pool, games } = found.value;
    if (games === 0) return this.#notRated(pool.id, one);
    const question = { ask: 'comparison', poolId: pool.id, one, other } as const;
    const told = await (await this.#kept.of(pool.id)).answer(games, [one, other], question);
    if (!told.ok) return told;
    const { found: beside } = told.value;
    if (beside === null) return this.#notRated(pool.id, `${one} or of ${other}`);
    const text = comparisonText(first.value, second.value, beside);
    return done({ pool, ...versionOf(told.value, games), one: first.value, other: second.value, ...beside, text });
  }

  async #inPool(participant: string, poolId: string): Promise<Result<FoundPool & { who: ParticipantView }>> {
    const who = await this.#find(participant);
    if (!who.ok) return who;
    const found = await findPool({ pool: poolId }, this.#catalogue, this.#store);
    return found.ok ? done({ ...found.value, who: who.value }) : found;
  }

  async #tableOf({ pool, games }: FoundPool, ...needs: string[]): Promise<Result<FittedTable>> {
    return games === 0 ? done(NOTHING_FITTED) : (await this.#kept.of(pool.id)).table(pool.id, games, needs);
  }

  #notRated(poolId: string, participant: string): Result<never> {
    return refused('not-rated', this.#notCounted(poolId, participant));
  }

  /** Says that no game of the participant counts yet. If the next fit of the pool must wait, also says how long. */
  #notCounted(poolId: string, participant: string): string {
    const seconds = Math.ceil(this.#kept.restOf(poolId) / 1000);
    if (seconds === 0) return `No game of ${participant} counts in pool ${poolId}.`;
    return `No game of ${participant} is in the last fit of pool ${poolId}. There is none before ${seconds} s have passed: ask again then.`;
  }

  async #find(participant: string): Promise<Result<ParticipantView>> {
    const who = await this.#participants.find(participant);
    if (who !== null) return done(who);
    const hint = `Send the id of a player, or \`bot:\` and the name of a bot: ${this.#participants.bots.join(', ')}.`;
    return refused('player-not-found', `There is no player ${participant}.`, { hint });
  }
}

const NO_GAME =
  'No game of theirs counts in the ratings yet. Games of public competitions do, and games that `createGame` made with ' +
  '`rated: true`.';

function versionOf({ version }: { version: number }, counted: number) {
  return { version, behind: Math.max(0, counted - version) };
}

function historyKey(poolId: string, { version, tail }: FittedBy, participant: string): string {
  return `${poolId} ${version} ${tail} ${participant}`;
}

function needsTwo(asked: Record<string, string | undefined>): Result<never> {
  const missing = Object.keys(asked).filter((name) => asked[name] === undefined);
  const errors = missing.map((name) => ({ pointer: `/${name}`, message: 'must be given' }));
  return refused('invalid-request', 'Name two players to compare: `one` and `other`.', { errors });
}
