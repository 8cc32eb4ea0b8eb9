import { Type } from '@sinclair/typebox';
import { SeatNumber, Union } from '#rules/kernel/schema.ts';

const BY = {
  by: Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    description: 'The ids of the players who want it, who asked first the first.',
  }),
};

const TakebackAsk = Type.Object(
  {
    what: Type.Literal('takeback', { description: 'To go on from an earlier version.' }),
    to: Type.Integer({ minimum: 1, description: 'That version.' }),
    ...BY,
  },
  { $id: 'TakebackAsk', description: 'A takeback: `requestTakeback` agrees, `refuseTakeback` refuses.' },
);

const MoreTimeAsk = Type.Object(
  {
    what: Type.Literal('moreTime', { description: 'More time for a decision.' }),
    for: { ...SeatNumber, description: 'The seat whose decision it is.' },
    seconds: Type.Integer({ minimum: 1, description: 'How much more.' }),
    ...BY,
  },
  { $id: 'MoreTimeAsk', description: 'More time: `extendTime` with the same `seat` and `seconds` agrees.' },
);

const AbortAsk = Type.Object(
  { what: Type.Literal('abort', { description: 'To end the game without an outcome.' }), ...BY },
  {
    $id: 'AbortAsk',
    description: 'To call the game off: `abortGame` agrees, and who asked can withdraw it with `withdrawAbort`.',
  },
);

/** What players ask of others at their table. */
export const Ask = Union(
  'Ask',
  'what',
  [TakebackAsk, MoreTimeAsk, AbortAsk],
  'Something that other players ask of you.',
);

export const ASK_PARTS = [TakebackAsk, MoreTimeAsk, AbortAsk, Ask];
