import type { EventLog, EventRow } from '../../store/contract/event-log.ts';
import type { Outcome } from '../model/game.ts';

/** A game that was played to its end. */
interface Finished {
  gameId: string;
  version: number;
  outcome: Outcome;
}

/**
 * Those of the seats of a finished game whose players never acted and whose time ran out. Who resigns has lost: a game that
 * one may call off says too much.
 */
export async function absentSeats(
  log: Pick<EventLog, 'lastAction' | 'events'>,
  { gameId, version, outcome }: Finished,
  seats: readonly number[],
): Promise<number[]> {
  const leaving = new Map(outcome.left.map((each) => [each.seat, each]));
  const idle: number[] = [];
  for (const seat of seats) {
    if ((await log.lastAction(gameId, seat, leaving.get(seat)?.version ?? version)) === 0) idle.push(seat);
  }
  const waitedFor = idle.filter((seat) => leaving.get(seat)?.how !== 'resigned');
  if (waitedFor.every((seat) => leaving.has(seat))) return waitedFor;
  const rows = await log.events(gameId, 0);
  const ranOut = (seat: number) => rows.some((row: EventRow) => row.kind === 'timeout' && row.seat === seat);
  return waitedFor.filter((seat) => leaving.has(seat) || ranOut(seat));
}
