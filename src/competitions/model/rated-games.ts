import { poolOf, ratedBot } from '../../games/model/rated-game.ts';
import { earnedShares } from '../../statistics/results.ts';
import type { RatedGameRow } from '../../store/ratings.ts';
import { type Competition, entryIn } from './competition.ts';
import type { CompetitionEvent, CountedGame } from './events.ts';
import { isAgainstNobody } from './seating.ts';

/** The policy of a seat of the house. */
const HOUSE = 'random';

/**
 * What of these events counts in the ratings, when they are counted: the games of a public competition to which somebody came.
 * Who stays silent there has lost, walkover or not, or whoever sees bad cards would choose which games are measured. Who plays
 * alone is not compared with anybody by winning.
 */
export function ratedGamesIn(competition: Competition, events: readonly CompetitionEvent[]): RatedGameRow[] {
  const { visibility, seats } = competition.header.settings;
  if (visibility !== 'public' || seats === 1) return [];
  return events.flatMap(({ type, data, at }) => {
    return type === 'gameCounted' && wasMet(data) && !isForeknown(competition, data)
      ? [ratedGame(competition, data, at)]
      : [];
  });
}

/** Whether it tells who is stronger: it was not stopped, and somebody came to it who was not given the win for being there. */
function wasMet({ counted, entries, noShows }: CountedGame): boolean {
  return counted !== 'void' && !isAgainstNobody(entries) && noShows.length < entries.length;
}

/**
 * Whether it is another copy of a board that one side has seen, and the other has not: who sat beside a bot of the house, or a seat of
 * its, knows from the first copy what that bot holds in the next, and the bot remembers nothing.
 */
function isForeknown(competition: Competition, { copy, entries }: CountedGame): boolean {
  if (competition.header.settings.duplicate !== 'permuted' || copy === 1) return false;
  return entries.some((entry) => entry === null || entryIn(competition, entry).bot !== null);
}

function ratedGame(competition: Competition, game: CountedGame, at: Date): RatedGameRow {
  const { gameId, board, entries } = game;
  const { id: competitionId, settings } = competition.header;
  return {
    gameId,
    pool: poolOf(settings),
    competitionId,
    board: `${competitionId}/${board}`,
    players: entries.map((entry) => (entry === null ? ratedBot(HOUSE) : ratedEntry(competition, entry))),
    shares: earnedShares(game),
    at,
  };
}

function ratedEntry(competition: Competition, number: number): string {
  const { player, bot } = entryIn(competition, number);
  return player?.id ?? ratedBot(bot ?? HOUSE);
}
