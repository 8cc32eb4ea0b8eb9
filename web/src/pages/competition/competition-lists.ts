import { allPages, type WholeList } from '../../core/all-pages.ts';
import { type Answer, answerOf, api } from '../../core/api.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import type { CompetitionGame, CrossTableRow, Entry, RoundSummary, Standing } from './competition-parts.ts';

/** As many as the service gives at a time. */
const A_PAGE = 100;
/** More than there can be: so many entries and games the service takes. */
const MOST_ENTRIES = 1_000;
const MOST_GAMES = 20_000;

/** A competition as its lists are asked for. */
type Asked = Pick<WatchedCompetition, 'id' | 'headers'>;

function pageAsked({ id, headers }: Asked, cursor: number | undefined) {
  return {
    path: { competitionId: id },
    query: { limit: A_PAGE, ...(cursor === undefined ? {} : { cursor }) },
    header: headers,
  };
}

/** All standings, the best first. */
export function readStandings(asked: Asked): Promise<Answer<WholeList<Standing>>> {
  return allPages({
    read: (cursor?: number) =>
      answerOf(api.GET('/v1/competitions/{competitionId}/standings', { params: pageAsked(asked, cursor) })),
    itemsOf: ({ standings }) => standings,
    keyOf: ({ entry }) => entry,
    most: MOST_ENTRIES,
  });
}

/** All entries, in the order in which they were made; those that have left since too. */
export function readEntries(asked: Asked): Promise<Answer<WholeList<Entry>>> {
  return allPages({
    read: (cursor?: number) =>
      answerOf(api.GET('/v1/competitions/{competitionId}/entries', { params: pageAsked(asked, cursor) })),
    itemsOf: ({ entries }) => entries,
    keyOf: ({ entry }) => entry,
    most: MOST_GAMES, // who leaves makes room for another, so that there can be more than take part
  });
}

interface GamesWanted {
  entry?: number;
  round?: number;
}

/** Games that have been dealt, in that order; of one entry or one round where that is wanted. */
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

/** Who fared how against whom, by the numbers of the entries. */
export function readCrossTable(asked: Asked): Promise<Answer<WholeList<CrossTableRow>>> {
  return allPages({
    read: (cursor?: number) =>
      answerOf(api.GET('/v1/competitions/{competitionId}/crosstable', { params: pageAsked(asked, cursor) })),
    itemsOf: ({ rows }) => rows,
    keyOf: ({ entry }) => entry,
    most: MOST_ENTRIES,
  });
}

/** Rounds by their numbers from this one on, at most so many. */
export async function readRounds({ id, headers }: Asked, from: number, most: number): Promise<Answer<RoundSummary[]>> {
  const params = { path: { competitionId: id }, query: { cursor: from, limit: most }, header: headers };
  const answer = await answerOf(api.GET('/v1/competitions/{competitionId}/rounds', { params }));
  return answer.ok ? { ok: true, value: answer.value.rounds } : answer;
}

export interface BoardsInShort {
  closed: number;
  sealed: number;
}

/** How many boards there are and how many of them are closed; null: so many that their own page tells. */
export async function readBoardsInShort(asked: Asked): Promise<Answer<BoardsInShort | null>> {
  const answer = await answerOf(
    api.GET('/v1/competitions/{competitionId}/boards', { params: pageAsked(asked, undefined) }),
  );
  if (!answer.ok) return answer;
  const { boards, next } = answer.value;
  const closed = boards.filter((board) => board.closed).length;
  return { ok: true, value: next === null ? { closed, sealed: boards.length - closed } : null };
}
