import { FastChance } from '../../src/kernel/fast-chance.ts';
import { applyLegal } from '../../src/kernel/play.ts';
import type { ActionShape, Seat, Viewer } from '../../src/kernel/ruleset.ts';
import { jsonFault } from './plain-json.ts';
import {
  bytes,
  difference,
  type Law,
  lotOf,
  named,
  type Position,
  seatsOf,
  seenEvents,
  viewersOf,
} from './position.ts';
import { NO_CHANCE } from './position-laws.ts';
import { one, sample, textsIn, unlistedActions } from './samples.ts';

const LABELS_READ = 60;
const CHOICES_TRIED = 12;
const REDEALS_FOR_EVENTS = 4;

/** The position dealt anew for a viewer; the same lot always deals the same. */
export function redealt(at: Position, viewer: Viewer, lot: string): unknown {
  return at.subject.ruleset.redeal(at.state, viewer, new FastChance(`${at.seed}/${at.step}/${viewer}/${lot}`));
}

/** All that a viewer is told of a position, under names that a complaint can use. */
function toldOf(at: Position, state: unknown, viewer: Viewer): [string, string][] {
  const { ruleset } = at.subject;
  const view = ruleset.view(state, viewer);
  const actions: ActionShape[] = viewer === 'spectator' ? [] : ruleset.legalActions(state, viewer);
  const labelled = sample(actions, LABELS_READ, lotOf(at, 'told'));
  return [
    ['view', bytes(view)],
    ['actors', bytes(ruleset.actors(state))],
    ['legal actions', bytes(actions)],
    ['labels', bytes(labelled.map((action) => ruleset.label(action, view)))],
    ['text', ruleset.describe(view)],
    ['outcome', bytes(ruleset.outcome(state))],
  ];
}

/** The first thing that a viewer is told differently about two positions. */
function toldApart(at: Position, one: unknown, other: unknown, viewer: Viewer): string | null {
  const told = toldOf(at, other, viewer);
  for (const [i, [name, text]] of toldOf(at, one, viewer).entries()) {
    const otherText = told[i]?.[1] ?? '';
    if (text !== otherText) return `${name} of ${named(viewer)}: ${difference(text, otherText)}`;
  }
  return null;
}

const redealKeepsWhatIsSeen: Law = {
  name: 'leak law: redealing changes nothing that the viewer is told',
  complaint(at) {
    for (const viewer of viewersOf(at.seats)) {
      for (const lot of ['first', 'second']) {
        const dealt = redealt(at, viewer, lot);
        const fault = toldApart(at, at.state, dealt, viewer) ?? jsonFault(dealt, 'the redealt state');
        if (fault !== null) return fault;
        if (bytes(redealt(at, viewer, lot)) !== bytes(dealt))
          return `redealing for ${named(viewer)} draws other chance`;
        const refused = viewer === 'spectator' ? null : refusedApart(at, dealt, viewer);
        if (refused !== null) return refused;
      }
    }
    return null;
  },
};

/** An action that a seat gets another answer to in a redealt position. */
function refusedApart(at: Position, dealt: unknown, seat: Seat): string | null {
  const { play, ruleset } = at.subject;
  for (const action of unlistedActions(at, seat, [], lotOf(at, 'refused apart'))) {
    const answer = bytes(play(ruleset, at.state, seat, action, NO_CHANCE));
    const other = bytes(play(ruleset, dealt, seat, action, NO_CHANCE));
    if (answer !== other) return `the refusal of ${bytes(action)} of seat ${seat}: ${difference(answer, other)}`;
  }
  return null;
}

const redealIsSound: Law = {
  name: 'redealt positions are sound',
  complaint(at) {
    for (const viewer of viewersOf(at.seats)) {
      const faults = at.subject.ruleset.invariants?.(redealt(at, viewer, 'sound')) ?? [];
      if (faults.length > 0) return `redealt for ${named(viewer)}: ${faults.join('; ')}`;
    }
    return null;
  },
};

/** What everybody but the chooser is told after a secret choice, and who is still to choose. */
function afterChoice(at: Position, seat: Seat, action: ActionShape) {
  const { ruleset } = at.subject;
  const { state, events } = applyLegal(ruleset, at.state, seat, action, new FastChance(`${at.seed}/${at.step}/choice`));
  const told = viewersOf(at.seats)
    .filter((viewer) => viewer !== seat)
    .map((viewer) => [
      named(viewer),
      bytes(seenEvents(at.subject, events, viewer)),
      ...toldOf(at, state, viewer).flat(),
    ]);
  return { told, waiting: bytes(ruleset.actors(state).filter((actor) => actor !== seat)) };
}

const secretChoices: Law = {
  name: 'leak law: secret choices stay secret until all are in',
  complaint(at) {
    if (at.actors.length < 2) return null;
    for (const seat of at.actors) {
      const others = bytes(at.actors.filter((actor) => actor !== seat));
      const [first, ...rest] = sample(at.listed[seat] ?? [], CHOICES_TRIED, lotOf(at, 'secret choices'));
      if (first === undefined) continue;
      const expected = afterChoice(at, seat, first);
      for (const action of [first, ...rest]) {
        const { told, waiting } = afterChoice(at, seat, action);
        if (waiting !== others)
          return `after ${bytes(action)} of seat ${seat} not ${others} but ${waiting} are to choose`;
        const shown = told.findIndex((texts, i) => bytes(texts) !== bytes(expected.told[i]));
        if (shown < 0) continue;
        const [text, other] = [bytes(told[shown]), bytes(expected.told[shown])];
        return `the choice of seat ${seat} shows, ${bytes(action)} or ${bytes(first)}: ${difference(text, other)}`;
      }
    }
    return null;
  },
};

/** Where in a state a text stands, if it stands there once: names on the way, places in the innermost list left out. */
function placeOf(state: unknown, text: string): string | null {
  const places: string[] = [];
  const walk = (value: unknown, path: string[]): void => {
    if (value === text) places.push(path.join('.'));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) walk(part, [...path, name]);
  };
  walk(state, []);
  const [place] = places;
  return places.length === 1 && place !== undefined ? place.replace(/\.\d+(?=(\.\D[^.]*)*$)/, '.*') : null;
}

const eventsTellNothingHidden: Law = {
  name: 'leak law: events tell nothing hidden',
  complaint(at) {
    const { before } = at.origin;
    const { ruleset } = at.subject;
    for (const viewer of viewersOf(at.seats)) {
      const seen = before === null ? [] : textsIn(ruleset.view(before, viewer));
      const visible = new Set([...seen, ...textsIn(ruleset.view(at.state, viewer))]);
      const told = textsIn(seenEvents(at.subject, at.origin.events, viewer)).filter((text) => !visible.has(text));
      const hidden = [...new Set(told)].flatMap((text) => ({ text, place: placeOf(at.state, text) ?? [] }));
      const placed = hidden.filter(({ place }) => typeof place === 'string');
      if (placed.length === 0) continue;
      for (let i = 0; i < REDEALS_FOR_EVENTS; i++) {
        const dealt = redealt(at, viewer, `events ${i}`);
        const moved = placed.find(({ text, place }) => placeOf(dealt, text) !== place);
        if (moved !== undefined) {
          return `an event tells ${named(viewer)} of "${moved.text}", which lies at ${moved.place} and neither view shows`;
        }
      }
    }
    return null;
  },
};

/** What a viewer learns of an action, in one of two positions that look the same to it. */
function learned(at: Position, state: unknown, viewer: Viewer, seat: Seat, action: ActionShape) {
  const { subject } = at;
  const { state: after, events } = applyLegal(
    subject.ruleset,
    state,
    seat,
    action,
    new FastChance(`${at.seed}/${at.step}/learned`),
  );
  return {
    events: bytes(seenEvents(subject, events, viewer)),
    publicEvents: bytes(seenEvents(subject, events, 'spectator')),
    view: bytes(subject.ruleset.view(after, viewer)),
  };
}

/**
 * A seat may learn of hidden things by an event, but then everybody does, or its view shows it from then on;
 * and while a decision made in secret is open, one's own choice brings no news at all.
 */
const newsIsShared: Law = {
  name: 'leak law: news is public or shown in the view',
  complaint(at) {
    if (at.actors.length === 0) return null;
    const lot = lotOf(at, 'news');
    for (const viewer of viewersOf(at.seats)) {
      const dealt = redealt(at, viewer, 'news');
      const seat = one(at.actors, lot);
      const still = new Set(at.subject.ruleset.legalActions(dealt, seat).map(bytes));
      const both = (at.listed[seat] ?? []).filter((action) => still.has(bytes(action)));
      for (const action of sample(both, 2, lot)) {
        const told = learned(at, at.state, viewer, seat, action);
        const other = learned(at, dealt, viewer, seat, action);
        const secret = seat === viewer && at.actors.length > 1;
        if (secret && told.view !== other.view) {
          return `its own secret choice ${bytes(action)} shows seat ${seat} ${difference(told.view, other.view)}`;
        }
        const explained = !secret && (told.view !== other.view || told.publicEvents !== other.publicEvents);
        if (told.events !== other.events && !explained) {
          return `${bytes(action)} of seat ${seat} tells ${named(viewer)} ${difference(told.events, other.events)}`;
        }
      }
    }
    return null;
  },
};

/** A ruleset that says nothing is hidden shows everybody the same. */
const nothingHidden: Law = {
  name: 'hidden information is declared',
  complaint(at) {
    if (at.subject.ruleset.hiddenInformation) return null;
    const shown = (viewer: Viewer) =>
      bytes([at.subject.ruleset.view(at.state, viewer), seenEvents(at.subject, at.origin.events, viewer)]);
    const expected = shown('spectator');
    const other = seatsOf(at.seats).find((seat) => shown(seat) !== expected);
    return other === undefined ? null : `seat ${other} sees ${difference(shown(other), expected)}`;
  },
};

/** Everything about what one may know and another may not. */
export const LEAK_LAWS: readonly Law[] = [
  nothingHidden,
  redealKeepsWhatIsSeen,
  redealIsSound,
  secretChoices,
  eventsTellNothingHidden,
  newsIsShared,
];
