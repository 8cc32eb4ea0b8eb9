import type { Catalogue } from '#rules/catalogue.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { Accounts } from './accounts/accounts.ts';
import { Analyses } from './analyses/analyses.ts';
import type { AnalysisBudget } from './analyses/model/spending.ts';
import { Competitions } from './competitions/competitions.ts';
import type { Loop } from './eventlog/loop.ts';
import { Chat } from './games/chat/chat.ts';
import { GameService, type GameServiceOptions } from './games/game-service.ts';
import { type Reach, reachOf } from './notifications/address.ts';
import { Deliveries, type DeliveriesOptions } from './notifications/deliveries.ts';
import { Notifications, type NotificationsParts } from './notifications/notifications.ts';
import type { Schedule } from './notifications/schedule.ts';
import { Players, type PlayersOptions } from './players/players.ts';
import { Ratings } from './ratings/ratings.ts';
import { Seeks } from './seeks/seeks.ts';
import type { LogDamaged } from './store/failures.ts';
import type { Store } from './store/store.ts';

export interface HouseOptions {
  games: Omit<GameServiceOptions, 'onTrouble' | 'onLoss' | 'onDamage'>;
  players?: PlayersOptions;
  notifications?: Partial<Pick<NotificationsParts, 'contact' | 'mail' | 'onMailed' | 'mostConfirmations'>>;
  /** the budget of analyses; null or omitted: the service analyzes no games */
  analyses?: AnalysisBudget | null;
  /** the addresses to which webhooks and pushes may go; by default the public internet */
  reach?: Reach;
  /** the intervals of retries and the timeouts of webhooks */
  schedule?: Partial<Schedule>;
  /** called when work failed; the server tries it again */
  onTrouble(error: unknown, what: string, where: object | null): void;
  /** called while deliveries are late */
  onHeldUp?(error: unknown): void;
  /** called when the database has lost changes of a game or competition */
  onLoss?(what: 'game' | 'competition', id: string): void;
  /** called once when a log is found damaged, and again only if it was readable in between */
  onDamage?(error: LogDamaged): void;
  onStep?: ConstructorParameters<typeof Competitions>[0]['onStep'];
  onAnalysis?: ConstructorParameters<typeof Analyses>[0]['onEnd'];
  onDelivery?: DeliveriesOptions['onAttempt'];
}

/** All parts of the service on one store. Each is created once. */
export class House {
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly players: Players;
  readonly gameService: GameService;
  readonly competitions: Competitions;
  readonly ratings: Ratings;
  readonly seeks: Seeks;
  readonly analyses: Analyses;
  readonly accounts: Accounts;
  readonly chat: Chat;
  readonly notifications: Notifications;
  readonly deliveries: Deliveries;
  /** all background work, for metrics and `/readyz` */
  readonly loops: readonly Loop[];

  constructor(store: Store, catalogue: Catalogue, options: HouseOptions) {
    const { onTrouble, reach = reachOf('refuse'), schedule = {} } = options;
    const { caps } = options.games;
    this.store = store;
    this.catalogue = catalogue;
    const players = new Players(store, {
      bots: [...catalogue.values()].flatMap(({ ruleset }) => botNames(ruleset)),
      ...options.players,
    });
    const games = new GameService(store, catalogue, players, {
      ...options.games,
      onLoss: (gameId) => options.onLoss?.('game', gameId),
      onDamage: options.onDamage,
      onTrouble: (error, gameId, what = 'the clock failed') => onTrouble(error, what, { gameId }),
      listeners: [(_, { game }) => competitions.gameChanged(game), ...(options.games.listeners ?? [])],
    });
    const competitions: Competitions = new Competitions({
      store,
      catalogue,
      games,
      most: caps?.competitions,
      onTrouble: (error, competitionId) => onTrouble(error, 'a competition does not go on', { competitionId }),
      onLoss: (competitionId) => options.onLoss?.('competition', competitionId),
      onDamage: options.onDamage,
      onStep: options.onStep,
    });
    const ratings = new Ratings(store, catalogue);
    const seeks = new Seeks({
      store,
      catalogue,
      players,
      games,
      ratings,
      caps,
      onTrouble: (error, where) => onTrouble(error, 'seeks are not paired', where),
    });
    const analyses = new Analyses({
      store,
      catalogue,
      players,
      games,
      budget: options.analyses ?? null,
      onTrouble: (error, gameId) => onTrouble(error, 'an analysis failed', { gameId }),
      onEnd: options.onAnalysis,
    });
    const parts = { store, players, games, competitions, ratings, seeks, analyses };
    const now = () => games.clock.now();
    this.players = players;
    this.gameService = games;
    this.competitions = competitions;
    this.ratings = ratings;
    this.seeks = seeks;
    this.analyses = analyses;
    this.accounts = new Accounts({
      ...parts,
      onTrouble: (error, playerId) =>
        onTrouble(error, 'a deleted account could not be removed from its games', { playerId }),
    });
    this.chat = new Chat({ store, players, games });
    this.notifications = new Notifications({
      ...options.notifications,
      store,
      catalogue,
      reach,
      now,
      timeoutMs: schedule.timeoutMs,
    });
    this.deliveries = new Deliveries(store.notifications, {
      reach,
      senders: this.notifications.senders,
      onTidy: (at) => this.notifications.tidy(at),
      heldUntil: (playerId, at) => games.calendars.heldUntil(playerId, at),
      schedule,
      now,
      onError: options.onHeldUp ?? ((error) => onTrouble(error, 'webhook deliveries are delayed', null)),
      onAttempt: options.onDelivery,
    });
    const { accounts, deliveries } = this;
    const looping = [games.timekeeper, games.subscriptions, competitions, seeks, analyses, accounts, deliveries];
    this.loops = looping.map(({ loop }) => loop);
  }

  /** Starts clocks and bots. Call it before the first request is served. */
  async start(): Promise<void> {
    await this.gameService.start();
  }

  /** Starts the other background work: competitions, seeks, analyses and the erasure of deleted accounts. */
  direct(): void {
    this.competitions.loop.start();
    this.seeks.loop.start();
    this.analyses.direct();
    this.accounts.loop.start();
  }

  /** Stops all work and closes the store. Call it after the last request was served. */
  async stop(): Promise<void> {
    await this.accounts.stop();
    await this.analyses.stop();
    await this.competitions.stop();
    await this.seeks.loop.stop();
    await this.ratings.stop();
    await this.gameService.stop();
    await this.deliveries.stop();
    await this.store.close();
  }
}
