import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Settings } from '../model/settings.ts';
import {
  type Candidate,
  type Field,
  type FormatRules,
  inStandingOrder,
  type Pairing,
  type ScheduleProblem,
} from './format.ts';
import { inGroups } from './groups.ts';
import { cheapestMatching, type Edge, excessOf, seated } from './pairs.ts';
import { commonProblem, copiesAtTable, gamesOf, hasGamesLeft, lengthProblem } from './schedule.ts';

const NEIGHBOURS_BEHIND = 20;
/** Of tables: how far somebody is moved at a time. */
const REACH = 8;
/** All points there are, in steps; they are squared. */
const STEPS = 100;
/** To have met last time is as bad as to be apart by nine tenths of all points; the time before that, half as bad, and so on. */
const MET_LAST_TIME = 2 ** 13;
const SEAT_AGAIN = 2 ** 12;
/** That somebody stays without a table is the worse, the fewer games they have begun. */
const LEFT_OUT = 2 ** 12;
const MOST_AHEAD = 100;

/** Those who have room for a game, and whether others will have it when their games are over. */
interface Room {
  /** most points a game first; `points` are those of each game */
  order: Candidate[];
  othersBusy: boolean;
  together(one: Candidate, other: Candidate): number;
}

/**
 * Tables of those who have room: as many as there can be, of entries close in points a game who have not met for long,
 * and everybody at one of them at most. Two who have both met nobody since they met each other wait as long as others
 * are busy, or pairs would play among themselves for ever. At tables of three to five nobody waits for company but who
 * can expect it: where nobody is busy the house takes the seats that are left.
 */
function pairLadder(settings: Settings, field: Field): Pairing {
  const room = roomIn(settings, field);
  const tables = field.seats === 2 ? pairs(room, field.seed) : groups(room, field);
  return { tables, byes: [] };
}

function roomIn(settings: Settings, { candidates, absent, seats, seed }: Field): Room {
  const free = candidates
    .filter(({ begun }) => hasGamesLeft(settings, begun))
    .map((candidate) => ({ ...candidate, points: pointsEach(candidate) }));
  const steps = (one: Candidate, other: Candidate) => Math.round(STEPS * Math.abs(one.points - other.points));
  return {
    order: inStandingOrder(free, seed),
    othersBusy: absent.length > 0,
    together(one, other) {
      const since = Math.min(tablesSince(one, other, seats), tablesSince(other, one, seats));
      return steps(one, other) ** 2 + Math.floor(MET_LAST_TIME / since);
    },
  };
}

function pairs(room: Room, seed: string): number[][] {
  const { order } = room;
  const most = Math.floor(order.length / 2);
  const near = matched(room, NEIGHBOURS_BEHIND);
  const partners = near.length === most || order.length <= NEIGHBOURS_BEHIND ? near : matched(room, order.length);
  const chance = new FastChance(`${seed}:seats`);
  return partners.map(([one, other]) => seated(one, other, chance));
}

function matched({ order, othersBusy, together }: Room, behind: number): [Candidate, Candidate][] {
  const fewest = Math.min(...order.map(({ begun }) => begun));
  const ahead = ({ begun }: Candidate): number => Math.min(MOST_AHEAD, begun - fewest);
  const edges = order.flatMap((one, place) =>
    order.slice(place + 1, place + 1 + behind).flatMap((other, i): Edge[] => {
      if (othersBusy && justMet(one, other, 2)) return [];
      const cost = together(one, other) + SEAT_AGAIN * excessOf(one, other) + LEFT_OUT * (ahead(one) + ahead(other));
      return [[place, place + 1 + i, cost]];
    }),
  );
  return cheapestMatching(order.length, edges).flatMap((partner, place): [Candidate, Candidate][] =>
    partner !== null && partner > place ? [[order[place] as Candidate, order[partner] as Candidate]] : [],
  );
}

function groups({ order, othersBusy, together }: Room, { seats, seed }: Field): (number | null)[][] {
  const taken = othersBusy ? order.length - (order.length % seats) : order.length;
  if (taken < 2) return [];
  const first = new Set(order.toSorted((one, other) => one.begun - other.begun).slice(0, taken));
  const company = order.filter((candidate) => first.has(candidate));
  const tables = inGroups(company, seats, { together, reach: REACH }, seed);
  if (!othersBusy) return tables;
  const byEntry = new Map(company.map((candidate) => [candidate.entry, candidate]));
  const sitting = (table: (number | null)[]) => table.flatMap((entry) => byEntry.get(entry ?? 0) ?? []);
  return tables.filter((table) => !isSameCompany(sitting(table), seats));
}

/** Points of each game that counts, from 0 to 1; half a win where none does. */
function pointsEach({ points, counted }: Candidate): number {
  return counted === 0 ? 0.5 : points / counted;
}

/** How many tables ago the one met the other, 1 being the last; infinite: never. */
function tablesSince({ met }: Candidate, { entry }: Candidate, seats: number): number {
  const last = met.lastIndexOf(entry);
  return last === -1 ? Number.POSITIVE_INFINITY : Math.ceil((met.length - last) / (seats - 1));
}

function justMet(one: Candidate, other: Candidate, seats: number): boolean {
  return tablesSince(one, other, seats) === 1 && tablesSince(other, one, seats) === 1;
}

function isSameCompany(table: readonly Candidate[], seats: number): boolean {
  return table.every((one, i) => table.slice(i + 1).every((other) => justMet(one, other, seats)));
}

/** Without rounds for all: whoever has room for a game is paired with whoever else has, until each has played `rounds` games. */
export const ladder: FormatRules = {
  format: 'ladder',
  problem: (settings, entries) =>
    commonProblem(settings, entries) ?? ownProblem(settings) ?? lengthProblem(settings, gamesAtMost(settings, entries)),
  least: () => 2,
  rounds: () => null,
  games: gamesAtMost,
  pair: pairLadder,
};

/** At the smallest tables that there can be: two entries, and the house on the other seats. */
function gamesAtMost(settings: Settings, entries: number): number {
  const tablesOfEach = Math.floor(settings.rounds / copiesAtTable(settings));
  return gamesOf(settings, Math.floor((entries * tablesOfEach) / 2));
}

function ownProblem(settings: Settings): ScheduleProblem | null {
  const { boards, rounds } = settings;
  if (boards !== 1) return { field: 'boards', message: `is ${boards}; at each table of a ladder one board is played` };
  const copies = copiesAtTable(settings);
  if (rounds >= copies) return null;
  return { field: 'rounds', message: `is ${rounds}; with permuted seats each table plays ${copies} games` };
}
