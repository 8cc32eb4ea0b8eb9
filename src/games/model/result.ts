/** Why the house does not do what it was asked; nothing has changed. Codes are stable and public. */
export type HouseRefusalCode =
  | 'unknown-ruleset'
  | 'ruleset-not-found'
  | 'player-not-found'
  | 'invalid-request'
  | 'invalid-options'
  | 'invalid-seats'
  | 'game-not-found'
  | 'version-not-found'
  | 'not-your-seat'
  | 'no-such-seat'
  | 'seat-taken'
  | 'not-your-game'
  | 'seat-left'
  | 'time-out'
  | 'game-not-started'
  | 'game-started'
  | 'game-unfinished'
  | 'abort-asked'
  | 'extension-asked'
  | 'no-deadline'
  | 'nothing-to-undo'
  | 'undo-reveals'
  | 'takeback-asked'
  | 'no-takeback'
  | 'no-abort'
  | 'game-counts'
  | 'too-many-takebacks'
  | 'vacation-overlaps'
  | 'vacation-not-found'
  | 'rated-game'
  | 'cap-reached'
  | 'unknown-policy'
  | 'unknown-player'
  | 'unknown-commitment'
  | 'commitment-used'
  | 'rematch-too-early'
  | 'rematch-outgrown'
  | 'daily-not-found'
  | 'daily-unsupported'
  | 'daily-closed'
  | 'daily-unfinished'
  | 'idempotency-mismatch'
  | 'idempotency-in-flight'
  | 'game-over'
  | 'not-your-turn'
  | 'stale-version'
  | 'precondition-failed'
  | 'illegal-action'
  | 'not-organiser'
  | 'kind-not-admitted'
  | 'board-sealed'
  | 'competition-not-found'
  | 'entry-not-found'
  | 'not-a-bot'
  | 'round-not-found'
  | 'board-not-found'
  | 'entries-closed'
  | 'competition-full'
  | 'not-entered'
  | 'entry-over'
  | 'competition-started'
  | 'competition-not-started'
  | 'competition-over'
  | 'competition-unfinished'
  | 'too-few-entries'
  | 'competition-game'
  | 'invalid-schedule'
  | 'pool-not-found'
  | 'pool-too-large'
  | 'not-rated'
  | 'seek-not-found'
  | 'plan-not-found'
  | 'analysis-not-found'
  | 'too-many-analyses'
  | 'analyses-off'
  | 'analyses-full'
  | 'not-open-to-you'
  | 'chat-off'
  | 'chat-over'
  | 'not-at-the-table'
  | 'too-many-messages'
  | 'too-fast'
  | 'message-not-found'
  | 'own-message'
  | 'too-many-reports';

/** One thing that does not fit a schema, at a JSON pointer into what was sent. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** Of what a player may have so much and no more. */
export const CAP_NAMES = [
  'games',
  'hostedGames',
  'ratedGames',
  'pendingGames',
  'invitations',
  'commitments',
  'competitions',
  'seeks',
  'mutes',
  'blocks',
  'changes',
  'vacationDays',
  'calendarChanges',
  'vacationsCalledOff',
] as const;

export interface HouseRefusal {
  code: HouseRefusalCode;
  detail: string;
  hint?: string;
  /** the number of the broken ruling */
  rule?: string;
  /** of `cap-reached`: which */
  cap?: (typeof CAP_NAMES)[number];
  errors?: FieldError[];
}

export type Result<T> = { ok: true; value: T } | { ok: false; refusal: HouseRefusal };

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refused(
  code: HouseRefusalCode,
  detail: string,
  more: Omit<HouseRefusal, 'code' | 'detail'> = {},
): { ok: false; refusal: HouseRefusal } {
  return { ok: false, refusal: { code, detail, ...more } };
}

/** Games are in the log whose rules this build does not have: they were removed from it, or are newer than it is. */
export class RulesMissing extends Error {
  override name = 'RulesMissing';
}

/** Refuses options for the reason that a ruleset gives, and points at the one to be changed: the first that it names. */
export function optionsRefused(problem: string, options: object): { ok: false; refusal: HouseRefusal } {
  const named = (problem.match(/\w+/g) ?? []).find((word) => Object.hasOwn(options, word));
  const pointer = named === undefined ? '/options' : `/options/${named}`;
  return refused('invalid-options', problem, { errors: [{ pointer, message: 'does not go with the others' }] });
}
