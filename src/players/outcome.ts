import type { Outcome, RepeatRefusal } from '../eventlog/idempotency.ts';

/** Why nothing was made for a player. Codes are stable and public. */
interface NotMade {
  code:
    | 'name-taken'
    | 'renamed-too-often'
    | 'recovery-refused'
    | 'device-code-refused'
    | 'too-many-devices'
    | 'too-many-tokens'
    | 'token-not-found'
    | 'token-needed'
    | 'notification-link-spent'
    | 'unauthorized';
  detail?: string;
  /** a name that is free */
  suggestion?: string;
}

export type PlayerRefusal = NotMade | RepeatRefusal;

/** What was made for a player, with its secrets; or why it was not. */
export type Made<T> = Outcome<T, PlayerRefusal>;

export function made<T>(value: T): Made<T> {
  return { ok: true, value };
}

export function notMade(
  code: NotMade['code'],
  details: Omit<NotMade, 'code'> = {},
): { ok: false; refusal: PlayerRefusal } {
  return { ok: false, refusal: { code, ...details } };
}

/** The token that a player calls with was ended by another call meanwhile. */
export function tokenEnded(): { ok: false; refusal: PlayerRefusal } {
  return notMade('unauthorized', { detail: 'This token has just been ended by another call.' });
}
