import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import type { AdminParts as OperatedHouse } from './admin/call.ts';
import { operatorSocketIn, takeOperatorCalls } from './admin/operator-socket.ts';
import type { Config } from './config.ts';
import { watchDatabase } from './database.ts';
import { fail } from './fail.ts';
import { UNPACKED } from './games/runtime/live-games.ts';
import { House } from './house.ts';
import { buildApp } from './http/app.ts';
import { readBuiltDocument } from './http/documentation/served-document.ts';
import { listenForMetrics } from './http/hooks/metrics.ts';
import { type Metrics, measureHouse } from './http/metrics.ts';
import { Readiness } from './http/readiness.ts';
import { readBuiltPages } from './http/server/pages.ts';
import { reachOf } from './notifications/address.ts';
import { MailWatch } from './notifications/mail/mail-watch.ts';
import type { Mailed } from './notifications/mail/mailer.ts';
import { TREES } from './places.ts';
import { asPortError } from './ports.ts';
import { StoreUnavailable } from './store/failures.ts';
import type { Store } from './store/store.ts';

/** Makes V8 collect garbage when the heap has grown by 25 %. By default, it waits until the heap has multiplied. */
const LITTLE_GARBAGE = '--heap-growing-percent=25';

interface Serving {
  config: Config;
  logger: Logger;
  metrics: Metrics | null;
  version: string;
  opening: Promise<Store>;
}

export async function serve({ config, logger, metrics, version, opening }: Serving): Promise<void> {
  // by default, garbage would take the memory that the compression of games saves:
  // docs/decisions/games-in-memory-and-on-disk.md
  if (config.liveGames > UNPACKED) setFlagsFromString(LITTLE_GARBAGE);
  const [store, catalogue] = await Promise.all([opening, loadCatalogue(!config.production)]);
  const house = houseOf(config, logger, metrics, { store, catalogue });
  const { players, gameService, competitions } = house;
  const readiness = new Readiness(house);
  if (metrics !== null) measureHouse(metrics, house);
  const stopWatching = watchDatabase(store, logger);
  const { limits, host, port, metricsPort, operatorToken: token } = config;
  const app = await buildApp({
    ...house,
    logger,
    limits,
    readiness,
    metrics,
    version,
    document: readBuiltDocument(TREES),
    pages: config.pages ? readBuiltPages(TREES) : null,
    publicUrl: config.publicUrl,
    operator: token === null ? null : { token, house: { store, games: gameService } },
  });
  const listeners = [app];
  const operators = operatorsOf(config, logger, { store, players, games: gameService, competitions });
  await house.start();
  house.direct();

  const stop = async (signal: string) => {
    readiness.enter('stopping');
    logger.info({ signal }, 'stopping: finishing what was taken');
    await sleep(config.stopDelay * 1000);
    for (const listener of listeners) await listener.close();
    stopWatching();
    operators?.close();
    await house.stop();
    logger.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(signal).then(() => process.exit(0), fail));
  }
  const refuse = (setting: string, at: number) => (error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : asPortError(setting, host, at, error); // another program has taken the port since `requirePorts`
  };
  await app.listen({ host, port }).catch(refuse('PORT', port));
  if (metrics !== null && metricsPort !== null) {
    const metricsAt = { host, port: metricsPort };
    listeners.push(await listenForMetrics(metrics, logger, metricsAt).catch(refuse('METRICS', metricsPort)));
  }
  readiness.enter('serving');
  house.deliveries.start();
}

/** Makes the parts of the service. Logs their failures. */
function houseOf(
  config: Config,
  logger: Logger,
  metrics: Metrics | null,
  { store, catalogue }: { store: Store; catalogue: Catalogue },
): House {
  const { liveGames, searchMs, pushContact: contact, mail } = config;
  const { onAction, onReplay, onStep, onAnalysis, onDelivery } = metrics ?? {};
  const mailServer = new MailWatch({
    onOut: (outage) => logger.warn(outage, 'the mail server accepts no mail'),
    onBack: () => logger.info('the mail server accepts mail again'),
  });
  const onMailed = (mailed: Mailed) => {
    metrics?.onMailed(mailed);
    mailServer.saw(mailed);
  };
  return new House(store, catalogue, {
    games: { liveGames, searchMs, onAction, onReplay },
    notifications: { contact, mail, onMailed },
    analyses: config.analysisBudget,
    reach: reachOf(config.webhookPrivateAddresses, config.webhookPorts),
    onTrouble: (error, what, where) => logger.error({ err: error, ...where }, what),
    onDamage: ({ what, id, message: reason }) => {
      metrics?.onDamage(what);
      logger.error({ [`${what}Id`]: id, reason }, 'the log of a game or competition is damaged');
    },
    onLoss: (what, id) => {
      metrics?.onLoss();
      logger.error({ [`${what}Id`]: id }, 'the database has lost changes of a game or competition');
    },
    onHeldUp: (error) => {
      if (!(error instanceof StoreUnavailable)) logger.warn({ err: error }, 'webhook deliveries are delayed');
    },
    onStep,
    onAnalysis,
    onDelivery,
  });
}

/** Lets commands of operators connect to this process, because no other process can open the embedded database. */
function operatorsOf({ databaseUrl, dataDirectory }: Config, logger: Logger, house: OperatedHouse) {
  if (databaseUrl !== null) return null;
  const address = operatorSocketIn(dataDirectory);
  const onError = (error: unknown) => logger.error({ err: error }, 'the command of an operator failed');
  if (address !== null) return takeOperatorCalls(house, address, onError);
  logger.warn('the path of DATA_DIR is too long for a socket: npm run admin cannot reach this server');
  return null;
}
