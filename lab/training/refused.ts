/** A call that cannot be carried out. Nothing has changed by it. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: RefusalCode;
  readonly hint: string;

  constructor(code: RefusalCode, detail: string, hint: string) {
    super(detail);
    this.code = code;
    this.hint = hint;
  }
}

export type RefusalCode =
  | 'malformed-request'
  | 'unknown-ruleset'
  | 'no-action-space'
  | 'invalid-options'
  | 'seats-out-of-range'
  | 'unknown-batch'
  | 'unknown-game'
  | 'wrong-length'
  | 'game-over'
  | 'not-your-turn'
  | 'illegal-action';

/** A schema whose values cannot all be listed, or are too many to have an index each. */
export class NotFinite extends Error {
  override name = 'NotFinite';
}
