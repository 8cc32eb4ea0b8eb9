import type { Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Position } from './position.ts';
import { remembered } from './remembered.ts';

/** Deals the position anew for a viewer. The same `lot` gives the same deal. */
export function redealt(at: Position, viewer: Viewer, lot: string): unknown {
  return at.subject.ruleset.redeal(at.state, viewer, new FastChance(`${at.seed}/${at.step}/${viewer}/${lot}`));
}

export const dealtHere = remembered((at: Position, viewer: Viewer) =>
  ['first', 'second'].map((lot) => redealt(at, viewer, lot)),
);
