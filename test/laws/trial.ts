import { frozen } from '#rules/catalogue.ts';
import { play } from '#rules/kernel/play.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { SchemaBook } from './schema-book.ts';

export type Options = Record<string, unknown>;
export type Draws = 'seeded' | 'smallest' | 'largest';

export class Subject {
  readonly ruleset: AnyRuleset;
  readonly book: SchemaBook;
  readonly rulings: ReadonlySet<string>;
  readonly play: typeof play;
  readonly onlyLaw: string | null;
  endBound = 30_000;
  /** the number of calls of the ruleset so far; the short form of the laws ends after a fixed number of calls */
  work = 0;

  constructor(ruleset: AnyRuleset, rules: string, gate: typeof play = play, onlyLaw: string | null = null) {
    this.ruleset = this.#metered(frozen(ruleset));
    this.book = SchemaBook.of(ruleset);
    this.rulings = new Set(rules.match(/\bR\d+\b/g));
    this.play = gate;
    this.onlyLaw = onlyLaw;
  }

  enforces(law: string): boolean {
    return this.onlyLaw === null || this.onlyLaw === law;
  }

  #metered(ruleset: AnyRuleset): AnyRuleset {
    const counted =
      <A extends unknown[], R>(ask: (...asked: A) => R) =>
      (...asked: A): R => {
        const answer = ask(...asked);
        this.work += Array.isArray(answer) ? 1 + answer.length / 20 : 1;
        return answer;
      };
    return {
      ...ruleset,
      setup: counted(ruleset.setup),
      legalActions: counted(ruleset.legalActions),
      apply: counted(ruleset.apply),
      view: counted(ruleset.view),
      describe: counted(ruleset.describe),
      redeal: counted(ruleset.redeal),
    };
  }
}

export interface Trial {
  subject: Subject;
  seats: number;
  options: Options;
  seed: string;
  draws: Draws;
  bound: number;
  mustEnd: boolean;
}

export interface KeptSeed {
  ruleset: string;
  seats: number;
  options: Options;
  seed: string;
  draws?: Draws;
  why: string;
}

export const LONG_BOUND = 100_000;

export class LawBroken extends Error {
  override name = 'LawBroken';
  readonly law: string;
  readonly kept: KeptSeed;

  constructor(law: string, complaint: string, trial: Trial, step: number, cause?: unknown) {
    const kept: KeptSeed = {
      ruleset: trial.subject.ruleset.id,
      seats: trial.seats,
      options: trial.options,
      seed: trial.seed,
      ...(trial.draws === 'seeded' ? {} : { draws: trial.draws }),
      why: law,
    };
    const place = `${kept.ruleset}, ${kept.seats} seats, options ${JSON.stringify(kept.options)}, seed "${kept.seed}"`;
    super(
      `${law}: ${complaint}\n  in ${place}, draws ${trial.draws}, step ${step}\n  keep it: ${JSON.stringify(kept)},`,
      { cause },
    );
    this.law = law;
    this.kept = kept;
  }
}

export function trialOf(kept: KeptSeed, subject: Subject): Trial {
  return {
    subject,
    seats: kept.seats,
    options: kept.options,
    seed: kept.seed,
    draws: kept.draws ?? 'seeded',
    bound: kept.draws === undefined ? LONG_BOUND : 300,
    mustEnd: kept.draws === undefined,
  };
}
