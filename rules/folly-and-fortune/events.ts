import { type Static, Type } from '@sinclair/typebox';
import type { Chance } from '../kernel/chance.ts';
import type { Viewer } from '../kernel/ruleset.ts';
import { Nullable, schemaFamily, Words } from '../kernel/schema.ts';
import { BySeat, CountField, HealthField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { type StepTable, tableOf } from '../kernel/tabletop/step.ts';
import { CardField } from './cards.ts';
import { PowerKindField, SideField, TriggerField } from './power.ts';
import { type AutomaticMove, copyOf, type State } from './state.ts';

const { events } = schemaFamily('FollyAndFortune');

/** Why no attack follows. The schema of the event `attackOmitted` explains each word. */
export const NO_ATTACK_REASONS = ['declined', 'nobody', 'power', 'zero', 'harmless'] as const;
export type NoAttackReason = (typeof NO_ATTACK_REASONS)[number];

const card = CardField('The card that this happened to.');
const secretCard = Nullable(CardField('A card.'), {
  description: 'The card that this happened to; null to those who may not see it.',
});
const cards = (description: string) => Type.Array(CardField('A card.'), { description });
const drawCount = CountField('How many cards the draw pile has now.');
const number = (description: string) => Type.Integer({ description });
const result = Nullable(number('The result.'), {
  description:
    'The number of the rolled card with all that passed powers and the card stopped on make of it, which is the damage of the ' +
    'attack; null while a final roll is to come.',
});
const victim = SeatField('Who is attacked; oneself after a result below 0 and by selfDamage.');
const ofPower = {
  card: CardField('The card that has the power.'),
  power: PowerKindField('The power.'),
  trigger: TriggerField('What sets the power off.'),
};

export const EVENT_SCHEMAS = events({
  handDealt: [
    {
      count: CountField('How many cards the seat was dealt.'),
      cards: Nullable(cards('The cards.'), { description: 'The cards; null to everybody else.' }),
    },
    'A seat was dealt its cards.',
  ],
  startDrawn: [{ drawCount }, 'A seat is the start player, by lot or as the option startPlayer says.'],
  rowChosen: [
    { cards: cards('The two cards, left to right.') },
    'A seat chose its first row. Only that seat sees this event.',
  ],
  rowsRevealed: [
    { rows: BySeat(cards('A row, left to right.'), 'The rows, by seat.') },
    'Everybody has chosen, and the rows are laid out.',
  ],
  turnStarted: [{}, 'A seat begins its turn; its shields end, and it rolls.'],
  cardRolled: [
    {
      card: CardField('The card that was rolled.'),
      roll: Type.Integer({ minimum: 1, description: 'Which roll of the turn it is.' }),
      effect: Nullable(CardField('A card.'), {
        description: 'The row card that is in force for this roll; null if there is none.',
      }),
      result: Nullable(number('The result.'), {
        description: 'The damage that stopping now gives; null if stopping takes a final roll first.',
      }),
    },
    'A seat rolled: it revealed a random card of its hand.',
  ],
  rerolled: [
    {
      card: CardField('The rolled card, which returns to the hand.'),
      passed: CardField('The row card that is passed.'),
    },
    'A seat goes on to another roll.',
  ],
  stopped: [
    {
      card: CardField('The rolled card.'),
      effect: Nullable(CardField('A card.'), { description: 'The row card it stopped on; null if there is none.' }),
      result,
    },
    'A seat stopped rolling.',
  ],
  powerUsed: [ofPower, 'A power of a card acts. The events that follow show what it does.'],
  powerSkipped: [
    ofPower,
    'A power cannot be carried out, since a card, a seat or a choice is missing; the turn goes on without it.',
  ],
  powerDeclined: [ofPower, 'A seat does without a power it may use.'],
  cardReturned: [{ card }, 'The rolled card returned to the hand.'],
  cardSetAside: [
    { card: secretCard },
    'A seat chose a card of its hand that it cannot roll in this turn. Only that seat sees which.',
  ],
  shieldRaised: [
    { card, power: PowerKindField('What kind of shield it is.') },
    "A seat's shield is in force until its next turn.",
  ],
  shieldEnded: [{ card }, "A seat's shield is no longer in force."],
  attackStarted: [
    { victim, damage: HealthField('How much health may be removed.') },
    'A seat attacks another, or has to attack itself.',
  ],
  attackOmitted: [
    {
      reason: Words(NO_ATTACK_REASONS, {
        description:
          'declined: it chose not to. nobody: no player can be attacked. power: a power replaces the attack. ' +
          'zero: the result is 0. harmless: the result is below 0, and harmlessNegatives is on.',
      }),
    },
    'A seat makes no attack, or no further one.',
  ],
  cardRemoved: [
    {
      victim,
      card,
      health: HealthField('How much of the damage it used up: the health it counted when the attack began.'),
    },
    'A seat removed a card from a row; it goes to the discard pile.',
  ],
  attackEnded: [
    { victim, removed: CountField('How many cards were removed.'), health: HealthField('The health removed in all.') },
    'An attack is over.',
  ],
  cardTaken: [
    { card, side: SideField('The end of the row it joined.') },
    'A seat put a card removed by its attack into its own row.',
  ],
  rollPlaced: [{ card, side: SideField('The end of the row it joined.') }, 'The rolled card joined the row.'],
  rollKept: [
    { card: CardField('The rolled card.'), discarded: CardField('The row card that was discarded for it.') },
    'The rolled card returned to the hand instead of joining the row.',
  ],
  rollReplaced: [
    { card: CardField('The new card.'), returned: CardField('The first card, which returned to the hand.') },
    "A second roll took the first one's place in the row.",
  ],
  cardDrawn: [{ card: secretCard, drawCount }, 'A seat drew the top card of the draw pile. Only that seat sees which.'],
  cardPutUnder: [
    { card: secretCard, drawCount },
    'A seat put a card of its hand under the draw pile. Only that seat sees which.',
  ],
  cardDiscarded: [
    { card, from: Words(['row', 'hand'], { description: 'Where it was.' }) },
    'A seat discarded a card of its own, face up.',
  ],
  cardsSwapped: [
    {
      card: CardField('A card of its own row.'),
      owner: SeatField('The seat in whose row the other card lay; the same one if both were its own.'),
      other: CardField('The other card.'),
    },
    'A seat swapped two cards in rows.',
  ],
  rowShuffled: [
    { owner: SeatField('Whose row it is.'), row: cards('The row now, left to right.') },
    'A seat shuffled a row.',
  ],
  handStudied: [
    {
      owner: SeatField('Whose hand it is.'),
      cards: Nullable(cards('The hand.'), { description: 'The hand; null to those who may not see it.' }),
    },
    "A seat looked at another player's hand. Only that seat sees the cards.",
  ],
  pileFormed: [{ drawCount }, 'The draw pile was empty; the discard pile was shuffled and is the new one.'],
  turnEnded: [
    { handCount: CountField('How many cards the seat has in hand now; with none it is out.') },
    'A seat ended its turn.',
  ],
});

export type Event = Static<(typeof EVENT_SCHEMAS)[number]>;

/** Removes the cards that the viewer may not see; null: the viewer may not know of the event (rule R32). */
export function redact(event: Event, viewer: Viewer): Event | null {
  if (event.seat === viewer) return event;
  switch (event.type) {
    case 'rowChosen':
      return null;
    case 'handDealt':
      return { ...event, data: { ...event.data, cards: null } };
    case 'handStudied':
      return { ...event, data: { ...event.data, cards: null } };
    case 'cardSetAside':
      return { ...event, data: { card: null } };
    case 'cardDrawn':
      return { ...event, data: { ...event.data, card: null } };
    case 'cardPutUnder':
      return { ...event, data: { ...event.data, card: null } };
    default:
      return event;
  }
}

export type Table = StepTable<State, Event, AutomaticMove>;

export function tableAt(state: State, chance: Chance): Table {
  return tableOf(copyOf(state), chance);
}

export function withoutPlace<T>(list: readonly T[], at: number): T[] {
  const copy = list.slice();
  copy.splice(at, 1);
  return copy;
}
