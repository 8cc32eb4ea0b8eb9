import { type TObject, type TSchema, Type } from '@sinclair/typebox';

/** Actions of one type together: each field with all the values that it may have. */
export function choiceAmong(action: TObject): TObject {
  const { type, ...fields } = action.properties;
  const lists = Object.entries(fields).map(([name, field]) => {
    const list = Type.Array(field, { minItems: 1, description: `What \`${name}\` of the action may be.` });
    return [name, action.required?.includes(name) ? list : Type.Optional(list)];
  });
  const $id = `${(action.$id as string).replace(/Action$/, '')}Choice`;
  return Type.Object(
    { type: type as TSchema, ...Object.fromEntries(lists) },
    { $id, description: action.description ?? '' },
  );
}
