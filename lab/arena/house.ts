import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Catalogue } from '#rules/catalogue.ts';
import type { Game } from '../../src/games/model/game.ts';
import { House } from '../../src/house.ts';
import { buildApp } from '../../src/http/app.ts';
import { NO_LIMITS } from '../../src/http/limits.ts';
import { Readiness } from '../../src/http/readiness.ts';
import type { AppParts } from '../../src/http/services.ts';
import { packageVersion } from '../../src/places.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';

interface HouseParts {
  store: Store;
  catalogue: Catalogue;
  clock: ServerClock;
  /** returns true if the server itself plays the bots of this game and enforces its clock */
  attends(gameId: string): boolean;
  onChange(game: Game): void;
  onTrouble(error: unknown): void;
}

const LIVE_GAMES = 2_000;

export async function openHouse({ store, catalogue, clock, attends, onChange, onTrouble }: HouseParts): Promise<House> {
  const searchThreads = availableParallelism();
  const house = new House(store, catalogue, {
    games: { liveGames: LIVE_GAMES, clock, attends, searchThreads, listeners: [(_, { game }) => onChange(game)] },
    onTrouble,
  });
  await house.start();
  return house;
}

/** Offers the HTTP service to agents, on a port that only this machine can reach. */
export async function listen(
  house: House,
  logger: AppParts['logger'],
): Promise<{ url: string; close(): Promise<void> }> {
  const readiness = new Readiness(house);
  const app = await buildApp({
    ...house,
    logger,
    limits: NO_LIMITS,
    readiness,
    metrics: null,
    version: packageVersion(),
    document: null,
    pages: null,
    operator: null,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  readiness.enter('serving');
  const { port } = app.server.address() as AddressInfo;
  const close = async () => {
    readiness.enter('stopping');
    await app.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
