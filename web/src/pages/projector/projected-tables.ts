export interface RunningTable {
  gameId: string;
  dealt: number;
  /** rank and points of each entry in the present standings; bots of the service are left out */
  entries: readonly { rank: number; points: number }[];
}

export interface ProjectedTable {
  gameId: string;
  sinceMs: number;
}

/** How many tables are shown: each needs a connection, as do the events of the competition, and browsers allow few. */
const MOST_TABLES = 2;
export const LEAST_MS = 20_000;
export const RESULT_MS = 8_000;

/** Chooses the games to show. A finished game stays for `RESULT_MS`, a running one for at least `LEAST_MS`. `endedMs`
 * says when games ended. */
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

/** Sorts by the sum of the two best ranks, then by the difference in points, then in the order of dealing: early games
 * are nearest to their end. */
function byInterest(running: readonly RunningTable[]): RunningTable[] {
  const marked = running.map((table) => ({ table, marks: marksOf(table) }));
  marked.sort(
    (a, b) => a.marks.ranks - b.marks.ranks || a.marks.apart - b.marks.apart || a.table.dealt - b.table.dealt,
  );
  return marked.map(({ table }) => table);
}

/** Stands for an opponent if an entry plays only bots of the service. */
const NOBODY = { rank: 10_000, points: 0 };

function marksOf({ entries }: RunningTable): { ranks: number; apart: number } {
  const [one = NOBODY, other = NOBODY] = entries.toSorted((a, b) => a.rank - b.rank);
  return { ranks: one.rank + other.rank, apart: Math.abs(one.points - other.points) };
}
