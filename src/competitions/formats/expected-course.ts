import type { Settings } from '../model/settings.ts';
import { copiesAtTable, tablesOf } from './format.ts';
import { formatOf } from './formats.ts';

/** The course of a competition if all entries are present from the start and stay to the end. */
export interface Course {
  /** null: the entries of this format have no common rounds */
  rounds: number | null;
  atOnce: number;
  /** the mean number of tables at which an entry plays */
  tables: number;
  /** the mean number of seats at a table that bots of the service fill */
  house: number;
  /** the number of boards (deals that are compared) of a table; `gamesAtTable` counts the games on all of them */
  boardsAtTable: number;
  gamesAtTable: number;
  /** the total number of games; on a ladder it depends on how many entries are free at a time */
  games: { least: number; most: number };
}

export function expectedCourse(settings: Settings, entries: number): Course {
  const { format, seats, boards } = settings;
  const rules = formatOf(format);
  const most = rules.games(settings, entries);
  const rounds = rules.rounds(settings, entries);
  const gamesAtTable = boards * copiesAtTable(settings);
  const common = { rounds, boardsAtTable: boards, gamesAtTable, games: { least: most, most } };
  switch (format) {
    case 'roundRobin':
    case 'swiss': {
      const atOnce = tablesOf(settings, entries);
      const seated = seats === 2 ? atOnce * 2 : entries;
      return { ...common, atOnce, tables: ((rounds ?? 0) * seated) / entries, house: seats - seated / atOnce };
    }
    case 'match':
      return { ...common, atOnce: 1, tables: rounds ?? 0, house: seats - 2 };
    case 'cup':
      // the games of a cup have one seat: each entry plays alone at its own table
      return { ...common, atOnce: entries, tables: 1, house: 0 };
    case 'ladder':
      return { ...common, ...onLadder(settings, entries, most) };
    default:
      return format satisfies never;
  }
}

/** Estimates the course of a ladder. The estimate counts bots only if the entries are too few to fill one table. */
function onLadder(settings: Settings, entries: number, most: number): Omit<Course, 'boardsAtTable' | 'gamesAtTable'> {
  const { seats, rounds } = settings;
  const copies = copiesAtTable(settings);
  const tables = Math.floor(rounds / copies);
  const least = Math.min(most, Math.ceil((entries * tables) / seats) * copies);
  const house = entries < seats ? seats - entries : 0;
  return {
    rounds: null,
    atOnce: Math.max(1, Math.floor(entries / seats)),
    tables,
    house,
    games: { least: seats === 2 ? most : least, most },
  };
}
