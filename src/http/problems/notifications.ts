import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about notices to people. */
export const NOTICE_PROBLEMS = {
  'notice-channel-not-found': {
    status: 404,
    title: 'There is no such notice channel',
    remedy: '`listNoticeChannels` lists yours.',
  },
  'too-many-notice-channels': {
    status: 409,
    title: 'You have too many notice channels',
    remedy: 'Delete one that you do not need.',
  },
  'mail-off': {
    status: 409,
    title: 'This server sends no mail',
    remedy: 'Use notices in a browser or a webhook, or ask the operator to set `SMTP_URL`.',
  },
  'mail-unconfirmed': {
    status: 409,
    title: 'The address is not confirmed',
    remedy: 'Open the link in the mail that was sent to it. `createNoticeChannel` with the address sends another.',
  },
  'notice-link-spent': {
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
    title: 'The mail server did not take the mail',
    remedy: 'Check the address, or try again later.',
  },
  'invalid-mail-address': {
    status: 422,
    title: 'This is no mail address',
    remedy: 'Give an address like ada@mail.example, without a name around it.',
  },
  'notice-test-running': {
    status: 409,
    title: 'Another test is still running',
    remedy: 'Wait for its answer, ten seconds at most.',
  },
  'notice-channel-disabled': {
    status: 409,
    title: 'The channel is turned off',
    remedy: 'Turn it on first: `updateNoticeChannel` with `enabled: true`.',
  },
  'too-many-notice-tests': {
    status: 429,
    title: 'Too many test mails were sent to this address',
    remedy: 'Look for those that were sent, or try again in an hour.',
  },
  'invalid-push-subscription': {
    status: 422,
    title: 'This subscription cannot receive push messages',
    remedy: 'Send what `PushSubscription.toJSON()` gives, as it is.',
  },
} as const satisfies Record<string, ProblemKind>;
