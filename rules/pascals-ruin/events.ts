import { type Static, Type } from '@sinclair/typebox';
import type { Viewer } from '../kernel/ruleset.ts';
import { Nullable, Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { BySeat, CountField, FaceField, PointsField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import type { StepTable } from '../kernel/tabletop/step.ts';
import { CardField, ReactionCardField } from './cards.ts';
import { DieField, RollSchema, VERDICTS } from './dice.ts';
import { SCORE_REASONS, SCORED_THINGS, type State } from './state.ts';

const { events } = schemaFamily('PascalsRuin');

const level = Type.Integer({ minimum: 1, maximum: 5, description: 'The level, 1 to 5.' });
const deckCount = CountField('How many cards are left in the deck.', { maximum: 52 });
const points = PointsField('What the seat scores.');
const rolls = (description: string) => Type.Array(Ref(RollSchema), { description });
const seats = (description: string) => Type.Array(SeatField('A seat.'), { description });

const judgedRoll = {
  die: DieField('The kind of die.'),
  value: FaceField('The number it shows.', 20),
  card: CardField('The card it was rolled against.'),
  verdict: Words(VERDICTS, { description: 'win: above the card; tie: equal to it; fail: below it.' }),
  critical: Type.Boolean({ description: 'A 20 on a d20 or a 12 on a d12, which no card can undo.' }),
};

export const EVENT_SCHEMAS = events({
  roundStarted: [
    { round: Type.Integer({ minimum: 1, description: 'The number of the round.' }), deckCount },
    'A new round begins with a full, newly shuffled deck.',
  ],
  startRolled: [
    { rolls: rolls('All dice that were thrown.'), highest: seats('The seats that share the highest single die.') },
    'Seats threw all their dice for the start. When several share the highest die, those throw again.',
  ],
  turnStarted: [{}, 'A seat starts a turn with all its dice and an empty chain.'],
  cardRevealed: [
    { card: CardField('The card.'), level, deckCount },
    'The seat that holds the chain turned up the next card while playing for this level.',
  ],
  cardTaken: [
    { card: ReactionCardField('The Jack or Queen.') },
    'The revealed Jack or Queen goes to the seat that holds the chain, face up, for later use.',
  ],
  aceAdvanced: [{ level }, 'The revealed Ace took its level without a die.'],
  dieRolled: [judgedRoll, 'The seat that holds the chain rolled against the card.'],
  kingRolled: [
    {
      level,
      rolls: rolls('All dice the seat had left.'),
      highest: FaceField('The highest of them, which counts.', 20),
    },
    'The revealed King won the chain: the seat threw all its remaining dice, or threw them again, forced by a Jack.',
  ],
  reactionPlayed: [
    { card: ReactionCardField('The Jack or Queen.'), targets: seats('Who rolls again.') },
    'A seat played a Jack or Queen on a roll. It lies beside the card now.',
  ],
  dieRerolled: [judgedRoll, 'A seat rolled the same die again, forced by a card.'],
  passed: [{}, 'A seat that could have played a card on the roll did not.'],
  rollStands: [{ rolls: rolls('The rolls that stand.') }, 'Everybody who could have forced a re-roll passed.'],
  tieRolled: [{ level }, 'The roll equals the card: the turn ends and scores.'],
  levelWon: [
    {
      level,
      die: DieField('The winning die.'),
      value: FaceField('The number it shows.', 20),
      chainPoints: PointsField('The sum of the cards won so far.'),
    },
    'The roll stands and beats the card: its die is laid on the card.',
  ],
  challengeOpened: [
    { die: DieField('The kind of die that failed.'), seats: seats('Who may challenge.') },
    'The roll of this seat failed and stands. Every other seat with such a die left now decides in secret.',
  ],
  challengeChosen: [
    { challenge: Type.Boolean({ description: 'Whether this seat challenges.' }) },
    'A seat made its secret decision. Only that seat sees this event.',
  ],
  challengesRevealed: [
    { challengers: seats('Who challenges, clockwise.'), declined: seats('Who does not, clockwise.') },
    'All have decided about the failed roll of this seat, and the decisions are shown.',
  ],
  challengeRolled: [judgedRoll, 'A challenger rolled against the card.'],
  challengersTied: [
    { value: FaceField('The number both dice show.', 20) },
    'Both challengers rolled the same number, so both roll again.',
  ],
  chainPickedUp: [
    { from: SeatField('Who held the chain before.') },
    'A challenger beat the card and holds the chain from now on.',
  ],
  challengeFailed: [
    { challenged: SeatField('Whose failed roll was challenged.') },
    'The challenge of this seat did not beat the card: the turn ends.',
  ],
  chainTaken: [{ level }, 'A seat stopped and takes the chain.'],
  chainWon: [{}, 'A seat won the fifth level, and with it the full chain.'],
  turnScored: [
    {
      points,
      counted: Words(SCORED_THINGS, {
        description: 'cards: the sum of the cards; dice: the winning dice; natural20: 100 points of spicy scoring.',
      }),
      reason: Words(SCORE_REASONS, {
        description:
          'What ended the turn. taken: the seat stopped. tie: its roll equals the card. failedChallenge: no seat that ' +
          'challenged a failed roll beat the card. fullChain: the fifth level is won. king: a King came up. lastCard: the ' +
          'deck has run out.',
      }),
    },
    'A seat scores for the chain.',
  ],
  turnEnded: [
    {
      discarded: Type.Array(CardField('A card.'), {
        description: 'Cards laid on the discard pile, the new top card last.',
      }),
    },
    'The turn that this seat started is over: its cards are discarded and all dice go back.',
  ],
  roundScored: [
    {
      round: Type.Integer({ minimum: 1, description: 'The number of the round.' }),
      points: BySeat(PointsField('Of one seat.'), 'Points of this round, by seat.'),
      totals: BySeat(PointsField('Of one seat.'), 'Points of all rounds, by seat.'),
      winner: Nullable(SeatField('A seat.'), {
        description: 'Who won the round; null when the highest score is shared.',
      }),
      roundWins: BySeat(CountField('Of one seat.'), 'Rounds won so far, by seat.'),
    },
    'The deck has run out and the round is counted.',
  ],
  voteCast: [
    { stop: Type.Boolean({ description: 'Whether this seat votes to stop.' }) },
    'A seat voted. Only that seat sees this event.',
  ],
  votesRevealed: [
    { stop: seats('Who voted to stop.'), continue: seats('Who voted for another round.') },
    'All have voted and the votes are shown. The game ends only if all voted to stop.',
  ],
});

export type Event = Static<(typeof EVENT_SCHEMAS)[number]>;

/** Hides the two kinds of secret choices from other viewers. Everything else is public (rule R22). */
export function redact(event: Event, viewer: Viewer): Event | null {
  const secret = event.type === 'challengeChosen' || event.type === 'voteCast';
  return secret && event.seat !== viewer ? null : event;
}

export type AutomaticMove = 'startRound' | 'startTurn' | 'revealCard' | 'settleRolls' | 'endRound';

export type Table = StepTable<State, Event, AutomaticMove>;

export function askActive(table: Table, phase: 'roll' | 'decide'): void {
  table.state.phase = phase;
  table.state.pending = null;
}
