import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { ActionSchema } from '../../kernel/schema.ts';
import { SeatField } from '../../kernel/tabletop/seats.ts';
import { ReactionCardField } from './cards.ts';
import { DICE, type Die, DieField } from './dice.ts';

function PascalsRuinAction<const T extends string, F extends TProperties>(type: T, fields: F, description: string) {
  return ActionSchema('PascalsRuin', type, fields, description);
}

const RollDie = PascalsRuinAction(
  'rollDie',
  { die: DieField('One of the dice you have left.') },
  'Roll a die against the card that is face up. You win the level if it shows more than the card.',
);
const Continue = PascalsRuinAction('continue', {}, 'Go on: the card of the next level is revealed and must be faced.');
const TakeChain = PascalsRuinAction('takeChain', {}, 'Stop and score the sum of the cards of the chain.');
const PlayCard = PascalsRuinAction(
  'playCard',
  {
    card: ReactionCardField('A Jack or Queen that you hold.'),
    targets: Type.Array(SeatField('A seat whose roll is on the table.'), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      description: 'Who rolls again, lower seat first. Only a Jack played on two challengers names two.',
    }),
  },
  'Play a Jack or Queen: the targets roll the same die again.',
);
const Pass = PascalsRuinAction('pass', {}, 'Play no card on the roll.');
const Challenge = PascalsRuinAction(
  'challenge',
  {},
  'Challenge the failed roll with your die of the same kind. Secret until everybody asked has decided.',
);
const DeclineChallenge = PascalsRuinAction(
  'declineChallenge',
  {},
  'Leave the failed roll alone. Secret until everybody asked has decided.',
);
const VoteContinue = PascalsRuinAction('voteContinue', {}, 'Vote for another round. Secret until all have voted.');
const VoteStop = PascalsRuinAction(
  'voteStop',
  {},
  'Vote to end the game here, which happens if all do. Secret until all have voted.',
);

export const ACTION_SCHEMAS = [
  RollDie,
  Continue,
  TakeChain,
  PlayCard,
  Pass,
  Challenge,
  DeclineChallenge,
  VoteContinue,
  VoteStop,
];

export type RollDieAction = Static<typeof RollDie>;
export type PlayCardAction = Static<typeof PlayCard>;
export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;

/** The actions without fields of their own, made once. */
export const CONTINUE: Action = Object.freeze({ type: 'continue' });
export const TAKE_CHAIN: Action = Object.freeze({ type: 'takeChain' });
export const PASS: Action = Object.freeze({ type: 'pass' });
export const CHALLENGE: Action = Object.freeze({ type: 'challenge' });
export const DECLINE_CHALLENGE: Action = Object.freeze({ type: 'declineChallenge' });
export const VOTE_CONTINUE: Action = Object.freeze({ type: 'voteContinue' });
export const VOTE_STOP: Action = Object.freeze({ type: 'voteStop' });

/** The roll of each kind of die, made once. */
export const ROLL_DIE = Object.fromEntries(DICE.map((die) => [die, Object.freeze({ type: 'rollDie', die })])) as Record<
  Die,
  RollDieAction
>;
