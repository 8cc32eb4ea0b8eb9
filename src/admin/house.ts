import { uuidv7 } from 'uuidv7';
import type { Json } from '#rules/kernel/json.ts';
import type { Competitions } from '../competitions/competitions.ts';
import type { GameService } from '../games/game-service.ts';
import type { Players } from '../players/players.ts';
import type { Store } from '../store/store.ts';
import type { AdminAnswer, AdminCall } from './call.ts';

/** What operators' commands work on: the parts of a server, or of a process beside servers. */
export interface AdminParts {
  store: Store;
  players: Players;
  games: GameService;
  competitions: Competitions;
}

/** What is written of a deed before it is done. */
interface Deed {
  subject: string | null;
  because: string | null;
  details: Json;
}

/** Does something that is kept in the book of what operators did: that it was begun, and then what came of it. */
export async function asDeed(
  { store, games }: AdminParts,
  { command, by }: AdminCall,
  { subject, because, details }: Deed,
  act: () => Promise<AdminAnswer>,
): Promise<AdminAnswer> {
  const id = uuidv7();
  const began = { id, at: games.clock.now(), by, deed: command, subject, because, details, outcome: null };
  await store.operators.begin(began);
  try {
    const answer = await act();
    await store.operators.settle(id, answer.outcome === 'done' ? 'done' : 'failed', answer.data);
    return answer;
  } catch (error) {
    await store.operators.settle(id, 'failed', { error: (error as Error).message }).catch(() => {}); // the first error says more
    throw error;
  }
}
