import { Type } from '@sinclair/typebox';
import { ASCII_WITHOUT_SPACE } from '../../patterns.ts';

/** The header under which a request may be sent again without being carried out again. */
const PLAIN = headerOf(
  'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
    'first answer and changes nothing.',
);
/** Where the answer holds a secret, or no token is needed. */
const STRONG = headerOf(
  'At least 128 random bits of yours, such as 32 hexadecimal digits, and kept as secret as the answer. A request that is sent ' +
    'again with the same key within 24 hours gets its first answer and changes nothing.',
);
/** Where a key is of no use, so that clients may send one with every POST. */
const NEEDLESS = headerOf(
  'Not needed: the call can be sent again without harm, since it changes nothing that a second one would change again. A key is ' +
    'accepted and not looked at.',
);
const PROBLEMS = ['idempotency-in-flight', 'idempotency-mismatch'] as const;
const STRONG_PROBLEMS = [...PROBLEMS, 'weak-idempotency-key'] as const;

/** How an operation takes an Idempotency-Key: its header, what it is refused with, and what the hook needs to know. */
export const KEYS = {
  plain: { header: PLAIN, problems: PROBLEMS, config: {} },
  strong: { header: STRONG, problems: STRONG_PROBLEMS, config: { strongKey: true } },
  /** the call ends the token that it comes with */
  afterEnd: { header: STRONG, problems: STRONG_PROBLEMS, config: { strongKey: 'after-end' } },
  needless: { header: NEEDLESS, problems: [], config: {} },
  none: { header: {}, problems: [], config: {} },
} as const;
export type TakesKey = keyof typeof KEYS;

function headerOf(description: string) {
  const key = Type.String({ minLength: 1, maxLength: 255, pattern: ASCII_WITHOUT_SPACE, description });
  return { 'idempotency-key': Type.Optional(key) };
}
