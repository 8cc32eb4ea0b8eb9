import type { Chance } from '#rules/kernel/chance.ts';
import type { play } from '#rules/kernel/play.ts';
import type { AnyRuleset, Seat, Step } from '#rules/kernel/ruleset.ts';
import { type SealedAction, type SealedEvent, type SealedState, sealedCards } from '../kernel/sealed-cards.ts';

export interface Broken {
  what: string;
  law: string;
  ruleset: AnyRuleset;
  gate?: typeof play;
}

type SealedStep = Step<SealedState, SealedEvent>;

export function afterwards(
  change: (step: SealedStep, before: SealedState, seat: Seat, action: SealedAction) => SealedStep,
) {
  return {
    ...sealedCards,
    apply: (state: SealedState, seat: Seat, action: SealedAction, chance: Chance): SealedStep =>
      change(sealedCards.apply(state, seat, action, chance), state, seat, action),
  };
}
