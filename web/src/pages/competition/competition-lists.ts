import { allPages, type WholeList } from '../../core/all-pages.ts';
import { type Answer, answerOf, api } from '../../core/api.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import type { CompetitionGame, CrossTableRow, Entry, RoundSummary, Standing } from './competition-parts.ts';

/** The longest page that the service returns. */
const A_PAGE = 100;
const MOST_ENTRIES = 1_000;
const MOST_GAMES = 20_000;

type Asked = Pick<WatchedCompetition, 'id' | 'headers'>;

function pageAsked({ id, headers }: Asked, cursor: number | undefined) {
  return {
    path: { competitionId: id },
    query: { limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) },
    header: headers,
  };
}

export function readStandings(asked: Asked): Promise<Answer<WholeList<Standing>>> {
  return allPages({
    read: (cursor?: number) =>
      answerOf(api.GET('/v1/competitions/{competitionId}/standings', { params: pageAsked(asked, cursor) })),
    itemsOf: ({ standings }) => standings,
    keyOf: ({ entry }) => entry,
    most: MOST_ENTRIES,
  });
}

export function readEntries(asked: Asked): Promise<Answer<WholeList<Entry>>> {
  return allPages({
    read: (cursor?: number) =>
      answerOf(api.GET('/v1/competitions/{competitionId}/entries', { params: pageAsked(asked, cursor) })),
    itemsOf: ({ entries }) => entries,
    keyOf: ({ entry }) => entry,
    most: MOST_GAMES, // withdrawn entries stay in the list, so it may be longer than `MOST_ENTRIES`
  });
}

interface GamesWanted {
  entry?: number;
  round?: number;
}

export function readGames(asked: Asked, wanted: GamesWanted = {}): Promise<Answer<WholeList<CompetitionGame>>> {
  return allPages({
    read: (cursor?: number) => {
      const { query, ...params } = pageAsked(asked, cursor);
      const all = { ...params, query: { ...query, ...wanted } };
      return answerOf(api.GET('/v1/competitions/{competitionId}/games', { params: all }));
    },
    itemsOf: ({ games }) => games,
    keyOf: ({ gameId }) => gameId,
    most: MOST_GAMES,
  });
}

export function readCrossTable(asked: Asked): Promise<Answer<WholeList<CrossTableRow>>> {
  return allPages({
    read: (cursor?: number) =>
      answerOf(api.GET('/v1/competitions/{competitionId}/crosstable', { params: pageAsked(asked, cursor) })),
    itemsOf: ({ rows }) => rows,
    keyOf: ({ entry }) => entry,
    most: MOST_ENTRIES,
  });
}

export async function readRounds({ id, headers }: Asked, from: number, most: number): Promise<Answer<RoundSummary[]>> {
  const params = { path: { competitionId: id }, query: { cursor: from, limit: most }, header: headers };
  const answer = await answerOf(api.GET('/v1/competitions/{competitionId}/rounds', { params }));
  return answer.ok ? { ok: true, value: answer.value.rounds } : answer;
}

export interface BoardsInShort {
  closed: number;
  sealed: number;
}

/** Counts closed and sealed boards with one call. Null: there are more boards than fit on one page of the API. */
export async function readBoardsInShort(asked: Asked): Promise<Answer<BoardsInShort | null>> {
  const answer = await answerOf(
    api.GET('/v1/competitions/{competitionId}/boards', { params: pageAsked(asked, undefined) }),
  );
  if (!answer.ok) return answer;
  const { boards, next } = answer.value;
  const closed = boards.filter((board) => board.closed).length;
  return { ok: true, value: next === null ? { closed, sealed: boards.length - closed } : null };
}
