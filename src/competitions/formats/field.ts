import { sha256Hex } from '#rules/kernel/hashing.ts';
import { canonical } from '#rules/kernel/json.ts';
import { inScheduleOrder, type StandingsInput, type Tally, talliesOf } from '../../statistics/results.ts';
import { type Competition, standingsInputOf } from '../model/competition.ts';
import type { PairedRound } from '../model/events.ts';
import { type Candidate, copiesAtTable, type Field, hasGamesLeft, POINTS_APART } from './format.ts';

type Past = Pick<Candidate, 'met' | 'seats' | 'byes' | 'begun'>;

/** Returns the data from which the director and the verifier pair a round. `candidates` are the entries to pair;
 * `direction` says whether high or low scores are better. */
export function fieldOf(
  competition: Competition,
  candidates: readonly number[],
  direction: StandingsInput['direction'],
): Field {
  const { header, rounds } = competition;
  const { seats } = header.settings;
  const round = rounds.length + 1;
  const tallies = talliesAfter(competition, direction, rounds.length);
  const past = pastOf(competition);
  const floats = floatsOf(competition, direction);
  const paired = new Set(candidates);
  return {
    seats,
    round,
    candidates: [...paired].map((entry) => ({
      entry,
      points: tallies.get(entry)?.points ?? 0,
      counted: tallies.get(entry)?.games ?? 0,
      ...(past.get(entry) ?? nothing(seats)),
      float: floats.get(entry) ?? 0,
    })),
    absent: expectedEntries(competition, past).filter((entry) => !paired.has(entry)),
    seed: sha256Hex(canonical({ competitionId: header.id, round })),
  };
}

/** Returns the entries that took part at the start; on a ladder, the active entries with games left. */
function expectedEntries(
  { header, entries, starters }: Competition,
  past: ReadonlyMap<number, Past>,
): readonly number[] {
  const { settings } = header;
  if (settings.format !== 'ladder') return starters ?? entries.map(({ entry }) => entry);
  return entries
    .filter(({ entry, status }) => status === 'active' && hasGamesLeft(settings, past.get(entry)?.begun ?? 0))
    .map(({ entry }) => entry);
}

function talliesAfter(
  competition: Competition,
  direction: StandingsInput['direction'],
  upTo: number,
): ReadonlyMap<number, Tally> {
  const input = standingsInputOf(competition, direction, upTo);
  return talliesOf(input, inScheduleOrder(input.results));
}

function pastOf({ header, rounds }: Competition): ReadonlyMap<number, Past> {
  const { seats } = header.settings;
  const copies = copiesAtTable(header.settings);
  const pasts = new Map<number, Past>();
  const pastAt = (entry: number): Past => {
    const past = pasts.get(entry) ?? nothing(seats);
    pasts.set(entry, past);
    return past;
  };
  for (const { tables, byes } of rounds) {
    for (const { entries, boards } of tables) {
      for (const [seat, entry] of entries.entries()) {
        if (entry === null) continue;
        const past = pastAt(entry);
        past.met.push(...entries.filter((other) => other !== null && other !== entry).map(Number));
        past.seats[seat] = (past.seats[seat] ?? 0) + 1;
        past.begun += boards.length * copies;
      }
    }
    for (const entry of byes) pastAt(entry).byes++;
  }
  return pasts;
}

function nothing(seats: number): Past {
  return { met: [], seats: new Array<number>(seats).fill(0), byes: 0, begun: 0 };
}

/** By entry: 1 if its opponents in the last round had more points than the entry on average; −1: fewer; 0: as many. */
function floatsOf(competition: Competition, direction: StandingsInput['direction']): Map<number, -1 | 0 | 1> {
  const last = competition.rounds.at(-1);
  if (last === undefined) return new Map();
  const tallies = talliesAfter(competition, direction, last.round - 1);
  return new Map(last.tables.flatMap(({ entries }) => floatsAt(entries, tallies)));
}

function floatsAt(
  entries: PairedRound['tables'][number]['entries'],
  tallies: ReadonlyMap<number, Tally>,
): [number, -1 | 0 | 1][] {
  const present = entries.filter((entry) => entry !== null);
  if (present.length < 2) return [];
  const all = present.map((entry) => tallies.get(entry)?.points ?? 0);
  const sum = all.reduce((total, each) => total + each, 0);
  return present.map((entry, i) => {
    const own = all[i] ?? 0;
    const above = (sum - own) / (present.length - 1) - own;
    return [entry, Math.abs(above) < POINTS_APART ? 0 : above > 0 ? 1 : -1];
  });
}
