import { type Static, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { deepFreeze } from '../kernel/json.ts';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { HealthField } from '../kernel/tabletop/fields.ts';
import printed from './deck.json' with { type: 'json' };
import type { Options } from './options.ts';
import { type Power, type PowerKind, PowerSchema, SIDES, type Trigger } from './power.ts';

/** Powers that only change the result of a roll. With `simplePowers`, no card has any other power (rule R13). */
const SIMPLE: readonly PowerKind[] = [
  'add',
  'subtract',
  'raiseLow',
  'dropHigh',
  'doubleLow',
  'healthCompare',
  'lastingAdd',
  'lastingSubtract',
];

export function deckOf({ superpowers, simplePowers, printed }: Options): CardId[] {
  const isSimple = ({ powers }: Card): boolean =>
    powers.every(({ kind }) => SIMPLE.includes(kind)) && (printed !== true || powers.length > 0);
  return PRINTED.filter((card) => (superpowers || card.set === 'base') && (!simplePowers || isSimple(card))).map(
    ({ id }) => id,
  );
}

/** Rejects a start player who is not at the table, and options that leave too few cards (rules R1, R13). */
export function checkOptions(options: Options, seats: number): string | null {
  const { startPlayer } = options;
  if (startPlayer !== null && startPlayer >= seats) {
    return `startPlayer is ${startPlayer}, but with ${seats} seats it must be 0 to ${seats - 1}, or null for a seat by lot.`;
  }
  const cards = deckOf(options).length;
  const needed = seats * options.startingCards;
  if (cards >= needed) return null;
  return (
    `${seats} seats with ${options.startingCards} cards each need ${needed} cards, and with these options there are ` +
    `${cards}: choose fewer startingCards or seats, or switch simplePowers off.`
  );
}

const { object } = schemaFamily('FollyAndFortune');

/** The id of a card in actions and positions: `B07` is the seventh card of the base game. */
export type CardId = string;

const CARD: Hints = { 'x-kind': 'card' };

export function CardIdField(description: string) {
  return Type.String({ pattern: '^[BS][0-9]{2}$', ...CARD, description });
}

export const CardSchema = object(
  'Card',
  {
    id: CardIdField('The name of the card, as actions use it.'),
    set: Words(['base', 'superpowers'], { description: 'Which of the two sets of cards it belongs to.' }),
    number: Type.Integer({ description: 'What it shows when it is rolled.' }),
    health: HealthField('What it is worth in a row.'),
    arrow: Nullable(Words(SIDES), {
      description:
        'The end of the row that its arrow points to, which counts with the option arrows only; null for a card without arrow.',
    }),
    powers: Type.Array(Ref(PowerSchema), {
      description: 'What the card does while it lies in a row: none, one or two powers, each with its own trigger.',
    }),
    shield: Type.Boolean({
      description: 'Whether it is a Shield card: what it does lasts until the next turn of its owner begins.',
    }),
  },
  'A card.',
  CARD,
);
export type Card = Static<typeof CardSchema>;

export function CardField(description: string) {
  return Type.Unsafe<Card>(Ref(CardSchema, { description }));
}

/** A card and its powers. A card has at most one power for each trigger. */
interface Face {
  card: Card;
  stopped: Power | null;
  passed: Power | null;
  unseen: Power | null;
}

export const PRINTED: readonly Card[] = deepFreeze(printed.cards as Card[]);
const FACES: ReadonlyMap<CardId, Face> = new Map(PRINTED.map((card) => [card.id, faceOf(card)]));

function faceOf(card: Card): Face {
  const powerOf = (trigger: Trigger): Power | null => {
    const [power, ...others] = card.powers.filter((printed) => printed.trigger === trigger);
    if (others.length > 0) throw new Error(`card ${card.id} has several ${trigger} powers`);
    return power ?? null;
  };
  return { card, stopped: powerOf('stopped'), passed: powerOf('passed'), unseen: powerOf('unseen') };
}

function face(id: CardId): Face {
  const found = FACES.get(id);
  if (found === undefined) throw new Error(`there is no card ${id}`);
  return found;
}

export function cardOf(id: CardId): Card {
  return face(id).card;
}

export function cardsOf(ids: readonly CardId[]): Card[] {
  return ids.map(cardOf);
}

export function powerOf(id: CardId, trigger: Trigger): Power | null {
  return face(id)[trigger];
}

export function forEachCard<T>(make: (card: CardId) => T): Readonly<Record<CardId, T>> {
  return Object.fromEntries(PRINTED.map(({ id }) => [id, make(id)]));
}
