import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import type { Accounts } from '../../src/accounts/accounts.ts';
import type { AnalysisBudget } from '../../src/analyses/model/spending.ts';
import type { Competitions } from '../../src/competitions/competitions.ts';
import type { GameService } from '../../src/games/game-service.ts';
import type { PlayerCaps } from '../../src/games/model/caps.ts';
import { House } from '../../src/house.ts';
import { buildApp } from '../../src/http/app.ts';
import { measureHouse } from '../../src/http/house-gauges.ts';
import { type Limits, NO_LIMITS } from '../../src/http/limits.ts';
import type { Metrics } from '../../src/http/metrics.ts';
import { Readiness } from '../../src/http/readiness.ts';
import type { BuiltPages } from '../../src/http/server/pages.ts';
import { type Reach, reachOf } from '../../src/notifications/address.ts';
import type { MailSettings } from '../../src/notifications/mail/mailer.ts';
import type { Schedule } from '../../src/notifications/schedule.ts';
import type { Players } from '../../src/players/players.ts';
import type { Ratings } from '../../src/ratings/ratings.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import type { HouseClock } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';
import { openTestStore } from '../store/test-store.ts';
import { Caller } from './caller.ts';
import { committedContract, contractOf, type DocumentedContract } from './contract.ts';

export interface Service {
  app: FastifyInstance;
  store: Store;
  gameService: GameService;
  players: Players;
  competitions: Competitions;
  ratings: Ratings;
  accounts: Accounts;
  readiness: Readiness;
  url: string;
  /** nobody yet: calls without a token */
  stranger: Caller;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  store?: Store;
  /** of another build than this one */
  catalogue?: Catalogue;
  /** true: the rulesets of that build are described as those of this one are */
  sameDocument?: boolean;
  limits?: Partial<Limits>;
  metrics?: Metrics;
  /** for browsers; none when it is left out */
  pages?: BuiltPages;
  /** false: as it is before the start is complete */
  ready?: boolean;
  /** false: competitions are not run and nobody is paired: what happens there is for the test to write */
  directs?: boolean;
  /** false: nobody looks whose time is up, and bots do not act */
  keepsTime?: boolean;
  /** the clock of the house; the database's when it is left out */
  clock?: HouseClock;
  liveGames?: number;
  caps?: PlayerCaps;
  /** where webhooks may go; the public internet alone, as in production, when it is left out */
  reach?: Reach;
  /** how mail leaves the house; none does when it is left out */
  mail?: MailSettings;
  /** mails an hour that ask whose an address is */
  confirmations?: number;
  schedule?: Partial<Schedule>;
  /** what may be spent on the analysis of a game; nothing, and none are made, when it is left out */
  analyses?: AnalysisBudget;
  /** told of each game and competition of which the database has lost changes */
  onLoss?: (id: string) => void;
  /** told of what the house could not do by itself, and where; left out, that fails the test */
  onTrouble?: (what: string, where: object | null) => void;
  /** receives every log line */
  log?: (line: string) => void;
}

/** By the rulesets that were given: whatever else differs, their document is the same. */
const contracts = new Map<Catalogue, DocumentedContract>();

function contractServedBy(app: FastifyInstance, catalogue: Catalogue | undefined): DocumentedContract {
  if (catalogue === undefined) return committedContract();
  const known = contracts.get(catalogue);
  if (known !== undefined) return known;
  const contract = contractOf(JSON.stringify(app.swagger()));
  contracts.set(catalogue, contract);
  return contract;
}

/** The rulesets of this build: read once for all services of a process, as a service reads them once. */
let ofThisBuild: Promise<Catalogue> | undefined;

/** What opens the page for operators in the services of tests. */
export const OPERATOR_TOKEN = 'operators-of-tests-only';

/** As the house starts, but nobody looks whose time is up, and bots do not act. */
async function startWithoutTime({ gameService }: House): Promise<void> {
  gameService.subscriptions.start();
}

/** The same until the end of the test that is running. */
export async function serviceOfTest(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.stop());
  return service;
}

/** The service as in production, on a real database, listening on a port of its own. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const store = options.store ?? (await openTestStore());
  ofThisBuild ??= loadCatalogue(true);
  const catalogue = options.catalogue ?? (await ofThisBuild);
  const { onAction, onReplay, onDelivery, onMailed } = options.metrics ?? {};
  const { liveGames = 1000, clock, caps, onLoss, log } = options;
  const logger = log === undefined ? pino({ level: 'silent' }) : pino({ level: 'trace' }, { write: log });
  const house = new House(store, catalogue, {
    games: { liveGames, clock, caps, onAction, onReplay, searchMs: 10 },
    players: { clock },
    notifications: { mail: options.mail ?? null, onMailed, mostConfirmations: options.confirmations },
    analyses: options.analyses ?? null,
    reach: options.reach ?? reachOf('refuse'),
    schedule: options.schedule ?? {},
    onTrouble: (error, what, where) => {
      if (options.onTrouble !== undefined) options.onTrouble(what, where);
      else if (!(error instanceof StoreUnavailable)) throw error;
    },
    onLoss: (_, id) => onLoss?.(id),
    onDamage: ({ what }) => options.metrics?.onDamage(what),
    onHeldUp: (error) => logger.warn({ err: error }),
    onDelivery,
  });
  const { players, gameService, competitions, ratings, accounts } = house;
  const readiness = new Readiness(house);
  if (options.metrics !== undefined) measureHouse(options.metrics, house);
  if (options.ready !== false) readiness.enter('serving');
  const app = await buildApp({
    ...house,
    logger,
    limits: { ...NO_LIMITS, ...options.limits },
    readiness,
    metrics: options.metrics ?? null,
    document: null,
    pages: options.pages ?? null,
    operator: { token: OPERATOR_TOKEN, house: { store, games: gameService } },
    version: '0.0.0',
  });
  if (options.keepsTime === false) await startWithoutTime(house);
  else await house.start();
  if (options.directs !== false) house.direct();
  await app.listen({ host: '127.0.0.1', port: 0 });
  house.deliveries.start();
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const contract = contractServedBy(app, options.sameDocument ? undefined : options.catalogue);
  return {
    app,
    store,
    gameService,
    players,
    competitions,
    ratings,
    accounts,
    readiness,
    url,
    stranger: new Caller(app.server, contract),
    stop: async () => {
      await app.close();
      await house.stop();
    },
  };
}
