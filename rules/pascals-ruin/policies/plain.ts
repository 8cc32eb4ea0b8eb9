import type { Chance } from '../../kernel/chance.ts';
import { type Action, CHALLENGE, CONTINUE, DECLINE_CHALLENGE, PASS, ROLL_DIE, TAKE_CHAIN } from '../actions.ts';
import { isKing, numberOn } from '../cards.ts';
import { FULL_CHAIN, sumOfDice, topOf } from '../chain.ts';
import { DICE, type Die, judge, type Roll, SIDES } from '../dice.ts';
import type { View } from '../view.ts';

/** Plays a Jack on a winning roll if the new roll is lost with at least this probability. Found by trial games. */
const WORTH_A_JACK = 0.25;
/** Plays a Jack on a throw for a King if the throw is at least this many points above the mean. */
const WORTH_A_JACK_ON_A_KING = 4;
/** Challenges if the challenge wins with at least this probability. Found by trial games. */
const WORTH_A_CHALLENGE = 0.5;

// Turns over another card while that should gain more than taking the chain. Plays a Queen on its own failed roll, and
// a Jack on another player's winning roll if a new roll may well fail, or on a lucky throw for a King. Votes randomly.
export function plain(view: View, legal: readonly Action[], chance: Chance): Action {
  switch (view.phase) {
    case 'roll':
      return bestRoll(view);
    case 'decide':
      return isWorthGoingOn(view) ? CONTINUE : TAKE_CHAIN;
    case 'reaction':
      return legal.find((action) => isWanted(action, view)) ?? PASS;
    case 'challenge':
      return isWorthChallenging(view) ? CHALLENGE : DECLINE_CHALLENGE;
    case 'vote':
    case 'over':
      return legal[chance.int(legal.length)] as Action;
    default:
      return view.phase satisfies never;
  }
}

export function cardToBeat({ chain }: View): number {
  return numberOn(topOf(chain).card);
}

function bestRoll(view: View): Action {
  const die = dieFor(view.diceLeft[view.active] ?? [], cardToBeat(view));
  if (die === undefined) throw new Error('the active seat has no die left');
  return ROLL_DIE[die];
}

function isWorthGoingOn({ chain, chainPoints, diceLeft, active, level }: View): boolean {
  const { ofPoints, ofDice, added } = prospectOf(diceLeft[active] ?? [], level + 1 === FULL_CHAIN);
  return ofPoints * chainPoints + ofDice * sumOfDice(chain) + added > chainPoints;
}

function isWorthChallenging(view: View): boolean {
  const failed = view.pending?.rolls[0] as Roll;
  return winningOdds(failed.die, cardToBeat(view)) > WORTH_A_CHALLENGE;
}

function isWanted(action: Action, view: View): boolean {
  if (action.type !== 'playCard') return false;
  const card = topOf(view.chain).card;
  const seat = view.pending?.waitingFor[0];
  return (view.pending?.rolls ?? []).every((roll) => {
    if (!action.targets.includes(roll.seat)) return true;
    if (isKing(card)) return roll.value >= meanHighest(view.diceLeft[roll.seat] ?? []) + WORTH_A_JACK_ON_A_KING;
    if (roll.seat === seat) return judge(roll, card) === 'fail';
    return judge(roll, card) === 'win' && 1 - winningOdds(roll.die, numberOn(card)) >= WORTH_A_JACK;
  });
}

/** How the next card changes the expected score of a turn: new score = ofPoints × points + ofDice × dice + added. */
interface Prospect {
  /** the factor for the points of the cards already won */
  ofPoints: number;
  /** the factor for the sum of the dice that won these cards */
  ofDice: number;
  added: number;
}

/** The smallest die that wins with at least this probability is rolled; larger dice are saved. Found by trial games. */
const GOOD_ENOUGH = 0.6;
export const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** The number of ranks that decide a level: the numbers, Ace and King. A Jack or Queen is followed by another card. */
export const RANKS = NUMBERS.length + 2;

const BEFORE_LAST: (Prospect | undefined)[] = [];
const AT_LAST: (Prospect | undefined)[] = [];

/** Returns the prospect of the next card. A chain that wins the last level scores the dice instead of the cards. */
function prospectOf(dice: readonly Die[], isLastLevel: boolean): Prospect {
  const known = isLastLevel ? AT_LAST : BEFORE_LAST;
  let set = 0;
  for (const die of dice) set |= 1 << DICE.indexOf(die);
  const prospect = known[set] ?? workedOut(dice, isLastLevel);
  known[set] = prospect;
  return prospect;
}

/** Returns the die to roll against a card with this number. `dice` are sorted, smallest first. */
function dieFor(dice: readonly Die[], number: number): Die | undefined {
  return dice.find((die) => winningOdds(die, number) >= GOOD_ENOUGH) ?? dice.at(-1);
}

export function winningOdds(die: Die, number: number): number {
  return Math.max(0, 1 - number / SIDES[die]);
}

function workedOut(dice: readonly Die[], isLastLevel: boolean): Prospect {
  // starts with the prospect of an Ace; the next two lines add a King
  const sum: Prospect = isLastLevel ? { ofPoints: 0, ofDice: 1, added: 0 } : { ofPoints: 1, ofDice: 0, added: 0 };
  sum.ofDice++;
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

export function meanHighest(dice: readonly Die[]): number {
  const most = Math.max(0, ...dice.map((die) => SIDES[die]));
  let mean = 0;
  for (let value = 1; value <= most; value++) {
    const isBelow = dice.reduce((chance, die) => chance * Math.min(1, (value - 1) / SIDES[die]), 1);
    mean += 1 - isBelow;
  }
  return mean;
}
