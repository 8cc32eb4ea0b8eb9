import type { Chance } from '../../kernel/chance.ts';
import { type Action, CHALLENGE, CONTINUE, DECLINE_CHALLENGE, PASS, ROLL_DIE, TAKE_CHAIN } from '../actions.ts';
import { isKing, numberOn } from '../cards.ts';
import { FULL_CHAIN, sumOfDice, topOf } from '../chain.ts';
import { judge, type Roll } from '../dice.ts';
import type { View } from '../view.ts';
import { dieFor, meanHighest, prospectOf, winningOdds } from './prospect.ts';

/** So likely a forced roll has to fail for a Jack to be played on it. Found by playing. */
const WORTH_A_JACK = 0.25;
/** So far above the mean a throw for a King has to be for a Jack to be played on it. */
const WORTH_A_JACK_ON_A_KING = 4;
/** A challenge has to win so often. Found by playing. */
const WORTH_A_CHALLENGE = 0.5;

/**
 * Goes on while the next card promises more than the chain would score now; rolls the smallest die that wins often
 * enough, otherwise the largest; challenges where a win is likelier than not; plays a Queen on its own failed roll and a Jack
 * on the winning roll of another where that may well fail, or on a lucky throw for a King; votes by lot.
 */
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

function cardToBeat({ chain }: View): number {
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

/** Whether a card is played on failed rolls of one's own or on winning rolls of others alone. */
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
