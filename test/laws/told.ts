import type { ActionShape, Viewer } from '#rules/kernel/ruleset.ts';
import { bytes, difference, lotOf, named, type Position } from './position.ts';
import { remembered } from './remembered.ts';
import { sample } from './samples.ts';

const LABELS_READ = 60;

export interface Told {
  view: unknown;
  texts: [name: string, text: string][];
}

export function toldOf(at: Position, state: unknown, viewer: Viewer): Told {
  const { ruleset } = at.subject;
  const view = ruleset.view(state, viewer);
  const actions: ActionShape[] = viewer === 'spectator' ? [] : ruleset.legalActions(state, viewer);
  const labelled = sample(actions, LABELS_READ, lotOf(at, 'told'));
  return {
    view,
    texts: [
      ['view', bytes(view)],
      ['actors', bytes(ruleset.actors(state))],
      ['legal actions', bytes(actions)],
      ['labels', bytes(labelled.map((action) => ruleset.label(action, view)))],
      ['odds', bytes(labelled.map((action) => ruleset.odds?.(state, viewer as number, action) ?? null))],
      ['text', ruleset.describe(view)],
      ['outcome', bytes(ruleset.outcome(state))],
    ],
  };
}

export const toldHere = remembered((at: Position, viewer: Viewer) => toldOf(at, at.state, viewer));

export function toldApart(one: Told, other: Told, viewer: Viewer): string | null {
  for (const [i, [name, text]] of one.texts.entries()) {
    const otherText = other.texts[i]?.[1] ?? '';
    if (text !== otherText) return `${name} of ${named(viewer)}: ${difference(text, otherText)}`;
  }
  return null;
}
