import { type TSchema, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber } from '#rules/kernel/schema.ts';

/** What a seat may undo; `action`: of any ruleset. */
export function undoOfferOf(action: TSchema) {
  const undo = Type.Object({
    to: Type.Integer({ minimum: 1, description: 'The version whose position comes back.' }),
    action: Ref(action, { description: 'The action that is undone.' }),
    label: Type.String({ description: 'The same in plain words.' }),
  });
  const whyNot = Type.Object({
    code: Type.String({ description: 'The code of the problem that `undoAction` would be answered with.' }),
    detail: Type.String({ description: 'Why, in a sentence.' }),
  });
  return Type.Object(
    {
      seat: { ...SeatNumber, description: 'Whose action it is: send it back as `seat`.' },
      version: Type.Integer({
        minimum: 1,
        description: 'The version that the game has now: send it back as `expectedVersion`.',
      }),
      undo: Nullable(undo, { description: 'What `undoAction` would do; null: nothing.' }),
      whyNot: Nullable(whyNot, { description: 'Null where there is something to undo.' }),
    },
    { $id: 'UndoOffer', description: 'What a seat may undo by itself.' },
  );
}
