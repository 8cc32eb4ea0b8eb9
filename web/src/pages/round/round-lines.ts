import { allPages } from '../../core/all-pages.ts';
import { type Answer, answerOf, connection, type Schemas } from '../../core/api.ts';
import { nameOfSeat } from '../../core/seat-entrant.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';

type CompetitionTable = Schemas['CompetitionTable'];
type Game = Schemas['CompetitionGame'];

export interface RoundLine {
  table: number;
  seats: Game['seats'];
  game: Game | null;
}

export interface RoundRead {
  ended: boolean;
  byes: readonly string[];
  lines: readonly RoundLine[];
  dealt: number;
  counted: number;
}

const A_PAGE = 100;
const MOST_TABLES = 1_000;

export async function readRound(watched: WatchedCompetition, round: number): Promise<Answer<RoundRead>> {
  let first: Schemas['CompetitionRound'] | null = null;
  const tables = await allPages({
    read: (cursor: number | undefined) => {
      const path = { competitionId: watched.id, round };
      const query = { limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const params = { path, query, header: watched.headers };
      return answerOf(connection.api.GET('/v1/competitions/{competitionId}/rounds/{round}', { params }));
    },
    itemsOf: (page: Schemas['CompetitionRound']) => {
      first = page;
      return page.tables;
    },
    keyOf: ({ table }) => table,
    most: MOST_TABLES,
  });
  if (!tables.ok) return tables;
  const { ended, byes } = first as unknown as Schemas['CompetitionRound'];
  const lines = tables.value.items.flatMap(linesOf);
  const games = lines.flatMap(({ game }) => game ?? []);
  const counted = games.filter(({ result }) => result !== null).length;
  return { ok: true, value: { ended, byes: byes.map(nameOfSeat), lines, dealt: games.length, counted } };
}

function linesOf({ table, seats, games }: CompetitionTable): RoundLine[] {
  if (games.length === 0) return [{ table, seats, game: null }];
  return games.map((game) => ({ table, seats: game.seats, game }));
}
