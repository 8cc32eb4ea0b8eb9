import type { Schemas } from '../api.ts';
import type { PushFault } from '../push.ts';

type Channel = Schemas['NotificationChannel'];

export const WORDS_OF_NOTIFICATIONS = {
  title: 'Notifications',
  text: 'Get a notification when it is your turn: in this browser, even when the page is closed, or by mail.',
  none: 'You get no notifications yet.',
  push: 'Tell me in this browser',
  fault: {
    unable: 'This browser cannot receive notifications.',
    denied: 'This browser may not show notifications: allow it in its settings.',
    unreachable: 'The push service of this browser cannot be reached.',
  } satisfies Record<PushFault, string>,
  address: 'Mail address',
  digest: 'How often',
  digests: { immediate: 'at once', hourly: 'once an hour', daily: 'once a day' } satisfies Record<
    NonNullable<Channel['digest']>,
    string
  >,
  digestOf: (name: string) => `How often: ${name}`,
  mail: 'Tell me by mail',
  asked: (address: string) => `A mail is on its way to ${address}: open its link to say that the address is yours.`,
  browser: (service: string) => `A browser (${service})`,
  on: 'on',
  failing: 'nothing has come through lately',
  off: {
    owner: 'paused',
    gone: 'off: the browser has ended it',
    failing: 'off: nothing came through for five days',
    backlog: 'off: too many were waiting',
    unconfirmed: 'not confirmed: open the link in the mail, or enter the address again to get one',
    unsubscribed: 'off: unsubscribed',
  } satisfies Record<NonNullable<Channel['disabledBecause']>, string>,
  test: 'Try it',
  testOf: (name: string) => `Try it: ${name}`,
  delivered: 'It was sent.',
  failed: (why: string) => `It was not sent: ${why}.`,
  pause: 'Pause',
  pauseOf: (name: string) => `Pause: ${name}`,
  resume: 'Resume',
  resumeOf: (name: string) => `Resume: ${name}`,
  end: 'Delete',
  endMeans: 'Nothing is sent there any more.',
  noMore: (what: string) => `No more notifications in browsers: ${what}`,
  noMoreDone: (what: string) => `Browsers are not notified: ${what}.`,
  types: (name: string) => `Notifications: ${name}`,
  confirm: {
    title: 'Is this mail address yours?',
    text: 'From then on you get notifications about your games there.',
    yes: 'Yes, it is mine',
    done: 'Done: you get notifications there from now on.',
  },
  turn: {
    title: 'Your turn',
    text: 'This opens the game here for this one turn. The link works once.',
    yes: 'Open the game',
    done: 'The game opens.',
    only: (name: string) => `A link from a mail brought you here as ${name}. You can play this one turn.`,
  },
  unsubscribe: {
    title: 'No more mails?',
    text: 'Nothing is mailed to this address any more.',
    yes: 'No more mails',
    done: 'Done: nothing is mailed to this address any more.',
  },
};
