import type { Refusal, Seat } from '../kernel/ruleset.ts';
import { MIRACLE } from './abilities/blue.ts';
import { potionAbility } from './abilities/by-name.ts';
import type { Action, ActionOf } from './actions.ts';
import { isForSale, kindOf, rankOf } from './cards.ts';
import type { View } from './view.ts';
import { cardName, openQuestion, roomIn } from './wording.ts';

type Reason = readonly [rule: string, detail: string];

export function explain(view: View, _seat: Seat, action: Action): Refusal {
  const [rule, detail] = reason(view, action);
  return { rule, detail, hint: openQuestion(view) };
}

function reason(view: View, action: Action): Reason {
  switch (action.type) {
    case 'reveal':
      return revealReason(view, action.room);
    case 'takeMoney':
    case 'takeHealing':
      return ['R4', `No revealed money card lies in the ${roomIn(view, action.room)}.`];
    case 'buy':
      return buyReason(view, action.room);
    case 'cleanse':
      return cleanseReason(view, action);
    case 'drink':
      return drinkReason(view, action);
    case 'applyBuff':
      return applyReason(view, action);
    case 'useAbility':
      return abilityReason(view, action);
    case 'scoutSwap':
    case 'scoutDone':
      return scoutReason(view, action);
    case 'craftPill':
      return pillReason(view, action);
    case 'bribe':
      return bribeReason(view);
    case 'chooseLoss':
      return ['R21', 'This card is not one of those that can be lost now.'];
    default:
      return PLAIN_REASONS[action.type];
  }
}

const PLAIN_REASONS: Record<
  'roll' | 'accept' | 'counterAttack' | 'rollAgain' | 'tradeAtk' | 'fall' | 'leaveLevel',
  Reason
> = {
  roll: ['R11', 'The dice are rolled only in combat, when nothing else has to be decided first.'],
  accept: ['R11', 'There is no roll that waits to be accepted.'],
  counterAttack: ['R13', 'A counter-attack answers only a tie below the cap in max combat.'],
  rollAgain: ['R13', 'Both sides roll again in this way only after a tie below the cap in max combat.'],
  tradeAtk: ['R15', 'ATK is given up only at 0 HP.'],
  fall: ['R15', 'A run is given up only at 0 HP.'],
  leaveLevel: ['R2', 'A level is left when every room is revealed and no enemy is in play.'],
};

function urgent(view: View): Reason | null {
  switch (view.phase) {
    case 'money':
      return ['R1', 'The revealed money card has to be dealt with before anything else.'];
    case 'scout':
      return ['R20', 'The scouted cards have to be dealt with before anything else.'];
    case 'trade':
      return ['R11', 'At 0 HP nothing else can be done first.'];
    case 'loss':
      return ['R21', 'The card that is lost has to be chosen before anything else.'];
    case 'tie':
      return ['R13', 'The roll stands as a tie, which has to be answered before anything else.'];
    default:
      return null;
  }
}

function revealReason(view: View, room: number): Reason {
  const isDown = ['faceDown', 'scouted'].includes(view.rooms[room]?.state ?? '');
  if (!isDown) return ['R1', `No face-down card lies in the ${roomIn(view, room)}.`];
  return urgent(view) ?? ['R1', 'The enemy has to be fought before another room is revealed.'];
}

function buyReason(view: View, room: number): Reason {
  const { card = null, state } = view.rooms[room] ?? {};
  if (card === null || state !== 'faceUp' || !isForSale(card))
    return ['R5', `No potion is for sale in the ${roomIn(view, room)}.`];
  if (rankOf(card) > view.money)
    return ['R5', `The ${cardName(card)} costs more than the ${view.money} money there is.`];
  return urgent(view) ?? ['R5', 'Potions are bought only outside combat.'];
}

function cleanseReason(view: View, { curse, potions }: ActionOf<'cleanse'>): Reason {
  const { combat } = view;
  const isPrinted = view.print !== undefined;
  const curses = combat?.curses ?? view.curses;
  const atHand = isPrinted ? [...view.potions, ...(combat?.buffs ?? [])] : view.potions;
  const missing = potions.find((card) => kindOf(card) !== 'blue' || !atHand.includes(card));
  if (!curses.includes(curse)) return ['R11', 'No such curse waits or lies with the enemy.'];
  if (missing !== undefined)
    return [
      'R11',
      `The ${cardName(missing)} is no blue potion of the hand${isPrinted ? ', and none that is applied' : ''}.`,
    ];
  const wait = urgent(view);
  if (wait !== null) return wait;
  if (!isPrinted && combat !== null && (combat.round > 0 || view.phase === 'rolled')) {
    return ['R11', 'After the first roll, blue potions remove no curses.'];
  }
  const sum = potions.reduce((total, card) => total + rankOf(card), 0);
  if (sum < rankOf(curse)) return ['R30', `The potions reach ${sum} of ${rankOf(curse)}.`];
  const isInOrder = potions.every((card, i) => i === 0 || rankOf(potions[i - 1] as typeof card) <= rankOf(card));
  if (!isInOrder) return ['R30', 'The potions are named from the lowest rank up.'];
  return ['R30', 'One of the potions is not needed for that.'];
}

function drinkReason(view: View, { card }: ActionOf<'drink'>): Reason {
  if (kindOf(card) !== 'red' || !view.potions.includes(card)) {
    return ['R22', `The ${cardName(card)} is no red potion of the hand.`];
  }
  const wait = urgent(view);
  if (wait !== null) return wait;
  if (view.combat?.effects.includes('blight') === true) return ['R21', 'Blight allows no healing in this combat.'];
  if (view.hp === view.maxHp) return ['R22', 'With full HP there is nothing to heal.'];
  return ['R24', 'Outside combat a potion is drunk right after it was taken, or not at all.'];
}

function applyReason(view: View, { card }: ActionOf<'applyBuff'>): Reason {
  if (!view.potions.includes(card)) return ['R11', `The ${cardName(card)} is not in your hand.`];
  const wait = urgent(view);
  if (wait !== null) return wait;
  if (view.combat === null || view.combat.round > 0) return ['R11', 'Potions are applied only before the first roll.'];
  return ['R22', `The ${cardName(card)} cannot be applied.`];
}

function abilityReason(view: View, { card, target, miracle }: ActionOf<'useAbility'>): Reason {
  const { combat } = view;
  const ability = potionAbility(card);
  const isThere = view.potions.includes(card) || combat?.buffs.includes(card) === true;
  if (combat === null) return ['R20', 'Abilities are used only in combat.'];
  if (!isThere) return ['R20', `The ${cardName(card)} is neither in your hand nor applied.`];
  if (ability?.cost !== 'discarded') return ['R20', `The ${cardName(card)} works by being applied, if at all.`];
  const wait = urgent(view);
  if (wait !== null) return wait;
  if (miracle !== undefined) {
    if (view.print === undefined) return ['R38', 'Miracle keeps only a potion that it drinks.'];
    if (kindOf(card) !== 'red') return ['R38', 'Miracle keeps only red potions.'];
    if (!view.potions.includes(MIRACLE.card) && !combat.buffs.includes(MIRACLE.card))
      return ['R38', 'Miracle is neither in your hand nor applied.'];
  }
  if (card === '9H' && view.print !== undefined && combat.mode === 'poker')
    return ['R22', 'Shield takes points off a total, which only max combat has.'];
  if (ability.timing === 'afterRoll' && view.phase !== 'rolled') {
    return ['R11', `${ability.name} is used right after a roll.`];
  }
  if ((ability.targets === undefined) !== (target === undefined)) {
    return ['R20', `${ability.name} ${ability.targets === undefined ? 'names no card' : 'has to name a card'}.`];
  }
  return ['R11', `${ability.name} is not allowed in this game, stopped by a curse, or would change nothing now.`];
}

function scoutReason(view: View, action: ActionOf<'scoutSwap'> | ActionOf<'scoutDone'>): Reason {
  if (view.phase !== 'scout') return ['R20', 'Nothing was scouted that could be swapped.'];
  if (action.type === 'scoutSwap' && !view.scouted.includes(action.card)) {
    return ['R20', `The ${cardName(action.card)} is not one of the scouted cards.`];
  }
  if (action.type === 'scoutDone') return ['R31', 'Every scouted card has to be swapped, as far as there are rooms.'];
  return ['R31', 'A scouted card goes into a face-down room that was not swapped before.'];
}

function pillReason(view: View, { blue, red }: ActionOf<'craftPill'>): Reason {
  if (view.pill !== 'none') return ['R18', 'The revival pill is made only once in a run.'];
  if (kindOf(blue) !== 'blue' || kindOf(red) !== 'red') return ['R18', 'The pill takes one blue and one red potion.'];
  if (![blue, red].every((card) => view.potions.includes(card))) {
    return ['R18', 'The potions for the pill have to be in hand.'];
  }
  return (
    urgent(view) ?? [
      'R18',
      'The pill takes the option revivalPill, 10 money, and a moment outside combat or before a roll.',
    ]
  );
}

function bribeReason(view: View): Reason {
  if (view.bribePrice === null) return ['R17', 'No bribe is taken: the option is off, or the tier is the fourth.'];
  if (view.combat === null) return ['R17', 'There is no enemy to bribe.'];
  if (view.combat.effects.includes('enemyTerrorize')) return ['R21', 'Terrorize allows no flight, by a bribe neither.'];
  const wait = urgent(view);
  if (wait !== null) return wait;
  return ['R17', `The bribe costs ${view.bribePrice} money and there are ${view.money}.`];
}
