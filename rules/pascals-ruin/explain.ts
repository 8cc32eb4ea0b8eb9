import type { Refusal, Seat } from '../kernel/ruleset.ts';
import { listOf, seatName, seatNames } from '../kernel/tabletop/phrases.ts';
import type { Action, PlayCardAction } from './actions.ts';
import { isJack } from './cards.ts';
import { FULL_CHAIN, topOf } from './chain.ts';
import { type Die, isCritical, type Roll } from './dice.ts';
import { isRolling, isSafe, type Window } from './reaction.ts';
import type { View } from './view.ts';
import { cardName, openQuestion } from './wording.ts';

export function explain(view: View, seat: Seat, action: Action): Refusal {
  const refuse = (rule: string, detail: string, hint = openQuestion(view)): Refusal => ({ rule, detail, hint });
  switch (action.type) {
    case 'rollDie':
      return view.phase === 'roll'
        ? refuse('R18', `Your ${action.die} has already been rolled against a card in this turn.`, diceHint(view, seat))
        : refuse(
            'R18',
            'A die is rolled only by the seat that holds the chain, against a card that is still to be won.',
          );
    case 'continue':
    case 'takeChain':
      return refuse('R18', decideRefusal(view));
    case 'playCard':
      return view.phase === 'reaction'
        ? { ...cardRefusal(view, seat, action), hint: openQuestion(view) }
        : refuse('R6', 'A Jack or Queen can be played only on a roll that does not stand yet.');
    case 'pass':
      return refuse('R6', 'There is nothing to pass on: no roll is waiting for a Jack or Queen.');
    case 'challenge':
    case 'declineChallenge':
      return refuse('R8', 'There is nothing to challenge: no failed roll of another seat stands.');
    case 'voteContinue':
    case 'voteStop':
      return refuse('R16', 'Votes are cast only between two rounds of eternal mode.');
    default:
      return action satisfies never;
  }
}

function diceHint(view: View, seat: Seat): string {
  return `You have left: ${listOf(view.diceLeft[seat] as Die[])}.`;
}

function decideRefusal(view: View): string {
  if (view.phase === 'roll') {
    return `The ${cardName(topOf(view.chain).card)} is face up and has to be rolled against; there is no way back.`;
  }
  return `The chain can be continued or taken only right after a level below ${FULL_CHAIN} has been won.`;
}

function cardRefusal(view: View, seat: Seat, action: PlayCardAction): Refusal {
  const { card, targets } = action;
  const window: Window = { card: topOf(view.chain).card, rolls: view.pending?.rolls ?? [] };
  const absent = targets.filter((target) => !isRolling(window, target));
  const safe = window.rolls.find((roll) => targets.includes(roll.seat) && isSafe(roll, window.card));
  if (!view.held[seat]?.includes(card)) return { rule: 'R7', detail: `You do not hold the ${cardName(card)}.` };
  if (absent.length > 0) return { rule: 'R6', detail: `No roll of ${seatNames(absent)} is on the table.` };
  if (safe !== undefined) return { rule: 'R6', detail: safeRefusal(safe) };
  if (isJack(card)) return jackRefusal(window, seat, targets);
  if (targets.length > 1) return { rule: 'R7', detail: 'A Queen makes only one seat roll again.' };
  return { rule: 'R7', detail: 'A Queen can be played only on a roll that fails.' };
}

function safeRefusal(roll: Roll): string {
  const why = isCritical(roll) ? 'is a critical hit' : 'ties the card';
  return `The ${roll.value} of ${seatName(roll.seat)} on the ${roll.die} ${why} and cannot be rolled again.`;
}

function jackRefusal(window: Window, seat: Seat, targets: Seat[]): Refusal {
  if (!isRolling(window, seat)) return { rule: 'R10', detail: 'Two targets are named lower seat first.' };
  if (targets.length === 1 && targets[0] === seat) {
    return { rule: 'R7', detail: 'A Jack is played on another seat, never on your own roll.' };
  }
  return { rule: 'R10', detail: 'A challenger plays no Jacks in its own challenge.' };
}
