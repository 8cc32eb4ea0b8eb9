import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { REFUSED } from '../hooks/media-types.ts';

/** One preference of a list, in which a comma may also stand within quotes. */
const PREFERENCE = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const RETURN = /^\s*return\s*=\s*(?:"([^"]*)"|([^\s;"]*))\s*(?:;|$)/i;

export const MINIMAL = 'return=minimal';

/** The header by which a caller who needs no state back says so. */
export const PREFER_HEADER = {
  prefer: Type.Optional(
    Type.String({
      description:
        '`return=minimal` (RFC 7240): what was done is answered with 204 and its `ETag` alone, for who is told by the stream of ' +
        'events anyway. Refusals are answered as ever, and any other preference is ignored.',
    }),
  ),
};

/** Whether a `Prefer` header asks for no more than the confirmation. Where it says twice what to return the first counts. */
export function prefersMinimal(header: string | undefined): boolean {
  for (const preference of header?.match(PREFERENCE) ?? []) {
    const found = RETURN.exec(preference);
    if (found !== null) return (found[1] ?? found[2]) === 'minimal';
  }
  return false;
}

/** Whether an `Accept` header names this very type, and not as one that is refused (`q=0`). */
export function asksFor({ headers: { accept = '' } }: FastifyRequest, type: string): boolean {
  return accept.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === type && !REFUSED.test(range));
}
