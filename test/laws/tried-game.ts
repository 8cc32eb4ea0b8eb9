import type { Chance } from '#rules/kernel/chance.ts';
import { assertBound } from '#rules/kernel/chance.ts';
import { deepFreeze } from '#rules/kernel/json.ts';
import { applyLegal, setUp } from '#rules/kernel/play.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { SCENE_LAWS } from './giving-away.ts';
import type { HiddenFacts } from './hidden-facts.ts';
import { LEAK_LAWS } from './leak-laws.ts';
import { POLICY_LAWS } from './policy-law.ts';
import { bytes, difference, type Law, lotOf, named, type Position, positionOf, viewersOf } from './position.ts';
import { nothingUnlisted, POSITION_LAWS } from './position-laws.ts';
import { redealt } from './redealt.ts';
import { one, sample } from './samples.ts';
import { STEP_LAWS } from './step-laws.ts';
import { type Draws, LawBroken, type Trial } from './trial.ts';

const MOST_DRAWS = 100_000;
const STEPS_REPEATED = 300;
const STEPS_PLAYED_ON = 60;
const SUCCESSORS_TRIED = 12;
const ACTIONS_REMEMBERED = 50;
const FIRST_STEPS = 12;
const FIRST_STEPS_OF_EXTREMES = 2;

const APPLIES = 'every listed action applies';
const REDEALT_SOUND = 'redealt positions are sound';
const ENDS = 'random play ends';
const SAME_GAME = 'same seed, same game';

export interface Report {
  steps: number;
  over: boolean;
}

/** Draws only the smallest or only the largest numbers: a game that waits for any other number never ends. */
class ExtremeChance implements Chance {
  readonly #draws: Draws;
  #drawn = 0;

  constructor(draws: Draws) {
    this.#draws = draws;
  }

  int(below: number): number {
    assertBound(below);
    if (++this.#drawn > MOST_DRAWS) throw new Error(`more than ${MOST_DRAWS} ${this.#draws} draws in one step`);
    return this.#draws === 'smallest' ? 0 : below - 1;
  }
}

class RandomGame {
  readonly #trial: Trial;
  readonly #choices: Chance;
  readonly #draws: Chance;
  /** true in half of the games: first chooses a type of action, then an action of it, because some types are rare */
  readonly #kindFirst: boolean;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#choices = new FastChance(`${trial.seed}/choices`);
    this.#draws = new FastChance(`${trial.seed}/draws`);
    this.#kindFirst = this.#choices.int(2) === 0;
  }

  start(): Position {
    const { subject, options, seats } = this.#trial;
    return lawfully(this.#trial, 0, 'setting up works', () => {
      const { state, events, draws } = setUp(subject.ruleset, deepFreeze(options), seats, this.#chance());
      return positionOf(this.#trial, 0, state, { before: null, seat: null, action: null, draws, events });
    });
  }

  next(at: Position): Position {
    const seat = one(at.actors, this.#choices);
    const action = this.#choice(at.listed[seat] ?? []);
    return applied(this.#trial, at, seat, action, this.#chance());
  }

  #choice(actions: readonly ActionShape[]): ActionShape {
    if (!this.#kindFirst) return one(actions, this.#choices);
    const kind = one([...new Set(actions.map(({ type }) => type))], this.#choices);
    return one(
      actions.filter(({ type }) => type === kind),
      this.#choices,
    );
  }

  #chance(): Chance {
    return this.#trial.draws === 'seeded' ? this.#draws : new ExtremeChance(this.#trial.draws);
  }
}

function lawfully<T>(trial: Trial, step: number, law: string, part: () => T): T {
  try {
    return part();
  } catch (error) {
    if (error instanceof LawBroken) throw error;
    const complaint = `threw ${error}`;
    const inPlace =
      error instanceof TypeError && /read only|not extensible|Cannot (add|delete|define)/.test(error.message);
    const hung = complaint.includes(`more than ${MOST_DRAWS}`);
    const broken = inPlace ? 'nothing is changed in place' : hung ? 'smallest and largest draws do not hang' : law;
    throw new LawBroken(broken, complaint, trial, step, error);
  }
}

function obey(laws: readonly Law[], trial: Trial, at: Position, note = ''): void {
  for (const law of laws.filter(({ name }) => trial.subject.enforces(name))) {
    const complaint = lawfully(trial, at.step, law.name, () => law.complaint(at));
    if (complaint !== null) throw new LawBroken(law.name, `${complaint}${note}`, trial, at.step);
  }
}

function applied(trial: Trial, at: Position, seat: Seat, action: ActionShape, chance: Chance): Position {
  const step = at.step + 1;
  return lawfully(trial, step, APPLIES, () => {
    const { state, events, draws } = applyLegal(trial.subject.ruleset, at.state, seat, deepFreeze(action), chance);
    return positionOf(trial, step, state, { before: at.state, seat, action, draws, events });
  });
}

function trySuccessors(trial: Trial, at: Position): void {
  const lot = lotOf(at, 'successors');
  for (const seat of at.actors) {
    for (const action of sample(at.listed[seat] ?? [], SUCCESSORS_TRIED, lot)) {
      const answer = lawfully(trial, at.step, APPLIES, () =>
        trial.subject.play(trial.subject.ruleset, at.state, seat, structuredClone(action), lot),
      );
      const note = ` (after trying ${bytes(action)} of seat ${seat})`;
      if (!answer.ok) throw new LawBroken(APPLIES, `it was refused: ${bytes(answer)}${note}`, trial, at.step);
      const { state, events, draws } = answer;
      const after = positionOf(trial, at.step + 1, state, { before: at.state, seat, action, draws, events });
      obey(STEP_LAWS, trial, after, note);
    }
  }
}

/** Deals anew what a viewer cannot see of the position, and plays on from there, to check that the laws still hold. */
function playOn(trial: Trial, at: Position): void {
  const lot = lotOf(at, 'play on');
  const viewer = one(viewersOf(at.seats), lot);
  const note = ` (played on from a position redealt for ${named(viewer)})`;
  const dealt = lawfully(trial, at.step, REDEALT_SOUND, () => redealt(at, viewer, 'play on'));
  let on = positionOf(trial, at.step, dealt, { ...at.origin, events: [] });
  obey(STEP_LAWS, trial, on, note);
  for (let i = 0; i < STEPS_PLAYED_ON && on.actors.length > 0; i++) {
    const seat = one(on.actors, lot);
    on = applied(trial, on, seat, one(on.listed[seat] ?? [], lot), lot);
    obey(STEP_LAWS, trial, on, note);
  }
}

function repeat(trial: Trial, lived: readonly string[]): void {
  const game = new RandomGame(trial);
  let at = game.start();
  for (const [step, text] of lived.entries()) {
    const again = lifeOf(at);
    if (again !== text) throw new LawBroken(SAME_GAME, difference(text, again), trial, step);
    if (step + 1 < lived.length) at = game.next(at);
  }
}

function lifeOf(at: Position): string {
  return bytes([at.state, at.origin.events, at.origin.draws, at.actors]);
}

/** True if all laws are checked here: always in early positions, later less often, and rarely with extreme draws. */
function isThorough(trial: Trial, at: Position): boolean {
  const first = trial.draws === 'seeded' ? FIRST_STEPS : FIRST_STEPS_OF_EXTREMES;
  return at.step < first || at.actors.length === 0 || lotOf(at, 'thorough').int(at.step) < first;
}

export function tryGame(trial: Trial, facts: HiddenFacts): Report {
  const game = new RandomGame(trial);
  const earlier: ActionShape[] = [];
  const lived: string[] = [];
  let at = game.start();
  for (;;) {
    obey(STEP_LAWS, trial, at);
    if (lived.length < STEPS_REPEATED) lived.push(lifeOf(at));
    if (isThorough(trial, at)) {
      obey([...POSITION_LAWS, ...POLICY_LAWS, nothingUnlisted(earlier)], trial, at);
      if (trial.subject.enforces(APPLIES)) trySuccessors(trial, at);
      obey(LEAK_LAWS, trial, at);
      if (trial.draws === 'seeded') obey(SCENE_LAWS, trial, at);
      lawfully(trial, at.step, REDEALT_SOUND, () => facts.note(at));
      if (trial.subject.enforces(REDEALT_SOUND) && lotOf(at, 'whether to play on').int(4) === 0) playOn(trial, at);
    }
    if (at.actors.length === 0 || at.step >= trial.bound) break;
    earlier.push(...sample(at.listed.flat(), 3, lotOf(at, 'remember')));
    if (earlier.length > ACTIONS_REMEMBERED) earlier.splice(0, earlier.length - ACTIONS_REMEMBERED);
    at = game.next(at);
  }
  const over = at.actors.length === 0;
  if (!over && trial.mustEnd && trial.subject.enforces(ENDS)) {
    throw new LawBroken(ENDS, `it goes on after ${at.step} steps`, trial, at.step);
  }
  if (trial.subject.enforces(SAME_GAME)) repeat(trial, lived);
  return { steps: at.step, over };
}

export function walkThrough(trial: Trial, laws: readonly Law[]): number {
  const game = new RandomGame(trial);
  let at = game.start();
  for (;;) {
    obey(laws, trial, at);
    if (at.actors.length === 0 || at.step >= trial.bound) return at.step + 1;
    at = game.next(at);
  }
}
