import { Type } from '@sinclair/typebox';
import { ASCII_WITHOUT_SPACE } from '../../patterns.ts';
import type { ProblemCode } from '../problems/catalogue.ts';

const NAME = 'idempotency-key';

/** The header under which a request may be sent again without being carried out again. */
export const KEY_HEADER = headerOf(
  'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
    'first answer and changes nothing.',
);

export const KeyHeaders = Type.Object(KEY_HEADER);

/** What such a request can be answered with besides. */
export const KEY_PROBLEMS: ProblemCode[] = ['idempotency-in-flight', 'idempotency-mismatch'];

/** The same where the answer holds a secret, or no token is needed: for routes with `strongKey`. */
const STRONG_KEY_HEADER = headerOf(
  'At least 128 random bits of yours, such as 32 hexadecimal digits, and kept as secret as the answer. A request that is sent ' +
    'again with the same key within 24 hours gets its first answer and changes nothing.',
);

export const STRONG_KEY_PROBLEMS: ProblemCode[] = [...KEY_PROBLEMS, 'weak-idempotency-key'];

/** The same where it is of no use, so that clients may send one with every POST. */
export const NEEDLESS_KEY_HEADER = headerOf(
  'Not needed: the call can be sent again without harm, since it changes nothing that a second one would change again. A key is ' +
    'accepted and not looked at.',
);

/** How an operation takes an Idempotency-Key: its header, what it is refused with, and what the hook needs to know. */
export const KEYS = {
  plain: { header: KEY_HEADER, problems: KEY_PROBLEMS, config: {} },
  strong: { header: STRONG_KEY_HEADER, problems: STRONG_KEY_PROBLEMS, config: { strongKey: true } },
  /** the call ends the token that it comes with */
  afterEnd: { header: STRONG_KEY_HEADER, problems: STRONG_KEY_PROBLEMS, config: { strongKey: 'after-end' } },
  needless: { header: NEEDLESS_KEY_HEADER, problems: [], config: {} },
} as const;
export type TakesKey = keyof typeof KEYS;

function headerOf(description: string) {
  const key = Type.String({ minLength: 1, maxLength: 255, pattern: ASCII_WITHOUT_SPACE, description });
  return { [NAME]: Type.Optional(key) };
}
