const CONTROL = '\\x00-\\x1f\\x7f-\\x9f';
/** Text without control characters that begins and ends with a visible character. */
const VISIBLE = `[^\\s${CONTROL}]([^${CONTROL}]*[^\\s${CONTROL}])?`;
/** The pattern of names. `nameFrom` checks more than this pattern can say. */
export const NAME = `^${VISIBLE}$`;
/** The pattern of one line. The server also excludes `UNSEEN`, which no pattern can express for all regex engines. */
export const VISIBLE_LINE = `^(${VISIBLE})?$`;
/** Characters that are invisible or change the direction of text, lone surrogates, and tag characters. */
const UNSEEN =
  '[\\u00ad\\u061c\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff\\u{e0000}-\\u{e0fff}]';

/** Returns the server's expression for a pattern of the API document. It may be stricter than the pattern. */
export function expressionOf(pattern: string, flags = 'u'): RegExp {
  return new RegExp(pattern === VISIBLE_LINE ? `^(?!.*${UNSEEN})${pattern}` : pattern, flags);
}

export const ASCII = '^[\\x20-\\x7e]*$';
export const ASCII_WITHOUT_SPACE = '^[\\x21-\\x7e]+$';
/** An id that no row has. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const HASH = '^[0-9a-f]{64}$';
export const HASH_BEGINNING = '^[0-9a-f]{12,64}$';
export const DATE = '^\\d{4}-\\d{2}-\\d{2}$';
export const PLAYER_ASKED = '^(me|[0-9a-fA-F-]{36})$';
/** The id of a player, or `bot:` and the name of a bot. */
export const PARTICIPANT =
  '^(bot:[a-z0-9-]{1,40}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$';
export const PARTICIPANT_ASKED =
  '^(me|bot:[a-z0-9-]{1,40}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$';
export const POOL_ID = '^[0-9a-f]{16}$';
export const TURN_CURSOR = '^[012]\\.(-|\\d{1,15})\\.\\d{1,15}\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
export const RATING_CURSOR = '^\\d{1,9}\\.\\d{1,9}$';

/** Descriptions of patterns. They continue “the field …”. */
export const PATTERN_WORDS: ReadonlyMap<string, string> = new Map([
  [NAME, 'must be 1 to 40 characters, without control characters, and without a space at its ends'],
  [VISIBLE_LINE, 'must be one line, without control or invisible characters, and without a space at its ends'],
  [ASCII, 'must be ASCII only: letters without accents, digits, spaces and punctuation'],
  [ASCII_WITHOUT_SPACE, 'must be ASCII only, without spaces, and not empty'],
  [HASH, 'must be 64 hexadecimal digits in lower case'],
  [HASH_BEGINNING, 'must be 12 to 64 hexadecimal digits in lower case'],
  [DATE, 'must be a date such as 2026-01-31'],
  [PLAYER_ASKED, 'must be the id of a player, or `me`'],
  [PARTICIPANT, 'must be the id of a player, or a bot such as `bot:search-100`'],
  [PARTICIPANT_ASKED, 'must be the id of a player, `me`, or a bot such as `bot:search-100`'],
  [POOL_ID, 'must be the id of a rating pool: 16 hexadecimal digits in lower case'],
  [TURN_CURSOR, 'must be the value of `next` in an earlier page of this list'],
  [RATING_CURSOR, 'must be the value of `next` in an earlier page of this list'],
]);
