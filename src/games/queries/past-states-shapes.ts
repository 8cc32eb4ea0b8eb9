import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { Status } from '../model/game-fields.ts';
import { Head, Outcome } from '../model/house-events.ts';
import { Viewer } from '../model/seat-shapes.ts';

/** What a game of one ruleset was like at several versions. */
export function stateListOf(
  { name, prefix, kind, rulesVersion }: { name: string; prefix: string; kind: TSchema; rulesVersion: TSchema },
  view: TObject,
): TObject {
  const state = Type.Object({
    version: Type.Integer({ minimum: 1, description: 'The version.' }),
    head: Head,
    at: Type.String({ format: 'date-time', description: 'When the version was made.' }),
    status: Status,
    toAct: Type.Array(SeatNumber, { description: 'Seats that were to decide, lowest first.' }),
    view: Nullable(Ref(view), { description: 'The table as `viewer` may see it; null before the start.' }),
    text: Type.Optional(Type.String({ description: 'The view told in plain words. There with `text=true`.' })),
    outcome: Nullable(Ref(Outcome), { description: 'Null unless the game was over with an outcome.' }),
  });
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      viewer: Viewer,
      states: Type.Array(state, { description: 'One for each version from `from` to `to`, in this order.' }),
    },
    { $id: `${prefix}StateList`, description: `What a game of ${name} was like, version by version.` },
  );
}
