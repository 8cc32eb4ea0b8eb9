import { kinds } from '../eventlog/result.ts';

const TEST_RUNNING = [
  'Another test is still running',
  'Wait for the answer of that test, at most ten seconds.',
] as const;

export const NOTIFICATION_REFUSALS = {
  ...kinds(404, {
    'webhook-not-found': ['There is no such webhook', '`listWebhooks` lists yours.'],
    'notification-channel-not-found': [
      'There is no such notification channel',
      '`listNotificationChannels` lists yours.',
    ],
    'notification-link-spent': ['The link has expired', 'A link is valid once and for a day. Request another.'],
  }),
  ...kinds(409, {
    'too-many-webhooks': ['You have too many webhooks', 'Delete a webhook that you do not need.'],
    'webhook-test-running': TEST_RUNNING,
    'too-many-notification-channels': [
      'You have too many notification channels',
      'Delete a channel that you do not need.',
    ],
    'mail-off': [
      'This server sends no mail',
      'Use notifications in a browser or a webhook, or ask the operator to set `SMTP_URL`.',
    ],
    'mail-unconfirmed': [
      'The address is not confirmed',
      'Open the link in the mail that the server sent to this address. To get another mail, call `createNotificationChannel` with the address.',
    ],
    'notification-test-running': TEST_RUNNING,
    'notification-channel-disabled': [
      'The channel is turned off',
      'Turn it on first: `updateNotificationChannel` with `enabled: true`.',
    ],
  }),
  ...kinds(422, {
    'invalid-webhook-url': [
      'Webhooks cannot be sent to this URL',
      'Give an https:// URL without user name and password, on a host that the internet can reach. If the operator sets `WEBHOOK_PRIVATE_ADDRESSES=allow`, the server accepts other URLs too.',
    ],
    'invalid-mail-address': [
      'This is not a mail address',
      'Send an address like ada@mail.example, without a name before it.',
    ],
    'invalid-push-subscription': [
      'This subscription cannot receive push messages',
      'Send the unchanged result of `PushSubscription.toJSON()`.',
    ],
  }),
  ...kinds(429, {
    'too-many-confirmations': [
      'Too many confirmation mails were sent',
      'Use the link in the newest of these mails, or try again later: `detail` says when.',
    ],
    'too-many-notification-tests': [
      'Too many test mails were sent to this address',
      'Look for these mails, also among spam, or try again in an hour.',
    ],
  }),
  ...kinds(502, {
    'mail-not-sent': ['The mail server did not accept the mail', 'Check the address, or try again later.'],
  }),
};

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof NOTIFICATION_REFUSALS> {}
}
