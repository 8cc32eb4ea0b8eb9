import { poolOf, ratedBot } from '../../games/model/rated-game.ts';
import type { RatedGameRow } from '../../store/contract/ratings.ts';
import { type Competition, entryIn } from './competition.ts';
import type { CompetitionEvent, CountedGame } from './events.ts';

/** The policy of a seat of the house. */
const HOUSE = 'random';

/**
 * What of these events counts in the ratings: the games of a public competition that were played, when they are counted. Who plays
 * alone is not compared with anybody by winning.
 */
export function ratedGamesIn(competition: Competition, events: readonly CompetitionEvent[]): RatedGameRow[] {
  const { visibility, seats } = competition.header.settings;
  if (visibility !== 'public' || seats === 1) return [];
  return events.flatMap(({ type, data, at }) => {
    return type === 'gameCounted' && data.counted === 'played' ? [ratedGame(competition, data, at)] : [];
  });
}

function ratedGame(competition: Competition, { gameId, board, entries, shares }: CountedGame, at: Date): RatedGameRow {
  const { id: competitionId, settings } = competition.header;
  return {
    gameId,
    pool: poolOf(settings),
    competitionId,
    board: `${competitionId}/${board}`,
    players: entries.map((entry) => (entry === null ? ratedBot(HOUSE) : ratedEntry(competition, entry))),
    shares,
    at,
  };
}

function ratedEntry(competition: Competition, number: number): string {
  const { player, bot } = entryIn(competition, number);
  return player?.id ?? ratedBot(bot ?? HOUSE);
}
