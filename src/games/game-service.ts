import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import { withoutName } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import { Idempotency, type Keyed, Queues } from '../eventlog/carry-out.ts';
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
import { creationProblem, type GameSetup, joinProblem, planFor, type Sources } from './commands/create-game.ts';
import { alreadySeated, joinGame, type SeatQuery, seating } from './commands/join.ts';
import { rematchPlan, withPresentNames } from './commands/rematch.ts';
import { DailyChallenges } from './daily/daily-challenges.ts';
import { Fairness } from './fairness/fairness.ts';
import { type Company, companyOf, everyoneAt, rematchNotOpen, tableNotOpen } from './model/apart.ts';
import { DEFAULT_CAPS, type PlayerCaps } from './model/caps.ts';
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
  /** called once when a log is found damaged, and again only if it was readable in between */
  onDamage?: ((error: LogDamaged) => void) | undefined;
  /** called when the server failed to act for a game; `what` says what failed, by default the clock */
  onTrouble?: ((error: unknown, gameId: string | null, what?: string) => void) | undefined;
  /** the milliseconds that a search bot spends on a decision */
  searchMs?: number | undefined;
  /** the largest number of threads for search bots; by default all cores but one */
  searchThreads?: number | undefined;
  caps?: PlayerCaps | undefined;
  /** by default the clock of the database */
  clock?: ServerClock | undefined;
  /** returns false if the caller runs this game's bots and time-outs; then the server does not act in it */
  attends?: ((gameId: string) => boolean) | undefined;
}

interface Known {
  usage: PlayerUsage;
  company: Company;
}

const SEARCH_MS = 300;
const SEARCH_THREADS = Math.max(1, availableParallelism() - 1);

/** The erasure of a name reads this many entries of a game first. Most games start within them. */
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

  /** Starts the background work. Throws `RulesMissing` if something unfinished needs rules that this build lacks. */
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

  /** Ends searches and other work in threads. Work that still waits for a thread fails. */
  async stopThinking(): Promise<void> {
    this.#searchBots.stop();
    await this.workerPool.stop();
  }

  create(creator: Player, asked: NewGame, request: Keyed): Promise<Result<Committed>> {
    const create = (usage: PlayerUsage) =>
      this.commands.create({ request, plan: () => planFor(asked, creator, usage, this.#sources) });
    return this.#room.take(creator.id, create, { rated: asked.rated });
  }

  async join(
    player: Player,
    gameId: string,
    asked: SeatQuery & { inviteCode?: string | undefined },
    request: Keyed,
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

  /** Creates the rematch with the newest rules if the player is the first to ask; otherwise joins it. */
  async rematch(player: Player, gameId: string, asked: SeatQuery, request: Keyed): Promise<Result<Committed>> {
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

  /** Does what is due in a game: time-outs and actions of bots. Search bots begin to think. */
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

  /** Returns the choice of a search bot for a game in memory; null: no search bot must act. */
  searchedIn(game: Game): ReturnType<SearchBots['choiceIn']> {
    return this.#searchBots.choiceIn(game);
  }

  #companyOf(player: Player, table: Game | null): Promise<Company> {
    return companyOf(this.#sources.store, player.id, table === null ? [] : everyoneAt(table), this.clock.now());
  }

  async #planRematch(over: Game, by: Player, asked: SeatQuery, { usage, company }: Known): Promise<Result<GameSetup>> {
    const known = await this.#sources.store.lists.rematchOf(over.header.id);
    if (known !== null) {
      const hint = `Look for an open seat in game ${known}: \`getState\`.`;
      return refused('seat-taken', `There is a rematch already: game ${known}.`, { hint });
    }
    const newest = this.#sources.catalogue.get(over.header.ruleset.id) as CatalogueEntry;
    const again = rematchPlan(over, newest, by, asked.clientSeed);
    if (!again.ok) return again;
    const others = again.value.seats.flatMap((holder) => (holder.kind === 'invited' ? [holder.player.id] : []));
    const planned = withPresentNames(again.value, await this.#sources.store.players.named(others));
    if (!planned.ok) return planned;
    const closed = rematchNotOpen(planned.value.seats, company);
    if (closed !== null) return closed;
    return creationProblem(this.#sources.caps, usage, planned.value, by.id) ?? planned;
  }

  #joinRematch(
    player: Player,
    gameId: string,
    asked: SeatQuery,
    request: Keyed,
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

const GUESTS = 5;
/** If a look-up shows that a player may begin n more games, this share of n begins without another look-up. */
const SPARED = 0.1;
const KNOWN_PLAYERS = 10_000;
const KNOWN_MS = 60_000;
const NO_USAGE: PlayerUsage = { games: 0, hostedGames: 0, ratedGames: 0, pendingGames: 0, invitations: 0 };

/** Enforces the caps. A player who is far below a cap is not looked up for each game, so n servers may exceed a cap by
 * n tenths of it. Look-ups for one player run one after another: simultaneous ones would all miss each other's games.
 * Rated games have a low cap, so they are always looked up. */
export class PlayerRoom {
  readonly #caps: PlayerCaps;
  readonly #ask: (playerId: string) => Promise<PlayerUsage>;
  readonly #spared = new LRUCache<string, number>({ max: KNOWN_PLAYERS, ttl: KNOWN_MS, noUpdateTTL: true });
  readonly #looks = new Map<string, Promise<unknown>>();
  /** by player: the number of calls that skipped the look-up and whose games are not in the database yet */
  readonly #unseen = new Map<string, number>();

  constructor(caps: PlayerCaps, ask: (playerId: string) => Promise<PlayerUsage>) {
    this.#caps = caps;
    this.#ask = ask;
  }

  /** Calls `take` with the player's usage, which `take` compares with the caps. Throws `StoreUnavailable`. */
  async take<T>(playerId: string, take: (usage: PlayerUsage) => Promise<T>, { rated = false } = {}): Promise<T> {
    while (rated || !this.#spare(playerId)) {
      const look = this.#looks.get(playerId);
      if (look === undefined) return this.#lookAndTake(playerId, take);
      await look;
    }
    this.#countUnseen(playerId, 1);
    return take(NO_USAGE).finally(() => this.#countUnseen(playerId, -1));
  }

  async #lookAndTake<T>(playerId: string, take: (usage: PlayerUsage) => Promise<T>): Promise<T> {
    const usage = this.#look(playerId);
    const taking = usage.then(take);
    // the player's next look-up waits for this call, even if it fails; if `usage` fails, the waiting calls fail too
    const look = Promise.allSettled([taking])
      .then(() => usage)
      .finally(() => this.#looks.delete(playerId));
    look.catch(() => {}); // without this, a failure for which no call waits would end the process
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
