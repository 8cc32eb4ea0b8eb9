import { narratorOf } from '../kernel/narration.ts';
import type { Seat, Term } from '../kernel/ruleset.ts';
import { counted, listOf, ordinal, seatName, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, ChooseOpponentAction } from './actions.ts';
import { type Card, type CardId, cardOf, type Power } from './cards.ts';
import type { Event } from './events.ts';
import { iconsOf } from './outcome.ts';
import { largestNumber, numberOfTopCard } from './turn.ts';
import type { View } from './view.ts';

export function label(action: Action, view: View): string {
  switch (action.type) {
    case 'chooseOpponent':
      return opponentLabel(action, view);
    case 'chooseNumber':
      return `Make both dice ${counted(action.number, 'card')} large`;
    case 'chooseDie':
      return `Put ${toldApart(cardOf(action.card), view)} into your die`;
    case 'unchooseDie':
      return `Take ${toldApart(cardOf(action.card), view)} back out of your die`;
    case 'chooseChallenge':
      return `Roll: the ${action.challenge} number wins`;
    case 'discardCard':
      return `Discard ${toldApart(cardOf(action.card), view)} and draw a card`;
    case 'stealCard':
      return `Take ${toldApart(cardOf(action.card), view)}`;
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
  if (!useTopCard) return `${battle}; your top card ${faceName(top)} stays out of it`;
  const number = numberOfTopCard(top.icons, largestNumber(view.handCounts, view.active, seat));
  return `${battle} with your top card ${faceName(top)} at stake: both dice are ${counted(number, 'card')} large`;
}

/** Describes the pending decision and the seats that make it. The text does not reveal which of them have decided. */
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

export function largestOf(view: View): number {
  return largestNumber(view.handCounts, view.active, view.opponent ?? view.active);
}

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

const POWERS_IN_WORDS: Record<Power, string> = {
  invert: 'flips the challenge',
  beggar: 'wins against a 1 or a 6',
  tiebreak: 'wins against an equal number',
  numberless: 'calls the battle off',
  steal: 'takes a card of the other die',
};

/** Writes the card `3x` as "3x (steal)". */
function cardName({ id, power }: Card): string {
  return power === null ? id : `${id} (${power})`;
}

export function nameOf(card: CardId): string {
  return cardName(cardOf(card));
}

export function cardNames(cards: readonly Card[]): string {
  return listOf(cards.map(cardName));
}

/** Writes what people see on a card: "3", "3 (steal)". Several cards may look the same. */
function faceName({ number, power }: Card): string {
  return power === null ? `${number}` : `${number} (${power})`;
}

function faceNames(cards: readonly Card[]): string {
  return listOf(cards.map(faceName));
}

/** Names a card that this seat may choose, with a unique name: "3 (3 icons)", "3 (3 icons, second of 2 alike)". */
function toldApart(card: Card, view: View): string {
  const withIcons = view.topCardUsed !== null;
  const parts = printedOn(card, withIcons);
  const alike = [...view.hand, ...(view.stealFrom ?? [])].filter(
    ({ number, power, icons }) =>
      number === card.number && power === card.power && (!withIcons || icons === card.icons),
  );
  if (alike.length > 1) parts.push(`${ordinal(alike.findIndex(({ id }) => id === card.id))} of ${alike.length} alike`);
  return parts.length === 0 ? `${card.number}` : `${card.number} (${parts.join(', ')})`;
}

/** Describes a card. `withIcons` is true in games whose scores count icons. */
export function cardInFull(card: Card, withIcons: boolean): string {
  return `${card.id} (${[`number ${card.number}`, ...printedOn(card, withIcons)].join(', ')})`;
}

function printedOn({ icons, power }: Card, withIcons: boolean): string[] {
  return [
    ...(withIcons ? [counted(icons, 'icon')] : []),
    ...(power === null ? [] : [`${power}: ${POWERS_IN_WORDS[power]}`]),
  ];
}

const DISCARD_WORDS = { won: 'which won the battle', tie: 'after the tie', numberless: 'which is numberless' } as const;

export const narrate = narratorOf<Event>({
  handDealt: ({ count, cards }, who) =>
    `${who} is dealt ${counted(count, 'card')}${cards === null ? '' : `: ${faceNames(cards)}`}.`,
  turnStarted: ({ battle }, who) => `battle ${battle} begins, and ${who} is to choose whom to fight.`,
  opponentChosen: ({ opponent, useTopCard }, who) =>
    `${who} fights ${seatName(opponent)}${useTopCard ? ' with its top card at stake' : ''}.`,
  numberSet: ({ number, by }, who) => {
    const dice = `dice of ${counted(number, 'card')}`;
    if (by === 'topCard') return `the top card of ${who} asks for ${dice}.`;
    return by === 'opponent' ? `${who} asks for ${dice}.` : `it comes to ${dice}, since a single card is left.`;
  },
  dieCardChosen: ({ card }, who) => `${who} puts ${faceName(card)} into its die.`,
  dieCardTakenBack: ({ card }, who) => `${who} takes ${faceName(card)} back out of its die.`,
  dieMade: ({ number, cards }, who) =>
    `the die of ${who} is ready${cards === null ? `, with ${counted(number, 'card')}` : `: ${faceNames(cards)}`}.`,
  challengeChosen: ({ challenge }, who) => `${who} says that the ${challenge} number wins, and the dice are rolled.`,
  dieRolled: ({ card }, who) => `${who} rolls ${faceName(card)}.`,
  numberCancelled: ({ card }, who) => `${faceName(card)} of ${who} calls the battle off.`,
  challengeInverted: ({ card, challenge }, who) =>
    `${faceName(card)} of ${who} flips the challenge: the ${challenge} number wins now.`,
  beggarWon: ({ card, against }, who) => `${faceName(card)} of ${who} wins against ${faceName(against)}.`,
  tieBroken: ({ card, against }, who) => `${faceName(card)} of ${who} breaks the tie with ${faceName(against)}.`,
  battleWon: ({ card, against }, who) => `${who} wins the battle with ${faceName(card)} against ${faceName(against)}.`,
  battleTied: () => 'the battle is a tie: each battler discards a card and draws one.',
  topCardLost: ({ card }, who) => `${who} loses its top card ${faceName(card)}.`,
  cardPlaced: ({ card, icons }, who) =>
    `${who} puts ${faceName(card)} on its pile, which has ${counted(icons, 'icon')} now.`,
  cardDiscarded: ({ card, reason }, who) => `${who} discards ${faceName(card)}, ${DISCARD_WORDS[reason]}.`,
  discardChosen: ({ card }, who) => `${who} chooses to discard ${faceName(card)}.`,
  drawPileFormed: ({ drawCount }) =>
    `the discard pile is shuffled and becomes the draw pile of ${counted(drawCount, 'card')}.`,
  cardDrawn: ({ card }, who) => `${who} draws ${card === null ? 'a card' : faceName(card)}.`,
  dieInspected: ({ from, cards }, who) =>
    `${who} looks at what is left of the die of ${seatName(from)}${cards === null ? '' : `: ${listOf(cards.map(faceName))}`}.`,
  cardStolen: ({ from, card }, who) =>
    `${who} takes ${card === null ? 'a card' : faceName(card)} out of the die of ${seatName(from)}.`,
  handEmptied: (_, who) => `${who} has no cards left.`,
});

export const GLOSSARY: readonly Term[] = [
  {
    term: 'card',
    text: 'Counts its number when a roll turns it up. Each one in a hand stands between you and the win.',
  },
  { term: 'hand', text: 'The cards that a seat holds in secret. The first seat without cards wins.' },
  { term: 'face', text: 'A card of a die.' },
  { term: 'roll', text: 'To turn up one card of each die by lot.' },
  { term: 'tie', text: 'Equal numbers: both battlers discard a card and draw a new one.' },
  { term: 'draw pile', text: 'The cards to come, face down.' },
  { term: 'discard', text: 'The winner of a battle discards the card that was turned up.' },
  { term: 'battle', text: 'A turn: the active seat fights one opponent, each with a die made of cards.' },
  {
    term: 'die',
    text: 'The cards of a hand that a battler rolls with; one of them is turned up by lot. All of them stay in the hand until then.',
  },
  {
    term: 'number',
    text: 'How many cards make a die in this battle, for both battlers; also what is printed on a card.',
  },
  { term: 'challenge', text: 'Whether the highest or the lowest of the two numbers wins the battle.' },
  { term: 'power', text: 'What a wacky card does besides its number: invert, beggar, tiebreak, numberless or steal.' },
  { term: 'icon', text: 'A small die on a card. With Victory Dice the icons on a pile count.' },
  { term: 'pile', text: 'With Victory Dice: the cards that a seat has won, face up, the last one on top.' },
  {
    term: 'top card',
    text: 'The last card of a pile. It can set the number of a battle, and is lost when that battle is lost.',
  },
];
