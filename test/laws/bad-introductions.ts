import { Type } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { sealedCards } from '../kernel/sealed-cards.ts';

const { options, view } = sealedCards.schemas;

export const BADLY_INTRODUCED: readonly [checkFailure: string, change: Partial<AnyRuleset>][] = [
  ['not in kebab case', { id: 'Sealed_Cards' }],
  ['a schema is called SealedCardsOptions and not OpenCardsOptions', { id: 'open-cards' }],
  ['the name is empty', { name: '' }],
  ['the summary does not end like a sentence', { summary: 'Lay cards' }],
  ['the rules have the version 0', { rulesVersion: 0 }],
  ['seats 3 to 2 are no range', { seats: { min: 3, max: 2 } }],
  ['solo is true', { solo: true }],
  ['it says how a game of one ends and is none', { conceded: () => [0, 0] }],
  ['the ending "The deck is empty." is no code', { endings: { 'The deck is empty.': 'the deck is empty' } }],
  ['what the ending deckEmpty means is empty', { endings: { deckEmpty: '' } }],
  ['the scoring is neither way', { scoring: () => 'middling' as never }],
  ['the defaults are refused at 3 seats: Too many.', { checkOptions: (_, seats) => (seats > 2 ? 'Too many.' : null) }],
  ['by the defaults a game need never end', { isUnbounded: () => true }],
  ['the option stakes has no default', withOption({ stakes: Type.Integer({ description: 'Stakes.' }) })],
  ['SealedCardsOptions.stakes is not described', withOption({ stakes: Type.Integer({ default: 1 }) })],
  ['the defaults do not fit', withOption({ stakes: Type.Integer({ default: 0, minimum: 1, description: 'Stakes.' }) })],
  ['SealedCardsView.odd is not described', withField({ odd: Type.Integer() })],
  ['SealedCardsView.odd takes unknown fields', withField({ odd: Type.Object({}, { description: 'Odd.' }) })],
  [
    'SealedCardsView.odd.inner is not described',
    withField({
      odd: Type.Array(Type.Object({ inner: Type.Integer() }, { additionalProperties: false }), { description: 'Odd.' }),
    }),
  ],
  ['the part StrangerCard does not begin with SealedCards', withPart('StrangerCard')],
  ['two schemas are called SealedCardsView', withPart('SealedCardsView')],
];

export const BADLY_HINTED: readonly [checkFailure: string, change: Partial<AnyRuleset>][] = [
  ['view.points has one item for each seat and no x-by', withField({ points: Type.Array(Type.Integer()) })],
  ['view.discards has 0 items where x-by seat makes them', withField({ discards: BySeat(Type.String(), 'Cards.') })],
  ['view.deckCount is', withField({ deckCount: SeatNumber })],
  ['view.round is', withField({ round: Type.Integer({ 'x-indexes': '/discards' }) })],
  [
    'SealedCardsView.properties.round is of the unknown kind hour',
    withField({ round: Type.Integer({ 'x-kind': 'hour' }) }),
  ],
  ['round points at /odd', withField({ round: Type.Integer({ 'x-indexes': '/odd' }) })],
  ['round has x-by and is no array', withField({ round: Type.Integer({ 'x-by': 'seat' }) })],
  [
    'hand has x-indexes and is no whole number',
    withField({ hand: Type.Array(Type.String(), { 'x-indexes': '/discards' }) }),
  ],
];

function withOption(fields: Record<string, object>): Partial<AnyRuleset> {
  const widened = { ...options, properties: { ...options.properties, ...fields } } as typeof options;
  return { schemas: { ...sealedCards.schemas, options: widened } };
}

function withField(fields: Record<string, object>): Partial<AnyRuleset> {
  const widened = { ...view, properties: { ...view.properties, ...fields } } as typeof view;
  return { schemas: { ...sealedCards.schemas, view: widened } };
}

function withPart($id: string): Partial<AnyRuleset> {
  const parts = [...sealedCards.schemas.parts, Type.String({ $id, description: 'A part.' })];
  return { schemas: { ...sealedCards.schemas, parts } };
}
