import type { Chance } from '#rules/kernel/chance.ts';
import type { play } from '#rules/kernel/play.ts';
import type { AnyRuleset, Seat, Step } from '#rules/kernel/ruleset.ts';
import { type SealedAction, type SealedEvent, type SealedState, sealedCards } from '../kernel/sealed-cards.ts';

/** Sealed Cards by somebody who got one thing wrong. */
export interface Broken {
  what: string;
  /** The law that has to catch it. */
  law: string;
  ruleset: AnyRuleset;
  gate?: typeof play;
}

type SealedStep = Step<SealedState, SealedEvent>;

/** Changes the step that an action leads to. */
export function afterwards(
  change: (step: SealedStep, before: SealedState, seat: Seat, action: SealedAction) => SealedStep,
) {
  return {
    ...sealedCards,
    apply: (state: SealedState, seat: Seat, action: SealedAction, chance: Chance): SealedStep =>
      change(sealedCards.apply(state, seat, action, chance), state, seat, action),
  };
}
