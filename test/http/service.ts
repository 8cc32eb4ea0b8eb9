import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { House } from '../../src/games/house.ts';
import { type AppParts, buildApp } from '../../src/http/app.ts';
import { Players } from '../../src/players/players.ts';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import type { Store } from '../../src/store/store.ts';
import { type Reach, reachOf } from '../../src/webhooks/address.ts';
import { Deliveries } from '../../src/webhooks/deliveries.ts';
import type { Schedule } from '../../src/webhooks/schedule.ts';
import { Webhooks } from '../../src/webhooks/webhooks.ts';
import { openTestStore } from '../store/test-store.ts';
import { Caller } from './caller.ts';
import { DocumentedContract } from './contract.ts';

export interface Service {
  app: FastifyInstance;
  store: Store;
  house: House;
  url: string;
  /** nobody yet: calls without a token */
  stranger: Caller;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  store?: Store;
  rateLimit?: AppParts['rateLimit'];
  liveGames?: number;
  /** where webhooks may go; the public internet alone, as in production, when it is left out */
  reach?: Reach;
  schedule?: Partial<Schedule>;
  /** receives every log line */
  log?: (line: string) => void;
}

/** The service as in production, on a real database, listening on a port of its own. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const store = options.store ?? (await openTestStore());
  const catalogue = await loadCatalogue(true);
  const house = new House(store, catalogue, { liveGames: options.liveGames ?? 1000 });
  const { log } = options;
  const logger = log === undefined ? pino({ level: 'silent' }) : pino({ level: 'trace' }, { write: log });
  const rateLimit = options.rateLimit ?? 'off';
  const players = new Players(store);
  const { reach = reachOf('refuse'), schedule = {} } = options;
  const webhooks = new Webhooks(store.webhooks, reach, schedule.timeoutMs);
  const deliveries = new Deliveries(store.webhooks, {
    reach,
    schedule,
    onError: (error) => logger.warn({ err: error }),
  });
  const app = await buildApp({ catalogue, store, players, webhooks, house, logger, rateLimit, version: '0.0.0' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  deliveries.start();
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const contract = new DocumentedContract(JSON.parse(JSON.stringify(app.swagger())));
  return {
    app,
    store,
    house,
    url,
    stranger: new Caller(url, contract),
    stop: async () => {
      await app.close();
      await deliveries.stop();
      await store.close();
    },
  };
}
