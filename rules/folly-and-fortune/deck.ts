import { type Card, type CardId, PRINTED } from './cards.ts';
import type { Options } from './options.ts';
import type { PowerKind } from './power.ts';

/** The powers that just change the result. R13 */
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

/** The cards that are played with, in printed order. */
export function deckOf({ superpowers, simplePowers, printed }: Options): CardId[] {
  const isSimple = ({ powers }: Card): boolean =>
    powers.every(({ kind }) => SIMPLE.includes(kind)) && (printed !== true || powers.length > 0);
  return PRINTED.filter((card) => (superpowers || card.set === 'base') && (!simplePowers || isSimple(card))).map(
    ({ id }) => id,
  );
}

/** Refuses a table without the start player or without enough cards. R1, R13 */
export function checkOptions(options: Options, seats: number): string | null {
  const { startPlayer } = options;
  if (startPlayer !== null && startPlayer >= seats) {
    return `With ${seats} seats, startPlayer is a seat from 0 to ${seats - 1}, or null for one by lot, and not ${startPlayer}.`;
  }
  const cards = deckOf(options).length;
  const needed = seats * options.startingCards;
  if (cards >= needed) return null;
  return (
    `${seats} seats with ${options.startingCards} cards each need ${needed} cards, and with these options there are ` +
    `${cards}: choose fewer startingCards or seats, or switch simplePowers off.`
  );
}
