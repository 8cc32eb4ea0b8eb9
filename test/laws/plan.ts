import { HiddenFacts } from './hidden-facts.ts';
import { isLong, optionSets } from './option-sets.ts';
import { type Draws, LawBroken, LONG_BOUND, type Options, type Subject, type Trial } from './trial.ts';
import { tryGame } from './tried-game.ts';

export type Extent = { work: number } | { games: number };

const FACTS_VARY = 'hidden facts vary';
const LONG_GAME_BOUND = 1_000;
const GLANCE_BOUND = 1;
const SHORT_SETS = 40;
const LONG_SETS = 400;
const EXTREME_BOUND = 300;

export interface Summary {
  games: number;
  ended: number;
  longest: number;
  optionSets: number;
}

export function tryLaws(subject: Subject, seats: number, extent: Extent): Summary {
  const inGames = 'games' in extent;
  const sets = optionSets(subject, seats, inGames ? LONG_SETS : SHORT_SETS);
  const facts = new HiddenFacts();
  const summary: Summary = { games: 0, ended: 0, longest: 0, optionSets: sets.length };
  const before = subject.work;
  for (let number = 0; ; number++) {
    const enough = inGames ? number >= extent.games : subject.work - before >= extent.work;
    const trial = trialOfNumber(number, subject, seats, sets, enough ? 'glance' : inGames ? 'whole' : 'bounded');
    if (enough && (inGames || number >= sets.length)) {
      const unvaried = subject.enforces(FACTS_VARY) ? facts.complaint() : null;
      if (unvaried !== null) throw new LawBroken(FACTS_VARY, unvaried, trial, 0);
      return summary;
    }
    if (enough && isLeftToNext(number, subject, seats)) continue;
    const { steps, over } = tryGame(trial, facts);
    summary.games++;
    summary.ended += over ? 1 : 0;
    summary.longest = Math.max(summary.longest, steps);
  }
}

/** True if the game is skipped to save time. One number of seats tries every second set of options, the next number the
 * other sets. */
function isLeftToNext(number: number, { ruleset }: Subject, seats: number): boolean {
  return ruleset.seats.max > ruleset.seats.min && (number + seats) % 2 === 1;
}

/** Returns the trial of game `number`. Games take the sets of options in turn. `glance` tests only the beginning. */
function trialOfNumber(
  number: number,
  subject: Subject,
  seats: number,
  sets: readonly Options[],
  depth: 'whole' | 'bounded' | 'glance',
): Trial {
  const options = sets[number % sets.length];
  if (options === undefined) throw new Error(`${subject.ruleset.id} takes no options at ${seats} seats`);
  const trial = { subject, seats, options, seed: `game ${number}`, draws: 'seeded' as const };
  const isUnbounded = subject.ruleset.isUnbounded?.(options) === true;
  const mustEnd = depth !== 'glance' && !isUnbounded && !isLong(subject, options);
  if (depth === 'whole' && !isUnbounded) return { ...trial, bound: LONG_BOUND, mustEnd };
  if (depth === 'glance') return { ...trial, bound: GLANCE_BOUND, mustEnd };
  return { ...trial, bound: mustEnd ? subject.endBound : LONG_GAME_BOUND, mustEnd };
}

/** Plays games `first` to `end - 1` in which every draw is the smallest, or every draw is the largest. */
export function tryExtremes(subject: Subject, seats: number, draws: Draws, end: number, first = 0): void {
  const sets = optionSets(subject, seats, SHORT_SETS);
  for (let number = first; number < end; number++) {
    const options = sets[(number * 7) % sets.length] as Options;
    const trial: Trial = {
      subject,
      seats,
      options,
      seed: `extreme ${number}`,
      draws,
      bound: EXTREME_BOUND,
      mustEnd: false,
    };
    tryGame(trial, new HiddenFacts());
  }
}
