import { narratorOf } from '../kernel/narration.ts';
import { counted, listOf, seatName, seatNames } from '../kernel/tabletop/phrases.ts';
import type { Die, Roll, Verdict } from './dice.ts';
import type { Event } from './events.ts';
import { cardName } from './names.ts';
import type { Options } from './options.ts';

const VERDICT_WORDS: Record<Verdict, string> = { win: 'beats', tie: 'equals', fail: 'fails against' };
const REASONS = {
  taken: 'for the chain it takes',
  tie: 'since the roll equals the card',
  failedChallenge: 'since the challenge failed',
  fullChain: 'for the full chain',
  king: 'for the King',
  lastCard: 'with the last card of the deck',
} as const;

/** What a viewer may know of an event, as a sentence. */
export const narrate = narratorOf<Event, Options>({
  roundStarted: ({ round }) => `round ${round} begins with a newly shuffled deck.`,
  startRolled: ({ highest }) => `all dice are thrown for the start: the highest is of ${seatNames(highest)}.`,
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

function rollInWords({ seat, die, value }: Roll): string {
  return `the ${value} of ${seatName(seat)} on the ${die}`;
}
