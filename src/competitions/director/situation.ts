import type { Par } from '#rules/kernel/search/par.ts';
import type { Attendance } from '../../games/model/counting.ts';
import { noneCame, type Outcome } from '../../games/model/game.ts';
import { sharesOf } from '../../games/model/rated-game.ts';
import { copiesAtTable, type FormatRules, hasGamesLeft } from '../formats/format.ts';
import {
  type Board,
  boardSeedOf,
  type Competition,
  type Entry,
  entryIn,
  HOUSE,
  hasLeft,
  isOver,
  perVersion,
  waitedFor,
} from '../model/competition.ts';
import type { CompetitionEventData, CountedAs, CountedGame, DealtGame } from '../model/events.ts';
import { noShowsAfter } from '../model/fold.ts';
import {
  bySchedule,
  lacksOpponent,
  openBoards,
  presentAt,
  type ScheduledGame,
  scheduledGames,
} from '../model/schedule.ts';
import type { Settings } from '../model/settings.ts';

export interface Situation {
  competition: Competition;
  rules: FormatRules;
  /** results of games that are over, but not counted in the log yet */
  results: GameResults;
  now: Date;
}

export function gamesUnderWay({ competition, results }: Situation): DealtGame[] {
  return uncountedGames(competition).filter(({ gameId }) => !results.has(gameId));
}

/** Returns the games, in the order of dealing, whose result is not in the log yet. */
export const uncountedGames = perVersion(({ games, counted, boards }: Competition): readonly DealtGame[] => {
  // looks only at open boards: all games of a finished board are counted
  const isOpen = ({ board }: DealtGame) => boards[board - 1]?.closed === false;
  const known = new Set(counted.filter(isOpen).map(({ gameId }) => gameId));
  return games.filter((game) => isOpen(game) && !known.has(game.gameId));
});

export function gamesByEntry(games: readonly DealtGame[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { entries } of games) {
    for (const entry of entries) if (entry !== null) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return counts;
}

export function timeOf(date: string | null): number {
  return date === null ? Number.POSITIVE_INFINITY : Date.parse(date);
}

export type GameResult = Omit<CountedGame, keyof ScheduledGame>;

export type GameResults = ReadonlyMap<string, GameResult>;

/** Returns the seats that players hold in a game, without those of bots. */
export function playersIn(competition: Competition, { entries }: DealtGame): number[] {
  return entries.flatMap((entry, seat) =>
    entry !== null && entryIn(competition, entry).player !== null ? [seat] : [],
  );
}

/** Returns a game's result. `outcome` is null if it was aborted; `attendance` is in the order of `playersIn`. */
export function gameResult(
  competition: Competition,
  dealt: DealtGame,
  head: string,
  outcome: Outcome | null,
  attendance: readonly Attendance[],
): GameResult {
  const { gameId, entries } = dealt;
  const nothing = entries.map(() => 0);
  if (outcome === null) {
    return { gameId, head, counted: 'void', shares: nothing, scores: nothing, noShows: [], unasked: [] };
  }
  const seats = playersIn(competition, dealt);
  const those = (how: Attendance) => seats.filter((_, i) => attendance[i] === how);
  const missing = { noShows: those('absent'), unasked: those('unasked') };
  const counted = countedAs(competition.header.settings, entries, missing.noShows);
  return { gameId, head, counted, shares: sharesIn(entries, outcome.winners), scores: [...outcome.scores], ...missing };
}

export function holderOf(competition: Competition, number: number) {
  const { player, bot, clientSeed, ownSeed } = entryIn(competition, number);
  if (player !== null) return { kind: 'player', player, clientSeed, ownSeed } as const;
  return { kind: 'bot', policy: bot ?? HOUSE, clientSeed, ownSeed } as const;
}

type Seated = DealtGame['entries'];

/** Returns whether a game was played or is a walkover. On a ladder and in a match with a stop rule, absent players
 * (`noShows`) lose to the others. Otherwise they could choose which games count. */
export function countedAs({ format, stop }: Settings, entries: Seated, noShows: readonly number[]): CountedAs {
  if (lacksOpponent(entries)) return 'walkover';
  const cannotPick = format === 'ladder' || stop !== null;
  return noShows.length === 0 || (cannotPick && !noneCame(entries, noShows)) ? 'played' : 'walkover';
}

/** Returns each entry's share of the win. A bot of the service in place of an absent opponent wins nothing. */
export function sharesIn(entries: Seated, winners: readonly number[]): number[] {
  if (lacksOpponent(entries)) return entries.map((entry) => (entry === null ? 0 : 1));
  return sharesOf(winners, entries.length);
}

const PAIR = 2;

/** True after the end time, or if fewer than two entries have games left and no more entries can come. */
export function ladderIsOver({ competition, now }: Pick<Situation, 'competition' | 'now'>): boolean {
  const { entryUntil, endsAt } = competition.header.settings;
  if (timeOf(endsAt) <= now.getTime()) return true;
  const mayCome = endsAt !== null && now.getTime() < timeOf(entryUntil);
  return !mayCome && goingOn(competition).filter((entry) => !hasLeft(entry)).length < PAIR;
}

/** Returns the boards of a ladder that at least two active entries with games left have not played yet. Ignores paused
 * and future entries, so that boards finish and their games count soon. */
export function boardsThatMayBeMet(situation: Pick<Situation, 'competition' | 'now'>): Set<number> {
  const { competition, now } = situation;
  const { format, duplicate } = competition.header.settings;
  if (format !== 'ladder' || duplicate !== 'movement' || isOver(competition) || ladderIsOver(situation))
    return new Set();
  const there = goingOn(competition).filter(({ status }) => status === 'active');
  const isWaitedFor = (met: ReadonlySet<number>) => there.filter(({ entry }) => !met.has(entry)).length >= PAIR;
  const boards = openBoards(competition, now).filter(({ dealtAt, met }) => dealtAt !== null && isWaitedFor(met));
  return new Set(boards.map(({ board }) => board));
}

export function freeOnLadder({ competition }: Situation, underWay: ReadonlyMap<number, number>): number[] {
  return goingOn(competition)
    .filter(({ entry, status, concurrency }) => status === 'active' && (underWay.get(entry) ?? 0) < concurrency)
    .map(({ entry }) => entry);
}

const goingOn = perVersion(({ header, entries, rounds }: Competition): readonly Entry[] => {
  const { settings } = header;
  const begun = new Map<number, number>();
  for (const { tables } of rounds) {
    for (const entry of tables.flatMap((table) => table.entries)) {
      if (entry !== null) begun.set(entry, (begun.get(entry) ?? 0) + copiesAtTable(settings));
    }
  }
  return entries.filter(({ entry }) => hasGamesLeft(settings, begun.get(entry) ?? 0));
});

/** A step finishes at most this many boards, because each may have many games. */
const MOST_BOARDS = 20;

/** Returns scheduled games that were not dealt yet, in order, including games of paused entries. */
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

/** Returns the boards whose games are all over and that get no more games, the lowest number first. */
export function boardsToClose(situation: Situation): number[] {
  const { competition, results } = situation;
  const waiting = new Set(gamesToDeal(competition).map(({ board }) => board));
  // true: the competition ended early. Then boards without games are not returned, and void games are not replaced
  const isCutShort = isOver(competition) || competition.verdict !== null;
  const isDone = ({ gameId }: { gameId: string }) => {
    const result = results.get(gameId);
    // a void game must first be replaced by another game
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
