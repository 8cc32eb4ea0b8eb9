// Which tables of a competition a wall shows. Draws nothing and knows no clock.

/** A game that is under way. */
export interface RunningTable {
  gameId: string;
  /** in which order the games were dealt */
  dealt: number;
  /** of the entries that sit there, as the standings have them now; the house has none */
  entries: readonly { rank: number; points: number }[];
}

export interface ProjectedTable {
  gameId: string;
  /** since when it is on the wall, in milliseconds */
  sinceMs: number;
}

/** So many tables at once: with the news of the competition each keeps one connection, and three are few enough. */
const MOST_TABLES = 2;
/** So long a table stays on the wall at least, in milliseconds. */
export const LEAST_MS = 20_000;
/** So long the result of a game that has ended stays there. */
export const RESULT_MS = 8_000;

/**
 * The tables on the wall from now on, at their places: what is over stays until its result has been read, whatever else stays
 * for a time, and a place that is free then goes to the first in the order of interest. `endedMs`: when games were seen to end.
 */
export function nextOnWall(
  shown: readonly ProjectedTable[],
  running: readonly RunningTable[],
  endedMs: ReadonlyMap<string, number>,
  nowMs: number,
): ProjectedTable[] {
  const wanted = byInterest(running.filter(({ gameId }) => !endedMs.has(gameId))).map(({ gameId }) => gameId);
  const first = new Set(wanted.slice(0, MOST_TABLES));
  const stays = ({ gameId, sinceMs }: ProjectedTable) => {
    const ended = endedMs.get(gameId);
    if (ended !== undefined) return nowMs - ended < RESULT_MS || wanted.every((id) => isShown(shown, id));
    return first.has(gameId) || nowMs - sinceMs < LEAST_MS;
  };
  const places: (ProjectedTable | null)[] = shown.map((table) => (stays(table) ? table : null));
  while (places.length < MOST_TABLES) places.push(null);
  const free = wanted.filter((id) => !places.some((table) => table?.gameId === id));
  return places.flatMap((table) => {
    const gameId = table === null ? free.shift() : table.gameId;
    return gameId === undefined ? [] : [table ?? { gameId, sinceMs: nowMs }];
  });
}

function isShown(shown: readonly ProjectedTable[], gameId: string): boolean {
  return shown.some((table) => table.gameId === gameId);
}

/**
 * The most interesting first: where those meet who stand highest (the sum of the two best ranks), of these where they are
 * closest in points, and of these the game that was dealt first, as it is likeliest near its end.
 */
function byInterest(running: readonly RunningTable[]): RunningTable[] {
  const marked = running.map((table) => ({ table, marks: marksOf(table) }));
  marked.sort(
    (a, b) => a.marks.ranks - b.marks.ranks || a.marks.apart - b.marks.apart || a.table.dealt - b.table.dealt,
  );
  return marked.map(({ table }) => table);
}

/** Of who sits with the house alone there is no second: nobody meets anybody. */
const NOBODY = { rank: 10_000, points: 0 };

function marksOf({ entries }: RunningTable): { ranks: number; apart: number } {
  const [one = NOBODY, other = NOBODY] = entries.toSorted((a, b) => a.rank - b.rank);
  return { ranks: one.rank + other.rank, apart: Math.abs(one.points - other.points) };
}
