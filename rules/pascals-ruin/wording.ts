import type { Seat } from '../kernel/ruleset.ts';
import { counted, listOf, seatName, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, PlayCardAction } from './actions.ts';
import { isKing, numberOn } from './cards.ts';
import { FULL_CHAIN, type Level, topOf } from './chain.ts';
import type { Roll } from './dice.ts';
import { cardName } from './names.ts';
import type { View } from './view.ts';

/** A legal action of this view's seat in a short sentence. */
export function label(action: Action, view: View): string {
  switch (action.type) {
    case 'rollDie':
      return `Roll your ${action.die} against ${cardToBeat(view)}`;
    case 'continue':
      return `Continue to level ${view.level + 1} with ${counted(view.chainPoints, 'point')} at risk`;
    case 'takeChain':
      return `Take the chain for ${counted(view.chainPoints, 'point')}`;
    case 'playCard':
      return playCardLabel(action, view);
    case 'pass':
      return 'Pass: play no card on the roll';
    case 'challenge':
      return `Challenge: roll your ${listOf(rollsOf(view).map((roll) => roll.die))} against ${cardToBeat(view)}`;
    case 'declineChallenge':
      return 'Do not challenge';
    case 'voteContinue':
      return 'Vote for another round';
    case 'voteStop':
      return 'Vote to end the game here';
    default:
      return action satisfies never;
  }
}

function playCardLabel({ card, targets }: PlayCardAction, view: View): string {
  const rolls = rollsOf(view).filter((roll) => targets.includes(roll.seat));
  const what = isKingThrown(view) ? () => 'throws for the King again' : ({ die }: Roll) => `rolls the ${die} again`;
  const again = rolls.map((roll) => `${seatName(roll.seat)} ${what(roll)} (now ${roll.value})`);
  return `Play the ${cardName(card)}: ${listOf(again)}`;
}

/** What is asked now, and of whom. */
export function openQuestion(view: View): string {
  const asked = sentence(seatNames(view.pending?.waitingFor ?? [view.active]));
  switch (view.phase) {
    case 'roll':
      return `${asked} has to roll a die against ${cardToBeat(view)}.`;
    case 'decide':
      return `${asked} may continue to level ${view.level + 1} or take the chain for ${counted(view.chainPoints, 'point')}.`;
    case 'reaction':
      return isKingThrown(view)
        ? `${asked} may play a Jack on the throw for the King, in which ${rollsInWords(view)} counts, or pass.`
        : `${asked} may play a Jack or Queen on ${rollsInWords(view)}, or pass.`;
    case 'challenge':
      return `${asked} may challenge ${rollsInWords(view)} against ${cardToBeat(view)}, or decline.`;
    case 'vote':
      return `Still to vote on another round: ${seatNames(view.pending?.waitingFor ?? [])}.`;
    case 'over':
      return 'The game is over.';
    default:
      return view.phase satisfies never;
  }
}

/** The whole table as text. */
export function describe(view: View): string {
  const top = view.discardTop === null ? 'empty' : `${cardName(view.discardTop)} on top`;
  return [
    `Pascal's Ruin, round ${view.round}. Deck: ${counted(view.deckCount, 'card')}. Discard pile: ${top}.`,
    ...(view.chain.length === 0 ? [] : chainLines(view)),
    ...view.held.map((_, seat) => seatLine(view, seat)),
    openQuestion(view),
  ].join('\n');
}

function chainLines(view: View): string[] {
  return [
    `${sentence(seatName(view.starter))} started this turn. ${sentence(seatName(view.active))} holds the chain, at level ` +
      `${view.level} of ${FULL_CHAIN}; the cards won so far count ${counted(view.chainPoints, 'point')}.`,
    ...view.chain.map((level, below) => `  Level ${below + 1}: ${levelInWords(level)}`),
  ];
}

function levelInWords({ card, roll, spent, extras }: Level): string {
  const parts = [cardName(card)];
  if (roll !== undefined) parts.push(`won by ${rollInWords(roll)}`);
  else
    parts.push(
      isKing(card) ? 'its throw does not stand yet' : numberOn(card) === 0 ? 'no die needed' : 'still to be won',
    );
  if (spent !== undefined)
    parts.push(`also used: ${listOf(spent.map(({ seat, die }) => `the ${die} of ${seatName(seat)}`))}`);
  if (extras.length > 0) parts.push(`played beside it: ${listOf(extras.map(cardName))}`);
  return parts.join('; ');
}

function seatLine(view: View, seat: Seat): string {
  const score = counted(view.scores[seat] ?? 0, 'point');
  const wins = counted(view.roundWins[seat] ?? 0, 'round');
  const dice = listOf(view.diceLeft[seat] ?? []) || 'none';
  const held = listOf((view.held[seat] ?? []).map(cardName)) || 'none';
  return `${sentence(seatName(seat))}: ${score}, ${wins} won. Dice left: ${dice}. Jacks and Queens: ${held}.`;
}

function cardToBeat(view: View): string {
  const { card } = topOf(view.chain);
  return `the ${cardName(card)} (beat ${numberOn(card)})`;
}

/** Whether the rolls in question are the highest die of a throw for a King. */
function isKingThrown({ chain, pending }: View): boolean {
  return pending?.kind === 'reaction' && isKing(topOf(chain).card);
}

function rollsOf(view: View): Roll[] {
  return view.pending?.rolls ?? [];
}

function rollsInWords(view: View): string {
  return listOf(rollsOf(view).map(rollInWords));
}

function rollInWords({ seat, die, value }: Roll): string {
  return `the ${value} of ${seatName(seat)} on the ${die}`;
}
