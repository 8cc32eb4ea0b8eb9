import { loadCatalogue } from '#rules/catalogue.ts';
import { administer } from '../admin/admin.ts';
import type { AdminAnswer, AdminCall } from '../admin/call.ts';
import { AdminFailed, callServer, operatorSocketIn } from '../admin/operator-socket.ts';
import { Competitions } from '../competitions/competitions.ts';
import { GameService } from '../games/game-service.ts';
import { Players } from '../players/players.ts';
import { isPlain as isOfStore, openedStore } from './opened-store.ts';

const MOST_LIVE_GAMES = 10;

/** Has the server on the embedded database carry it out, where one runs; else does so on the database itself. */
export async function run(call: AdminCall, environment: NodeJS.ProcessEnv): Promise<AdminAnswer> {
  const { DATABASE_URL = '', DATA_DIR = './data' } = environment;
  const socket = DATABASE_URL === '' ? operatorSocketIn(DATA_DIR) : null;
  const answer = socket === null ? null : await callServer(socket, call);
  return answer ?? alone(call, environment);
}

async function alone(call: AdminCall, environment: NodeJS.ProcessEnv): Promise<AdminAnswer> {
  const [store, catalogue] = await Promise.all([openedStore(environment), loadCatalogue(true)]);
  const players = new Players(store);
  const onTrouble = (error: unknown) => console.error(error);
  const games = new GameService(store, catalogue, players, { liveGames: MOST_LIVE_GAMES, onTrouble });
  const competitions = new Competitions({ store, catalogue, games, onTrouble });
  try {
    return await administer({ store, players, games, competitions }, call);
  } finally {
    await competitions.stop();
    await games.stop();
    await store.close();
  }
}

/** What the operator can mend is said in one line; anything else comes with its stack. */
export function isPlain(error: unknown): error is Error {
  return isOfStore(error) || error instanceof AdminFailed;
}
