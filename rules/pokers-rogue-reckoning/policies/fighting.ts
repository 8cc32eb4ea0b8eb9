import type { Action, ActionOf } from '../actions.ts';
import { type Card, ENEMIES, kindOf, ofKind, rankOf } from '../cards.ts';
import { MOST_MONEY } from '../state.ts';
import { healedBy, type View } from '../view.ts';
import { blowOf, type Change, counterOdds, type Fight, harmOf, healingInHand, prospect } from './odds.ts';
import { ability, all, first, least } from './plain.ts';

/** The policy spends a blue potion only if that saves at least this many hit points. Found by trial games. */
const LEAST_SAVED = 5;
const LEAST_SAVED_BY_CLEANSING = 4;
/** The cost of losing the game, in hit points. */
const RISK = 8;
/** The policy flees if it would survive the combat with a lower probability than this. */
const POOR_CHANCE = 0.25;
const MUCH_MONEY = 12;
const LARGE_POTION = 9;
const SMALL_POTION = 5;

const EVADE: Card = '3S';
const TRADEOFF: Card = '4S';
const MIRACLE: Card = '7S';
const FORTUNE: Card = '8S';
const RECOVER: Card = '10S';
const ROAR: Card = '2H';
const ELEVATE: Card = '3H';
const STRATEGY: Card = '4H';
const STUN: Card = '7H';
const ALCHEMY: Card = '8H';
const SHIELD: Card = '9H';
const TIME_TRAVEL: Card = '10H';

function fightOf({ combat }: View): Fight {
  if (combat === null) throw new Error('there is no combat');
  return combat;
}

export function preparing(view: View, legal: readonly Action[]): Action | undefined {
  const fight = fightOf(view);
  return (
    income(view, legal) ??
    spending(view, fight, legal) ??
    (isHopeless(view, fight) ? flight(legal) : undefined) ??
    healing(view, legal) ??
    betterDice(view, fight, legal) ??
    first(legal, 'roll')
  );
}

function income(view: View, legal: readonly Action[]): Action | undefined {
  const newest = ofKind(view.discard, 'money')
    .slice(-2)
    .reduce((sum, card) => sum + rankOf(card), 0);
  if (view.money <= MOST_MONEY - 16 && ability(legal, FORTUNE) !== undefined) return ability(legal, FORTUNE);
  if (Math.min(newest, MOST_MONEY - view.money) >= MUCH_MONEY) return ability(legal, ALCHEMY);
  return all(legal, 'useAbility').find(
    ({ card, target }) =>
      card === RECOVER && target !== undefined && kindOf(target) === 'red' && rankOf(target) >= LARGE_POTION,
  );
}

function costOf(view: View, fight: Fight, change: Change = {}): number {
  const { damageTaken, survival } = prospect(view, fight, change);
  return damageTaken + RISK * (1 - survival);
}

/** Spends a blue potion where it saves most: as a buff or against a curse. In the last combat any saving is enough,
 * because no potion is needed later. */
function spending(view: View, fight: Fight, legal: readonly Action[]): Action | undefined {
  const buffs = all(legal, 'applyBuff').filter(({ card }) => kindOf(card) === 'blue' || view.defeated === ENEMIES - 1);
  const cleansings = all(legal, 'cleanse').filter(({ potions }) =>
    potions.every((card) => view.potions.includes(card)),
  );
  if (buffs.length + cleansings.length === 0) return undefined;
  const cost = costOf(view, fight);
  const isLast = view.defeated === ENEMIES - 1;
  const forBuffs = isLast ? 0 : LEAST_SAVED;
  const forCleansing = isLast ? 0 : LEAST_SAVED_BY_CLEANSING;
  const cheapest = least(buffs, ({ card }) => usefulness(card));
  let best = { gain: 0, action: undefined as Action | undefined };
  for (let count = 1; count <= buffs.length; count++) {
    const gain = (cost - costOf(view, fight, { playerBonus: count })) / count - forBuffs;
    if (gain > best.gain) best = { gain, action: cheapest };
  }
  const withoutCurse = cleansings.length === 0 ? cost : costOf(view, fight, { enemyBonus: -1 });
  for (const action of cleansings) {
    const saved = cost - withoutCurse + nuisanceOf(action.curse, view);
    const gain = saved / action.potions.length - forCleansing;
    if (gain > best.gain) best = { gain, action };
  }
  return best.action;
}

/** Returns the place of a potion in the order of use: Overcharge first, last the potions that are better kept. */
function usefulness(card: Card): number {
  const isKept = [EVADE, TRADEOFF, MIRACLE, FORTUNE, RECOVER].includes(card);
  return card === '2S' ? 0 : rankOf(card) + (isKept ? 10 : 0);
}

/** Returns what the lasting effect of a curse in play costs, in hit points. Its ATK is not included. */
function nuisanceOf(curse: Card, view: View): number {
  switch (curse) {
    case '5C':
      return 1.5;
    case '8C':
      return healingInHand(view) > 0 ? 3 : 0;
    default:
      return 0;
  }
}

function isHopeless(view: View, fight: Fight): boolean {
  return view.atk === 1 && prospect(view, fight).survival <= POOR_CHANCE;
}

function flight(legal: readonly Action[]): Action | undefined {
  return ability(legal, EVADE) ?? ability(legal, STRATEGY) ?? first(legal, 'bribe');
}

function healing(view: View, legal: readonly Action[]): Action | undefined {
  const missing = view.maxHp - view.hp;
  const drinks = all(legal, 'drink').filter(
    ({ card }) => healedBy(view, card) <= missing && rankOf(card) >= SMALL_POTION - 1,
  );
  const kept = miracles(legal).filter(
    ({ target }) => healingBy(view, target) <= missing && healingBy(view, target) >= SMALL_POTION,
  );
  return least(kept, ({ target }) => -healingBy(view, target)) ?? least(drinks, ({ card }) => -rankOf(card));
}

function miracles(legal: readonly Action[]): ActionOf<'useAbility'>[] {
  return all(legal, 'useAbility').filter(({ card }) => card === MIRACLE);
}

function healingBy(view: View, potion: Card | undefined): number {
  return potion === undefined ? 0 : healedBy(view, potion);
}

/** Uses the ability Elevate or Stun if the better roll is worth more than drinking the potion. */
function betterDice(view: View, fight: Fight, legal: readonly Action[]): Action | undefined {
  const now = prospect(view, fight);
  const stake = harmOf(fight) + now.damageTaken / now.hitsNeeded;
  const isWorthIt = (change: Change, price: number): boolean =>
    (prospect(view, fight, change).odds.hit - now.odds.hit) * stake * 1.3 >= price;
  const elevate = fight.effects.includes('elevate') ? undefined : ability(legal, ELEVATE);
  if (elevate !== undefined && isWorthIt({ playerDice: 1 }, 3)) return elevate;
  const stun = fight.effects.includes('stun') ? undefined : ability(legal, STUN);
  return stun !== undefined && isWorthIt({ enemyDice: 1 }, 7) ? stun : undefined;
}

export function aboutRoll(view: View, legal: readonly Action[]): Action | undefined {
  const fight = fightOf(view);
  const accept = first(legal, 'accept');
  if (fight.result === 'playerHits') return roar(view, fight, legal) ?? accept;
  if (fight.result !== 'enemyHits') return accept;
  const isGoodOdds = prospect(view, fight).odds.hit > 0.3;
  const isFatal = harmOf(fight) >= view.hp;
  return (
    (isGoodOdds ? ability(legal, TRADEOFF) : undefined) ?? (isFatal ? rescue(view, fight, legal) : undefined) ?? accept
  );
}

/** Escapes a fatal hit: by the smallest potion that suffices, or else by Shield, by fleeing, by Time Travel. */
function rescue(view: View, fight: Fight, legal: readonly Action[]): Action | undefined {
  const harm = harmOf(fight);
  const isEnough = (healed: number) => Math.min(view.maxHp, view.hp + healed) > harm;
  const drinks = all(legal, 'drink');
  const kept = least(miracles(legal), ({ target }) => -healingBy(view, target));
  if (kept !== undefined && isEnough(healingBy(view, kept.target))) return kept;
  const enough = drinks.filter(({ card }) => isEnough(healedBy(view, card)));
  if (enough.length > 0) return least(enough, ({ card }) => rankOf(card));
  if (isEnough(healingInHand(view))) return least(drinks, ({ card }) => -rankOf(card));
  const total = fight.enemyHand?.total ?? null;
  const isTurned = total !== null && total - 3 < (fight.playerHand?.total ?? 0);
  const shield = isTurned ? ability(legal, SHIELD) : undefined;
  return shield ?? flight(legal) ?? (view.atk === 1 ? ability(legal, TIME_TRAVEL) : undefined);
}

function roar(view: View, fight: Fight, legal: readonly Action[]): Action | undefined {
  const blow = blowOf(view, fight);
  const left = fight.enemyHp - blow;
  if (left <= 0 || fight.effects.includes('roar')) return undefined;
  const isHitSaved = Math.ceil(Math.max(0, left - 3) / blow) < Math.ceil(left / blow);
  return isHitSaved ? ability(legal, ROAR) : undefined;
}

export function aboutTie(view: View, legal: readonly Action[]): Action | undefined {
  const fight = fightOf(view);
  const { hit } = prospect(view, fight).odds;
  const counter = counterOdds({ dice: fight.playerDice.length, atk: view.atk }, fight.enemyHand?.total ?? 0);
  const hitAfterAll = counter.hit + (1 - counter.hit - counter.hurt) * hit;
  return first(legal, hitAfterAll >= hit ? 'counterAttack' : 'rollAgain');
}
