import type { Settings } from '../model/settings.ts';
import type { ScheduleProblem } from './format.ts';

const MOST_ENTRIES = 1000;
const MOST_GAMES = 20_000;
const MOST_ROUNDS = 100;
const MOST_BOARDS = 100;
const FEWEST_SEATS = 2;
const MOST_SEATS = 5;

export function commonProblem(settings: Settings, entries: number): ScheduleProblem | null {
  return (
    seatsProblem(settings) ??
    within(settings, 'boards', MOST_BOARDS) ??
    within(settings, 'rounds', MOST_ROUNDS) ??
    ownFieldsProblem(settings) ??
    scoringProblem(settings) ??
    tooMany(entries, MOST_ENTRIES, 'a competition')
  );
}

export function lengthProblem(settings: Settings, games: number): ScheduleProblem | null {
  if (games <= MOST_GAMES) return null;
  const field = settings.boards > 1 ? 'boards' : settings.rounds > 1 ? 'rounds' : 'maxEntries';
  return { field, message: `makes up to ${games} games; a competition has at most ${MOST_GAMES}` };
}

export function tooMany(entries: number, most: number, format: string): ScheduleProblem | null {
  if (entries <= most) return null;
  return { field: 'maxEntries', message: `is ${entries}; ${format} has at most ${most} entries` };
}

/** Of two seats, an odd entry sits out; at larger tables the house takes what is left. */
export function tablesOf({ seats }: Settings, entries: number): number {
  return seats === 2 ? Math.floor(entries / 2) : Math.ceil(entries / seats);
}

/** Games of one round; with permuted seats each board is played on every seat. */
export function gamesOf(settings: Settings, tables: number): number {
  return tables * settings.boards * copiesAtTable(settings);
}

export function copiesAtTable({ duplicate, seats }: Settings): number {
  return duplicate === 'permuted' ? seats : 1;
}

/** `begun`: games it was paired for. */
export function hasGamesLeft(settings: Settings, begun: number): boolean {
  return begun + copiesAtTable(settings) <= settings.rounds;
}

function seatsProblem({ format, seats }: Settings): ScheduleProblem | null {
  if (format === 'cup') {
    return seats === 1 ? null : { field: 'seats', message: `is ${seats}; in a cup everybody plays alone: 1` };
  }
  if (seats >= FEWEST_SEATS && seats <= MOST_SEATS) return null;
  return { field: 'seats', message: `is ${seats}; tables of this format have ${FEWEST_SEATS} to ${MOST_SEATS}` };
}

function within(settings: Settings, field: 'boards' | 'rounds', most: number): ScheduleProblem | null {
  const asked = settings[field];
  if (asked >= 1 && asked <= most) return null;
  return { field, message: `is ${asked}; there can be 1 to ${most}` };
}

function ownFieldsProblem({ format, stop, endsAt }: Settings): ScheduleProblem | null {
  if (stop !== null && format !== 'match') {
    return { field: 'stop', message: 'ends a match; other formats are played to their end' };
  }
  if (endsAt !== null && format !== 'ladder') {
    return { field: 'endsAt', message: 'ends a ladder; other formats end with their last round' };
  }
  return null;
}

/** Matchpoints compare copies of a board; in a cup all entries play the same board. */
function scoringProblem({ format, duplicate, scoring }: Settings): ScheduleProblem | null {
  if (scoring !== 'matchpoints' || duplicate !== 'none' || format === 'cup') return null;
  return {
    field: 'scoring',
    message: 'must be share: matchpoints compare copies of a board, and without duplicates there is one',
  };
}
