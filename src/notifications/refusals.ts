export type NotificationRefusalCode =
  | 'invalid-webhook-url'
  | 'webhook-not-found'
  | 'too-many-webhooks'
  | 'webhook-test-running'
  | 'invalid-push-subscription'
  | 'invalid-mail-address'
  | 'mail-off'
  | 'mail-not-sent'
  | 'mail-unconfirmed'
  | 'too-many-confirmations'
  | 'notification-link-spent'
  | 'notification-channel-not-found'
  | 'too-many-notification-channels'
  | 'notification-channel-disabled'
  | 'too-many-notification-tests'
  | 'notification-test-running';

export interface NotificationRefusal {
  code: NotificationRefusalCode;
  detail: string;
  /** what in the body is wrong */
  errors?: { pointer: string; message: string }[];
}

export type NotificationResult<T> = { ok: true; value: T } | { ok: false; refusal: NotificationRefusal };

export function done<T>(value: T): NotificationResult<T> {
  return { ok: true, value };
}

export function refused(code: NotificationRefusalCode, detail: string, pointer?: string, message = 'does not fit') {
  const errors = pointer === undefined ? {} : { errors: [{ pointer, message }] };
  return { ok: false as const, refusal: { code, detail, ...errors } };
}
