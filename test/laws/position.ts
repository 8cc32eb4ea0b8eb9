import type { Chance } from '#rules/kernel/chance.ts';
import { deepFreeze } from '#rules/kernel/json.ts';
import type { ActionShape, EventShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Options, Subject, Trial } from './trial.ts';

export interface Origin {
  before: unknown;
  seat: Seat | null;
  action: ActionShape | null;
  draws: number[];
  events: EventShape[];
}

export interface Position {
  subject: Subject;
  seats: number;
  options: Options;
  seed: string;
  step: number;
  state: unknown;
  actors: readonly Seat[];
  listed: readonly (readonly ActionShape[])[];
  origin: Origin;
}

/** A rule for all positions. `complaint` says in a sentence what is wrong; null: the law holds. */
export interface Law {
  name: string;
  complaint(at: Position): string | null;
}

export function positionOf(trial: Trial, step: number, state: unknown, origin: Origin): Position {
  const { subject, seats, options, seed } = trial;
  const listed = seatsOf(seats).map((seat) => deepFreeze(subject.ruleset.legalActions(state, seat)));
  return { subject, seats, options, seed, step, state, actors: subject.ruleset.actors(state), listed, origin };
}

export function lotOf(at: Position, purpose: string): Chance {
  return new FastChance(`${at.seed}/${at.step}/${purpose}`);
}

export function seatsOf(seats: number): Seat[] {
  return [...Array(seats).keys()];
}

export function viewersOf(seats: number): Viewer[] {
  return [...seatsOf(seats), 'spectator'];
}

export function bytes(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

export function named(viewer: Viewer): string {
  return viewer === 'spectator' ? 'a spectator' : `seat ${viewer}`;
}

export function seenEvents(subject: Subject, events: readonly EventShape[], viewer: Viewer): EventShape[] {
  return events.flatMap((event) => subject.ruleset.redact(event, viewer) ?? []);
}

export function difference(a: string, b: string): string {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const from = Math.max(0, i - 40);
  return `…${a.slice(from, i + 40)}… against …${b.slice(from, i + 40)}…`;
}
