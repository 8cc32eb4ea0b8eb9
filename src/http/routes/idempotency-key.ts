import { Type } from '@sinclair/typebox';
import type { ProblemCode } from '../problems.ts';

const NAME = 'idempotency-key';

/** The header under which a request may be sent again without being carried out again. */
export const KEY_HEADER = {
  [NAME]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
        'first answer and changes nothing.',
    }),
  ),
};

export const KeyHeaders = Type.Object(KEY_HEADER);

/** What such a request can be answered with besides. */
export const KEY_PROBLEMS: ProblemCode[] = ['idempotency-in-flight', 'idempotency-mismatch'];
