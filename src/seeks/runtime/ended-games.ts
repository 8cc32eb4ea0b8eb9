import type { Outcome } from '../../games/model/game.ts';
import { absentSeats } from '../../games/queries/absent-seats.ts';
import type { SeekGameOver } from '../../store/contract/seeks.ts';
import type { Store } from '../../store/contract/store.ts';
import type { EndedGame } from '../model/seek.ts';

/** How a game went for one of its seeks. */
export async function endedGame(store: Store, over: SeekGameOver): Promise<EndedGame> {
  const { gameId, status, version, seat, updatedAt: at } = over;
  if (status === 'aborted') return { gameId, counts: false, neverActed: null, at };
  const outcome = over.outcome as unknown as Outcome;
  // for who has left, others act
  const upTo = outcome.left.find((each) => each.seat === seat)?.version ?? version;
  if ((await store.log.lastAction(gameId, seat, upTo)) > 0) return { gameId, counts: true, neverActed: false, at };
  const absent = await absentSeats(store.log, { gameId, version, outcome }, [seat]);
  return { gameId, counts: true, neverActed: absent.includes(seat) ? true : null, at };
}
