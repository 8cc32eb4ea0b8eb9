import { Type } from '@sinclair/typebox';
import type { ProblemCode } from '../problems/catalogue.ts';
import { ASCII_WITHOUT_SPACE } from '../schemas/patterns.ts';

const NAME = 'idempotency-key';

/** The header under which a request may be sent again without being carried out again. */
export const KEY_HEADER = {
  [NAME]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: ASCII_WITHOUT_SPACE,
      description:
        'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
        'first answer and changes nothing.',
    }),
  ),
};

export const KeyHeaders = Type.Object(KEY_HEADER);

/** What such a request can be answered with besides. */
export const KEY_PROBLEMS: ProblemCode[] = ['idempotency-in-flight', 'idempotency-mismatch'];
