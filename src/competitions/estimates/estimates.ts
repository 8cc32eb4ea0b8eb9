import type { Catalogue } from '#rules/catalogue.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { done, type Result } from '../../games/model/result.ts';
import type { TimeSlicer } from '../../games/runtime/time-slicer.ts';
import { rounded } from '../../standings/rounded.ts';
import type { HouseClock } from '../../store/contract/event-log.ts';
import { cannotBe, settledBy } from '../commands/new-competition.ts';
import { expectedCourse } from '../formats/expected-course.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import { assumptionsIn } from './assumptions.ts';
import { differencesIn } from './difference.ts';
import { durationOf } from './duration.ts';
import type { CompetitionEstimate, NewCompetitionEstimate } from './estimate.ts';
import { type TrialGames, Trials } from './trial-games.ts';

const SECONDS_PER_DECISION = 5;

/** What a competition would be like, before there is one. Nothing is written, and nobody is told. */
export class Estimates {
  readonly #catalogue: Catalogue;
  readonly #clock: HouseClock;
  readonly #trials: Trials;

  constructor(catalogue: Catalogue, clock: HouseClock, timeSlicer: TimeSlicer) {
    this.#catalogue = catalogue;
    this.#clock = clock;
    this.#trials = new Trials(timeSlicer);
  }

  /** Refuses what `create` would refuse, for the same reasons, and more or fewer entries than there can be. */
  async of({ entries, secondsPerDecision, ...asked }: NewCompetitionEstimate): Promise<Result<CompetitionEstimate>> {
    const now = this.#clock.now();
    const settled = settledBy(asked, this.#catalogue, now);
    if (!settled.ok) return settled;
    const settings = settled.value;
    const coming = entries ?? settings.maxEntries;
    const problem = entriesProblem(settings, coming);
    if (problem !== null) return cannotBe([{ pointer: '/entries', message: problem }]);
    const { ruleset } = this.#catalogue.get(settings.ruleset) as NonNullable<ReturnType<Catalogue['get']>>;
    const trials = await this.#trials.of(ruleset, settings.options, settings.seats);
    return done(estimated(settings, coming, secondsPerDecision ?? SECONDS_PER_DECISION, trials, now));
  }
}

function entriesProblem(settings: Settings, entries: number): string | null {
  const least = formatOf(settings.format).least(settings);
  if (entries < least) return `is ${entries}; it takes at least ${counted(least, 'entry', 'entries')}`;
  return entries > settings.maxEntries ? `is ${entries}; at most ${settings.maxEntries} are taken` : null;
}

function estimated(
  settings: Settings,
  entries: number,
  secondsPerDecision: number,
  trials: TrialGames | null,
  now: Date,
): CompetitionEstimate {
  const course = expectedCourse(settings, entries);
  const { rounds, games, tables, gamesAtTable } = course;
  return {
    entries,
    roundsPlanned: rounds,
    games,
    gamesEach: rounded(tables * gamesAtTable, 1),
    decisions: trials === null ? null : decisionsIn(trials),
    seconds:
      trials === null
        ? null
        : durationOf({ settings, course, entries, decisions: trials.decisions, secondsPerDecision, now }),
    difference: trials === null ? null : differencesIn(settings, course, entries, trials),
    secondsPerDecision,
    assumptions: assumptionsIn(settings, course, trials, secondsPerDecision),
  };
}

function decisionsIn({ decisions: { mean, deviation }, games }: TrialGames): CompetitionEstimate['decisions'] {
  return { mean: rounded(mean, 1), deviation: rounded(deviation, 1), games };
}
