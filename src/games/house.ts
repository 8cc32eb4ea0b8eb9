import type { Json } from '../kernel/json.ts';
import type { ActionShape, Seat, Viewer } from '../kernel/ruleset.ts';
import type { Player } from '../players/players.ts';
import type { Catalogue, CatalogueEntry } from '../rulesets/catalogue.ts';
import type { Store } from '../store/store.ts';
import { type Change, fold, type Game, summaryOf } from './game.ts';
import { LiveGames } from './live-games.ts';
import { noticesOf } from './notices.ts';
import {
  type Move,
  moveIn,
  newHeader,
  opening,
  type Proposal,
  type SeatWish,
  seating,
  seedIsOpen,
} from './proposal.ts';
import { done, type HouseRefusal, type Result, refused } from './refusal.ts';
import { isToAct, type Onlooker, onlookerOf, type SeenEvent, seenEvents } from './table.ts';

export interface NewGame {
  ruleset: string;
  options?: unknown;
  seats?: readonly SeatWish[] | undefined;
  seed?: string | undefined;
  clientSeeds?: readonly (string | null)[] | undefined;
}

/** A game and whose eyes it is for. */
export interface Seen {
  game: Game;
  onlooker: Onlooker;
}

/** What an action led to. */
export interface Submitted extends Seen {
  /** the version that the action made */
  appliedVersion: number;
  events: SeenEvent[];
}

export interface ActionsListed {
  ruleset: string;
  seat: Seat;
  version: number;
  actions: { action: ActionShape; label: string }[];
}

export interface EventsListed {
  ruleset: string;
  /** the version that the game has now */
  version: number;
  events: SeenEvent[];
  /** to be asked for next as `after`; null when there is nothing more yet */
  next: number | null;
}

/** A move is tried again on the newer game when somebody else's change was written first. */
const TRIES = 50;

/** The house: creates games, seats players, applies their actions and shows each what they may see. */
export class House {
  readonly #store: Store;
  readonly #catalogue: Catalogue;
  readonly #games: LiveGames;

  constructor(store: Store, catalogue: Catalogue, limits: { liveGames: number }) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#games = new LiveGames(store, (id, rulesVersion) => this.#pinned(id, rulesVersion), limits.liveGames);
  }

  /** Throws when a game that is not over needs rules that this build does not have. */
  async assertRulesForUnfinished(): Promise<void> {
    for (const { ruleset, rulesVersion } of await this.#store.unfinishedRulesets()) this.#pinned(ruleset, rulesVersion);
  }

  async create(creator: Player, asked: NewGame): Promise<Result<Seen>> {
    const entry = this.#catalogue.get(asked.ruleset);
    if (entry === undefined) return this.#unknownRuleset(asked.ruleset);
    const form = entry.forms.options(asked.options);
    if (!form.ok) {
      const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/options${pointer}`, message }));
      return refused('invalid-request', `These options do not fit ${entry.ruleset.name}.`, { errors });
    }
    const seats = asked.seats ?? defaultSeats(entry);
    const problem =
      seatsProblem(entry, seats) ?? clientSeedsProblem(asked, seats) ?? optionsProblem(entry, form.value, seats.length);
    if (problem !== null) return problem;

    const header = newHeader(entry, form.value, seats.length, creator, asked.seed);
    const change = opening(header, creator, seats, asked.clientSeeds ?? []);
    const { game } = change;
    await this.#store.createGame(
      {
        ...summaryOf(game),
        id: header.id,
        ruleset: header.ruleset.id,
        rulesVersion: header.ruleset.rulesVersion,
        options: form.value as Json,
        seatCount: header.seatCount,
        visibility: header.visibility,
        createdBy: header.createdBy,
        createdAt: header.createdAt,
        seeded: 'seed' in header.chance,
        seed: 'seed' in header.chance ? header.chance.seed : null,
        serverSeed: 'serverSeed' in header.chance ? header.chance.serverSeed : null,
        commitment: header.commitment,
      },
      change.rows,
      noticesOf(null, game, creator.id),
    );
    this.#games.keep(game);
    return seenBy(game, creator.id);
  }

  /** Takes an open seat; the game starts when it was the last one. */
  async join(
    player: Player,
    gameId: string,
    asked: { seat?: Seat | undefined; clientSeed?: string | undefined },
  ): Promise<Result<Seen>> {
    const result = await this.#change(player, gameId, (game) => seating(game, player, asked));
    return result.ok ? seenBy(result.value.game, player.id) : result;
  }

  /**
   * Applies an action of one of the player's seats, or says why not. The answer is for the eyes that `look` would
   * choose now, events included: one answer never joins what two seats see.
   */
  async submit(player: Player, gameId: string, move: Move): Promise<Result<Submitted>> {
    const result = await this.#change(player, gameId, (game) => moveIn(this.#entryOf(game), game, player, move));
    if (!result.ok) return result;
    const { game, events } = result.value;
    const seen = seenBy(game, player.id);
    if (!seen.ok) return seen;
    const told = seenEvents(game, events, seen.value.onlooker.viewer);
    return done({ ...seen.value, appliedVersion: game.version, events: told });
  }

  /** The game now, or as it was at version `at`; `newest` tells which. */
  async look(
    playerId: string | null,
    gameId: string,
    asked: { seat?: Viewer | undefined; at?: number | undefined },
  ): Promise<Result<Seen & { newest: boolean }>> {
    const current = await this.#games.current(gameId);
    if (current === null) return gameNotFound(gameId);
    const at = asked.at ?? current.version;
    if (at > current.version) {
      return refused('version-not-found', `This game is at version ${current.version}; there is no version ${at} yet.`);
    }
    const newest = at === current.version;
    const seen = seenBy(newest ? current : await this.#past(current, at), playerId, asked.seat);
    return seen.ok ? done({ ...seen.value, newest }) : seen;
  }

  /** Every legal action of one of the player's seats now, each in plain words. */
  async actions(player: Player, gameId: string, asked: Seat | undefined): Promise<Result<ActionsListed>> {
    const game = await this.#games.current(gameId);
    if (game === null) return gameNotFound(gameId);
    const seen = onlookerOf(game, player.id, asked);
    if (!seen.ok) return seen;
    const { viewer: seat } = seen.value;
    if (seat === 'spectator') return refused('not-your-seat', 'You hold no seat in this game.');
    const { ruleset } = game.header;
    const actions = isToAct(game, seat) ? ruleset.legalActions(game.state, seat) : [];
    const view = actions.length > 0 ? ruleset.view(game.state, seat) : null;
    return done({
      ruleset: ruleset.id,
      seat,
      version: game.version,
      actions: actions.map((action: ActionShape) => ({ action, label: ruleset.label(action, view) })),
    });
  }

  /** What happened after version `after`, whole versions at a time, about `limit` events. */
  async events(
    playerId: string | null,
    gameId: string,
    asked: { seat?: Viewer | undefined; after: number; limit: number },
  ): Promise<Result<EventsListed>> {
    const current = await this.#games.current(gameId);
    if (current === null) return gameNotFound(gameId);
    const seen = onlookerOf(current, playerId, asked.seat);
    if (!seen.ok) return seen;
    const happened: SeenEvent[] = [];
    let reached = Math.min(asked.after, current.version);
    const changes = reached < current.version ? await this.#changes(current, current.version) : [];
    for (const { game, events } of changes) {
      if (happened.length >= asked.limit) break;
      if (game.version <= asked.after) continue;
      happened.push(...seenEvents(game, events, seen.value.viewer));
      reached = game.version;
    }
    const next = reached < current.version ? reached : null;
    return done({ ruleset: current.header.ruleset.id, version: current.version, events: happened, next });
  }

  /** Makes a change in turn and returns once it is durable; tried anew when another server was first. */
  async #change<T extends Proposal>(
    actor: Player,
    gameId: string,
    propose: (game: Game) => Result<T>,
  ): Promise<Result<T>> {
    return this.#games.inTurn(gameId, async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        const game = await this.#games.current(gameId);
        if (game === null) return gameNotFound(gameId);
        const proposed = propose(game);
        if (!proposed.ok) return proposed;
        const { rows, game: next } = proposed.value;
        const notices = noticesOf(game, next, actor.id);
        if (await this.#store.append({ gameId, base: game.version, events: rows, game: summaryOf(next), notices })) {
          this.#games.keep(next);
          return proposed;
        }
      }
      throw new Error(`game ${gameId} changed ${TRIES} times while one change waited`);
    });
  }

  async #past(current: Game, version: number): Promise<Game> {
    const change = (await this.#changes(current, version)).at(-1);
    if (change === undefined) throw new Error(`game ${current.header.id} has no version ${version}`);
    return change.game;
  }

  /** Every change from the first to `version`, folded anew from the log. */
  async #changes(current: Game, version: number): Promise<Change[]> {
    const rows = await this.#store.events(current.header.id, 0, version);
    const changes: Change[] = [];
    for (const row of rows) changes.push(fold(current.header, changes.at(-1)?.game ?? null, row));
    return changes;
  }

  #entryOf(game: Game): CatalogueEntry {
    return this.#catalogue.get(game.header.ruleset.id) as CatalogueEntry;
  }

  #pinned(id: string, rulesVersion: number) {
    const ruleset = this.#catalogue.get(id)?.ruleset;
    if (ruleset?.rulesVersion === rulesVersion) return ruleset;
    throw new Error(`the log needs rules version ${rulesVersion} of ${id}, which this build does not have`);
  }

  #unknownRuleset(id: string): { ok: false; refusal: HouseRefusal } {
    const known = [...this.#catalogue.keys()].join(', ');
    return refused('unknown-ruleset', `There is no ruleset ${JSON.stringify(id)}.`, {
      hint: `Rulesets here: ${known}.`,
    });
  }
}

function defaultSeats(entry: CatalogueEntry): SeatWish[] {
  return Array.from({ length: entry.ruleset.seats.min }, (_, seat) => (seat === 0 ? 'me' : 'open'));
}

function seatsProblem(entry: CatalogueEntry, seats: readonly unknown[]) {
  const { min, max } = entry.ruleset.seats;
  if (seats.length >= min && seats.length <= max) return null;
  const range = min === max ? `${min}` : `${min} to ${max}`;
  return refused('invalid-seats', `${entry.ruleset.name} is played on ${range} seats, not ${seats.length}.`);
}

function clientSeedsProblem({ seed, clientSeeds }: NewGame, seats: readonly SeatWish[]) {
  if (clientSeeds === undefined) return null;
  if (seed !== undefined) return seedIsOpen('/clientSeeds');
  const errors = clientSeeds.flatMap((clientSeed, seat) => {
    if (clientSeed === null || seats[seat] === 'me') return [];
    return [{ pointer: `/clientSeeds/${seat}`, message: 'belongs to a seat that you do not take' }];
  });
  if (errors.length === 0) return null;
  return refused('invalid-request', 'A client seed is given by whoever takes the seat.', { errors });
}

function optionsProblem(entry: CatalogueEntry, options: unknown, seats: number) {
  const problem = entry.ruleset.checkOptions(options, seats);
  return problem === null ? null : refused('invalid-options', problem);
}

function seenBy(game: Game, playerId: string | null, asked?: Viewer): Result<Seen> {
  const onlooker = onlookerOf(game, playerId, asked);
  return onlooker.ok ? done({ game, onlooker: onlooker.value }) : onlooker;
}

function gameNotFound(gameId: string) {
  return refused('game-not-found', `There is no game ${gameId}.`);
}
