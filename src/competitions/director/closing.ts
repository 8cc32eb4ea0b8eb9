import type { Par } from '#rules/kernel/search/par.ts';
import {
  type Board,
  boardSeedOf,
  type Competition,
  entryIn,
  isOver,
  perVersion,
  waitedFor,
} from '../model/competition.ts';
import type { CompetitionEventData, CountedGame, DealtGame } from '../model/events.ts';
import { noShowsAfter } from '../model/fold.ts';
import { bySchedule, presentAt, type ScheduledGame, scheduledGames } from '../model/schedule.ts';
import { boardsThatMayBeMet, type GameResults, type Situation, uncountedGames } from './situation.ts';

/** Boards closed per step; each may hold many games. */
const MOST_BOARDS = 20;

/** The games of the schedule not yet dealt, in schedule order, including those of paused entries. */
export const gamesToDeal = perVersion((competition: Competition): readonly ScheduledGame[] => {
  const { header, rounds, roundsEnded, boards, verdict } = competition;
  if (isOver(competition) || verdict !== null) return [];
  const isDue = (number: number, copy: number) => {
    const board = boards[number - 1];
    return board?.closed === false && !copiesDealt(board.games).has(copy);
  };
  const waits = waitedFor(competition).length > 0;
  return scheduledGames(header.settings, rounds, roundsEnded, isDue)
    .map((game) => ({ ...game, entries: presentAt(competition, game.entries) }))
    .filter(({ entries }) => waits || entries.some((entry) => entry !== null));
});

const copiesDealt = perVersion((games: readonly DealtGame[]) => new Set(games.map(({ copy }) => copy)));

/** Boards without further games, lowest first. */
export function boardsToClose(situation: Situation): number[] {
  const { competition, results } = situation;
  const waiting = new Set(gamesToDeal(competition).map(({ board }) => board));
  // an aborted or decided competition leaves boards unplayed; those are not reported
  const isCutShort = isOver(competition) || competition.verdict !== null;
  const isDone = ({ gameId }: { gameId: string }) => {
    const result = results.get(gameId);
    // a void game is dealt again first
    return result !== undefined && (isCutShort || result.counted !== 'void');
  };
  const going = new Set(
    uncountedGames(competition)
      .filter((game) => !isDone(game))
      .map(({ board }) => board),
  );
  const mayBeMet = boardsThatMayBeMet(situation);
  return competition.boards
    .filter((board) => !board.closed && !waiting.has(board.board) && !going.has(board.board))
    .filter(({ games }) => games.length > 0 || !isCutShort)
    .filter(({ board }) => !mayBeMet.has(board))
    .slice(0, MOST_BOARDS)
    .map(({ board }) => board);
}

export function closing(
  competition: Competition,
  boards: readonly number[],
  results: GameResults,
  pars: ReadonlyMap<number, Par | null>,
): CompetitionEventData[] {
  const uncounted = new Set(uncountedGames(competition));
  const events = boards.flatMap((number): CompetitionEventData[] => {
    const dealt = (competition.boards[number - 1] as Board).games.filter((game) => uncounted.has(game));
    const games = dealt.toSorted(bySchedule).map((game): CompetitionEventData => {
      const result = results.get(game.gameId);
      if (result === undefined) throw new Error(`game ${game.gameId} of board ${number} is not over`);
      return { type: 'gameCounted', data: { ...game, ...result } };
    });
    const seed = boardSeedOf(competition, number);
    return [...games, { type: 'boardClosed', data: { board: number, seed, par: pars.get(number) ?? null } }];
  });
  const games = events.flatMap(({ type, data }) => (type === 'gameCounted' ? [data] : []));
  return isOver(competition) ? events : [...events, ...pauses(competition, games)];
}

function pauses(competition: Competition, games: readonly CountedGame[]): CompetitionEventData[] {
  const { pauseAfter } = competition.header.settings.noShow;
  const missed = new Map<number, number>();
  const paused = new Set<number>();
  for (const game of games) {
    if (game.counted === 'void') continue;
    for (const [seat, number] of game.entries.entries()) {
      if (number === null) continue;
      const entry = entryIn(competition, number);
      const now = noShowsAfter(missed.get(number) ?? entry.noShows, game, seat);
      missed.set(number, now);
      if (now >= pauseAfter && entry.status === 'active') paused.add(number);
    }
  }
  return [...paused].map((entry) => ({ type: 'entryPaused', data: { entry, because: 'noShow' } }));
}
