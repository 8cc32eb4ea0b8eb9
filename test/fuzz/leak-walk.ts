import type { Catalogue } from '#rules/catalogue.ts';
import { type Compared, toldByService, tryAround } from '../laws/around-law.ts';
import { SCENE_LAWS } from '../laws/giving-away.ts';
import { CLOCKS } from '../laws/kept-game.ts';
import { LEAK_LAWS } from '../laws/leak-laws.ts';
import { optionSets } from '../laws/option-sets.ts';
import { type Options, Subject } from '../laws/trial.ts';
import { walkThrough } from '../laws/tried-game.ts';

const SETS = 400;
const LONGEST_GAME = 400;
/** Each field gets several games, however few positions are looked at. */
const GAMES_A_FIELD = 3;
/** So many positions of each game are compared in all that the service adds, under one of the clocks. */
const LONGEST_AROUND = 10;

/** A ruleset at one number of seats, with all the options that it is played with here. */
interface Field {
  subject: Subject;
  seats: number;
  sets: Options[];
  positions: number;
  games: number;
  compared: Compared;
}

/** How much of a ruleset was looked at. */
export interface Looked {
  ruleset: string;
  seats: number;
  optionSets: number;
  games: number;
  positions: number;
  /** in what the service adds to the views */
  compared: Compared;
}

export interface WalkOptions {
  seed: string;
  /** how many positions to look at */
  positions: number;
  /** or how long, whichever ends first; every field gets one game in any case */
  ms?: number;
  /** told after every game how many positions were looked at so far */
  onGame?: (positions: number) => void;
}

/**
 * Random games over every ruleset, number of seats and set of options, at each position of which it is redealt for
 * every viewer and compared: the view, the legal actions, the labels, the text, the events, the worlds. So is
 * all that the service adds to the view. Throws `LawBroken`.
 */
export function walkForLeaks(catalogue: Catalogue, options: WalkOptions): Looked[] {
  const { seed, positions, ms = Number.POSITIVE_INFINITY, onGame = () => {} } = options;
  const fields = [...catalogue.values()].flatMap(({ ruleset, rules }): Field[] => {
    const subject = new Subject(ruleset, rules);
    const counts = Array.from({ length: ruleset.seats.max - ruleset.seats.min + 1 }, (_, i) => ruleset.seats.min + i);
    return counts.map((seats) => {
      const sets = optionSets(subject, seats, SETS);
      return { subject, seats, sets, positions: 0, games: 0, compared: { choices: 0, worlds: 0 } };
    });
  });
  const end = performance.now() + ms;
  const bound = Math.min(LONGEST_GAME, Math.ceil(positions / fields.length / GAMES_A_FIELD));
  const isDone = (all: number) => all >= positions || performance.now() > end;
  // each field is looked at once at least
  for (let all = 0; !isDone(all) || fields.some((field) => field.positions === 0); onGame(all))
    all += walkOn(leastLookedAt(fields), seed, bound);
  return fields.map(
    ({ subject, seats, sets, games, positions, compared }): Looked => ({
      ruleset: subject.ruleset.id,
      seats,
      optionSets: sets.length,
      games,
      positions,
      compared,
    }),
  );
}

function leastLookedAt(fields: readonly Field[]): Field {
  return fields.reduce((least, field) => (field.positions < least.positions ? field : least));
}

function walkOn(field: Field, seed: string, bound: number): number {
  const { subject, seats, sets } = field;
  const options = sets[field.games % sets.length];
  if (options === undefined) throw new Error(`${subject.ruleset.id} takes no options at ${seats} seats`);
  const name = `${seed} ${field.games++}`;
  const trial = { subject, seats, options, seed: name, draws: 'seeded' as const, bound, mustEnd: false };
  const positions = walkThrough(trial, [...LEAK_LAWS, ...SCENE_LAWS]);
  const clock = CLOCKS[field.games % CLOCKS.length] ?? null;
  const { choices, worlds } = tryAround({ ...trial, bound: Math.min(bound, LONGEST_AROUND) }, toldByService, [clock]);
  field.compared.choices += choices;
  field.compared.worlds += worlds;
  field.positions += positions;
  return positions;
}
