import { gameSeedFromText, PublishedChance } from './chance.ts';
import { sha256Hex } from './hashing.ts';
import { changesBetween, sameJson } from './json.ts';
import { sentenceOf } from './narration.ts';
import { type Played, play, setUp } from './play.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Viewer } from './ruleset.ts';
import { FastChance } from './search/fast-chance.ts';

export interface PlaythroughHeader {
  title: string;
  ruleset: string;
  rulesVersion: number;
  options: object;
  seats: number;
  seed: string;
}

/** One step of a recorded game (0 is the set-up): the action, its events, and what each viewer then sees and may do. */
export interface PlaythroughStep {
  step: number;
  seat: Seat | null;
  action: ActionShape | null;
  draws?: number[];
  events: EventShape[];
  /** for each viewer who may not know all events: the events as this viewer gets them */
  seen?: Record<string, EventShape[]>;
  state: unknown;
  /** the spectator's view (after step 0 only changes), and how each seat's view differs from it; by JSON pointer */
  views: Record<string, unknown>;
  /** by seat that must act: its legal actions */
  legal: Record<string, ActionShape[] | LongList>;
  // `new`: the texts of this step that occurred in no earlier step (of a long list of actions, only the first labels).
  // `sha256`: the first digits of the hash of all texts of the step
  words: { new: string[]; sha256: string };
}

export interface LongList {
  count: number;
  first: ActionShape[];
  /** hash of the JSON of the whole list, in lower-case hex */
  sha256: string;
}

export interface Choice {
  seat: Seat;
  action: ActionShape;
}

export type Chooser = (step: number, state: unknown, actors: readonly Seat[]) => Choice | null;

/** Thrown if a recorded game cannot be read, or if these rules cannot replay it. */
export class PlaythroughError extends Error {
  override name = 'PlaythroughError';
}

/** A list of up to 40 actions is recorded in full. Of a longer list, only the first 3 actions are recorded. */
const LONGEST_LIST = 40;
const FIRST_OF_LIST = 3;

/** Plays a game and records every step. Step n draws from stream n, as version n of a real game does. */
export function playthrough(ruleset: AnyRuleset, header: PlaythroughHeader, choose: Chooser): PlaythroughStep[] {
  const gameSeed = gameSeedFromText(header.seed);
  const chanceOf = (step: number) => new PublishedChance(gameSeed, step);
  let played = setUp(ruleset, header.options, header.seats, chanceOf(0));
  const known = new Set<string>();
  const steps = [stepOf(ruleset, header, 0, null, null, played, known)];
  for (let actors = ruleset.actors(played.state); actors.length > 0; actors = ruleset.actors(played.state)) {
    const step = steps.length;
    const choice = choose(step, played.state, actors);
    if (choice === null) break;
    const next = play(ruleset, played.state, choice.seat, choice.action, chanceOf(step));
    if (!next.ok) {
      const why = next.code === 'illegal-action' ? `${next.refusal.rule}: ${next.refusal.detail}` : next.code;
      throw new PlaythroughError(
        `step ${step}: seat ${choice.seat} cannot play ${JSON.stringify(choice.action)} here (${why})`,
      );
    }
    steps.push(stepOf(ruleset, header, step, choice, played, next, known));
    played = next;
  }
  return steps;
}

function stepOf(
  ruleset: AnyRuleset,
  header: PlaythroughHeader,
  step: number,
  choice: Choice | null,
  before: Played | null,
  played: Played,
  known: Set<string>,
): PlaythroughStep {
  const { state, events, draws } = played;
  const { seats } = header;
  const seen = seenOf(ruleset, seats, events);
  const legal = ruleset.actors(state).map((seat) => [seat, written(ruleset.legalActions(state, seat))]);
  return {
    step,
    seat: choice?.seat ?? null,
    action: choice?.action ?? null,
    ...(draws.length > 0 ? { draws } : {}),
    events,
    ...(Object.keys(seen).length > 0 ? { seen } : {}),
    state,
    views: viewsOf(ruleset, seats, before, state),
    legal: Object.fromEntries(legal),
    words: wordsOf(ruleset, header, played, known),
  };
}

function wordsOf(
  ruleset: AnyRuleset,
  { seats, options }: PlaythroughHeader,
  { state, events }: Played,
  known: Set<string>,
): PlaythroughStep['words'] {
  const viewers: Viewer[] = ['spectator', ...Array(seats).keys()];
  const told: EventShape[] = viewers.flatMap((viewer) =>
    events.flatMap((event) => ruleset.redact(event, viewer) ?? []),
  );
  const sentences = told.map((event) => sentenceOf(ruleset, event, options));
  const labels = ruleset.actors(state).map((seat) => {
    const view: unknown = ruleset.view(state, seat);
    return ruleset.legalActions(state, seat).map((action) => ruleset.label(action, view));
  });
  const lines = viewers.flatMap((viewer) => ruleset.describe(ruleset.view(state, viewer)).split('\n'));
  const shown = labels.flatMap((list) => (list.length <= LONGEST_LIST ? list : list.slice(0, FIRST_OF_LIST)));
  const unseen = [...new Set([...sentences, ...shown, ...lines])].filter((text) => !known.has(text));
  for (const text of unseen) known.add(text);
  const sha256 = sha256Hex(JSON.stringify([sentences, labels, lines]));
  return { new: unseen, sha256: sha256.slice(0, 16) };
}

function seenOf(ruleset: AnyRuleset, seats: number, events: readonly EventShape[]): Record<string, EventShape[]> {
  const viewers: Viewer[] = ['spectator', ...Array(seats).keys()];
  const seen = viewers
    .map((viewer): [Viewer, EventShape[]] => [viewer, events.flatMap((event) => ruleset.redact(event, viewer) ?? [])])
    .filter(([, told]) => !sameJson(told, events));
  return Object.fromEntries(seen);
}

function viewsOf(ruleset: AnyRuleset, seats: number, before: Played | null, state: unknown): Record<string, unknown> {
  const watched: unknown = ruleset.view(state, 'spectator');
  const spectator = before === null ? watched : changesBetween(ruleset.view(before.state, 'spectator'), watched);
  const others = [...Array(seats).keys()]
    .map((seat): [Seat, object] => [seat, changesBetween(watched, ruleset.view(state, seat))])
    .filter(([, changes]) => Object.keys(changes).length > 0);
  return { spectator, ...Object.fromEntries(others) };
}

function written(actions: ActionShape[]): ActionShape[] | LongList {
  if (actions.length <= LONGEST_LIST) return actions;
  const sha256 = sha256Hex(JSON.stringify(actions));
  return { count: actions.length, first: actions.slice(0, FIRST_OF_LIST), sha256 };
}

export function randomChoices(ruleset: AnyRuleset, seed: string, steps: number): Chooser {
  const lot = new FastChance(`${seed}/choices`);
  return (step, state, actors) => {
    if (step > steps) return null;
    const seat = actors[lot.int(actors.length)] as Seat;
    const legal = ruleset.legalActions(state, seat);
    return { seat, action: legal[lot.int(legal.length)] as ActionShape };
  };
}

/** Returns a chooser for the first seat that must act. Step n takes the legal action at the index `places[n - 1]`. */
export function listedChoices(ruleset: AnyRuleset, places: readonly number[]): Chooser {
  return (step, state, actors) => {
    const place = places[step - 1];
    if (place === undefined) return null;
    const seat = actors[0] as Seat;
    const legal = ruleset.legalActions(state, seat);
    const action = legal[place];
    if (action === undefined) {
      throw new PlaythroughError(
        `step ${step}: seat ${seat} has ${legal.length} legal actions, numbered from 0, so there is no choice ${place}`,
      );
    }
    return { seat, action };
  };
}

export function recordedChoices(choices: readonly Choice[]): Chooser {
  return (step) => choices[step - 1] ?? null;
}

export function writtenPlaythrough(header: PlaythroughHeader, steps: readonly PlaythroughStep[]): string {
  return [header, ...steps].map((line) => `${JSON.stringify(line)}\n`).join('');
}

export function readPlaythrough(text: string): { header: PlaythroughHeader; choices: Choice[] } {
  const lines = text.trimEnd().split('\n');
  const [header, , ...steps] = lines.map((line, i): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      throw new PlaythroughError(`line ${i + 1} is not JSON`);
    }
  });
  if (!isHeader(header))
    throw new PlaythroughError(
      'line 1 must be the header of a playthrough, with title, ruleset, options, seats and seed',
    );
  const choices = steps.map((step, i) => {
    if (!isChoice(step)) throw new PlaythroughError(`line ${i + 3} must have a seat and an action`);
    return { seat: step.seat, action: step.action };
  });
  return { header, choices };
}

function isHeader(line: unknown): line is PlaythroughHeader {
  const { title, ruleset, seats, seed, options } = (line ?? {}) as Partial<PlaythroughHeader>;
  const texts = [title, ruleset, seed].every((text) => typeof text === 'string');
  return texts && typeof seats === 'number' && typeof options === 'object' && options !== null;
}

function isChoice(line: unknown): line is Choice {
  const { seat, action } = (line ?? {}) as Partial<Choice>;
  return typeof seat === 'number' && typeof action?.type === 'string';
}

export function firstDifference(written: string, now: string): string | null {
  if (written === now) return null;
  const [old, fresh] = [written.split('\n'), now.split('\n')];
  const line = fresh.findIndex((text, i) => text !== old[i]);
  const [before, after] = [fieldsOf(old[line]), fieldsOf(fresh[line])];
  if (before === null || after === null) return `it has ${old.length - 2} steps and not ${fresh.length - 2}`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const where = line === 0 ? 'the header' : `step ${line - 1}`;
  return `${where} differs in ${changed.join(', ') || 'its spelling'}`;
}

function fieldsOf(line: string | undefined): Record<string, unknown> | null {
  return line === undefined || line === '' ? null : JSON.parse(line);
}
