import { type Answer, answerOf, api, type Competition, type Game, type Schemas } from '../../core/api.ts';
import { seatNames } from '../../core/seat-names.ts';
import type { WatchedCompetition } from '../../core/watched-competition.ts';
import { readGames } from './competition-lists.ts';
import type { CompetitionGame } from './competition-parts.ts';
import type { OwnGame, OwnPart } from './waiting.ts';

type Entry = Schemas['CompetitionEntry'];

const MOST_PLAYING = 16;

export async function readOwnPart(
  watched: WatchedCompetition,
  competition: Competition,
  { entry }: Entry,
): Promise<Answer<OwnPart>> {
  const { format, roundsPaired, boards, duplicate, seats } = competition;
  const wanted = format === 'ladder' || roundsPaired === 0 ? { entry } : { entry, round: roundsPaired };
  const answer = await readGames(watched, wanted);
  if (!answer.ok) return answer;
  const games = answer.value.items;
  const open = games.filter(({ result }) => result === null).slice(-MOST_PLAYING);
  const playing = (await Promise.all(open.map(readOwnGame))).flatMap((game) => game ?? []);
  const needsPlace = games.length === 0 && roundsPaired > 0 && format !== 'ladder';
  return {
    ok: true,
    value: {
      playing,
      dealt: games.length,
      counted: games.length - open.length,
      expected: boards * (duplicate === 'permuted' ? seats : 1),
      place: needsPlace ? await placeIn(watched, roundsPaired, entry) : 'table',
    },
  };
}

/** Reads a game of the player; null: it is over, or hidden because other tables still play its board. */
async function readOwnGame({ gameId }: CompetitionGame): Promise<OwnGame | null> {
  const answer = await answerOf(api.GET('/v1/games/{gameId}', { params: { path: { gameId } } }));
  if (!answer.ok || answer.value.status !== 'playing') return null;
  return { gameId, toAct: toActIn(answer.value) };
}

function toActIn(game: Game): OwnGame['toAct'] {
  const names = seatNames(game);
  return game.toAct.map((seat) => ({
    name: names[seat] ?? '',
    isMine: game.you.includes(seat),
    deadline: game.decisions.find((decision) => decision.seat === seat)?.deadline ?? null,
  }));
}

async function placeIn({ id, headers }: WatchedCompetition, round: number, entry: number): Promise<OwnPart['place']> {
  let cursor: number | null = 1;
  while (cursor !== null) {
    const params: { path: { competitionId: string; round: number }; query: object; header: object } = {
      path: { competitionId: id, round },
      query: { limit: 100, cursor },
      header: headers,
    };
    const answer: Answer<Schemas['CompetitionRound']> = await answerOf(
      api.GET('/v1/competitions/{competitionId}/rounds/{round}', { params }),
    );
    if (!answer.ok) return 'table';
    if (answer.value.byes.some((bye) => bye.entry === entry)) return 'bye';
    if (answer.value.tables.some(({ seats }) => seats.some((seat) => seat.entry === entry))) return 'table';
    cursor = answer.value.next;
  }
  return 'none';
}
