import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { Accounts } from '../accounts/accounts.ts';
import { Analyses } from '../analyses/analyses.ts';
import { Competitions } from '../competitions/competitions.ts';
import { GameService } from '../games/game-service.ts';
import { type AppParts, buildApp } from '../http/app.ts';
import { NO_LIMITS } from '../http/limits/limits.ts';
import { Readiness } from '../http/readiness.ts';
import { NoticeChannels } from '../notices/notice-channels.ts';
import { Players } from '../players/players.ts';
import { Ratings } from '../ratings/ratings.ts';
import type { Catalogue } from '../rulesets/catalogue.ts';
import { Seeks } from '../seeks/seeks.ts';
import type { HouseClock } from '../store/contract/event-log.ts';
import type { Store } from '../store/contract/store.ts';
import { Talk } from '../talk/talk.ts';
import { reachOf } from '../webhooks/address.ts';
import { Webhooks } from '../webhooks/webhooks.ts';

/** The house as it runs one competition for programs on this machine. */
export interface House {
  store: Store;
  catalogue: Catalogue;
  players: Players;
  games: GameService;
  competitions: Competitions;
  /** nobody is paired here */
  seeks: Seeks;
  stop(): Promise<void>;
}

interface HouseParts {
  store: Store;
  catalogue: Catalogue;
  clock: HouseClock;
  /** whether the house acts in that game by itself */
  attends(gameId: string): boolean;
  onTrouble(error: unknown): void;
}

const LIVE_GAMES = 2_000;

/** Wires the house; it runs competitions when `direct` of them is called. */
export async function openHouse({ store, catalogue, clock, attends, onTrouble }: HouseParts): Promise<House> {
  const players = new Players(store);
  const searchThreads = availableParallelism();
  const options = { liveGames: LIVE_GAMES, clock, attends, onTrouble, searchThreads };
  const games = new GameService(store, catalogue, players, options);
  const competitions = new Competitions({ store, catalogue, games, onTrouble });
  const seeks = new Seeks({ store, catalogue, players, games, onTrouble });
  await games.start();
  const stop = async () => {
    await competitions.stop();
    await games.stop();
    await store.close();
  };
  return { store, catalogue, players, games, competitions, seeks, stop };
}

/** The service for agents that play over HTTP, on a port of its own that nobody else on the network sees. */
export async function listen(
  { store, catalogue, players, games, competitions, seeks }: House,
  logger: AppParts['logger'],
): Promise<{ url: string; close(): Promise<void> }> {
  const readiness = new Readiness(store, games.timekeeper);
  const ratings = new Ratings(store, catalogue);
  const analyses = new Analyses({ store, catalogue, players, games, budget: null, onTrouble: () => {} });
  const reach = reachOf('refuse');
  const app = await buildApp({
    catalogue,
    players,
    accounts: new Accounts({ store, players, games, competitions, ratings, seeks, analyses, onTrouble: () => {} }),
    webhooks: new Webhooks(store.webhooks, reach),
    notices: new NoticeChannels({ store, catalogue, reach, now: () => games.clock.now() }),
    gameService: games,
    competitions,
    ratings,
    seeks,
    analyses,
    talk: new Talk({ store, players, games }),
    logger,
    limits: NO_LIMITS,
    readiness,
    metrics: null,
    version: packageVersion(),
    document: null,
    neighbours: null,
    pages: null,
    mcp: false,
    operator: null,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  readiness.enter('serving');
  const { port } = app.server.address() as AddressInfo;
  const close = async () => {
    readiness.enter('stopping');
    await app.close();
    await ratings.stop();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
