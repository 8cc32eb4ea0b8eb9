import type { Seat } from '../kernel/ruleset.ts';
import { counted, listOf, seatName, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, ChooseOpponentAction } from './actions.ts';
import { type Card, cardOf } from './cards.ts';
import { cardInFull, cardName, cardNames } from './names.ts';
import { iconsOf } from './outcome.ts';
import { largestNumber, numberOfTopCard } from './turn.ts';
import type { View } from './view.ts';

/** A legal action of this view's seat in a short sentence. */
export function label(action: Action, view: View): string {
  switch (action.type) {
    case 'chooseOpponent':
      return opponentLabel(action, view);
    case 'chooseNumber':
      return `Make both dice ${counted(action.number, 'card')} large`;
    case 'chooseDie':
      return `Put ${inFull(cardOf(action.card), view)} into your die`;
    case 'unchooseDie':
      return `Take ${inFull(cardOf(action.card), view)} back out of your die`;
    case 'chooseChallenge':
      return `Roll: the ${action.challenge} number wins`;
    case 'discardCard':
      return `Discard ${inFull(cardOf(action.card), view)} and draw a card`;
    case 'stealCard':
      return `Take ${inFull(cardOf(action.card), view)}`;
    default:
      return action satisfies never;
  }
}

function inFull(card: Card, { topCardUsed }: View): string {
  return cardInFull(card, topCardUsed !== null);
}

function opponentLabel({ seat, useTopCard }: ChooseOpponentAction, view: View): string {
  const battle = `Fight ${seatName(seat)} (${counted(view.handCounts[seat] ?? 0, 'card')})`;
  const top = view.piles[view.active]?.at(-1);
  if (useTopCard === undefined || top === undefined) return battle;
  if (!useTopCard) return `${battle}; your top card ${cardName(top)} stays out of it`;
  const number = numberOfTopCard(top.icons, largestNumber(view.handCounts, view.active, seat));
  return `${battle} with your top card ${cardName(top)} at stake: both dice are ${counted(number, 'card')} large`;
}

/** What is asked now, and of whom. Who has decided already is not told. */
export function openQuestion(view: View): string {
  const active = sentence(seatName(view.active));
  const opponent = view.opponent === null ? '' : seatName(view.opponent);
  switch (view.phase) {
    case 'opponent':
      return `${active} has to choose an opponent.`;
    case 'number':
      return `${sentence(opponent)} has to choose how large both dice are, from 2 to ${largestOf(view)}.`;
    case 'die':
      return `${active} and ${opponent} choose ${counted(view.number ?? 0, 'card')} for their dice, in secret.`;
    case 'challenge':
      return `${active} has to choose what wins: the highest or the lowest number.`;
    case 'tie':
      return `${active} and ${opponent} choose a card to discard, in secret.`;
    case 'steal':
      return 'The owner of a steal card takes a card of the other die.';
    case 'over':
      return 'The game is over.';
    default:
      return view.phase satisfies never;
  }
}

/** The largest number that may be chosen now. */
export function largestOf(view: View): number {
  return largestNumber(view.handCounts, view.active, view.opponent ?? view.active);
}

/** The whole table as text. */
export function describe(view: View): string {
  return [
    `Champions of Chance, battle ${view.battle}. Draw pile: ${counted(view.drawCount, 'card')}. ` +
      `Discard pile: ${counted(view.discardCount, 'card')}.`,
    ...(view.lastBattle === null ? [] : [lastBattleLine(view.lastBattle, view.discarded)]),
    ...battleLines(view),
    ...view.handCounts.map((_, seat) => seatLine(view, seat)),
    ...ownLines(view),
    openQuestion(view),
  ].join('\n');
}

function lastBattleLine({ rolls, winner, tie }: NonNullable<View['lastBattle']>, discarded: View['discarded']): string {
  const shown = listOf(rolls.map(({ seat, card }) => `${seatName(seat)} rolled ${cardName(card)}`));
  const result = tie ? 'a tie' : `${winner === null ? 'nobody' : seatName(winner)} won`;
  const gone = listOf(discarded.map(({ seat, card }) => `${cardName(card)} by ${seatName(seat)}`));
  return `Latest roll: ${shown}; ${result}.${gone === '' ? '' : ` Discarded since: ${gone}.`}`;
}

function battleLines({ active, opponent, number, challenge, topCardUsed }: View): string[] {
  if (opponent === null) return [];
  const parts = [`${sentence(seatName(active))} fights ${seatName(opponent)}`];
  if (number !== null) parts.push(`dice of ${counted(number, 'card')}`);
  if (challenge !== null) parts.push(`the challenge is ${challenge}`);
  else if (topCardUsed === true) parts.push(`the top card of ${seatName(active)} is at stake`);
  return [`${parts.join('; ')}.`];
}

function seatLine(view: View, seat: Seat): string {
  const line = `${sentence(seatName(seat))}: ${counted(view.handCounts[seat] ?? 0, 'card')} in hand`;
  if (view.topCardUsed === null) return `${line}.`;
  const pile = view.piles[seat] ?? [];
  const top = pile.at(-1);
  const icons = counted(iconsOf(pile.map(({ id }) => id)), 'icon');
  return top === undefined
    ? `${line}, no pile.`
    : `${line}, ${icons} in a pile of ${pile.length}, ${cardName(top)} on top.`;
}

function ownLines(view: View): string[] {
  const { hand, die, stealFrom } = view;
  const shown = (cards: readonly Card[]) => listOf(cards.map((card) => inFull(card, view)));
  const lines = hand.length === 0 ? [] : [`Your hand: ${shown(hand)}.`];
  if (die !== null) lines.push(`Your die: ${cardNames(die) || 'no card yet'}.`);
  if (stealFrom !== null) lines.push(`You have to take one of these: ${shown(stealFrom)}.`);
  return lines;
}
