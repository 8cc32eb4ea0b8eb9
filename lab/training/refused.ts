/** Thrown if a request is rejected. The request has then changed nothing. */
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

export class NotFinite extends Error {
  override name = 'NotFinite';
}
