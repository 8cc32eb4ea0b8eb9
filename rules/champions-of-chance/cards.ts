import { type Static, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { Nullable, schemaFamily, Words } from '../kernel/schema.ts';
import { CountField } from '../kernel/tabletop/fields.ts';
import printed from './deck.json' with { type: 'json' };
import type { Options } from './options.ts';

const { object } = schemaFamily('ChampionsOfChance');

/** The effects of Wacky cards when they are revealed (rule R9). */
export const POWERS = ['invert', 'beggar', 'tiebreak', 'numberless', 'steal'] as const;
export type Power = (typeof POWERS)[number];

export type CardId = string;

const CARD: Hints = { 'x-kind': 'card' };

export function CardIdField(description: string) {
  return Type.String({ pattern: '^[1-6][a-z]$', ...CARD, description });
}

export const CardSchema = object(
  'Card',
  {
    id: CardIdField('The name of the card, as actions use it: its number and a letter.'),
    number: Type.Integer({ minimum: 1, maximum: 6, description: 'The number on the card.' }),
    icons: CountField('The dice icons on the card, which count with Victory Dice.', { minimum: 2, maximum: 4 }),
    power: Nullable(Words(POWERS, { description: 'A power.' }), {
      description:
        'The power of a Wacky card, null for every other card. invert: flips the challenge. beggar: wins against a 1 or a ' +
        '6. tiebreak: wins against an equal number. numberless: no one wins the battle. steal: takes a card out of the ' +
        'other die.',
    }),
  },
  'A card.',
  CARD,
);
export type Card = Static<typeof CardSchema>;

type Printed = Card & { set: 'base' | 'wacky' };

export const PRINTED = printed.cards as readonly Printed[];
const BASE_DECK = PRINTED.filter(({ set }) => set === 'base').map(({ id }) => id);
const WHOLE_DECK = PRINTED.map(({ id }) => id);
const CARDS: Readonly<Record<CardId, Card>> = Object.fromEntries(
  PRINTED.map(({ id, number, icons, power }) => [id, Object.freeze({ id, number, icons, power })]),
);

/** Returns the cards in the order of the printed deck. */
export function deckOf(options: Options): readonly CardId[] {
  return options.wackyNumbers ? WHOLE_DECK : BASE_DECK;
}

export function cardOf(id: CardId): Card {
  const card = CARDS[id];
  if (card === undefined) throw new Error(`there is no card ${id}`);
  return card;
}

export function cardsOf(ids: readonly CardId[]): Card[] {
  return ids.map(cardOf);
}

export function isWacky(id: CardId): boolean {
  return cardOf(id).power !== null;
}

export function forEachCard<T>(make: (card: CardId) => T): Readonly<Record<CardId, T>> {
  return Object.fromEntries(WHOLE_DECK.map((card) => [card, make(card)]));
}
