import { narratorOf } from '../kernel/narration.ts';
import type { Seat, Term } from '../kernel/ruleset.ts';
import { type Card, type Rank, rankOf, type Suit, suitOf } from '../kernel/tabletop/cards.ts';
import { counted, listOf, seatName, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import type { Action, PlayCardAction } from './actions.ts';
import { isKing, numberOn } from './cards.ts';
import { FULL_CHAIN, type Level, topOf } from './chain.ts';
import type { Die, Roll, Verdict } from './dice.ts';
import type { Event } from './events.ts';
import type { Options } from './options.ts';
import type { View } from './view.ts';

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

const SUIT_NAMES: Record<Suit, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANK_NAMES: Partial<Record<Rank, string>> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };

/** Writes `7H` as "7 of hearts". */
export function cardName(card: Card): string {
  const rank = rankOf(card);
  return `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[suitOf(card)]}`;
}

export const GLOSSARY: readonly Term[] = [
  {
    term: 'card',
    text: 'One with a number is won by a roll above it, and counts that number when the chain is taken.',
  },
  { term: 'die', text: 'You have five, with 6, 8, 10, 12 and 20 faces, and can roll each once a turn.' },
  { term: 'chain', text: 'The cards of a turn, level by level: what they count is at risk until the chain is taken.' },
  { term: 'level', text: 'A place in the chain, 1 to 5. A card is won by a die that shows more than its number.' },
  { term: 'reaction', text: 'A Jack or Queen that is played on a roll, which then has to be rolled again.' },
  {
    term: 'challenge',
    text: 'To roll the same kind of die against the card on which another seat has failed, and so take over the chain.',
  },
  { term: 'critical', text: 'A 20 on a d20 or a 12 on a d12, which no card can undo.' },
  { term: 'full chain', text: 'All five levels, won in one turn.' },
  { term: 'round', text: 'One deck, played to its end and then counted.' },
  { term: 'point', text: 'Counted for chains that were taken. The most points win the round.' },
  { term: 'deck', text: 'The cards to come, face down. The round ends when there are none.' },
  { term: 'discard', text: 'The cards of past turns. Only the top one may be seen.' },
  { term: 'ace', text: 'A free level: it is won without a die and counts nothing.' },
  { term: 'jack', text: 'Goes to the player who turned it up, who can make the die of a rival roll again.' },
  { term: 'queen', text: 'Goes to the player who turned it up, who can make a die that failed roll again.' },
  { term: 'king', text: 'Ends the turn: all dice that are left are thrown, and the highest counts.' },
];

const VERDICT_WORDS: Record<Verdict, string> = { win: 'beats', tie: 'equals', fail: 'fails against' };
const REASONS = {
  taken: 'for the chain it takes',
  tie: 'since the roll equals the card',
  failedChallenge: 'since the challenge failed',
  fullChain: 'for the full chain',
  king: 'for the King',
  lastCard: 'with the last card of the deck',
} as const;

export const narrate = narratorOf<Event, Options>({
  roundStarted: ({ round }) => `round ${round} begins with a newly shuffled deck.`,
  startRolled: ({ highest }) =>
    `all dice are rolled for the start: ${seatNames(highest)} ${highest.length === 1 ? 'rolls' : 'roll'} the highest.`,
  turnStarted: (_, who) => `${who} starts a turn.`,
  cardRevealed: ({ card, level }, who) => `${who} turns up the ${cardName(card)} for level ${level}.`,
  cardTaken: ({ card }, who) => `${who} keeps the ${cardName(card)} for later.`,
  aceAdvanced: ({ level }) => `the ace takes level ${level} without a die.`,
  dieRolled: ({ die, value, card, verdict }, who) => `${who} rolls ${against(die, value, card, verdict)}.`,
  kingRolled: ({ rolls, highest }, who) =>
    `the King wins the chain: ${who} throws ${counted(rolls.length, 'die', 'dice')}, and the highest shows ${highest}.`,
  reactionPlayed: ({ card, targets }, who) =>
    `${who} plays the ${cardName(card)}: ${seatNames(targets)} ${targets.length === 1 ? 'rolls' : 'roll'} again.`,
  dieRerolled: ({ die, value, card, verdict }, who) => `${who} rolls again: ${against(die, value, card, verdict)}.`,
  passed: (_, who) => `${who} passes.`,
  rollStands: ({ rolls }) => `${listOf(rolls.map(rollInWords))} ${rolls.length === 1 ? 'stands' : 'stand'}.`,
  tieRolled: ({ level }, who) => `the roll of ${who} equals the card of level ${level}, and the turn ends.`,
  levelWon: ({ level, die, value, chainPoints }, who) =>
    `${who} wins level ${level} with ${value} on the ${die}; the chain is worth ${counted(chainPoints, 'point')}.`,
  challengeOpened: ({ die, seats }, who) =>
    `the ${die} of ${who} failed, and ${seatNames(seats)} may challenge, in secret.`,
  challengeChosen: ({ challenge }, who) => `${who} chooses ${challenge ? 'to challenge' : 'not to challenge'}.`,
  challengesRevealed: ({ challengers }, who) =>
    challengers.length === 0
      ? `nobody challenges the roll of ${who}.`
      : `${seatNames(challengers)} ${challengers.length === 1 ? 'challenges' : 'challenge'} the roll of ${who}.`,
  challengeRolled: ({ die, value, card, verdict }, who) =>
    `${who}, who challenges, rolls ${against(die, value, card, verdict)}.`,
  challengersTied: ({ value }) => `both challengers roll ${value}, and roll again.`,
  chainPickedUp: ({ from }, who) => `${who} picks up the chain of ${seatName(from)}.`,
  challengeFailed: ({ challenged }, who, { printed }) =>
    `the challenge of ${who} fails${printed === true ? '' : `: ${seatName(challenged)} scores`}.`,
  chainTaken: ({ level }, who) => `${who} stops at level ${level} and takes the chain.`,
  chainWon: (_, who) => `${who} wins the fifth level, and the full chain.`,
  turnScored: ({ points, reason }, who) => `${who} scores ${counted(points, 'point')} ${REASONS[reason]}.`,
  turnEnded: (_, who) => `the turn that ${who} started is over.`,
  roundScored: ({ round, points, winner }) => {
    const scored = listOf(points.map((own, seat) => `${own} by ${seatName(seat)}`));
    const won = winner === null ? 'nobody wins it alone' : `${seatName(winner)} wins it`;
    return `round ${round} is counted, ${scored}: ${won}.`;
  },
  voteCast: ({ stop }, who) => `${who} votes ${stop ? 'to stop' : 'for another round'}.`,
  votesRevealed: ({ stop, continue: on }) =>
    `the votes are shown: ${stop.length} to stop, ${on.length} for another round.`,
});

function against(die: Die, value: number, card: Parameters<typeof cardName>[0], verdict: Verdict): string {
  return `${value} on the ${die}, which ${VERDICT_WORDS[verdict]} the ${cardName(card)}`;
}
