import { type Static, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { schemaFamily } from '../kernel/schema.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { ReactionCardField } from './cards.ts';
import { DICE, type Die, DieField } from './dice.ts';

const { actions } = schemaFamily('PascalsRuin');

const LOWER_SEAT_FIRST: Hints = { 'x-among': [0, 1, 2] };

export const ACTION_SCHEMAS = actions({
  rollDie: [
    { die: DieField('One of the dice you have left.') },
    'Roll a die against the card that is face up. You win the level if it shows more than the card.',
  ],
  continue: [{}, 'Go on: the card of the next level is revealed and must be faced.'],
  takeChain: [{}, 'Stop and score the sum of the cards of the chain.'],
  playCard: [
    {
      card: ReactionCardField('A Jack or Queen that you hold.'),
      targets: Type.Array(SeatField('A seat whose roll is on the table.'), {
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        ...LOWER_SEAT_FIRST,
        description: 'Who rolls again, lower seat first. Only a Jack played on two challengers names two.',
      }),
    },
    'Play a Jack or Queen: the targets roll the same die again, or for a King all their dice.',
  ],
  pass: [{}, 'Play no card on the roll.'],
  challenge: [
    {},
    'Challenge the failed roll with your die of the same kind. Secret until everybody asked has decided.',
  ],
  declineChallenge: [{}, 'Leave the failed roll alone. Secret until everybody asked has decided.'],
  voteContinue: [{}, 'Vote for another round. Secret until all have voted.'],
  voteStop: [{}, 'Vote to end the game here, which happens if all do. Secret until all have voted.'],
});

export type RollDieAction = Extract<Action, { type: 'rollDie' }>;
export type PlayCardAction = Extract<Action, { type: 'playCard' }>;
export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;

/** The rulings of rules.md that a player should read before choosing an action, by type of action. */
export const RULINGS: Readonly<Record<Action['type'], string[]>> = {
  rollDie: ['R2', 'R9', 'R11', 'R18'],
  continue: ['R4', 'R5', 'R18'],
  takeChain: ['R12', 'R18', 'R23'],
  playCard: ['R6', 'R7', 'R10'],
  pass: ['R6'],
  challenge: ['R8', 'R9', 'R10', 'R22'],
  declineChallenge: ['R8', 'R22'],
  voteContinue: ['R16', 'R22'],
  voteStop: ['R16', 'R22'],
};

export const CONTINUE: Action = Object.freeze({ type: 'continue' });
export const TAKE_CHAIN: Action = Object.freeze({ type: 'takeChain' });
export const PASS: Action = Object.freeze({ type: 'pass' });
export const CHALLENGE: Action = Object.freeze({ type: 'challenge' });
export const DECLINE_CHALLENGE: Action = Object.freeze({ type: 'declineChallenge' });
export const VOTE_CONTINUE: Action = Object.freeze({ type: 'voteContinue' });
export const VOTE_STOP: Action = Object.freeze({ type: 'voteStop' });

export const ROLL_DIE = Object.fromEntries(DICE.map((die) => [die, Object.freeze({ type: 'rollDie', die })])) as Record<
  Die,
  RollDieAction
>;
