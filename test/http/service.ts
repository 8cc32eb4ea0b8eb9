import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { House } from '../../src/games/house.ts';
import { type AppParts, buildApp } from '../../src/http/app.ts';
import { Players } from '../../src/players/players.ts';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import type { Store } from '../../src/store/store.ts';
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
  streamLimit?: number;
  /** the calendar of the house */
  now?: () => Date;
  liveGames?: number;
  /** receives every log line */
  log?: (line: string) => void;
}

/** The service as in production, on a real database, listening on a port of its own. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const store = options.store ?? (await openTestStore());
  const catalogue = await loadCatalogue(true);
  const players = new Players(store);
  const house = new House(store, catalogue, players, {
    liveGames: options.liveGames ?? 1000,
    onTrouble: (error) => {
      throw error;
    },
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const { log } = options;
  const logger = log === undefined ? pino({ level: 'silent' }) : pino({ level: 'trace' }, { write: log });
  const rateLimit = options.rateLimit ?? 'off';
  const streamLimit = options.streamLimit ?? 1000;
  const app = await buildApp({ catalogue, store, players, house, logger, rateLimit, streamLimit, version: '0.0.0' });
  await house.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
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
      await house.stop();
      await store.close();
    },
  };
}
