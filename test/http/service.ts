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
import { type Limits, NO_LIMITS } from '../../src/http/limits.ts';
import { type Metrics, measureHouse } from '../../src/http/metrics.ts';
import { Readiness } from '../../src/http/readiness.ts';
import type { BuiltPages } from '../../src/http/services.ts';
import { type Reach, reachOf } from '../../src/notifications/address.ts';
import type { MailSettings } from '../../src/notifications/mail/mailer.ts';
import type { Schedule } from '../../src/notifications/schedule.ts';
import type { Players } from '../../src/players/players.ts';
import type { Ratings } from '../../src/ratings/ratings.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
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
  stranger: Caller;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  store?: Store;
  catalogue?: Catalogue;
  /** true: checks answers against the document of this build, although `catalogue` has other rulesets */
  sameDocument?: boolean;
  limits?: Partial<Limits>;
  metrics?: Metrics;
  pages?: BuiltPages;
  /** false: the server is not ready, as during the start */
  ready?: boolean;
  /** false: competitions and pairing do not run, and the test itself makes their changes */
  directs?: boolean;
  /** false: clocks and bots do not run */
  keepsTime?: boolean;
  clock?: ServerClock;
  liveGames?: number;
  caps?: PlayerCaps;
  reach?: Reach;
  mail?: MailSettings;
  confirmations?: number;
  schedule?: Partial<Schedule>;
  analyses?: AnalysisBudget;
  onLoss?: (id: string) => void;
  /** called for unexpected errors; by default they fail the test */
  onTrouble?: (what: string, where: object | null) => void;
  log?: (line: string) => void;
}

/** Services with the same rulesets have the same document. */
const contracts = new Map<Catalogue, DocumentedContract>();

function contractServedBy(app: FastifyInstance, catalogue: Catalogue | undefined): DocumentedContract {
  if (catalogue === undefined) return committedContract();
  const known = contracts.get(catalogue);
  if (known !== undefined) return known;
  const contract = contractOf(JSON.stringify(app.swagger()));
  contracts.set(catalogue, contract);
  return contract;
}

let ofThisBuild: Promise<Catalogue> | undefined;

export const OPERATOR_TOKEN = 'operators-of-tests-only';

async function startWithoutTime({ gameService }: House): Promise<void> {
  gameService.subscriptions.start();
}

export async function serviceOfTest(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.stop());
  return service;
}

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
