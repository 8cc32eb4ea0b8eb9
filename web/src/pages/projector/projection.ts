import { type Answer, answerOf, type Competition, type Connection, type Schemas } from '../../core/api.ts';
import type { RunningTable } from './projected-tables.ts';

type Standing = Schemas['CompetitionStanding'];

export interface Projection {
  standings: readonly Standing[];
  /** by entry: its rank before the latest round; empty in the first round */
  before: ReadonlyMap<number, number>;
  running: readonly RunningTable[];
  games: ReadonlyMap<string, Schemas['CompetitionGame']>;
}

const A_PAGE = 100;
/** How many pages of the list of games are read, the latest games first. */
const PAGES_OF_GAMES = 3;
const UNRANKED = { rank: A_PAGE * 10, points: 0 };

export async function readProjection(
  through: Connection,
  competition: Competition,
  header: Record<string, string>,
): Promise<Answer<Projection>> {
  const path = { competitionId: competition.id };
  const readStandings = (round: number | null) => {
    const query = { limit: A_PAGE, ...(round === null ? {} : { round }) };
    return answerOf(through.api.GET('/v1/competitions/{competitionId}/standings', { params: { path, query, header } }));
  };
  const now = await readStandings(null);
  if (!now.ok) return now;
  const compared = competition.roundsEnded - (competition.roundsEnded === competition.roundsPaired ? 1 : 0);
  const before = compared < 1 ? null : await readStandings(compared);
  if (before !== null && !before.ok) return before;
  const games = await readGames(through, competition, header);
  if (!games.ok) return games;
  const { standings } = now.value;
  return {
    ok: true,
    value: {
      standings,
      before: new Map(before?.value.standings.map(({ entry, rank }) => [entry, rank])),
      running: runningIn(games.value, standings),
      games: new Map(games.value.map((game) => [game.gameId, game])),
    },
  };
}

function runningIn(games: readonly Schemas['CompetitionGame'][], standings: readonly Standing[]): RunningTable[] {
  const ranks = new Map(standings.map((standing) => [standing.entry, standing]));
  return games.flatMap(({ gameId, seats, result }, dealt) => {
    if (result !== null) return [];
    const entries = seats.flatMap(({ entry }) => (entry === null ? [] : [ranks.get(entry) ?? UNRANKED]));
    return [{ gameId, dealt, entries }];
  });
}

async function readGames(
  through: Connection,
  { id, gamesDealt }: Competition,
  header: Record<string, string>,
): Promise<Answer<Schemas['CompetitionGame'][]>> {
  const games: Schemas['CompetitionGame'][] = [];
  const path = { competitionId: id };
  let cursor: number | null = Math.max(1, gamesDealt - PAGES_OF_GAMES * A_PAGE + 1);
  while (cursor !== null) {
    const query: { cursor: number; limit: number } = { cursor, limit: A_PAGE };
    const page: Answer<Schemas['CompetitionGameList']> = await answerOf(
      through.api.GET('/v1/competitions/{competitionId}/games', { params: { path, query, header } }),
    );
    if (!page.ok) return page;
    games.push(...page.value.games);
    cursor = page.value.next;
  }
  return { ok: true, value: games };
}
