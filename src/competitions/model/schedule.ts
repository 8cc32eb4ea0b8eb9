import type { DealtGame, PairedRound } from './events.ts';
import type { Settings } from './settings.ts';

/** A game that is to be dealt: all of its place is known before it is created. */
export type ScheduledGame = Omit<DealtGame, 'gameId'>;

/**
 * The games of the rounds after `after`, in schedule order: by round, table, board and copy. With `isWanted` those copies
 * of boards alone. A table plays a copy of each of its boards; where the seats rotate, one with everybody on every seat.
 */
export function scheduledGames(
  { duplicate, seats }: Settings,
  rounds: readonly PairedRound[],
  after = 0,
  isWanted: (board: number, copy: number) => boolean = () => true,
): ScheduledGame[] {
  const turns = duplicate === 'permuted' ? seats : 1;
  const copies: number[] = [];
  const games: ScheduledGame[] = [];
  for (const { round, tables } of rounds) {
    for (const { table, entries, boards } of tables) {
      for (const board of boards) {
        const before = copies[board] ?? 0;
        copies[board] = before + turns;
        for (let turn = 0; round > after && turn < turns; turn++) {
          const copy = before + turn + 1;
          if (isWanted(board, copy)) games.push({ round, table, board, copy, entries: rotated(entries, turn) });
        }
      }
    }
  }
  return games;
}

/** Everybody moves down by so many seats; who was on the first ones comes to the last. */
function rotated(entries: readonly (number | null)[], by: number): (number | null)[] {
  return [...entries.slice(by), ...entries.slice(0, by)];
}

/** Whether boards are played at more than one table, or by the same entries again, so that nobody may look before the end. */
export function isSealed({ duplicate }: Settings): boolean {
  return duplicate !== 'none';
}

/** What names a game's place within its competition. */
export function placeOf({ round, table, board, copy }: ScheduledGame): string {
  return `${round} ${table} ${board} ${copy}`;
}

export function bySchedule(one: ScheduledGame, other: ScheduledGame): number {
  return one.round - other.round || one.table - other.table || one.board - other.board || one.copy - other.copy;
}
