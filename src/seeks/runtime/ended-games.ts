import type { Outcome } from '../../games/model/game.ts';
import type { GameReader } from '../../games/queries/game-reader.ts';
import { LogDamaged } from '../../store/contract/failures.ts';
import type { SeekGameOver } from '../../store/contract/seeks.ts';
import type { EndedGame } from '../model/seek.ts';

const NEVER_ACTED = { came: false, absent: true, unasked: null };

/** How a game went for one of its seeks. A damaged log says nothing of its player: other seeks go on. */
export async function endedGame(gameReader: GameReader, over: SeekGameOver): Promise<EndedGame> {
  const { gameId, status, seat, updatedAt: at } = over;
  if (status === 'aborted') return { gameId, counts: false, neverActed: null, at };
  const attendance = gameReader.attendance(gameId, over.outcome as unknown as Outcome, [seat]);
  const [how = 'unasked'] = await attendance.catch((error) => {
    if (error instanceof LogDamaged) return [];
    throw error;
  });
  return { gameId, counts: true, neverActed: NEVER_ACTED[how], at };
}
