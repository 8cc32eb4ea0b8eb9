export type NoticeRefusalCode =
  | 'invalid-push-subscription'
  | 'invalid-mail-address'
  | 'mail-off'
  | 'mail-not-sent'
  | 'mail-unconfirmed'
  | 'too-many-confirmations'
  | 'notice-link-spent'
  | 'notice-channel-not-found'
  | 'too-many-notice-channels'
  | 'notice-channel-disabled'
  | 'too-many-notice-tests'
  | 'notice-test-running';

export interface NoticeRefusal {
  code: NoticeRefusalCode;
  detail: string;
  /** what in the body is wrong */
  errors?: { pointer: string; message: string }[];
}

export type NoticeResult<T> = { ok: true; value: T } | { ok: false; refusal: NoticeRefusal };

export function done<T>(value: T): NoticeResult<T> {
  return { ok: true, value };
}

export function refused(code: NoticeRefusalCode, detail: string, pointer?: string, message = 'does not fit') {
  const errors = pointer === undefined ? {} : { errors: [{ pointer, message }] };
  return { ok: false as const, refusal: { code, detail, ...errors } };
}
