import type { DealtGame, PairedRound, PairedTable } from './events.ts';
import type { Settings } from './settings.ts';

/** A game that is to be dealt: all of its place is known before it is created. */
export type ScheduledGame = Omit<DealtGame, 'gameId'>;

/** The games of the rounds after `after`, in schedule order: by round, table, board and copy. */
export function scheduledGames(settings: Settings, rounds: readonly PairedRound[], after = 0): ScheduledGame[] {
  const copies = new Map<number, number>();
  return rounds.flatMap(({ round, tables }) =>
    tables.flatMap((table) => {
      const games = gamesAt(settings, round, table, copies);
      return round > after ? games : [];
    }),
  );
}

/** A table plays a copy of each of its boards; where the seats rotate, one with everybody on every seat. */
function gamesAt(
  { duplicate, seats }: Settings,
  round: number,
  { table, entries, boards }: PairedTable,
  copies: Map<number, number>,
): ScheduledGame[] {
  const turns = duplicate === 'permuted' ? seats : 1;
  return boards.flatMap((board) =>
    Array.from({ length: turns }, (_, turn) => {
      const copy = (copies.get(board) ?? 0) + 1;
      copies.set(board, copy);
      return { round, table, board, copy, entries: rotated(entries, turn) };
    }),
  );
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
