import { type Static, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { schemaFamily, Words } from '../kernel/schema.ts';
import { CROSSABLE_FIELDS, FIELD_IDS, FIELDS, type Field, type FieldId } from './board.ts';
import { ALL_DICE, type DiceSet, PositionsField, partsOf, positionsOf } from './dice.ts';

const { actions } = schemaFamily('Pascal');

export function FieldIdField(description: string) {
  const hints: Hints = { 'x-kind': 'field' };
  return Type.Unsafe<FieldId>(Words(FIELD_IDS, { ...hints, description }));
}

export const ACTION_SCHEMAS = actions({
  reroll: [
    { dice: PositionsField('Which dice to roll again, by their positions 0 to 5, ascending.') },
    'Roll some or all of the dice again, for a dot. Up to twice a turn, as long as nothing is written. Without space for ' +
      'the dot the board is cancelled instead.',
  ],
  write: [
    {
      dice: PositionsField('Which dice are added up, by their positions 0 to 5, ascending.'),
      field: FieldIdField('The empty field that gets their sum.'),
    },
    'Write the sum of some unused dice into an empty field, in pencil until all six dice are used.',
  ],
  erase: [
    {},
    'Take back everything that was written with this roll; fields that are crossed out stay so. Up to 100 times a roll.',
  ],
  discardRoll: [
    {},
    'Give up the roll after both re-rolls and with nothing in pencil, for a cross, and roll all dice anew. Without space ' +
      'for the cross the board is cancelled instead.',
  ],
  crossOut: [
    { field: FieldIdField('An empty corner or bonus field.') },
    'Cross a corner or bonus field out for good. It counts 0.',
  ],
  cancelBoard: [
    {},
    'Give up the board for 50 points and begin a new one, unless it was the last one allowed: then the game is lost.',
  ],
});

export type WriteAction = Extract<Action, { type: 'write' }>;
export type Action = Static<(typeof ACTION_SCHEMAS)[number]>;

/** The rulings of rules.md that a player should read before choosing an action, by type of action. */
export const RULINGS: Readonly<Record<Action['type'], string[]>> = {
  reroll: ['R4', 'R11', 'R14'],
  write: ['R2', 'R3', 'R9', 'R10', 'R12'],
  erase: ['R4', 'R11'],
  discardRoll: ['R4', 'R5', 'R14'],
  crossOut: ['R3', 'R7', 'R13'],
  cancelBoard: ['R6', 'R8'],
};

/** These actions are shared objects, so that lists of thousands of actions need no new objects. */
export const ERASE: Action = Object.freeze({ type: 'erase' });
export const DISCARD_ROLL: Action = Object.freeze({ type: 'discardRoll' });
export const CANCEL_BOARD: Action = Object.freeze({ type: 'cancelBoard' });

const DICE_SETS: readonly DiceSet[] = [0, ...partsOf(ALL_DICE)];

const REROLLS: readonly Action[] = DICE_SETS.map((set) =>
  Object.freeze({ type: 'reroll', dice: positionsOf(set) as number[] }),
);
const WRITES: readonly (readonly Action[])[] = FIELDS.map(({ id }) =>
  DICE_SETS.map((set) => Object.freeze({ type: 'write', dice: positionsOf(set) as number[], field: id })),
);
const ALL_WRITES: readonly (readonly (readonly Action[])[])[] = WRITES.map((writes) =>
  DICE_SETS.map((unused) => partsOf(unused).map((set) => writes[set] as Action)),
);
const CROSS_OUTS: ReadonlyMap<Field, readonly [Action]> = new Map(
  CROSSABLE_FIELDS.map((field) => [field, [Object.freeze({ type: 'crossOut', field: field.id })]]),
);

export const ALL_REROLLS = REROLLS.slice(1);

export function rerollOf(set: DiceSet): Action {
  return REROLLS[set] as Action;
}

export function writesInto(field: Field): readonly Action[] {
  return WRITES[field.index] as readonly Action[];
}

export function allWritesInto(field: Field, unused: DiceSet): readonly Action[] {
  return ALL_WRITES[field.index]?.[unused] as readonly Action[];
}

export function crossOutOf(field: Field): readonly [Action] {
  return CROSS_OUTS.get(field) as readonly [Action];
}
