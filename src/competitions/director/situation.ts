import type { Attendance } from '../../games/model/counting.ts';
import type { Outcome } from '../../games/model/game.ts';
import { sharesOf } from '../../games/model/rated-game.ts';
import type { FormatRules } from '../formats/format.ts';
import { type Competition, type Entry, entryIn, HOUSE, perVersion } from '../model/competition.ts';
import type { CountedAs, CountedGame, DealtGame } from '../model/events.ts';
import { isAgainstNobody, type ScheduledGame } from '../model/schedule.ts';
import type { Settings } from '../model/settings.ts';

export interface Situation {
  competition: Competition;
  rules: FormatRules;
  /** of the games that are over and not counted */
  results: GameResults;
  now: Date;
}

export function gamesUnderWay({ competition, results }: Situation): DealtGame[] {
  return uncountedGames(competition).filter(({ gameId }) => !results.has(gameId));
}

/** Dealt games whose result is not in the log, in order of dealing. */
export const uncountedGames = perVersion(({ games, counted, boards }: Competition): readonly DealtGame[] => {
  // a closed board has all its games counted, an open one only the void games
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

export function isActive({ status }: Entry): boolean {
  return status === 'active';
}

export function timeOf(date: string | null): number {
  return date === null ? Number.POSITIVE_INFINITY : Date.parse(date);
}

export type GameResult = Omit<CountedGame, keyof ScheduledGame>;

export type GameResults = ReadonlyMap<string, GameResult>;

export function countedGame(dealt: DealtGame, result: GameResult): CountedGame {
  return { ...dealt, ...result };
}

/** The seats that players hold. */
export function playersIn(competition: Competition, { entries }: DealtGame): number[] {
  return entries.flatMap((entry, seat) =>
    entry !== null && entryIn(competition, entry).player !== null ? [seat] : [],
  );
}

/** `outcome`: null if the game was aborted. `attendance`: of the seats of `playersIn`. */
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
  const missing = missingIn(playersIn(competition, dealt), attendance);
  const counted = countedAs(competition.header.settings, entries, missing.noShows);
  return { gameId, head, counted, shares: sharesIn(entries, outcome.winners), scores: [...outcome.scores], ...missing };
}

export function holderOf(competition: Competition, number: number) {
  const { player, bot, clientSeed, ownSeed } = entryIn(competition, number);
  if (player !== null) return { kind: 'player', player, clientSeed, ownSeed } as const;
  return { kind: 'bot', policy: bot ?? HOUSE, clientSeed, ownSeed } as const;
}

/** By reason. */
function missingIn(seats: readonly number[], attendance: readonly Attendance[]) {
  const those = (how: Attendance) => seats.filter((_, i) => attendance[i] === how);
  return { noShows: those('absent'), unasked: those('unasked') };
}

type Seated = DealtGame['entries'];

/** If ratings rank or a test decides, absent players (`noShows`) lose to one who acted; otherwise they could choose
 * which games count. */
export function countedAs({ format, stop }: Settings, entries: Seated, noShows: readonly number[]): CountedAs {
  if (isAgainstNobody(entries)) return 'walkover';
  if (noShows.length === 0) return 'played';
  const cannotPick = format === 'ladder' || stop !== null;
  return cannotPick && noShows.length < entries.length ? 'played' : 'walkover';
}

/** The house wins nothing in place of an absent opponent. */
export function sharesIn(entries: Seated, winners: readonly number[]): number[] {
  if (isAgainstNobody(entries)) return entries.map((entry) => (entry === null ? 0 : 1));
  return sharesOf(winners, entries.length);
}
