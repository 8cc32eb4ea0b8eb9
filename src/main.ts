import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { Accounts } from './accounts/accounts.ts';
import type { House } from './admin/house.ts';
import { operatorSocketIn, takeOperatorCalls } from './admin/operator-socket.ts';
import { Analyses } from './analyses/analyses.ts';
import { Competitions } from './competitions/competitions.ts';
import { type Config, readConfig } from './config.ts';
import { GameService } from './games/game-service.ts';
import { RulesMissing } from './games/model/rules-missing.ts';
import { buildApp } from './http/app.ts';
import { readBuiltDocument } from './http/documentation/served-document.ts';
import { listenForMetrics } from './http/hooks/metrics.ts';
import { Metrics } from './http/metrics.ts';
import { Readiness } from './http/readiness.ts';
import { readBuiltPages } from './http/routes/pages.ts';
import { NoticeChannels } from './notices/notice-channels.ts';
import { Players } from './players/players.ts';
import { Ratings } from './ratings/ratings.ts';
import { loadCatalogue } from './rulesets/catalogue.ts';
import { UnreadableRuleset } from './rulesets/ruleset-folder.ts';
import { Seeks } from './seeks/seeks.ts';
import { ConfigError } from './settings.ts';
import { DataDirectoryInUse, DataDirectoryUnusable, StoreUnavailable } from './store/contract/failures.ts';
import type { Store } from './store/contract/store.ts';
import { openEmbedded } from './store/embedded/embedded.ts';
import { UnfitDatabase } from './store/postgres/fitness.ts';
import { MigrationError } from './store/postgres/migrations.ts';
import { UnfitPooler } from './store/postgres/pooler.ts';
import { openPostgres } from './store/postgres/postgres.ts';
import { SecretsKeyError } from './store/sealing/master-key.ts';
import { Talk } from './talk/talk.ts';
import { reachOf } from './webhooks/address.ts';
import { Deliveries } from './webhooks/deliveries.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { Primary } from './workers/primary.ts';
import { PrimaryLine } from './workers/worker.ts';

/** Where this file lies when it runs, with all that the build made. */
const BUILD = new URL('./', import.meta.url);
const RETRY_MS = 500;
/** How far the clock of this machine may be from the database's before it is worth a line. */
const TOLERATED_SECONDS = 1;
const LOOK_MS = 5_000;

/** Reads the environment, and serves or has others serve. */
async function main(): Promise<void> {
  const line = cluster.isWorker ? new PrimaryLine() : null;
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel });
  const { workers } = config;
  if (line === null) logger.info({ version: packageVersion(), node: process.version, workers }, 'starting');
  if (line === null && workers > 1) process.exit(await led(workers, logger));
  await serve(config, logger, line);
}

/** Has so many workers serve; the exit code, once all have ended. */
function led(workers: number, logger: Logger): Promise<number> {
  const primary = new Primary(workers, logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'stopping the workers');
      primary.stop(signal);
    });
  }
  primary.start();
  return primary.ended;
}

/** Wires the parts and listens. `line`: to the primary process; null: this one serves alone. */
async function serve(config: Config, logger: Logger, line: PrimaryLine | null): Promise<void> {
  const metrics = config.metrics ? new Metrics(line) : null;
  // side by side: the embedded database opens in a thread of its own
  const [store, catalogue] = await Promise.all([opened(config, logger, metrics), loadCatalogue(!config.production)]);
  const players = new Players(store, { readTokens: config.readTokens, devices: config.devices });
  const { onAction, onReplay } = metrics ?? {};
  const onTrouble = (error: unknown, gameId: string | null) => logger.error({ err: error, gameId }, 'the clock failed');
  const onLoss = (gameId: string) => {
    metrics?.onLoss();
    logger.error({ gameId }, 'the database has lost changes of a game');
  };
  const { liveGames, searchMs, searchThreads, caps } = config;
  const gameService = new GameService(store, catalogue, players, {
    liveGames,
    searchMs,
    searchThreads,
    caps,
    onAction,
    onReplay,
    onLoss,
    onTrouble,
  });
  const onStuck = (error: unknown, competitionId: string | null) =>
    logger.error({ err: error, competitionId }, 'a competition does not go on');
  const competitions = new Competitions({
    store,
    catalogue,
    games: gameService,
    most: caps.competitions,
    onTrouble: onStuck,
    onStep: metrics?.onStep,
  });
  const ratings = new Ratings(store, catalogue);
  const onUnpaired = (error: unknown, where: object | null) =>
    logger.error({ err: error, ...where }, 'seeks are not paired');
  const seeks = new Seeks({ store, catalogue, players, games: gameService, caps, onTrouble: onUnpaired });
  const onUnanalysed = (error: unknown, gameId: string | null) =>
    logger.error({ err: error, gameId }, 'an analysis failed');
  const analyses = new Analyses({
    store,
    catalogue,
    players,
    games: gameService,
    budget: config.analysisBudget,
    onTrouble: onUnanalysed,
    onEnd: metrics?.onAnalysis,
  });
  const onLeft = (error: unknown) => logger.error({ err: error }, 'a deleted account is not taken out');
  const accounts = new Accounts({
    store,
    players,
    games: gameService,
    competitions,
    ratings,
    seeks,
    analyses,
    onTrouble: onLeft,
  });
  const readiness = new Readiness(store, gameService.timekeeper);
  if (metrics !== null) measureHouse(metrics, { store, gameService, competitions, ratings, seeks, analyses });
  const stopWatching = watchStore(store, logger);
  const { limits, host, port, metricsPort } = config;
  const reach = reachOf(config.webhookPrivateAddresses, config.webhookPorts);
  const webhooks = new Webhooks(store.webhooks, reach, undefined, config.webhooks);
  const onError = (error: unknown) => logger.warn({ err: error }, 'webhook deliveries are held up');
  const now = () => gameService.clock.now();
  const { pushKey, pushContact: contact, mail, noticeChannels: most } = config;
  const notices = new NoticeChannels({ store, catalogue, reach, now, pushKey, contact, mail, most });
  const deliveries = new Deliveries(store.webhooks, {
    reach,
    senders: notices.senders,
    onTidy: (at) => notices.tidy(at),
    heldUntil: (playerId, at) => gameService.calendars.heldUntil(playerId, at),
    now,
    onError,
    onAttempt: metrics?.onDelivery,
  });
  const parts = {
    catalogue,
    players,
    accounts,
    webhooks,
    notices,
    gameService,
    competitions,
    ratings,
    seeks,
    analyses,
    talk: new Talk({ store, players, games: gameService }),
    logger,
    limits,
    readiness,
    metrics,
    version: packageVersion(),
    document: readBuiltDocument(BUILD),
    neighbours: line,
    pages: config.pages ? readBuiltPages(BUILD) : null,
    mcp: config.mcp,
    operator:
      config.operatorToken === null ? null : { token: config.operatorToken, house: { store, games: gameService } },
  };
  const app = await buildApp(parts);
  const listeners = [app];
  const operators = operatorsOf(config, logger, { store, players, games: gameService, competitions });
  await players.start();
  await gameService.start({ directs: line === null });
  if (line === null) {
    competitions.direct();
    seeks.direct();
    analyses.direct();
    accounts.direct();
  }

  const stop = async (signal: string) => {
    readiness.enter('stopping');
    logger.info({ signal }, 'stopping: finishing what was taken');
    await sleep(config.stopDelay * 1000);
    for (const listener of listeners) await listener.close();
    stopWatching();
    operators?.close();
    await accounts.stop();
    await analyses.stop();
    await ratings.stop();
    await competitions.stop();
    await seeks.stop();
    await gameService.stop();
    await deliveries.stop();
    await store.close();
    logger.info('stopped');
  };
  const end = (signal: string) => void stop(signal).then(() => process.exit(0), fail);
  if (line === null) for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(signal));
  await app.listen({ host, port });
  if (metrics !== null && metricsPort !== null) {
    listeners.push(await listenForMetrics(metrics, logger, { host, port: metricsPort }));
  }
  readiness.enter('serving');
  const direct = () => {
    gameService.timekeeper.direct();
    competitions.direct();
    seeks.direct();
    analyses.direct();
    accounts.direct();
    deliveries.start();
  };
  if (line === null) deliveries.start();
  else line.serve({ direct, stop: end });
}

/** The embedded database is open in this process alone: operators come here. */
function operatorsOf({ databaseUrl, dataDirectory }: Config, logger: Logger, house: House) {
  if (databaseUrl !== null) return null;
  const address = operatorSocketIn(dataDirectory);
  const onError = (error: unknown) => logger.error({ err: error }, 'the call of an operator failed');
  if (address !== null) return takeOperatorCalls(house, address, onError);
  logger.warn('the path of the data directory is too long for operators to reach the server while it runs');
  return null;
}

/** Says when something begins to be amiss by which nothing goes at once, and when it is over. */
function watchStore(store: Store, logger: Logger): () => void {
  let wasOff = false;
  let wasDeaf = false;
  const look = () => {
    const aheadSeconds = store.wallAheadMs / 1000;
    const isOff = Math.abs(aheadSeconds) > TOLERATED_SECONDS;
    if (isOff && !wasOff) logger.warn({ aheadSeconds }, 'the clock of this machine is not that of the database');
    wasOff = isOff;
    const isDeaf = store.signals.deafMs > LOOK_MS;
    if (isDeaf && !wasDeaf) logger.warn('nothing is heard of other servers (LISTEN): who waits may hear 2 s late');
    if (wasDeaf && !isDeaf) logger.info('other servers are heard again');
    wasDeaf = isDeaf;
  };
  look();
  const looking = setInterval(look, LOOK_MS);
  return () => clearInterval(looking);
}

interface HouseParts {
  store: Store;
  gameService: GameService;
  competitions: Competitions;
  ratings: Ratings;
  seeks: Seeks;
  analyses: Analyses;
}

function measureHouse(metrics: Metrics, parts: HouseParts): void {
  const { store, gameService, competitions, ratings, seeks, analyses } = parts;
  const { gameReader, subscriptions, timekeeper } = gameService;
  metrics.gauge('croupier_live_games', 'Games kept in memory.', () => gameReader.liveGames);
  metrics.gauge('croupier_waiters', 'Calls and streams that wait for a change.', () => subscriptions.size);
  metrics.gauge(
    'croupier_clock_lag_seconds',
    'How late the last look at the clocks was.',
    () => timekeeper.lagMs / 1000,
    'max',
  );
  metrics.gauge(
    'croupier_director_lag_seconds',
    'For how long no competition was looked at, or a step in one has not ended.',
    () => competitions.lagMs / 1000,
    'max',
  );
  metrics.gauge(
    'croupier_competitions_stuck',
    'Competitions in which a step of the house failed, and is tried again within a minute.',
    () => competitions.stuck,
  );
  metrics.gauge(
    'croupier_seeks_waiting',
    'Seeks that could play one more game when it was last looked.',
    () => seeks.waiting,
    'max',
  );
  metrics.gauge(
    'croupier_seeks_stuck',
    'Sorts of seeks in which pairing failed, and is tried again within a minute.',
    () => seeks.stuck,
    'max',
  );
  metrics.gauge(
    'croupier_analyses_waiting',
    'Analyses of games that waited some seconds ago.',
    () => analyses.waiting,
    'max',
  );
  metrics.gauge('croupier_ratings_games_kept', 'Rated games in memory.', () => ratings.gamesKept);
  metrics.gauge('croupier_rating_fit_seconds', 'How long the last fit took.', () => ratings.fitMs / 1000, 'max');
  metrics.gauge('croupier_pairing_lag_seconds', 'For how long no seek was looked at.', () => seeks.lagMs / 1000, 'max');
  metrics.gauge(
    'croupier_clock_offset_seconds',
    'How far the clock of this machine is ahead of that of the database, by which all goes.',
    () => store.wallAheadMs / 1000,
    'max',
  );
  metrics.gauge(
    'croupier_signals_deaf_seconds',
    'For how long nothing has been heard of other servers; 0 while they are heard.',
    () => store.signals.deafMs / 1000,
    'max',
  );
}

async function opened(config: Config, logger: Logger, metrics: Metrics | null): Promise<Store> {
  const { databaseUrl, databaseListenUrl, databasePool, dataDirectory, secretsKeys: keys, archiveDirectory } = config;
  const onBatch = metrics?.onBatch;
  if (databaseUrl === null) {
    logger.info({ directory: dataDirectory }, 'opening the embedded database');
    return openEmbedded({
      directory: dataDirectory,
      onFailure: fail,
      onBatch,
      keys,
      archiveDirectory: archiveDirectory ?? undefined,
    });
  }
  if (keys.length === 0)
    logger.warn('SECRETS_KEY is not set: who can read the database sees every seed and hidden card');
  const onConnectionLost = (error: Error) => logger.warn({ reason: error.message }, 'lost a database connection');
  const onPrimary = (host: string) => logger.warn({ host }, 'the database has another primary');
  return patiently(config.databaseWait, logger, () => {
    return openPostgres({
      url: databaseUrl,
      listenUrl: databaseListenUrl,
      poolSize: databasePool,
      onConnectionLost,
      onPrimary,
      onBatch,
      keys,
      archiveDirectory,
    });
  });
}

/** A PostgreSQL that is still starting is waited for, with a line whenever the reason is another. */
async function patiently<T>(seconds: number, logger: Logger, open: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  let said = '';
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > deadline) throw error;
      const { message: reason } = error;
      if (reason !== said)
        logger.warn({ reason, seconds }, 'the database does not answer yet; trying for so many seconds');
      said = reason;
      await sleep(RETRY_MS);
    }
  }
}

function packageVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** What the operator can mend is said in one line; anything else comes with its stack. */
function fail(error: unknown): void {
  const plain =
    error instanceof ConfigError ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof MigrationError ||
    error instanceof RulesMissing ||
    error instanceof SecretsKeyError ||
    error instanceof StoreUnavailable ||
    error instanceof UnfitDatabase ||
    error instanceof UnfitPooler ||
    error instanceof UnreadableRuleset ||
    (error as NodeJS.ErrnoException).syscall !== undefined;
  console.error(plain ? `croupier cannot run: ${(error as Error).message}` : error);
  process.exit(1);
}

const [asked] = process.argv.slice(2);
if (asked === undefined) main().catch(fail);
else {
  const help = 'The service takes its settings from the environment; docs/configuration.md has them all.';
  if (asked === '--help') console.log(help);
  else console.error(`Unknown option ${asked}. ${help}`);
  process.exitCode = asked === '--help' ? 0 : 2;
}
