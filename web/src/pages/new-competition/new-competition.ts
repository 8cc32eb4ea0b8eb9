import type { RulesetSummary, Schemas } from '../../../../clients/typescript/src/index.ts';
import type { ChosenClock } from '../../core/new-game.ts';
import type { OptionValue } from '../../core/option-schema.ts';

export type NewCompetition = Schemas['NewCompetition'];
export type Format = NewCompetition['format'];
export type Duplicate = NonNullable<NewCompetition['duplicate']>;
export type Scoring = NonNullable<NewCompetition['scoring']>;
export type Estimate = Schemas['CompetitionEstimate'];

export interface CompetitionWishes {
  name: string;
  format: Format;
  seats: number;
  options: Record<string, OptionValue>;
  duplicate: Duplicate;
  scoring: Scoring;
  boards: number;
  rounds: number;
  clock: ChosenClock;
  visibility: 'public' | 'unlisted' | 'private';
  kinds: 'all' | 'human' | 'agent';
  maxEntries: number;
  /** the number of entries that is expected; only for the estimate */
  entries: number;
  secondsPerDecision: number;
  /** the browser's local time as input fields write it: `2026-11-22T15:04`; empty: none */
  entryUntil: string;
  startsAt: string;
  endsAt: string;
  standIn: string;
  pauseAfter: number;
  /** true: a match may end once it is decided */
  stops: boolean;
  margin: number;
  showOdds: boolean;
  bots: readonly string[];
  plays: boolean;
}

const FORMATS: readonly Format[] = ['swiss', 'roundRobin', 'ladder', 'match', 'cup'];
const MOST_SEATS = 5;
const MOST_ROUNDS = 100;
const TIMED_SEARCH = 'search';
const CERTAINTY = 0.05;
const USUAL: Record<Format, Pick<CompetitionWishes, 'duplicate' | 'rounds' | 'boards' | 'maxEntries' | 'entries'>> = {
  swiss: { duplicate: 'movement', rounds: 5, boards: 2, maxEntries: 64, entries: 16 },
  roundRobin: { duplicate: 'movement', rounds: 1, boards: 2, maxEntries: 64, entries: 8 },
  ladder: { duplicate: 'movement', rounds: 20, boards: 1, maxEntries: 100, entries: 16 },
  match: { duplicate: 'permuted', rounds: 20, boards: 1, maxEntries: 2, entries: 2 },
  cup: { duplicate: 'movement', rounds: 1, boards: 10, maxEntries: 100, entries: 16 },
};

export interface Offered {
  seats: readonly number[];
  duplicates: readonly Duplicate[];
  scorings: readonly Scoring[];
  boards: boolean;
  rounds: { least: number; most: number } | null;
  entries: { least: number; most: number } | null;
  stop: boolean;
  endsAt: boolean;
}

export function formatsOf({ seats }: RulesetSummary): Format[] {
  return FORMATS.filter((format) => (format === 'cup' ? seats.min === 1 : seats.max > 1));
}

export function botsOf({ policies }: RulesetSummary): string[] {
  return policies.filter((policy) => policy !== TIMED_SEARCH);
}

export function standInsOf({ policies }: RulesetSummary): string[] {
  return policies.filter((policy) => !policy.startsWith(TIMED_SEARCH));
}

export function offeredBy(ruleset: RulesetSummary, wishes: CompetitionWishes): Offered {
  const { format, duplicate, seats } = wishes;
  const isCup = format === 'cup';
  return {
    seats: isCup ? [1] : seatsOf(ruleset),
    duplicates: isCup ? ['movement', 'none'] : format === 'match' ? ['permuted', 'none'] : DUPLICATES,
    scorings: duplicate === 'none' ? ['share'] : ['share', 'matchpoints'],
    boards: format !== 'ladder',
    rounds: isCup ? null : { least: format === 'ladder' && duplicate === 'permuted' ? seats : 1, most: MOST_ROUNDS },
    entries: format === 'match' ? null : { least: leastEntries(wishes), most: format === 'roundRobin' ? 64 : 1000 },
    stop: format === 'match',
    endsAt: format === 'ladder',
  };
}

const DUPLICATES: readonly Duplicate[] = ['movement', 'permuted', 'none'];

function leastEntries({ format, seats, rounds }: CompetitionWishes): number {
  if (format === 'cup') return 1;
  if (format === 'ladder') return 2;
  return format === 'swiss' ? Math.max(seats, rounds + 1) : seats;
}

function seatsOf({ seats: { min, max } }: RulesetSummary): number[] {
  const least = Math.max(2, min);
  return Array.from({ length: Math.max(0, Math.min(MOST_SEATS, max) - least + 1) }, (_, i) => least + i);
}

export function usualCompetition(ruleset: RulesetSummary): CompetitionWishes {
  const [format = 'cup'] = formatsOf(ruleset);
  return {
    name: '',
    format,
    seats: format === 'cup' ? 1 : (seatsOf(ruleset)[0] ?? 2),
    options: {},
    scoring: 'share',
    clock: { kind: 'perAction', seconds: 60, increment: 5, onTimeout: 'random' },
    visibility: 'public',
    kinds: 'all',
    secondsPerDecision: 5,
    entryUntil: '',
    startsAt: '',
    endsAt: '',
    standIn: 'random',
    pauseAfter: 3,
    stops: false,
    margin: 0.1,
    showOdds: true,
    bots: [],
    plays: false,
    ...USUAL[format],
  };
}

/** Switches to a format and sets the choices that belong to it to the defaults of this format. */
export function inFormat(ruleset: RulesetSummary, wishes: CompetitionWishes, format: Format): CompetitionWishes {
  return fitting(ruleset, { ...wishes, format, ...USUAL[format], stops: false, endsAt: '' });
}

export function fitting(ruleset: RulesetSummary, wishes: CompetitionWishes): CompetitionWishes {
  const { seats, duplicates, scorings, rounds, entries } = offeredBy(ruleset, wishes);
  const within = (value: number, range: { least: number; most: number } | null) =>
    range === null ? value : Math.min(range.most, Math.max(range.least, value));
  return {
    ...wishes,
    seats: seats.includes(wishes.seats) ? wishes.seats : (seats[0] ?? 1),
    duplicate: duplicates.includes(wishes.duplicate) ? wishes.duplicate : (duplicates[0] ?? 'none'),
    scoring: scorings.includes(wishes.scoring) ? wishes.scoring : 'share',
    rounds: within(wishes.rounds, rounds),
    maxEntries: within(wishes.maxEntries, entries),
  };
}

export function competitionOf(ruleset: RulesetSummary, wishes: CompetitionWishes): NewCompetition {
  const { format, seats, options, duplicate, scoring, boards, rounds, clock, visibility, standIn } = wishes;
  const offered = offeredBy(ruleset, wishes);
  const body: NewCompetition = {
    name: wishes.name.trim(),
    ruleset: ruleset.id,
    options,
    format,
    seats,
    duplicate,
    scoring,
    clock: clockIn(clock),
    standIn,
    visibility,
    kinds: wishes.kinds === 'all' ? ['human', 'agent'] : [wishes.kinds],
    noShow: { pauseAfter: wishes.pauseAfter },
    maxEntries: offered.entries === null ? 2 : wishes.maxEntries,
  };
  if (!wishes.showOdds) body.showOdds = false;
  if (offered.boards) body.boards = boards;
  if (offered.rounds !== null) body.rounds = rounds;
  if (offered.stop && wishes.stops) body.stop = { margin: wishes.margin, alpha: CERTAINTY, beta: CERTAINTY };
  for (const field of ['entryUntil', 'startsAt', ...(offered.endsAt ? (['endsAt'] as const) : [])] as const) {
    const moment = isoOf(wishes[field]);
    if (moment !== null) body[field] = moment;
  }
  return body;
}

export function expectedEntries({ format, entries, maxEntries }: CompetitionWishes): number {
  return format === 'match' ? 2 : Math.min(entries, maxEntries);
}

export function isoOf(local: string): string | null {
  const time = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function clockIn({ kind, seconds, increment, onTimeout }: ChosenClock): NewCompetition['clock'] {
  return kind === 'bank' ? { bank: seconds, increment, onTimeout } : { perAction: seconds, onTimeout };
}
