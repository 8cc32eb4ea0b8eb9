import { DICE, type Die, SIDES } from '../dice.ts';

/** What the next card makes of a turn, on average over a full deck: so much of each of these is scored or carried on. */
export interface Prospect {
  /** of the points of the cards that are won */
  ofPoints: number;
  /** of the sum of the winning dice */
  ofDice: number;
  /** points that come to it */
  added: number;
}

/** A die that wins so often is good enough for a card, and the larger ones are kept. Found by playing. */
const GOOD_ENOUGH = 0.6;
const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** The numbers, Ace and King: a Jack or Queen is followed by another card. */
const RANKS = NUMBERS.length + 2;

const BEFORE_LAST: (Prospect | undefined)[] = [];
const AT_LAST: (Prospect | undefined)[] = [];

/** What going on with these dice leads to; the fifth level scores dice instead of cards. */
export function prospectOf(dice: readonly Die[], isLastLevel: boolean): Prospect {
  const known = isLastLevel ? AT_LAST : BEFORE_LAST;
  let set = 0;
  for (const die of dice) set |= 1 << DICE.indexOf(die);
  const prospect = known[set] ?? workedOut(dice, isLastLevel);
  known[set] = prospect;
  return prospect;
}

/** Of dice listed smallest first, the one for a card of this number; undefined if there is none. */
export function dieFor(dice: readonly Die[], number: number): Die | undefined {
  return dice.find((die) => winningOdds(die, number) >= GOOD_ENOUGH) ?? dice.at(-1);
}

/** How likely a die is to roll above a number. */
export function winningOdds(die: Die, number: number): number {
  return Math.max(0, 1 - number / SIDES[die]);
}

function workedOut(dice: readonly Die[], isLastLevel: boolean): Prospect {
  const sum: Prospect = isLastLevel ? { ofPoints: 0, ofDice: 1, added: 0 } : { ofPoints: 1, ofDice: 0, added: 0 }; // the Ace
  sum.ofDice++; // the King
  sum.added += meanHighest(dice);
  for (const number of NUMBERS) addNumber(sum, dieFor(dice, number), number, isLastLevel);
  return { ofPoints: sum.ofPoints / RANKS, ofDice: sum.ofDice / RANKS, added: sum.added / RANKS };
}

function addNumber(sum: Prospect, die: Die | undefined, number: number, isLastLevel: boolean): void {
  if (die === undefined) return;
  const win = winningOdds(die, number);
  const tie = number <= SIDES[die] ? 1 / SIDES[die] : 0;
  if (isLastLevel) {
    sum.ofDice += win;
    sum.added += (win * (number + 1 + SIDES[die])) / 2;
  } else {
    sum.ofPoints += win;
    sum.added += win * number;
  }
  sum.ofPoints += tie;
  sum.added += tie * number;
}

/** What the highest of these dice shows on average when all are rolled. */
export function meanHighest(dice: readonly Die[]): number {
  const most = Math.max(0, ...dice.map((die) => SIDES[die]));
  let mean = 0;
  for (let value = 1; value <= most; value++) {
    const isBelow = dice.reduce((chance, die) => chance * Math.min(1, (value - 1) / SIDES[die]), 1);
    mean += 1 - isBelow;
  }
  return mean;
}
