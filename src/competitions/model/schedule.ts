import { type Competition, entryIn } from './competition.ts';
import type { DealtGame, PairedRound, PairedTable } from './events.ts';
import type { Settings } from './settings.ts';

export type ScheduledGame = Omit<DealtGame, 'gameId'>;

/** Returns the games sorted by round, table, board and copy. With permuted seats, a table plays each board once with
 * every rotation of the seats. */
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
          const rotated = [...entries.slice(turn), ...entries.slice(0, turn)];
          if (isWanted(board, copy)) games.push({ round, table, board, copy, entries: rotated });
        }
      }
    }
  }
  return games;
}

/** True if several games are played on each board. A board then stays secret until all its games have ended. */
export function isSealed({ duplicate }: Settings): boolean {
  return duplicate !== 'none';
}

export function placeOf({ round, table, board, copy }: ScheduledGame): string {
  return `${round} ${table} ${board} ${copy}`;
}

export function bySchedule(one: ScheduledGame, other: ScheduledGame): number {
  return one.round - other.round || one.table - other.table || one.board - other.board || one.copy - other.copy;
}

const LADDER_COPIES = 4;
/** A ladder deals new games on a board for this long after the first one. */
export const LADDER_BOARD_MS = 24 * 60 * 60 * 1000;

type Tables = readonly (readonly (number | null)[])[];

export function roundOf(
  competition: Competition,
  candidates: readonly number[],
  { tables, byes }: { tables: Tables; byes: readonly number[] },
  now: Date,
): PairedRound {
  const round = competition.rounds.length + 1;
  return { round, candidates: [...candidates], tables: withBoards(competition, tables, now), byes: [...byes] };
}

function withBoards(competition: Competition, tables: Tables, now: Date): PairedTable[] {
  const { format, duplicate, boards: count } = competition.header.settings;
  const first = competition.boards.length + 1;
  if (duplicate === 'movement' && format === 'ladder') return onLadder(competition, tables, now);
  return tables.map((entries, i) => {
    const from = duplicate === 'movement' ? first : first + i * count;
    return { table: i + 1, entries: [...entries], boards: Array.from({ length: count }, (_, n) => from + n) };
  });
}

/** Gives each table the lowest open board that none of its entries has played and that has fewer than `LADDER_COPIES`
 * games, or else a new board. */
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
  dealtAt: Date | null;
  copies: number;
  met: Set<number>;
}

/** Returns the boards on which a ladder may pair more tables. Leaves out boards of games that replace void games. */
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

/** Returns the seats of a game: null (a bot of the service) in place of each absent entry. */
export function presentAt(competition: Competition, entries: readonly (number | null)[]): (number | null)[] {
  return entries.map((entry) => (entry !== null && entryIn(competition, entry).status === 'active' ? entry : null));
}

/** True if a bot of the service sits in a game for two, which means that an entry is absent. */
export function lacksOpponent(entries: readonly (number | null)[]): boolean {
  return entries.length === 2 && entries.includes(null);
}
