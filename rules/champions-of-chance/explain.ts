import type { Refusal, Seat } from '../kernel/ruleset.ts';
import { seatName, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, ChooseOpponentAction } from './actions.ts';
import { MOST_TAKEN_BACK } from './die.ts';
import { largestNumber } from './turn.ts';
import type { View } from './view.ts';
import { cardNames, largestOf, nameOf, openQuestion } from './wording.ts';

export function explain(view: View, seat: Seat, action: Action): Refusal {
  const refuse = (rule: string, detail: string, hint = openQuestion(view)): Refusal => ({ rule, detail, hint });
  switch (action.type) {
    case 'chooseOpponent':
      return view.phase === 'opponent'
        ? opponentRefusal(view, seat, action)
        : refuse('R3', 'The opponent of this battle has been chosen already.');
    case 'chooseNumber':
      return view.phase === 'number'
        ? refuse(
            'R2',
            `The number is at least 2 and no larger than the smaller hand allows, which is ${largestOf(view)}.`,
          )
        : refuse('R3', 'The number is chosen by the opponent, right after the opponent was.');
    case 'chooseDie':
      return view.phase === 'die'
        ? dieRefusal(view, action.card)
        : refuse('R3', 'Cards are put into a die only once the number is settled, and only where dice are chosen.');
    case 'unchooseDie':
      return view.phase === 'die'
        ? takeBackRefusal(view, action.card)
        : refuse('R16', 'Cards are taken back only out of a die that you are choosing.');
    case 'chooseChallenge':
      return refuse('R3', 'The challenge is chosen by the active player, once both dice are made.');
    case 'discardCard':
      return view.phase === 'tie'
        ? refuse('R6', `The card ${action.card} is not in your hand.`, `You hold ${cardNames(view.hand)}.`)
        : refuse('R6', 'Cards are discarded by choice only after a tie.');
    case 'stealCard':
      return view.phase === 'steal'
        ? refuse('R9', `The card ${action.card} is not one that you can take.`, stealHint(view))
        : refuse('R9', 'Only the owner of a revealed steal card takes a card, at the end of the battle.');
    default:
      return action satisfies never;
  }
}

function opponentRefusal(view: View, active: Seat, { seat, useTopCard }: ChooseOpponentAction): Refusal {
  const hint = openQuestion(view);
  const held = view.handCounts[seat];
  if (held === undefined) {
    return { rule: 'R3', detail: `There is no seat ${seat} in this game.`, hint };
  }
  if (seat === active) return { rule: 'R3', detail: 'You cannot fight yourself.', hint };
  if (held === 0) return { rule: 'R8', detail: `${sentence(seatName(seat))} has no cards and cannot be chosen.`, hint };
  return topCardRefusal(view, seat, useTopCard);
}

function topCardRefusal(view: View, opponent: Seat, useTopCard: boolean | undefined): Refusal {
  const { topCardUsed, piles, active, handCounts } = view;
  if (topCardUsed === null) {
    return {
      rule: 'R8',
      detail: 'Top cards set the number only with Victory Dice, which this game is played without.',
      hint: 'Leave useTopCard out.',
    };
  }
  if (useTopCard === undefined) {
    return {
      rule: 'R8',
      detail: 'With Victory Dice you say whether your top card sets the number.',
      hint: 'Add useTopCard, true or false.',
    };
  }
  const hint = 'Set useTopCard to false.';
  if (piles[active]?.length === 0) return { rule: 'R8', detail: 'You have no top card: your pile is empty.', hint };
  const largest = largestNumber(handCounts, active, opponent);
  return { rule: 'R8', detail: `The number can only be ${largest}, so there is nothing to set with a top card.`, hint };
}

function dieRefusal(view: View, card: string): Refusal {
  const held = view.hand.find(({ id }) => id === card);
  const left = view.hand.filter(({ id }) => !view.die?.some((chosen) => chosen.id === id));
  const hint = `You can still choose among ${cardNames(left)}.`;
  if (held === undefined) return { rule: 'R3', detail: `The card ${card} is not in your hand.`, hint };
  if (view.die?.some(({ id }) => id === card)) {
    return { rule: 'R3', detail: `The card ${nameOf(card)} is part of your die already.`, hint };
  }
  return {
    rule: 'R10',
    detail: `A die of a single card cannot be a Wacky card like ${nameOf(card)} while you hold another card.`,
    hint: 'Choose a card without a power.',
  };
}

function takeBackRefusal(view: View, card: string): Refusal {
  const die = view.die ?? [];
  const hint = openQuestion(view);
  if (die.some(({ id }) => id === card)) {
    return {
      rule: 'R16',
      detail: `You have taken ${MOST_TAKEN_BACK} cards back in this battle, which is the most.`,
      hint,
    };
  }
  const picked = die.length === 0 ? 'which has no card yet' : `which is ${cardNames(die)}`;
  return { rule: 'R16', detail: `The card ${card} is not part of your die, ${picked}.`, hint };
}

function stealHint({ stealFrom }: View): string {
  return `You can take ${cardNames(stealFrom ?? [])}.`;
}
