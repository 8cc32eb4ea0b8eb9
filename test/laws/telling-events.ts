import { applyLegal } from '#rules/kernel/play.ts';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Law, named, type Position, seenEvents, viewersOf } from './position.ts';
import { redealt } from './redealt.ts';
import { textsIn, wordsOf } from './samples.ts';
import { toldHere } from './told.ts';

const REDEALS_FOR_EVENTS = 4;
const STEPS_FOR_EVENTS = 200;

/** Returns the path to a text, without the index in the innermost list; null: the text does not occur exactly once. */
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

function toldUnseen(at: Position, viewer: Viewer): string[] {
  const { before, events } = at.origin;
  const words = wordsOf(at);
  const told = [...textsIn(seenEvents(at.subject, events, viewer))].filter((text) => words.has(text));
  if (told.length === 0) return [];
  const shown = textsIn(toldHere(at, viewer).view);
  const unseen = told.filter((text) => !shown.has(text));
  if (unseen.length === 0 || before === null) return unseen;
  const shownBefore = textsIn(at.subject.ruleset.view(before, viewer));
  return unseen.filter((text) => !shownBefore.has(text));
}

/** True if the action may have shown the card `text` and then shuffled it: other random numbers put it elsewhere. */
function mayHaveGoneOn(at: Position, viewer: Viewer, text: string, place: string | null): boolean {
  const { before, seat, action } = at.origin;
  if (seat === null || action === null) return false;
  const { subject } = at;
  for (let i = 0; i < STEPS_FOR_EVENTS; i++) {
    const chance = new FastChance(`${at.seed}/${at.step}/gone on ${i}`);
    const { state, events } = applyLegal(subject.ruleset, before, seat, action, chance);
    const elsewhere = placeOf(state, text);
    const isTold = textsIn(seenEvents(subject, events, viewer)).has(text);
    if (isTold && elsewhere !== null && elsewhere !== place) return true;
  }
  return false;
}

export const eventsTellNothingHidden: Law = {
  name: 'leak law: events tell nothing hidden',
  complaint(at) {
    for (const viewer of viewersOf(at.seats)) {
      const hidden = toldUnseen(at, viewer).map((text) => ({ text, place: placeOf(at.state, text) }));
      const placed = hidden.filter(({ place }) => place !== null);
      if (placed.length === 0) continue;
      for (let i = 0; i < REDEALS_FOR_EVENTS; i++) {
        const dealt = redealt(at, viewer, `events ${i}`);
        const moved = placed.find(({ text, place }) => placeOf(dealt, text) !== place);
        if (moved !== undefined && !mayHaveGoneOn(at, viewer, moved.text, moved.place)) {
          return `an event tells ${named(viewer)} of "${moved.text}", which lies at ${moved.place} and neither view shows`;
        }
      }
    }
    return null;
  },
};
