// The published rules give powers no names, so cards are named by their effects.
import { SUIT_PATHS } from '../../art/faces.ts';
import { counted } from '../../core/words/counted.ts';
import type { Power } from './folly-props.ts';

const SHIELD = 'M0-11L10-7V1Q9 9 0 12Q-9 9-10 1V-7Z';
const AGAIN = 'M9-3A9.5 9.5 0 1 0 9 4M9-10V-3H2';
const WIND = 'M-11-4H4Q9-4 9-8Q8-11 5-10M-11 1H9Q13 2 11 6Q9 8 7 6M-11 6H0';
const HEART = SUIT_PATHS.H ?? '';

/** `sign`: an SVG path in a box of 24 around 0,0. `short`: about seven letters. `{amount}`: a number of the power. */
type Told = readonly [sign: string, short: string, words: string, ask?: string, go?: string];

const TOLD: Readonly<Record<Power['kind'], Told>> = {
  add: ['M0-11V11M-11 0H11', '+{amount}', 'result +{amount}'],
  subtract: ['M-11 0H11', '−{amount}', 'result −{amount}'],
  raiseLow: ['M-10 8L-3 0L2 5L11-8M4-8H11V-1', '<{threshold}→6', 'below {threshold} becomes 6'],
  dropHigh: ['M-10-8L-3 0L2-5L11 8M4 8H11V1', '>{threshold}→1', 'above {threshold} becomes 1'],
  doubleLow: ['M-11-6L-2 6M-2-6L-11 6M4-4Q5-8 8-7Q12-5 9-1L3 6H11', '<{threshold} ×2', 'below {threshold} doubles'],
  healthCompare: [`${HEART}M-4-1H4`, '{sign}{amount} {limit}♥', '{sign}{amount} if {below} the row’s health'],
  doubleThenDiscard: [
    'M0-10V9M-10-6H10M-10-6L-13 3H-7ZM10-6L7 3H13ZM-5 10H5',
    '×2 drop',
    'doubles, discard one',
    'Discard which card?',
    'Discard it',
  ],
  noAttackByHealth: [
    'M-2 10V0M-9-2Q-9-10-2-8L0-6L2-8Q9-10 9-2Q6 6-2 10',
    'spare',
    'spares rows {below} {threshold} health',
  ],
  noAttackNeighbour: ['M-11-8V8M-7-8V8M11 0H-1L4-5M-1 0L4 5', 'spare {toward}', 'spares {side} neighbour'],
  swapHand: [
    'M-9-11H1V3H-9ZM5-5H9V9H-1V7M-4-7V-1M-6-3L-4-1L-2-3',
    'redraw',
    'draw one, put one under',
    'Which card goes back?',
    'Put it under the pile',
  ],
  swapRow: ['M-10-4H9L4-9M10 4H-9L-4 9', 'swap', 'swap two of own row', 'Swap which two cards?', 'Swap them'],
  drawInstead: ['M-8-4H8V10H-8ZM0-4V10M-10-4H10M0-4Q-8-12-7-7Q-6-4 0-4Q8-12 7-7Q6-4 0-4', 'draw', 'draw, no attack'],
  shuffleRow: [
    'M-11-6H-5L5 6H11M-11 6H-5L5-6H11M8-9L11-6L8-3M8 3L11 6L8 9',
    'mix',
    'shuffle any row',
    'Shuffle whose row?',
    'Shuffle it',
  ],
  attackTwo: ['M-10-10L8 8M10-10L-8 8M-11 5L-5 11M11 5L5 11', '2 rows', 'attack two players'],
  finalRoll: ['M-9-9H9V9H-9ZM-4-3h.5M4-3h.5M-5 3Q0 7 5 3', 'last', 'one final roll'],
  forcedStop: ['M-4.5-11H4.5L11-4.5V4.5L4.5 11H-4.5L-11 4.5V-4.5ZM-5 0H5', 'stop', 'must stop if result equals health'],
  keepRoll: ['M-10-3H4Q10-3 10 3Q10 9 4 9H-4M-10-3L-4-9M-10-3L-4 3', 'keep', 'keep the roll, discard this'],
  removeHealthy: [
    'M0-11V-4M0 4V11M-11 0H-4M4 0H11M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0',
    'one off',
    'no attack, remove one card above result',
    'Remove which card?',
    'Remove it',
  ],
  takeRemoved: ['M0-11V4M-6-2L0 4L6-2M-10 4V10H10V4', 'take', 'take a removed card', 'Take a removed card?', 'Take it'],
  shieldCard: [`${SHIELD}M-4 0L-1 4L5-4`, 'safe', 'this card is safe'],
  shieldRow: [SHIELD, 'keep 2', 'row keeps two cards'],
  shieldAgainst: [`${SHIELD}M-4-4L4 5M4-4L-4 5`, 'no {limit}{threshold}', 'no attack {below} {threshold} on you'],
  shieldHealth: [`${SHIELD}M-4 0H4`, '♥ {change}', 'cards to the right {change} health'],
  ignoreShields: [`${SHIELD}M-11-11L11 11`, 'pierce', 'ignore shields, own ones too'],
  rerollsAtMost: [`${AGAIN}M3-3L-3 0L3 3`, '≤{amount} more', 'reroll at most {amount} more'],
  rerollsExactly: [`${AGAIN}M-3-2H3M-3 2H3`, '{amount} more', 'reroll exactly {amount} more'],
  forcedSide: ['M11 0H-5L1-6M-5 0L1 6M-10-9V9', '{toward} end', 'roll goes to the {side} end'],
  shrinkDie: [
    'M-10-10H10V10H-10ZM-4 0H4',
    'hold {amount}',
    '{cards} of the hand cannot roll',
    'Set which card aside?',
    'Set it aside',
  ],
  lastingAdd: [WIND, 'all +{amount}', 'all results +{amount}'],
  lastingSubtract: [`${WIND}M4 11H11`, 'all −{amount}', 'all results −{amount}'],
  discardOne: [
    'M-7-11H7V3H-7ZM0-5V11M-4 7L0 11L4 7',
    'drop 1',
    'discard one of row or hand',
    'Discard which card?',
    'Discard it',
  ],
  drawIfFew: ['M-10-9H2V8H-10ZM8-4V6M3 1H13', 'refill', 'draw if fewer than 4 in hand'],
  study: [
    'M-11 0Q0-11 11 0Q0 11-11 0ZM-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0',
    'look',
    'look at a hand',
    'Look at whose hand?',
    'Look at it',
  ],
  swapWithRow: ['M-4 10V-9L-9-4M4-10V9L9 4', 'trade', 'swap with another row', 'Swap which two cards?', 'Swap them'],
  addSecondRoll: ['M-11-3H1V9H-11ZM-3-9H10V4H6M-5 3h.1', 'reroll', 'roll again, that card counts for the row'],
  selfDamage: ['M3-11L-7 2H0L-3 11L7-3H0Z', '−1 ♥', '1 damage to yourself'],
};

export const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

function filled(text: string, { amount = 0, threshold = 0, compare, change, side }: Power): string {
  const isLess = compare === 'less';
  const figures: Record<string, string | number | undefined> = {
    amount,
    threshold,
    side,
    cards: counted(amount, 'card'),
    limit: isLess ? '<' : '>',
    below: isLess ? 'below' : 'above',
    sign: change === 'add' ? '+' : '−',
    change: signed(Number(change)),
    toward: side === 'left' ? '←' : '→',
  };
  return text.replace(/\{(\w+)\}/g, (_, name) => `${figures[name]}`);
}

export const signOf = (power: Power) => TOLD[power.kind][0];
/** True if the sign must be mirrored: all signs are drawn for the left side. */
export const isTurned = ({ side }: Power) => side === 'right';
export const shortly = (power: Power) => filled(TOLD[power.kind][1], power);
export const powerWords = (power: Power) => filled(TOLD[power.kind][2], power);
export function askedBy(power: Power) {
  const [, , , ask, go] = TOLD[power.kind];
  return { ask, go };
}
