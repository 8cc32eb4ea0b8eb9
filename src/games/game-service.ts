import { availableParallelism } from 'node:os';
import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import { withoutName } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import { Idempotency, type IdempotentRequest, Queues } from '../eventlog/carry-out.ts';
import { TimeSlicer } from '../eventlog/queue.ts';
import { type Result, refused } from '../eventlog/result.ts';
import { Subscriptions } from '../eventlog/subscriptions.ts';
import type { Player, Players } from '../players/players.ts';
import type { LogDamaged } from '../store/failures.ts';
import type { PlayerUsage } from '../store/game-lists.ts';
import type { EventRow, ServerClock } from '../store/game-rows.ts';
import type { Store } from '../store/store.ts';
import { Calendars } from './calendar/calendars.ts';
import { Looks } from './calendar/looks.ts';
import { houseTurn } from './commands/actions.ts';
import { type Committed, type Listener, serverCommand } from './commands/command.ts';
import { CommandHandler } from './commands/command-handler.ts';
import { type GameSetup, planFor, type Sources } from './commands/create-game.ts';
import { alreadySeated, joinGame, type SeatQuery, seating } from './commands/join.ts';
import { rematchPlan, withPresentNames } from './commands/rematch.ts';
import { DailyChallenges } from './daily/daily-challenges.ts';
import { Fairness } from './fairness/fairness.ts';
import { type Company, companyOf, everyoneAt, rematchNotOpen, tableNotOpen } from './model/apart.ts';
import { creationProblem, DEFAULT_CAPS, joinProblem, type PlayerCaps, PlayerRoom } from './model/caps.ts';
import { competitionProblem, type Game, gameNotFound, mayWatch, type Proposal } from './model/game.ts';
import type { NewGame } from './model/new-game.ts';
import { playersExpected } from './model/participants.ts';
import { Plans } from './plans/plans.ts';
import { GameReader } from './queries/game-reader.ts';
import { Lobby } from './queries/lobby.ts';
import { RulesMissing } from './refusals.ts';
import { GameLog } from './runtime/game-log.ts';
import { LiveGames } from './runtime/live-games.ts';
import { Outages, Timekeeper } from './runtime/timekeeper.ts';
import { SearchBots, SearchWorkerPool } from './search/search-bots.ts';
import { Takebacks } from './takebacks.ts';

export interface GameServiceOptions {
  liveGames: number;
  /** called with the ruleset of each stored action */
  onAction?: ((ruleset: string) => void) | undefined;
  listeners?: readonly Listener[];
  /** called with the ruleset of each game that is loaded from the log */
  onReplay?: ((ruleset: string) => void) | undefined;
  /** called for each game of which the database has lost changes */
  onLoss?: ((gameId: string) => void) | undefined;
  /** called once when a log turns out to be damaged, and again only after it was readable */
  onDamage?: ((error: LogDamaged) => void) | undefined;
  /** called when the server failed to act for a game. `what` says what failed; absent: the clock */
  onTrouble?: ((error: unknown, gameId: string | null, what?: string) => void) | undefined;
  /** how many milliseconds a search bot thinks about a decision */
  searchMs?: number | undefined;
  /** maximum number of threads for search bots; by default all cores but one */
  searchThreads?: number | undefined;
  caps?: PlayerCaps | undefined;
  /** by default the clock of the database */
  clock?: ServerClock | undefined;
  /** false: the server does not act in this game; the caller runs bots and time-outs */
  attends?: ((gameId: string) => boolean) | undefined;
}

interface Known {
  usage: PlayerUsage;
  company: Company;
}

const SEARCH_MS = 300;
const SEARCH_THREADS = Math.max(1, availableParallelism() - 1);

/** How many entries are read at first: most games have started by then. */
const FIRST_ENTRIES = 8;

export class GameService {
  readonly commands: CommandHandler;
  readonly gameReader: GameReader;
  readonly lobby: Lobby;
  readonly takebacks: Takebacks;
  readonly dailies: DailyChallenges;
  readonly fairness: Fairness;
  readonly plans: Plans;
  readonly calendars: Calendars;
  readonly subscriptions: Subscriptions;
  readonly timekeeper: Timekeeper;
  readonly workerPool: SearchWorkerPool;
  readonly clock: ServerClock;
  readonly timeSlicer = new TimeSlicer();
  readonly #sources: Sources;
  readonly #room: PlayerRoom;
  readonly #games: LiveGames;
  readonly #log: GameLog;
  readonly #searchBots: SearchBots;

  constructor(store: Store, catalogue: Catalogue, players: Players, options: GameServiceOptions) {
    const { liveGames: max, onAction, onReplay, onLoss, onDamage, onTrouble = () => {} } = options;
    const { caps = DEFAULT_CAPS, clock = store.log, listeners = [], attends = () => true } = options;
    const { searchMs: ms = SEARCH_MS, searchThreads = SEARCH_THREADS } = options;
    this.clock = clock;
    const { timeSlicer } = this;
    const log = new GameLog(store, timeSlicer, onDamage);
    this.#log = log;
    const rulesetOf = (id: string, rulesVersion: number) => this.#rulesOf(id, rulesVersion).ruleset;
    this.#games = new LiveGames({ store, log, rulesetOf, max, onReplay, onLoss });
    const idempotency = new Idempotency(store.requests);
    this.subscriptions = new Subscriptions(store, (error) =>
      onTrouble(error, null, 'waiting calls could not be answered'),
    );
    this.dailies = new DailyChallenges({ store, catalogue, clock });
    this.#room = new PlayerRoom(caps, (playerId) => store.lists.usage(playerId));
    const games = this.#games;
    const { subscriptions, dailies } = this;
    const { competitions } = store;
    this.gameReader = new GameReader({
      ...{ log, games, subscriptions, timeSlicer, dailies, competitions },
      players: store.players,
    });
    const { gameReader } = this;
    this.lobby = new Lobby({ store, catalogue, players, subscriptions, gameReader });
    const outages = new Outages(store.outages, clock);
    const act = async (gameId: string) => (attends(gameId) ? this.attend(gameId) : undefined);
    const lookAtCalendars = () => looks.look();
    this.timekeeper = new Timekeeper({ store, clock, outages, act, lookAtCalendars, onTrouble });
    const queues = new Queues();
    this.plans = new Plans({ store, clock, log, games, queues });
    this.calendars = new Calendars({ store: store.calendars, idempotency, clock, vacationDays: caps.vacationDays });
    const { plans, calendars, timekeeper } = this;
    this.commands = new CommandHandler({
      store,
      clock,
      log,
      games,
      idempotency,
      queues,
      outages,
      calendars,
      followers: [plans, calendars],
      listeners: [
        (_, { game, rows }) => {
          for (const { kind } of rows) if (kind === 'action' || kind === 'timeout') onAction?.(game.header.ruleset.id);
        },
        (before, change) => wakeWaiting(subscriptions, before, change),
        (_, change) => timekeeper.gameChanged(change),
        ...listeners,
      ],
    });
    const { commands } = this;
    this.takebacks = new Takebacks({ commands, reader: gameReader, games, log, clock, timeSlicer });
    const looks = new Looks({ store: store.calendars, clock, calendars, games, commands, onTrouble });
    this.#sources = { catalogue, players, store, clock, dailies, caps };
    const mostUnused = caps.commitments;
    this.fairness = new Fairness({ store, log, clock, queues, idempotency, gameReader, dailies, mostUnused });
    const workerPool = new SearchWorkerPool(searchThreads);
    this.workerPool = workerPool;
    this.#searchBots = new SearchBots({ ms, workerPool, commands, onTrouble });
  }

  /** Starts the background work. Throws `RulesMissing` if unfinished games or competitions need rules that this build
   * does not have. */
  async start(): Promise<void> {
    const missing = (await this.#sources.store.unfinishedRulesets())
      .filter(({ ruleset, rulesVersion }) => versionIn(this.#sources.catalogue, ruleset, rulesVersion) === undefined)
      .map(({ ruleset, rulesVersion }) => `rules version ${rulesVersion} of ${ruleset}`);
    if (missing.length > 0) {
      throw new RulesMissing(
        `unfinished games or competitions need ${missing.join(' and ')}: start a build that has these rules`,
      );
    }
    this.subscriptions.start();
    this.timekeeper.loop.start();
  }

  async stop(): Promise<void> {
    await this.subscriptions.stop();
    await this.timekeeper.stop();
    await this.stopThinking();
  }

  /** Ends searches and estimates; those that wait fail. */
  async stopThinking(): Promise<void> {
    this.#searchBots.stop();
    await this.workerPool.stop();
  }

  create(creator: Player, asked: NewGame, request: IdempotentRequest | null): Promise<Result<Committed>> {
    const create = (usage: PlayerUsage) =>
      this.commands.create({ request, plan: () => planFor(asked, creator, usage, this.#sources) });
    return this.#room.take(creator.id, create, { rated: asked.rated });
  }

  async join(
    player: Player,
    gameId: string,
    asked: SeatQuery & { inviteCode?: string | undefined },
    request: IdempotentRequest | null,
  ): Promise<Result<Committed>> {
    const table = await this.#games.current(gameId);
    const join = async (usage: PlayerUsage) => {
      const company = await this.#companyOf(player, table);
      return this.commands.handle(
        joinGame(player, gameId, asked, request, { caps: this.#sources.caps, usage, company }),
      );
    };
    return this.#room.take(player.id, join, { rated: table?.header.rated });
  }

  /** The first player who asks creates the game, with the newest rules. The others join it. */
  async rematch(
    player: Player,
    gameId: string,
    asked: SeatQuery,
    request: IdempotentRequest | null,
  ): Promise<Result<Committed>> {
    const over = await this.#games.current(gameId);
    if (over === null || !mayWatch(over, { playerId: player.id })) return gameNotFound(gameId);
    const dealt = competitionProblem(over, player.id);
    if (dealt !== null) return dealt;
    const begin = async (usage: PlayerUsage) => {
      const company = await this.#companyOf(player, over);
      const known = await this.#sources.store.lists.rematchOf(gameId);
      if (known !== null) return this.#joinRematch(player, known, asked, request, { usage, company });
      const plan = () => this.#planRematch(over, player, asked, { usage, company });
      const created = await this.commands.create({ request, plan });
      const rival = created.ok ? null : await this.#sources.store.lists.rematchOf(gameId);
      return rival === null ? created : this.#joinRematch(player, rival, asked, request, { usage, company });
    };
    return this.#room.take(player.id, begin, { rated: over.header.rated });
  }

  /** Carries out what is due: time-outs and actions of bots. Search bots begin to think. */
  async attend(gameId: string): Promise<void> {
    const made = await this.commands.handle(serverCommand(gameId, houseTurn));
    if (made.ok) this.#searchBots.begin(made.value.game);
    else if (made.refusal.code !== 'game-not-found') throw new Error(`the house could not act in ${gameId}`);
  }

  /** Erases the name of a deleted player. Hashes and ids do not change. Throws `LogDamaged` if the log is missing. */
  async eraseName(gameId: string, playerId: string): Promise<void> {
    for (;;) {
      const header = await this.#games.header(gameId);
      const rows: EventRow[] = [];
      for await (const row of this.#log.rows(gameId, 0, { atOnce: FIRST_ENTRIES })) {
        if (row.kind === 'started') break;
        rows.push(row);
      }
      if (rows.length === 0) await this.#log.verify(header);
      const events = entriesWithoutName(rows, playerId);
      const { erased = 0 } = header;
      const found = await this.#sources.store.accounts.eraseFromGame({ gameId, playerId, erased, events });
      if (found === 'erased') this.#games.forgetNames(gameId);
      if (found !== 'changed') return;
    }
  }

  /** For games in memory: returns the choice of a search bot; null: none is to act. */
  searchedIn(game: Game): ReturnType<SearchBots['choiceIn']> {
    return this.#searchBots.choiceIn(game);
  }

  #companyOf(player: Player, table: Game | null): Promise<Company> {
    return companyOf(this.#sources.store, player.id, table === null ? [] : everyoneAt(table), this.clock.now());
  }

  async #planRematch(
    over: Game,
    player: Player,
    asked: SeatQuery,
    { usage, company }: Known,
  ): Promise<Result<GameSetup>> {
    const known = await this.#sources.store.lists.rematchOf(over.header.id);
    if (known !== null) {
      const hint = `Look for an open seat in game ${known}: \`getState\`.`;
      return refused('seat-taken', `There is a rematch already: game ${known}.`, { hint });
    }
    const newest = this.#sources.catalogue.get(over.header.ruleset.id) as CatalogueEntry;
    const again = rematchPlan(over, newest, player, asked.clientSeed);
    if (!again.ok) return again;
    const others = again.value.seats.flatMap((holder) => (holder.kind === 'invited' ? [holder.player.id] : []));
    const planned = withPresentNames(again.value, await this.#sources.store.players.named(others));
    if (!planned.ok) return planned;
    const closed = rematchNotOpen(planned.value.seats, company);
    if (closed !== null) return closed;
    return creationProblem(this.#sources.caps, usage, planned.value, player.id) ?? planned;
  }

  #joinRematch(
    player: Player,
    gameId: string,
    asked: SeatQuery,
    request: IdempotentRequest | null,
    { usage, company }: Known,
  ): Promise<Result<Committed>> {
    const decide = (game: Game, now: Date): Result<Proposal | null> => {
      const repeated = alreadySeated(game, player, asked);
      if (repeated !== null) return repeated;
      const seated = seating(game, now, player, asked);
      if (!seated.ok) return seated;
      return tableNotOpen(game, company) ?? joinProblem(this.#sources.caps, usage, seated.value.game) ?? seated;
    };
    return this.commands.handle({ gameId, by: player.id, request, decide });
  }

  #rulesOf(id: string, rulesVersion: number): RulesetVersion {
    const rules = versionIn(this.#sources.catalogue, id, rulesVersion);
    if (rules !== undefined) return rules;
    throw new RulesMissing(`This game needs rules version ${rulesVersion} of ${id}, which this server does not have.`);
  }
}

function wakeWaiting(subscriptions: Subscriptions, before: Game | null, { game }: Proposal): void {
  const players = playersExpected([...(before?.seats ?? []), ...game.seats]).map(({ id }) => id);
  const isListed = before?.status !== game.status || before.seats !== game.seats;
  subscriptions.changed(game.header.id, game.version, players, isListed);
}

function entriesWithoutName(rows: readonly EventRow[], playerId: string): EventRow[] {
  return rows.flatMap((row) => {
    const action = actionWithoutName(row, playerId);
    return action === null ? [] : [{ ...row, action }];
  });
}

function actionWithoutName({ kind, action }: EventRow, playerId: string): Json | null {
  if (kind === 'joined') return withoutName(action, playerId) as Json | null;
  if (kind !== 'created') return null;
  const { seats } = action as unknown as { seats: unknown[] };
  const erased = seats.map((seat) => withoutName(seat, playerId));
  if (erased.every((seat) => seat === null)) return null;
  return { ...(action as object), seats: seats.map((seat, i) => erased[i] ?? seat) } as unknown as Json;
}
