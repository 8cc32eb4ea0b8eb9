import { type Competition, entryIn } from './competition.ts';
import type { DealtGame, PairedRound, PairedTable } from './events.ts';
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

/** A ladder's board is played so often at most. */
const LADDER_COPIES = 4;
/** So long after its first game new games are dealt on a ladder's board. */
export const LADDER_BOARD_MS = 24 * 60 * 60 * 1000;

type Tables = readonly (readonly (number | null)[])[];

/** A round as the log has it: who sits with whom, and which boards they play. */
export function roundOf(
  competition: Competition,
  candidates: readonly number[],
  { tables, byes }: { tables: Tables; byes: readonly number[] },
  now: Date,
): PairedRound {
  const round = competition.rounds.length + 1;
  return { round, candidates: [...candidates], tables: withBoards(competition, tables, now), byes: [...byes] };
}

/** Boards are numbered as they are first met. */
function withBoards(competition: Competition, tables: Tables, now: Date): PairedTable[] {
  const { format, duplicate, boards: count } = competition.header.settings;
  const first = competition.boards.length + 1;
  if (duplicate === 'movement' && format === 'ladder') return onLadder(competition, tables, now);
  return tables.map((entries, i) => {
    const from = duplicate === 'movement' ? first : first + i * count;
    return { table: i + 1, entries: [...entries], boards: Array.from({ length: count }, (_, n) => from + n) };
  });
}

/** Each table plays the lowest open board that nobody at it has met and that has a copy left, or else a new one. */
function onLadder(competition: Competition, tables: Tables, now: Date): PairedTable[] {
  const boards = openBoards(competition, now);
  let next = competition.boards.length + 1;
  return tables.map((entries, i) => {
    const present = entries.filter((entry) => entry !== null);
    let found = boards.find(({ met, copies }) => copies < LADDER_COPIES && !present.some((entry) => met.has(entry)));
    if (found === undefined) {
      found = { board: next++, dealtAt: null, copies: 0, met: new Set() };
      boards.push(found);
    }
    found.copies++;
    for (const entry of present) found.met.add(entry);
    return { table: i + 1, entries: [...entries], boards: [found.board] };
  });
}

interface OpenBoard {
  board: number;
  /** when its first game was; null: none is */
  dealtAt: Date | null;
  /** tables that were paired on it */
  copies: number;
  /** the entries at them */
  met: Set<number>;
}

/** The boards that a ladder may pair more tables on. One on which a void game is dealt again is for its table alone. */
export function openBoards({ boards, rounds }: Competition, now: Date): OpenBoard[] {
  const open = new Map<number, OpenBoard>();
  for (const { board, closed, dealtAt } of boards) {
    const isFresh = dealtAt === null || now.getTime() < dealtAt.getTime() + LADDER_BOARD_MS;
    if (!closed && isFresh) open.set(board, { board, dealtAt, copies: 0, met: new Set() });
  }
  for (const { tables } of rounds) {
    for (const table of tables) {
      const [board] = table.boards;
      const found = board === undefined ? undefined : open.get(board);
      if (found === undefined) continue;
      found.copies++;
      for (const entry of table.entries) if (entry !== null) found.met.add(entry);
    }
  }
  return [...open.values()].filter(({ copies }) => copies > 0 && copies < LADDER_COPIES);
}

/** The seats of a game as they can be held now: the house takes the place of who is absent. */
export function presentAt(competition: Competition, entries: readonly (number | null)[]): (number | null)[] {
  return entries.map((entry) => (entry !== null && entryIn(competition, entry).status === 'active' ? entry : null));
}

/** At tables for two the house sits only where somebody was paired who is not there. */
export function isAgainstNobody(entries: readonly (number | null)[]): boolean {
  return entries.length === 2 && entries.includes(null);
}
