import type { CardId } from './cards.ts';
import { powerOf } from './cards.ts';
import type { Power, PowerKind, Trigger } from './power.ts';
import type { PowerRule, Use } from './power-rule.ts';
import {
  attackTwo,
  noAttackByHealth,
  noAttackNeighbour,
  removeHealthy,
  selfDamage,
  takeRemoved,
} from './powers/attack.ts';
import { discardOne, drawIfFew, drawInstead, study, swapHand } from './powers/hand.ts';
import { add, doubleLow, doubleThenDiscard, dropHigh, healthCompare, raiseLow, subtract } from './powers/result.ts';
import {
  addSecondRoll,
  finalRoll,
  forcedStop,
  keepRoll,
  lastingAdd,
  lastingSubtract,
  rerollsAtMost,
  rerollsExactly,
  shrinkDie,
} from './powers/roll.ts';
import { forcedSide, shuffleRow, swapRow, swapWithRow } from './powers/row.ts';
import { ignoreShields, shieldAgainst, shieldCard, shieldHealth, shieldRow } from './powers/shield.ts';

export const POWERS: { readonly [K in PowerKind]: PowerRule<K> } = {
  subtract,
  add,
  raiseLow,
  dropHigh,
  doubleLow,
  healthCompare,
  doubleThenDiscard,
  noAttackByHealth,
  noAttackNeighbour,
  swapHand,
  swapRow,
  drawInstead,
  shuffleRow,
  attackTwo,
  finalRoll,
  forcedStop,
  keepRoll,
  removeHealthy,
  takeRemoved,
  shieldCard,
  shieldRow,
  shieldAgainst,
  shieldHealth,
  ignoreShields,
  rerollsAtMost,
  rerollsExactly,
  forcedSide,
  shrinkDie,
  lastingAdd,
  lastingSubtract,
  discardOne,
  drawIfFew,
  study,
  swapWithRow,
  addSecondRoll,
  selfDamage,
};

export function ruleOf(power: Power): PowerRule<PowerKind> {
  return POWERS[power.kind] as PowerRule<PowerKind>;
}

export function useOf(card: CardId | null, trigger: Trigger, seat: number): Use | null {
  const power = card === null ? null : powerOf(card, trigger);
  return card === null || power === null ? null : { power, card, seat };
}
