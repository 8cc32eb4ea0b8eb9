import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Settings } from '../model/settings.ts';
import {
  type Candidate,
  copiesAtTable,
  type Field,
  type FormatRules,
  gamesOf,
  hasGamesLeft,
  inStandingOrder,
  type Pairing,
  type ScheduleProblem,
} from './format.ts';
import { inGroups } from './groups.ts';
import { cheapestMatching, type Edge, excessOf, seated } from './pairs.ts';

const NEIGHBOURS_BEHIND = 20;
const REACH = 8;
/** A difference of one in mean points is this many steps. A pair costs the square of its difference in steps. */
const STEPS = 100;
/** The cost of pairing two entries that met at their last table; a difference of 0.9 mean points costs as much. It is
 * divided by the number of tables since they met. */
const MET_LAST_TIME = 2 ** 13;
const SEAT_AGAIN = 2 ** 12;
/** The cost of pairing an entry, for each game that it has begun more than the entry with the fewest games. */
const LEFT_OUT = 2 ** 12;
const MOST_AHEAD = 100;

/** The entries that may start a game now. `othersBusy` is true if more entries become free when their games end. */
interface Room {
  /** sorted by points, most first; here `points` are the mean points of a game */
  order: Candidate[];
  othersBusy: boolean;
  together(one: Candidate, other: Candidate): number;
}

/** Makes as many tables as possible, of entries with similar mean points that have not met recently. Two entries that
 * just met wait while others are busy; otherwise they would be paired again and again. Bots of the service take empty
 * seats only if no entry is busy. */
function pairLadder(settings: Settings, field: Field): Pairing {
  const room = roomIn(settings, field);
  return { tables: field.seats === 2 ? pairs(room, field.seed) : groups(room, field), byes: [] };
}

function roomIn(settings: Settings, { candidates, absent, seats, seed }: Field): Room {
  const free = candidates
    .filter(({ begun }) => hasGamesLeft(settings, begun))
    // assumes half a point for an entry without games
    .map((each) => ({ ...each, points: each.counted === 0 ? 0.5 : each.points / each.counted }));
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
  const first = new Set(order.toSorted((one, other) => one.begun - other.begun).slice(0, taken));
  const company = order.filter((candidate) => first.has(candidate));
  const tables = inGroups(company, seats, { together, reach: REACH }, seed);
  if (!othersBusy) return tables;
  const byEntry = new Map(company.map((candidate) => [candidate.entry, candidate]));
  const sitting = (table: (number | null)[]) => table.flatMap((entry) => byEntry.get(entry ?? 0) ?? []);
  return tables.filter((table) => !isSameCompany(sitting(table), seats));
}

/** Returns how many tables ago the first entry last met the second. 1: at its last table; infinity: never. */
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

/** Pairs free entries at any time, until each has played `rounds` games. A ladder has no common rounds. */
export const ladder: FormatRules = {
  ownProblem,
  least: () => 2,
  rounds: () => null,
  games: gamesAtMost,
  pair: pairLadder,
};

function gamesAtMost(settings: Settings, entries: number): number {
  const tablesOfEach = Math.floor(settings.rounds / copiesAtTable(settings));
  return gamesOf(settings, Math.floor((entries * tablesOfEach) / 2));
}

function ownProblem(settings: Settings): ScheduleProblem | null {
  const { boards, rounds } = settings;
  if (boards !== 1) return { field: 'boards', message: `must be 1 for a ladder, not ${boards}` };
  const copies = copiesAtTable(settings);
  if (rounds >= copies) return null;
  return {
    field: 'rounds',
    message: `must be at least ${copies}, not ${rounds}, because a table plays ${copies} games if \`duplicate\` is \`permuted\``,
  };
}
