import { type Static, Type } from '@sinclair/typebox';
import type { Seat, Viewer } from '../kernel/ruleset.ts';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { CountField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { replaced, type StepTable } from '../kernel/tabletop/step.ts';
import { CHALLENGES } from './actions.ts';
import { type Card, type CardId, CardSchema } from './cards.ts';
import { dieOf, handOf, type State } from './state.ts';

const { events } = schemaFamily('ChampionsOfChance');

const card = (description: string) => Type.Unsafe<Card>(Ref(CardSchema, { description }));
const cards = Type.Array(Ref(CardSchema), { description: 'Cards.' });
const number = CountField('How many cards make a die.', { minimum: 1, maximum: 6 });
const challenge = Words(CHALLENGES, { description: 'Which of the two results wins now.' });
const drawCount = CountField('How many cards are left in the draw pile.');
const discardCount = CountField('How many cards lie on the discard pile.');

export const EVENT_SCHEMAS = events({
  handDealt: [
    {
      count: CountField('How many cards.'),
      cards: Nullable(cards, { description: 'The cards, for the seat that got them; null for others.' }),
    },
    'A seat was dealt its hand.',
  ],
  turnStarted: [
    { battle: Type.Integer({ minimum: 1, description: 'The number of the battle to come.' }) },
    'A seat starts its turn, which is one battle.',
  ],
  opponentChosen: [
    {
      opponent: SeatField('Who was chosen.'),
      useTopCard: Type.Boolean({ description: 'Whether the top card of the active seat sets the number.' }),
    },
    'The active seat chose whom to fight.',
  ],
  numberSet: [
    {
      number,
      by: Words(['opponent', 'topCard', 'lastCard'], {
        description:
          'opponent: the opponent chose it. topCard: the icons of the top card gave it. lastCard: a battler holds a ' +
          'single card, so it is 1.',
      }),
    },
    'The size of both dice is settled. The seat is the one that settled it; null when no seat had a choice.',
  ],
  dieCardChosen: [
    { card: card('The card, which stays in the hand as well.') },
    'A seat put a card into its die. Only that seat sees this event.',
  ],
  dieCardTakenBack: [
    { card: card('The card, which is part of the die no more.') },
    'A seat took a card back out of its die. Only that seat sees this event.',
  ],
  dieMade: [
    {
      number,
      cards: Nullable(cards, {
        description: 'The cards, for the seat whose die it is; null for others, and for all when dice are blind.',
      }),
    },
    'The die of a battler is complete. Told for both battlers once both dice are.',
  ],
  challengeChosen: [{ challenge }, 'The active seat chose what wins, and the dice are rolled.'],
  dieRolled: [{ card: card('The card that was turned up by lot.') }, 'The die of a battler shows this card.'],
  numberCancelled: [
    { card: card('The numberless card.') },
    'The revealed card of this seat is numberless: the battle has no winner and is no tie either.',
  ],
  challengeInverted: [
    { card: card('The card with the power invert.'), challenge },
    'The revealed card of this seat flips the challenge.',
  ],
  beggarWon: [
    { card: card('The beggar.'), against: card('The 1 or 6 that the other die shows.') },
    'The revealed beggar of this seat meets a 1 or a 6, which wins.',
  ],
  tieBroken: [
    { card: card('The tiebreaker.'), against: card('The card of equal number that the other die shows.') },
    'The numbers are equal, and the revealed tiebreaker of this seat wins.',
  ],
  battleWon: [
    { card: card('The card that the die of this seat shows.'), against: card('The card that the other die shows.') },
    'A seat won the battle.',
  ],
  battleTied: [{}, 'The battle is a tie: each battler chooses a card to discard and then draws one.'],
  topCardLost: [
    { card: card('The top card, which goes to the discard pile.'), discardCount },
    'The active seat lost the battle in which its top card set the number, and loses that card.',
  ],
  cardPlaced: [
    {
      card: card('The card, now the top one of the pile.'),
      icons: CountField('All dice icons on the pile of this seat now.'),
    },
    'The winner put its revealed card face up on top of its pile (Victory Dice).',
  ],
  cardDiscarded: [
    {
      card: card('The card that lies on top of the discard pile now.'),
      reason: Words(['won', 'tie', 'numberless'], {
        description: 'won: it won the battle. tie: it was given up after a tie. numberless: it was numberless.',
      }),
      discardCount,
    },
    'A card of this seat went to the discard pile, face up.',
  ],
  discardChosen: [
    { card: card('The card, which stays in the hand until both have chosen.') },
    'A seat chose the card that a tie costs it. Only that seat sees this event.',
  ],
  drawPileFormed: [{ drawCount }, 'The draw pile was empty, and the shuffled discard pile takes its place.'],
  cardDrawn: [
    {
      card: Nullable(Ref(CardSchema), { description: 'The card, for the seat that drew it; null for others.' }),
      drawCount,
    },
    'A seat drew a card.',
  ],
  dieInspected: [
    {
      from: SeatField('Whose die it is.'),
      cards: Nullable(cards, { description: 'What is left of the die, for the seat that looks; null for others.' }),
    },
    'The steal card of this seat lets it look at what is left of the other die.',
  ],
  cardStolen: [
    {
      from: SeatField('Who lost the card.'),
      card: Nullable(Ref(CardSchema), { description: 'The card, for both battlers; null for others.' }),
    },
    'A seat took a card of the other die into its hand.',
  ],
  handEmptied: [{}, 'A seat came out of the battle without cards.'],
});

export type Event = Static<(typeof EVENT_SCHEMAS)[number]>;

export function redact(event: Event, viewer: Viewer): Event | null {
  if (event.seat === viewer) return event;
  switch (event.type) {
    case 'dieCardChosen':
    case 'dieCardTakenBack':
    case 'discardChosen':
      return null; // rule R12 of rules.md
    case 'handDealt':
    case 'dieMade':
    case 'dieInspected':
      return { ...event, data: { ...event.data, cards: null } } as Event;
    case 'cardDrawn':
      return { ...event, data: { ...event.data, card: null } };
    case 'cardStolen':
      return event.data.from === viewer ? event : { ...event, data: { ...event.data, card: null } };
    default:
      return event;
  }
}

export type Table = StepTable<State, Event>;

export function without(cards: readonly CardId[], card: CardId): CardId[] {
  return cards.filter((other) => other !== card);
}

export function takeFromHand(state: State, seat: Seat, card: CardId): void {
  state.hands = replaced(state.hands, seat, without(handOf(state, seat), card));
  state.dice = replaced(state.dice, seat, without(dieOf(state, seat), card));
}

/** Adds a card to a hand during a battle. The card is no part of the seat's die (rule R15). */
export function addToHand(state: State, seat: Seat, card: CardId): void {
  state.hands = replaced(state.hands, seat, [...handOf(state, seat), card]);
  state.newcomers = [...state.newcomers, card];
}
