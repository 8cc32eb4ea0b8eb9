import type { Json } from '../kernel/json.ts';
import type { Seat } from '../kernel/ruleset.ts';
import type { Player, Players } from '../players/players.ts';
import type { Catalogue, CatalogueEntry } from '../rulesets/catalogue.ts';
import type { Append, RequestRow, Store } from '../store/store.ts';
import { type GamePlan, newHeader, opening } from './creation.ts';
import { Dailies } from './dailies.ts';
import { Fairness } from './fairness.ts';
import { Following } from './following.ts';
import { Gallery } from './gallery.ts';
import {
  type Change,
  type Game,
  isForHouse,
  type Proposal,
  seatsOf,
  summaryOf,
  type TableEvent,
  wakeAt,
} from './game.ts';
import { GameLog } from './game-log.ts';
import { Idempotency, type Once } from './idempotency.ts';
import { abortion, resignation } from './leaving.ts';
import { LiveGames } from './live-games.ts';
import { Lobby } from './lobby.ts';
import { type Move, moveIn } from './move.ts';
import { actorOf, noticesOf } from './notices.ts';
import { houseTurn } from './overdue.ts';
import { changedPlaces } from './places.ts';
import { type NewGame, planFor } from './planning.ts';
import { done, type Result } from './refusal.ts';
import { rematchPlan } from './rematch.ts';
import { headerColumns } from './row.ts';
import { Searching } from './searching.ts';
import { type SeatAsked, seating, vacating } from './seating.ts';
import { playersAt } from './seats.ts';
import { gameNotFound, mayWatch, type Onlooker, onlookerOf, type SeenEvent, seenEvents } from './table.ts';
import { Timekeeper } from './timekeeper.ts';

export interface HouseOptions {
  /** games kept in memory at most */
  liveGames: number;
  /** told the ruleset of each action that was applied and stored */
  onAction?: ((ruleset: string) => void) | undefined;
  /** told the ruleset of each game that was loaded from the log */
  onReplay?: ((ruleset: string) => void) | undefined;
  /** told when the house could not act by itself, and in which game */
  onTrouble?: ((error: unknown, gameId: string | null) => void) | undefined;
  /** how long a bot that searches thinks about one decision, in milliseconds */
  searchMs?: number | undefined;
  /** the calendar; what happens by the clock looks at it */
  now?: (() => Date) | undefined;
}

/** What a change led to, for the eyes of whoever asked for it. */
export interface Done {
  game: Game;
  onlooker: Onlooker;
  /** the version that the asked change made; the game may be further, since bots act after it */
  appliedVersion: number;
  events: SeenEvent[];
}

/** Enough to give the first answer to a change again. */
interface Essence {
  gameId: string;
  applied: number;
  version: number;
}

/** A change that is committed. */
interface Made {
  game: Game;
  applied: number;
  events: TableEvent[];
}

/** Makes the row of a request with an Idempotency-Key; null when it came without one. */
type RowFor = (essence: Json) => RequestRow | null;

const SEARCH_MS = 300;
/** A move is tried again on the newer game when somebody else's change was written first. */
const TRIES = 50;

/** The house: creates games, seats players, applies their actions, and acts where nobody else does. */
export class House {
  readonly gallery: Gallery;
  readonly lobby: Lobby;
  readonly dailies: Dailies;
  readonly fairness: Fairness;
  readonly following: Following;
  readonly timekeeper: Timekeeper;
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #catalogue: Catalogue;
  readonly #players: Players;
  readonly #games: LiveGames;
  readonly #idempotency: Idempotency;
  readonly #searching: Searching;
  readonly #onAction: (ruleset: string) => void;

  constructor(store: Store, catalogue: Catalogue, players: Players, options: HouseOptions) {
    const { liveGames, onAction, onReplay, onTrouble = () => {}, now, searchMs } = options;
    this.#store = store;
    this.#now = now ?? (() => new Date());
    this.#catalogue = catalogue;
    this.#players = players;
    this.#onAction = onAction ?? (() => {});
    const log = new GameLog(store);
    this.#games = new LiveGames(store, log, (id, rulesVersion) => this.#pinned(id, rulesVersion), liveGames, onReplay);
    this.#idempotency = new Idempotency(store);
    this.following = new Following(store);
    this.dailies = new Dailies(store, catalogue, this.#now);
    this.gallery = new Gallery(log, this.#games, this.following, this.dailies);
    this.fairness = new Fairness(store, this.gallery, this.dailies, this.#idempotency);
    this.lobby = new Lobby(store, catalogue, players, this.following);
    this.#searching = new Searching(searchMs ?? SEARCH_MS, onTrouble, async (gameId, propose) => {
      const made = await this.#change(gameId, (game) => done(propose(game)));
      return made?.ok ? made.value.game : null;
    });
    this.timekeeper = new Timekeeper(store, (gameId) => this.attend(gameId), onTrouble);
  }

  /** Throws when a game that is not over needs rules that this build does not have; then begins to keep time. */
  async start(): Promise<void> {
    for (const { ruleset, rulesVersion } of await this.#store.unfinishedRulesets()) this.#pinned(ruleset, rulesVersion);
    this.following.start();
    this.timekeeper.start();
  }

  /** Wakes everybody who waits and finishes what is under way. */
  async stop(): Promise<void> {
    this.following.stop();
    await this.timekeeper.stop();
    await this.#searching.stop();
  }

  async create(creator: Player, asked: NewGame, once: Once | null): Promise<Result<Done>> {
    const sources = {
      catalogue: this.#catalogue,
      players: this.#players,
      store: this.#store,
      dailies: this.dailies,
    };
    const made = await this.#once(once, (rowFor) =>
      this.#insist(rowFor, async () => {
        const planned = await planFor(asked, creator, sources);
        return planned.ok ? this.#begin(planned.value, rowFor) : planned;
      }),
    );
    return this.#shown(made, creator);
  }

  /** Takes an open seat, or one that is kept for the player; the game starts when it was the last one. */
  async join(
    player: Player,
    gameId: string,
    asked: SeatAsked & { inviteCode?: string | undefined },
    once: Once | null,
  ): Promise<Result<Done>> {
    const { inviteCode, ...wish } = asked;
    return this.#make(player, gameId, once, (game) => seating(game, player, wish), inviteCode);
  }

  /** Gives up a seat before the start. */
  async leave(player: Player, gameId: string, seat: Seat): Promise<Result<Done>> {
    return this.#make(player, gameId, null, (game) => vacating(game, player, seat));
  }

  /**
   * Applies an action of one of the player's seats, or says why not. The answer is for the eyes that `look` would
   * choose now, events included: one answer never joins what two seats see.
   */
  async submit(player: Player, gameId: string, move: Move, once: Once | null): Promise<Result<Done>> {
    return this.#make(player, gameId, once, (game) => moveIn(this.#entryOf(game), game, player, move));
  }

  async resign(player: Player, gameId: string, seat: Seat | undefined, once: Once | null): Promise<Result<Done>> {
    return this.#make(player, gameId, once, (game) => resignation(game, player, seat));
  }

  async abort(player: Player, gameId: string, once: Once | null): Promise<Result<Done>> {
    return this.#make(player, gameId, once, (game) => abortion(game, player));
  }

  /** A new game of the same players on the same options: whoever asks first creates it, the others join it. */
  async rematch(player: Player, gameId: string, asked: SeatAsked, once: Once | null): Promise<Result<Done>> {
    const over = await this.#games.current(gameId);
    if (over === null || !mayWatch(over, { playerId: player.id })) return gameNotFound(gameId);
    const made = await this.#once(once, (rowFor) =>
      this.#insist(rowFor, async () => {
        const known = await this.#store.lists.rematchOf(gameId);
        if (known !== null) return this.#joinRematch(player, known, asked, rowFor);
        const planned = rematchPlan(over, player, asked.clientSeed);
        return planned.ok ? this.#begin(planned.value, rowFor) : planned;
      }),
    );
    return this.#shown(made, player);
  }

  /** Does what is due in a game: time-outs, and the actions of bots; one that searches begins to think. */
  async attend(gameId: string): Promise<void> {
    const made = await this.#change(gameId, (game) => done(houseTurn(game, this.#now())));
    if (made?.ok) this.#searching.begin(made.value.game);
    else if (made?.refusal.code !== 'game-not-found') throw new Error(`the house could not act in ${gameId}`);
  }

  /** Who is at the new table already gets it as it is. */
  #joinRematch(player: Player, gameId: string, asked: SeatAsked, rowFor: RowFor): Promise<Result<Made> | null> {
    const join = (game: Game): Result<Proposal | null> =>
      seatsOf(game, player.id).length > 0 ? done(null) : seating(game, player, asked);
    return this.#change(gameId, join, rowFor);
  }

  /** A change that a player asks for in a game that they may see. */
  async #make(
    player: Player,
    gameId: string,
    once: Once | null,
    propose: (game: Game) => Result<Proposal>,
    inviteCode?: string,
  ): Promise<Result<Done>> {
    const reader = { playerId: player.id, inviteCode };
    const visible = (game: Game) => (mayWatch(game, reader) ? propose(game) : gameNotFound(gameId));
    return this.#shown(await this.#once(once, (rowFor) => this.#change(gameId, visible, rowFor)), player);
  }

  #once(asked: Once | null, make: (rowFor: RowFor) => Promise<Result<Made> | null>): Promise<Result<Made>> {
    return this.#idempotency.once(asked, make, (essence) => this.#again(essence as unknown as Essence));
  }

  async #again({ gameId, applied, version }: Essence): Promise<Result<Made>> {
    const changes = await this.gallery.changesUpTo(gameId, version);
    const events = changes.flatMap((change) => (change.game.version >= applied ? change.events : []));
    return done({ game: (changes.at(-1) as Change).game, applied, events });
  }

  /** Tries again what somebody else was quicker with, unless the request itself was carried out before. */
  async #insist(rowFor: RowFor, attempt: () => Promise<Result<Made> | null>): Promise<Result<Made> | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      const made = await attempt();
      if (made !== null) return made;
      const request = rowFor(null);
      if (request !== null && (await this.#wasMade(request))) return null;
    }
    throw new Error(`a game could not be created in ${TRIES} tries`);
  }

  /** Keeps a new game; null when something that may be there only once is there already. */
  async #begin(plan: GamePlan, rowFor: RowFor): Promise<Result<Made> | null> {
    const header = newHeader(plan);
    const proposal = opening(header, plan.seats);
    const { game, rows, events } = proposal;
    const { daily } = header;
    const applied = 1;
    const creation = {
      game: { ...summaryOf(game), ...headerColumns(header) },
      events: rows,
      places: changedPlaces(null, game),
      notices: noticesOf(null, game, plan.creator.id),
      request: rowFor({ gameId: header.id, applied, version: game.version }),
      entry: daily === null || daily.practice ? null : { daily: daily.name, playerId: plan.creator.id },
    };
    if (!(await this.#store.createGame(creation))) return null;
    this.#committed(null, proposal);
    return done({ game, applied, events });
  }

  /**
   * Makes a change in turn and returns once it is durable; tried anew when another server was first. A proposal of null
   * is nothing to do. Null: the request was carried out before.
   *
   * What memory holds will do to write on, since nothing is written unless the game is still there; but nobody is
   * refused, and nothing found done, on anything but the newest version.
   */
  async #change(
    gameId: string,
    propose: (game: Game) => Result<Proposal | null>,
    rowFor: RowFor = () => null,
  ): Promise<Result<Made> | null> {
    return this.#games.inTurn(gameId, async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        const remembered = tries === 0 ? this.#games.remembered(gameId) : null;
        const game = remembered ?? (await this.#games.current(gameId));
        if (game === null) return gameNotFound(gameId);
        const proposed = propose(game);
        if (remembered !== null && (!proposed.ok || proposed.value === null)) continue;
        if (!proposed.ok) return proposed;
        if (proposed.value === null) return done({ game, applied: game.version, events: [] });
        const { rows, game: next, events } = proposed.value;
        const applied = game.version + 1;
        const request = rowFor({ gameId, applied, version: next.version });
        const places = changedPlaces(game, next);
        const notices = noticesOf(game, next, actorOf(next, rows));
        const change = { gameId, base: game.version, events: rows, game: summaryOf(next), places, notices, request };
        if (await this.#written(change)) {
          this.#committed(game, proposed.value);
          return done({ game: next, applied, events });
        }
        if (request !== null && (await this.#wasMade(request))) return null;
      }
      throw new Error(`game ${gameId} changed ${TRIES} times while one change waited`);
    });
  }

  /** What memory holds is right only as long as every change is known to be made or not. */
  async #written(change: Append): Promise<boolean> {
    let made = false;
    try {
      made = await this.#store.append(change);
    } finally {
      if (!made) this.#games.forget(change.gameId);
    }
    return made;
  }

  async #wasMade({ playerId, operation, key }: RequestRow): Promise<boolean> {
    return (await this.#store.requests.find(playerId, operation, key)) !== null;
  }

  #committed(before: Game | null, { game, events, rows }: Proposal): void {
    this.#games.keep({ game, events });
    for (const { kind } of rows) if (kind === 'action' || kind === 'timeout') this.#onAction(game.header.ruleset.id);
    const players = new Set([...playersAt(before?.seats ?? []), ...playersAt(game.seats)].map(({ id }) => id));
    this.following.changed(game.header.id, game.version, [...players]);
    if (isForHouse(game)) this.timekeeper.actSoon(game.header.id);
    else this.timekeeper.expect(wakeAt(game));
  }

  #shown(made: Result<Made>, player: Player): Result<Done> {
    if (!made.ok) return made;
    const { game, applied, events } = made.value;
    const seen = onlookerOf(game, player.id, undefined);
    if (!seen.ok) return seen;
    const told = seenEvents(game, events, seen.value.viewer);
    return done({ game, onlooker: seen.value, appliedVersion: applied, events: told });
  }

  #entryOf(game: Game): CatalogueEntry {
    return this.#catalogue.get(game.header.ruleset.id) as CatalogueEntry;
  }

  #pinned(id: string, rulesVersion: number) {
    const ruleset = this.#catalogue.get(id)?.ruleset;
    if (ruleset?.rulesVersion === rulesVersion) return ruleset;
    throw new Error(`the log needs rules version ${rulesVersion} of ${id}, which this build does not have`);
  }
}
