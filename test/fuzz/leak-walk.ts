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
const GAMES_A_FIELD = 3;
/** For this many positions of a game, everything that the service shows is compared, not only views. */
const LONGEST_AROUND = 10;

interface Field {
  subject: Subject;
  seats: number;
  sets: Options[];
  positions: number;
  games: number;
  compared: Compared;
}

export interface Looked {
  ruleset: string;
  seats: number;
  optionSets: number;
  games: number;
  positions: number;
  compared: Compared;
}

export interface WalkOptions {
  seed: string;
  positions: number;
  /** time limit; every ruleset gets at least one game in any case */
  ms?: number;
  onGame?: (positions: number) => void;
}

/** Redraws the hidden facts in each position of random games, and checks that the service shows every viewer the same
 * as before. Throws `LawBroken` if it does not. */
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
