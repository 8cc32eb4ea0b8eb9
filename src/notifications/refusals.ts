import type { RefusalKind } from '../eventlog/result.ts';

const TEST_RUNNING = {
  status: 409,
  title: 'Another test is still running',
  remedy: 'Wait for its answer, ten seconds at most.',
} as const;

export const NOTIFICATION_REFUSALS = {
  'webhook-not-found': {
    status: 404,
    title: 'There is no such webhook',
    remedy: '`listWebhooks` lists yours.',
  },
  'too-many-webhooks': { status: 409, title: 'You have too many webhooks', remedy: 'Delete one that you do not need.' },
  'webhook-test-running': TEST_RUNNING,
  'invalid-webhook-url': {
    status: 422,
    title: 'Webhooks cannot be sent to this URL',
    remedy:
      'Give an https:// URL without user name and password, on a host that the internet can reach. A server that was started ' +
      'with `WEBHOOK_PRIVATE_ADDRESSES=allow` takes any URL.',
  },
  'notification-channel-not-found': {
    status: 404,
    title: 'There is no such notification channel',
    remedy: '`listNotificationChannels` lists yours.',
  },
  'too-many-notification-channels': {
    status: 409,
    title: 'You have too many notification channels',
    remedy: 'Delete one that you do not need.',
  },
  'mail-off': {
    status: 409,
    title: 'This server sends no mail',
    remedy: 'Use notifications in a browser or a webhook, or ask the operator to set `SMTP_URL`.',
  },
  'mail-unconfirmed': {
    status: 409,
    title: 'The address is not confirmed',
    remedy:
      'Open the link in the mail that was sent to it. `createNotificationChannel` with the address sends another.',
  },
  'notification-link-spent': {
    status: 404,
    title: 'The link has expired',
    remedy: 'A link is valid once, for a day. Request another.',
  },
  'too-many-confirmations': {
    status: 429,
    title: 'Too many confirmation mails were sent',
    remedy: 'Use one of the mails that were sent, or try again later: `detail` says when.',
  },
  'mail-not-sent': {
    status: 502,
    title: 'The mail server did not accept the mail',
    remedy: 'Check the address, or try again later.',
  },
  'invalid-mail-address': {
    status: 422,
    title: 'This is no mail address',
    remedy: 'Give an address like ada@mail.example, without a name around it.',
  },
  'notification-test-running': TEST_RUNNING,
  'notification-channel-disabled': {
    status: 409,
    title: 'The channel is turned off',
    remedy: 'Turn it on first: `updateNotificationChannel` with `enabled: true`.',
  },
  'too-many-notification-tests': {
    status: 429,
    title: 'Too many test mails were sent to this address',
    remedy: 'Look for those that were sent, or try again in an hour.',
  },
  'invalid-push-subscription': {
    status: 422,
    title: 'This subscription cannot receive push messages',
    remedy: 'Send the unchanged result of `PushSubscription.toJSON()`.',
  },
} as const satisfies Record<string, RefusalKind>;

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof NOTIFICATION_REFUSALS> {}
}
