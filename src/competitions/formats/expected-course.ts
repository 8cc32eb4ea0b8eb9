import type { Settings } from '../model/settings.ts';
import { formatOf } from './formats.ts';
import { copiesAtTable } from './schedule.ts';

/** How a competition goes where so many enter before it starts and all stay to the end. */
export interface Course {
  /** null: there are no rounds for all */
  rounds: number | null;
  /** tables that play at the same time, at most */
  atOnce: number;
  /** at which an entry sits, on average */
  tables: number;
  /** of the seats of a table, those that the house has, on average */
  house: number;
  /** that a table plays, and games on all of them */
  boardsAtTable: number;
  gamesAtTable: number;
  /** in all; they differ where who is free decides how full tables are */
  games: { least: number; most: number };
}

/** What follows from the settings alone, before anybody is paired. */
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
      const atOnce = seats === 2 ? Math.floor(entries / 2) : Math.ceil(entries / seats);
      const seated = seats === 2 ? atOnce * 2 : entries;
      return { ...common, atOnce, tables: ((rounds ?? 0) * seated) / entries, house: seats - seated / atOnce };
    }
    case 'match':
      return { ...common, atOnce: 1, tables: rounds ?? 0, house: seats - 2 };
    case 'cup':
      // of one seat: everybody has a table, and is alone at it
      return { ...common, atOnce: entries, tables: 1, house: 0 };
    case 'ladder':
      return { ...common, ...onLadder(settings, entries, most) };
    default:
      return format satisfies never;
  }
}

/** Tables of three to five are full as long as others are busy, and have the house on some seats where nobody is. */
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
