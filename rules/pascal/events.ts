import { type Static, Type } from '@sinclair/typebox';
import type { Seat } from '../kernel/ruleset.ts';
import { Ref, schemaFamily, Words } from '../kernel/schema.ts';
import { CountField, FaceField } from '../kernel/tabletop/fields.ts';
import type { StepTable } from '../kernel/tabletop/step.ts';
import { FieldIdField } from './actions.ts';
import { DICE } from './board.ts';
import { PositionsField } from './dice.ts';
import { ScoreSchema } from './scoring.ts';
import type { State } from './state.ts';

/** The only seat of the game. */
export const PLAYER: Seat = 0;

export type Table = StepTable<State, Event>;

const { events } = schemaFamily('Pascal');

export const CANCEL_REASONS = ['chosen', 'noDotSpace', 'noCrossSpace'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

const faces = (description: string) =>
  Type.Array(FaceField('What a die shows.'), { minItems: DICE, maxItems: DICE, description });
const fields = (description: string) => Type.Array(FieldIdField('A field.'), { description });

export const EVENT_SCHEMAS = events({
  boardStarted: [
    { board: Type.Integer({ minimum: 1, description: 'Which board of the game it is, counted from 1.' }) },
    'A new, empty board is taken.',
  ],
  diceRolled: [{ dice: faces('What the six dice show, by position.') }, 'A turn begins: the six dice are rolled.'],
  diceRerolled: [
    {
      rerolled: PositionsField('Which dice were rolled again, by their positions 0 to 5.'),
      dice: faces('What all six dice show now, by position.'),
      dots: CountField('Dots marked on this board so far.'),
    },
    'Some dice were rolled again, and a dot was marked.',
  ],
  sumWritten: [
    {
      field: FieldIdField('The field that was empty.'),
      value: Type.Integer({ minimum: 1, maximum: 36, description: 'The sum of the dice.' }),
      dice: PositionsField('Which dice were added up, by their positions 0 to 5.'),
    },
    'The sum of some dice was written into a field, in pencil.',
  ],
  pencilErased: [
    { fields: fields('The fields that are empty again, in the order of their first dice.') },
    'Everything that was written with this roll was taken back.',
  ],
  turnEnded: [
    { fields: fields('The fields that were filled in this turn, in the order of their first dice.') },
    'All six dice are written, and what was in pencil is permanent now.',
  ],
  rollDiscarded: [
    { crosses: CountField('Crosses marked on this board so far.') },
    'The roll was given up, and a cross was marked.',
  ],
  fieldCrossedOut: [
    { field: FieldIdField('The corner or bonus field that is crossed out.') },
    'A corner or bonus field was crossed out and counts 0.',
  ],
  boardCancelled: [
    {
      reason: Words(CANCEL_REASONS, {
        description: 'chosen: by the player. noDotSpace, noCrossSpace: a mark was due and there was no space for it.',
      }),
      cancelledBoards: CountField('Boards cancelled so far.'),
    },
    'The board was cancelled, and with it the roll.',
  ],
  boardCompleted: [{ score: Ref(ScoreSchema) }, 'The last field was filled: the board is complete and the game won.'],
});

export type Event = Static<(typeof EVENT_SCHEMAS)[number]>;
