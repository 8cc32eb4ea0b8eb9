import type { Seat } from '../kernel/ruleset.ts';
import type { Player, Players } from '../players/players.ts';
import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionIn } from '../rulesets/catalogue.ts';
import type { Store } from '../store/contract/store.ts';
import { CommandHandler, type Committed, type RowFor } from './commands/command-handler.ts';
import { Idempotency, type IdempotentRequest } from './commands/idempotency.ts';
import { type SeatAsked, seating, vacating } from './commands/join.ts';
import { rematchPlan } from './commands/rematch.ts';
import { abortion, resignation } from './commands/resign.ts';
import { moveIn, type SubmittedAction } from './commands/submit-action.ts';
import { houseTurn } from './commands/time-outs.ts';
import { type NewGame, planFor } from './commands/validate-new-game.ts';
import { DailyChallenges } from './daily/daily-challenges.ts';
import { Fairness } from './fairness/fairness.ts';
import { gameNotFound, mayWatch, type Onlooker, onlookerOf } from './model/access.ts';
import { type Game, type Proposal, seatsOf } from './model/game.ts';
import { done, type Result } from './model/result.ts';
import { GameReader } from './queries/game-reader.ts';
import { Lobby } from './queries/lobby.ts';
import { type SeenEvent, seenEvents } from './queries/table-view.ts';
import { GameLog } from './runtime/game-log.ts';
import { LiveGames } from './runtime/live-games.ts';
import { Subscriptions } from './runtime/subscriptions.ts';
import { Timekeeper } from './runtime/timekeeper.ts';
import { SearchBots } from './search/search-bots.ts';

export interface GameServiceOptions {
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
export interface CommandOutcome {
  game: Game;
  onlooker: Onlooker;
  /** the version that the asked change made; the game may be further, since bots act after it */
  appliedVersion: number;
  events: SeenEvent[];
}

const SEARCH_MS = 300;

/** The house: creates games, seats players, applies their actions, and acts where nobody else does. */
export class GameService {
  readonly gameReader: GameReader;
  readonly lobby: Lobby;
  readonly dailies: DailyChallenges;
  readonly fairness: Fairness;
  readonly subscriptions: Subscriptions;
  readonly timekeeper: Timekeeper;
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #catalogue: Catalogue;
  readonly #players: Players;
  readonly #games: LiveGames;
  readonly #commandHandler: CommandHandler;
  readonly #searchBots: SearchBots;

  constructor(store: Store, catalogue: Catalogue, players: Players, options: GameServiceOptions) {
    const { liveGames, onAction, onReplay, onTrouble = () => {}, now, searchMs } = options;
    this.#store = store;
    this.#now = now ?? (() => new Date());
    this.#catalogue = catalogue;
    this.#players = players;
    const log = new GameLog(store);
    this.#games = new LiveGames(
      store,
      log,
      (id, rulesVersion) => this.#rulesOf(id, rulesVersion).ruleset,
      liveGames,
      onReplay,
    );
    const idempotency = new Idempotency(store);
    this.subscriptions = new Subscriptions(store);
    this.dailies = new DailyChallenges(store, catalogue, this.#now);
    this.gameReader = new GameReader(log, this.#games, this.subscriptions, this.dailies);
    this.fairness = new Fairness(store, this.gameReader, this.dailies, idempotency);
    this.lobby = new Lobby(store, catalogue, players, this.subscriptions);
    this.timekeeper = new Timekeeper(store, (gameId) => this.attend(gameId), onTrouble);
    this.#commandHandler = new CommandHandler({
      store,
      log,
      games: this.#games,
      idempotency,
      subscriptions: this.subscriptions,
      timekeeper: this.timekeeper,
      onAction,
    });
    this.#searchBots = new SearchBots(searchMs ?? SEARCH_MS, onTrouble, async (gameId, propose) => {
      const made = await this.#commandHandler.change(gameId, (game) => done(propose(game)));
      return made?.ok ? made.value.game : null;
    });
  }

  /** Throws when a game that is not over needs rules that this build does not have; then begins to keep time. */
  async start(): Promise<void> {
    for (const { ruleset, rulesVersion } of await this.#store.unfinishedRulesets())
      this.#rulesOf(ruleset, rulesVersion);
    this.subscriptions.start();
    this.timekeeper.start();
  }

  /** Wakes everybody who waits and finishes what is under way. */
  async stop(): Promise<void> {
    this.subscriptions.stop();
    await this.timekeeper.stop();
    await this.#searchBots.stop();
  }

  async create(creator: Player, asked: NewGame, once: IdempotentRequest | null): Promise<Result<CommandOutcome>> {
    const sources = {
      catalogue: this.#catalogue,
      players: this.#players,
      store: this.#store,
      dailies: this.dailies,
    };
    const made = await this.#commandHandler.once(once, (rowFor) =>
      this.#commandHandler.retryOnConflict(rowFor, async () => {
        const planned = await planFor(asked, creator, sources);
        return planned.ok ? this.#commandHandler.begin(planned.value, rowFor) : planned;
      }),
    );
    return this.#shown(made, creator);
  }

  /** Takes an open seat, or one that is kept for the player; the game starts when it was the last one. */
  async join(
    player: Player,
    gameId: string,
    asked: SeatAsked & { inviteCode?: string | undefined },
    once: IdempotentRequest | null,
  ): Promise<Result<CommandOutcome>> {
    const { inviteCode, ...wish } = asked;
    return this.#make(player, gameId, once, (game) => seating(game, player, wish), inviteCode);
  }

  /** Gives up a seat before the start. */
  async leave(player: Player, gameId: string, seat: Seat): Promise<Result<CommandOutcome>> {
    return this.#make(player, gameId, null, (game) => vacating(game, player, seat));
  }

  /**
   * Applies an action of one of the player's seats, or says why not. The answer is for the eyes that `look` would
   * choose now, events included: one answer never joins what two seats see.
   */
  async submit(
    player: Player,
    gameId: string,
    move: SubmittedAction,
    once: IdempotentRequest | null,
  ): Promise<Result<CommandOutcome>> {
    return this.#make(player, gameId, once, (game) => moveIn(this.#rulesIn(game), game, player, move));
  }

  async resign(
    player: Player,
    gameId: string,
    seat: Seat | undefined,
    once: IdempotentRequest | null,
  ): Promise<Result<CommandOutcome>> {
    return this.#make(player, gameId, once, (game) => resignation(game, player, seat));
  }

  async abort(player: Player, gameId: string, once: IdempotentRequest | null): Promise<Result<CommandOutcome>> {
    return this.#make(player, gameId, once, (game) => abortion(game, player));
  }

  /**
   * A new game of the same players on the same options, by the newest rules: whoever asks first creates it, the others
   * join it.
   */
  async rematch(
    player: Player,
    gameId: string,
    asked: SeatAsked,
    once: IdempotentRequest | null,
  ): Promise<Result<CommandOutcome>> {
    const over = await this.#games.current(gameId);
    if (over === null || !mayWatch(over, { playerId: player.id })) return gameNotFound(gameId);
    const made = await this.#commandHandler.once(once, (rowFor) =>
      this.#commandHandler.retryOnConflict(rowFor, async () => {
        const known = await this.#store.lists.rematchOf(gameId);
        if (known !== null) return this.#joinRematch(player, known, asked, rowFor);
        const planned = rematchPlan(over, this.#newestOf(over), player, asked.clientSeed);
        return planned.ok ? this.#commandHandler.begin(planned.value, rowFor) : planned;
      }),
    );
    return this.#shown(made, player);
  }

  /** Does what is due in a game: time-outs, and the actions of bots; one that searches begins to think. */
  async attend(gameId: string): Promise<void> {
    const made = await this.#commandHandler.change(gameId, (game) => done(houseTurn(game, this.#now())));
    if (made?.ok) this.#searchBots.begin(made.value.game);
    else if (made?.refusal.code !== 'game-not-found') throw new Error(`the house could not act in ${gameId}`);
  }

  /** Who is at the new table already gets it as it is. */
  #joinRematch(player: Player, gameId: string, asked: SeatAsked, rowFor: RowFor): Promise<Result<Committed> | null> {
    const join = (game: Game): Result<Proposal | null> =>
      seatsOf(game, player.id).length > 0 ? done(null) : seating(game, player, asked);
    return this.#commandHandler.change(gameId, join, rowFor);
  }

  /** A change that a player asks for in a game that they may see. */
  async #make(
    player: Player,
    gameId: string,
    once: IdempotentRequest | null,
    propose: (game: Game) => Result<Proposal>,
    inviteCode?: string,
  ): Promise<Result<CommandOutcome>> {
    const reader = { playerId: player.id, inviteCode };
    const visible = (game: Game) => (mayWatch(game, reader) ? propose(game) : gameNotFound(gameId));
    return this.#shown(
      await this.#commandHandler.once(once, (rowFor) => this.#commandHandler.change(gameId, visible, rowFor)),
      player,
    );
  }

  #shown(made: Result<Committed>, player: Player): Result<CommandOutcome> {
    if (!made.ok) return made;
    const { game, applied, events } = made.value;
    const seen = onlookerOf(game, player.id, undefined);
    if (!seen.ok) return seen;
    const told = seenEvents(game, events, seen.value.viewer);
    return done({ game, onlooker: seen.value, appliedVersion: applied, events: told });
  }

  #newestOf(game: Game): CatalogueEntry {
    return this.#catalogue.get(game.header.ruleset.id) as CatalogueEntry;
  }

  #rulesIn({ header: { ruleset } }: Game): RulesetVersion {
    return this.#rulesOf(ruleset.id, ruleset.rulesVersion);
  }

  /** The rules that a game is played by, whatever is newest. */
  #rulesOf(id: string, rulesVersion: number): RulesetVersion {
    const rules = versionIn(this.#catalogue, id, rulesVersion);
    if (rules !== undefined) return rules;
    throw new Error(`the log needs rules version ${rulesVersion} of ${id}, which this build does not have`);
  }
}
