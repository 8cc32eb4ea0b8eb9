import { sequentialTest } from '../../statistics/sequential-test.ts';
import { startProblem } from '../formats/formats.ts';
import { entryIn, fewestIn, hasLeft, waitedFor } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import { LADDER_BOARD_MS, presentAt, type ScheduledGame } from '../model/schedule.ts';
import {
  boardsToClose,
  freeOnLadder,
  gamesByEntry,
  gamesToDeal,
  gamesUnderWay,
  ladderIsOver,
  type Situation,
  timeOf,
  uncountedGames,
} from './situation.ts';

export type NextStep =
  | { do: 'write'; events: CompetitionEventData[] }
  /** appends `events` and creates `games` */
  | { do: 'deal'; events: CompetitionEventData[]; games: ScheduledGame[] }
  /** pairs the candidates; does nothing if no two of them can be paired */
  | { do: 'pair'; candidates: number[] }
  | { do: 'close'; boards: number[] }
  | { do: 'abort'; gameIds: string[] };

/** A step creates at most this many games, so that the server can do other work between steps. */
const MOST_GAMES = 20;
const MOST_ROUNDS = 100;
/** A step aborts at most this many games, because requests for the competition wait until the step is over. */
const MOST_ABORTED = 50;

/** Returns the next step; null: the competition waits for games, for a time, or for a player. */
export function nextStep(situation: Situation): NextStep | null {
  const { competition } = situation;
  if (competition.seedPublished) return null;
  switch (competition.status) {
    case 'open':
      return beginning(situation);
    case 'playing':
      return played(situation);
    case 'finished':
    case 'aborted':
      return (
        cutShort(situation) ??
        closed(situation) ??
        (gamesUnderWay(situation).length === 0 ? write(seedOf(situation)) : null)
      );
    default:
      return competition.status satisfies never;
  }
}

function played(situation: Situation): NextStep | null {
  return (
    replayed(situation) ??
    closed(situation) ??
    verdictReached(situation) ??
    roundsEnded(situation) ??
    dealt(situation) ??
    goneOn(situation)
  );
}

/** Returns the time at which the next step may be due even if nothing else changes; null: never. */
export function nextTime({ competition, now }: Situation): Date | null {
  if (competition.seedPublished) return null;
  const { startsAt, entryUntil, endsAt } = competition.header.settings;
  const times = (competition.status === 'open' ? [startsAt] : [entryUntil, endsAt]).map(timeOf);
  for (const { closed, dealtAt } of competition.boards) {
    if (!closed && dealtAt !== null) times.push(dealtAt.getTime() + LADDER_BOARD_MS);
  }
  const due = times.filter((time) => time > now.getTime() && time < Number.POSITIVE_INFINITY);
  return due.length === 0 ? null : new Date(due.reduce((one, other) => Math.min(one, other)));
}

function write(...events: CompetitionEventData[]): NextStep {
  return { do: 'write', events };
}

function seedOf({ competition }: Situation): CompetitionEventData {
  const serverSeed = Buffer.from(competition.header.serverSeed).toString('hex');
  return { type: 'seedPublished', data: { serverSeed } };
}

function beginning(situation: Situation): NextStep | null {
  const { competition, now } = situation;
  if (timeOf(competition.header.settings.startsAt) > now.getTime()) return null;
  const reason = startProblem(competition);
  if (reason === null) return write({ type: 'competitionStarted', data: {} });
  return write({ type: 'competitionAborted', data: { by: 'house', reason } }, seedOf(situation));
}

/** Replaces aborted games, which do not count: the same table plays again on a new board, with other cards or dice. */
function replayed({ competition, results }: Situation): NextStep | null {
  if (waitedFor(competition).length > 0) return null;
  const lost = uncountedGames(competition)
    .filter(({ gameId }) => results.get(gameId)?.counted === 'void')
    .slice(0, MOST_GAMES);
  if (lost.length === 0) return null;
  const events = lost.flatMap((game): CompetitionEventData[] => {
    const result = results.get(game.gameId);
    return result === undefined ? [] : [{ type: 'gameCounted', data: { ...game, ...result } }];
  });
  const games = lost
    .map(({ round, table, entries }) => ({ round, table, copy: 1, entries: presentAt(competition, entries) }))
    .filter(({ entries }) => entries.some((entry) => entry !== null))
    .map((game, i): ScheduledGame => ({ ...game, board: competition.boards.length + 1 + i }));
  return competition.verdict === null && games.length > 0 ? { do: 'deal', events, games } : write(...events);
}

function closed(situation: Situation): NextStep | null {
  const boards = boardsToClose(situation);
  return boards.length === 0 ? null : { do: 'close', boards };
}

/** Decides a match with a stop rule as soon as its finished boards, in the order of the schedule, suffice. */
function verdictReached({ competition }: Situation): NextStep | null {
  const { header, starters, boards, counted, verdict: known } = competition;
  const { stop } = header.settings;
  const [first, second] = starters ?? [];
  if (stop === null || known !== null || first === undefined || second === undefined) return null;
  const { verdict, boards: looked } = sequentialTest({ first, second, stop, boards, results: counted });
  return verdict === null ? null : write({ type: 'verdictReached', data: { verdict, boards: looked } });
}

/** Ends rounds in order. A round ends when all its games are over. */
function roundsEnded({ competition }: Situation): NextStep | null {
  const { rounds, roundsEnded: ended, boards, games } = competition;
  const open = new Set<number>();
  for (const { round, board } of games) if (boards[board - 1]?.closed === false) open.add(round);
  const isOver = ({ round, tables }: (typeof rounds)[number]) =>
    !open.has(round) && tables.every((table) => table.boards.every((board) => boards[board - 1]?.closed));
  const next = rounds.slice(ended, ended + MOST_ROUNDS);
  const going = next.findIndex((round) => !isOver(round));
  const over = going === -1 ? next : next.slice(0, going);
  if (over.length === 0) return null;
  return write(...over.map(({ round }): CompetitionEventData => ({ type: 'roundEnded', data: { round } })));
}

/** Deals games. An entry never plays two games with the same cards (on one board) at the same time, because one would
 * show it the opponents' cards in the other. */
function dealt(situation: Situation): NextStep | null {
  const { competition } = situation;
  if (waitedFor(competition).length > 0) return null;
  const going = gamesUnderWay(situation);
  const underWay = gamesByEntry(going);
  const seatAt = (board: number, entry: number) => `${board} ${entry}`;
  const taken = new Set(
    going.flatMap(({ board, entries }) => entries.flatMap((entry) => (entry === null ? [] : seatAt(board, entry)))),
  );
  const games: ScheduledGame[] = [];
  for (const game of gamesToDeal(competition)) {
    if (games.length === MOST_GAMES) break;
    const entries = game.entries.filter((entry) => entry !== null);
    const hasRoom = (entry: number) =>
      (underWay.get(entry) ?? 0) < entryIn(competition, entry).concurrency && !taken.has(seatAt(game.board, entry));
    if (!entries.every(hasRoom)) continue;
    games.push(game);
    for (const entry of entries) {
      underWay.set(entry, (underWay.get(entry) ?? 0) + 1);
      taken.add(seatAt(game.board, entry));
    }
  }
  return games.length === 0 ? null : { do: 'deal', events: [], games };
}

/** Returns the step that pairs a round or ends the competition; null: a round runs, or too few entries are active. */
function goneOn(situation: Situation): NextStep | null {
  const { competition, rules } = situation;
  const { header, entries, rounds, roundsEnded: ended, starters, verdict } = competition;
  const { settings } = header;
  const isIdle = gamesUnderWay(situation).length === 0;
  if (verdict !== null) return isIdle ? end(situation) : null;
  if (settings.format === 'ladder') return goneOnLadder(situation, isIdle);
  if (rounds.length > ended) return null;
  const there = entries.filter((entry) => starters?.includes(entry.entry));
  const isLast = rounds.length >= (rules.rounds(settings, there.length) ?? 0);
  if (isLast || there.filter((entry) => !hasLeft(entry)).length < fewestIn(settings.format)) return end(situation);
  if (waitedFor(competition).length > 0) return null;
  const active = there.filter(({ status }) => status === 'active');
  return { do: 'pair', candidates: active.map(({ entry }) => entry) };
}

function goneOnLadder(situation: Situation, isIdle: boolean): NextStep | null {
  const { rounds, roundsEnded: ended } = situation.competition;
  if (ladderIsOver(situation)) return isIdle && rounds.length === ended ? end(situation) : null;
  const candidates = freeOnLadder(situation, gamesByEntry(gamesUnderWay(situation)));
  return candidates.length < 2 ? null : { do: 'pair', candidates };
}

function end(situation: Situation): NextStep {
  return write({ type: 'competitionEnded', data: {} }, seedOf(situation));
}

/** Aborts running games, but not for an organizer, who could abort a competition to void games a friend is losing. */
function cutShort(situation: Situation): NextStep | null {
  if (situation.competition.abortedBy === 'organiser') return null;
  const gameIds = gamesUnderWay(situation)
    .slice(0, MOST_ABORTED)
    .map(({ gameId }) => gameId);
  return gameIds.length === 0 ? null : { do: 'abort', gameIds };
}
