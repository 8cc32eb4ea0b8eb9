import { counted } from '../../core/words/counted.ts';
import type { Card, Power } from './folly-props.ts';
import { powerWords, signed } from './power-words.ts';

const cards = (n: number) => counted(n, 'card');
const NTH = ['1st', '2nd', '3rd'];

export const WORDS = {
  triggers: { stopped: 'stop', passed: 'pass', unseen: 'unseen' },
  you: 'You',
  rowOf: (who: string) => `Row of ${who}`,
  health: (n: number) => `${n} health in the row`,
  inHand: 'in hand',
  hit: 'hit',
  thisTurn: 'this turn',
  closely: 'Look at the row closely',
  noRow: 'no cards',
  gone: 'removed',
  inForce: 'in force',
  roll: (n: number) => `${NTH[n - 1] ?? `${n}th`} roll`,
  chosen: (n: number) => `${NTH[n - 1]} roll: not chosen yet`,
  aside: 'set aside',
  die: (n: number) => `your die: ${counted(n, 'face')}`,
  hand: 'Your hand',
  left: (n: number) => `${n} left`,
  discard: 'discard',
  piles: (drawn: number, discarded: number) =>
    `${cards(drawn)} in the draw pile, ${discarded} in the discard pile: look at it`,
  rolled: 'rolled',
  passed: 'passed',
  goneRow: 'left the row',
  result: (n: number | null) => (n === null ? 'one last roll will count' : `result ${signedDown(n)}`),
  lasting: (n: number) => `every result ${signed(n)}`,
  setAside: (n: number) => `${cards(n)} set aside`,
  more: (n: number) => (n === 0 ? 'the last roll' : `${counted(n, 'more roll')} at most`),
  limit: (n: number) => `${cards(n)} at most`,
  goal: (n: number) => `${n} must go`,
  lastToo: 'the last card too',
  removed: (total: number, damage: number) => `${total} of ${damage} used`,
  most: 'most health',
  points: (n: number) => `${n} health`,
  shield: (power: Power) => `Shield: ${powerWords(power)}`,
  studied: (who: string) => `The hand of ${who}, as you saw it`,
  studiedShort: 'seen',
  discardPile: 'Discard pile, the newest first',
  empty: 'There is no card.',
  asks: {
    row: 'Choose your first row',
    rowMore: 'And the second card?',
    roll: (n: string) => `Stop with ${n}?`,
    last: 'Stop for one last roll?',
    mustReroll: 'You must roll again',
    mustStop: 'You must stop here',
    victim: (n: string) => `Whom do you hit with ${n}?`,
    remove: (n: number) => `Hit: ${n} damage left`,
    self: 'You hit your own row',
    place: (n: string) => `Where does the ${n} go?`,
    taken: (n: string) => `Where does the ${n} go?`,
    power: 'A card asks you',
    over: 'All hands are empty',
  },
  hints: {
    row: 'Left governs your first roll, right your second.',
    stops: (power: string) => `Stop: ${power}`,
    plain: 'No power is in force',
    next: (words: string) => `Next: ${words}`,
    noPower: 'no power',
    hurts: 'Below 0 you hit your own row',
    victim: 'Tap a row. Cards go as long as their hearts fit.',
    remove: 'Tap a card to remove it.',
    self: (goal: number) => `${goal} health must go in all. Tap a card.`,
    asks: (power: string, n: number) => `What asks: ${power}.${n > 1 ? ` ${n} answers.` : ''}`,
    place: 'It joins your row at the left or at the right end.',
  },
  pick: {
    row: 'Pick two cards',
    rowMore: 'Pick one more',
    card: 'Pick a card',
    seat: 'Pick a row',
    swap: 'Pick two cards',
  },
  lay: 'Lay out this row',
  stop: (n: string) => `Stop with ${n}`,
  stopLast: 'Stop: one last roll',
  reroll: 'Roll again',
  again: 'Roll again gives',
  better: (chance: string) => `${chance} better`,
  attack: (who: string, n: string) => `Hit ${who} with ${n}`,
  choose: (who: string) => `Choose ${who}`,
  noAttack: 'No attack',
  endAttack: 'End the attack',
  skip: 'Do without',
  end: { left: 'Left end', right: 'Right end' },
  endOfRow: { left: 'Left end of the row', right: 'Right end of the row' },
  waits: {
    row: 'The first rows are chosen in secret',
    roll: (who: string, n: string) => `${who} stops with ${n}, or rolls again`,
    last: (who: string) => `${who} stops, or rolls again`,
    victim: (who: string, n: string) => `${who} chooses whom to hit with ${n}`,
    remove: (who: string) => `${who} removes cards`,
    place: (who: string, n: string) => `${who} puts the ${n} into the row`,
    power: (who: string) => `${who} answers a card`,
  },
} as const;

export function signedDown(n: number): string {
  return n < 0 ? `−${-n}` : `${n}`;
}

const SPOKEN_TRIGGERS: Readonly<Record<Power['trigger'], string>> = {
  stopped: 'if you stop on it',
  passed: 'if you reroll past it',
  unseen: 'if it is never reached',
};

export function cardLines({ powers, shield, arrow }: Card, arrows: boolean): string[] {
  return [
    ...powers.map((power) => `${SPOKEN_TRIGGERS[power.trigger]}: ${powerWords(power)}`),
    ...(shield ? ['a Shield card'] : []),
    ...(arrow !== null && arrows ? [`arrow ${arrow}`] : []),
  ];
}

export function spokenCard(card: Card, health: number, arrows: boolean): string {
  const counts = health === card.health ? '' : `, printed ${card.health}`;
  return [`${signedDown(card.number)}, health ${health}${counts}`, ...cardLines(card, arrows)].join('; ');
}
