import type { Chance, Viewer } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import type { Pending, State } from './state.ts';

/**
 * Shuffles what is left of the deck, and draws the secret choices of other seats anew. The cards are sorted first: positions
 * that look alike to the viewer become the same one with the same chance. R22
 */
export function redeal(state: State, viewer: Viewer, chance: Chance): State {
  const { deck, dealt, pending } = state;
  return {
    ...state,
    deck: [...deck.slice(0, dealt), ...shuffle(chance, deck.slice(dealt).sort())],
    pending: pending === null ? null : chosenAnew(pending, viewer, chance),
  };
}

/** Whoever is asked may always choose either way. */
function chosenAnew(pending: Pending, viewer: Viewer, chance: Chance): Pending {
  const choices = pending.choices.map((choice) =>
    choice.seat === viewer ? choice : { ...choice, yes: chance.int(2) === 1 },
  );
  return { ...pending, choices };
}
