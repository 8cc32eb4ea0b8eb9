import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Webhook = Schemas['Webhook'];
type Delivery = Schemas['WebhookDelivery'];

export const WORDS_OF_ME = {
  title: 'Settings',
  page: 'Your page: record and games',
  name: 'Name',
  groups: {
    name: { title: 'Name and way back', about: 'Your name, and the code that brings you back' },
    table: { title: 'How you play', about: 'Sound, colors, pace, single keys' },
    news: { title: 'Notifications and time', about: 'What you hear of and where, and when you are away' },
    devices: { title: 'Devices and programs', about: 'Where you are signed in, and programs that read for you' },
    data: { title: 'People and data', about: 'People you avoid, your data, and the end of your account' },
  },
  recovery: {
    title: 'Recovery code',
    yours: 'Your recovery code',
    note: 'It brings you back when your token is lost or stolen. Note it somewhere else: on paper, or in a password manager.',
    noted: 'I have noted it: forget it here',
    forgotten: 'It was shown when you sat down, and is not kept here.',
  },
  comeBack: {
    title: 'Come back with a recovery code',
    text: 'All tokens that you had end, those that only read too, and you get a new one and a new code.',
    player: 'Your name, or the id of your page',
    code: 'Recovery code',
    go: 'Come back',
    kept: 'The code that this browser kept is filled in. It is good unless you came back with it, or got another, elsewhere.',
    instead: (name: string) => `This browser plays as ${name}. Coming back as another player puts that one aside.`,
  },
  token: {
    title: 'Your token',
    text: 'It is kept in this browser and proves who you are: anyone who has it can play as you.',
    show: 'Show it',
    hide: 'Hide it',
    token: 'Token',
    carry: 'Carry it to another browser',
    carryMeans:
      'Anyone who opens this link can play as you. Send it only to yourself, where no one else can read it; ' +
      'if it got out, sign out everywhere else.',
    link: 'Link for your other browser',
    lost:
      'The server may have changed the token while its answer got lost. If so, this one is no longer good: come back with ' +
      'your recovery code.',
    leave: 'Leave this browser',
    leaveMeans:
      'The token is removed here and stays valid elsewhere. Without a recovery code or another device you cannot sign in ' +
      'again.',
    endAll: 'End it everywhere',
    endAllMeans:
      'No device and no browser plays as you any more, this one included. Only the recovery code brings you back.',
  },
  carried: {
    title: (name: string) => `Play here as ${name}?`,
    text: 'The link holds the token of this player.',
    instead: (name: string) =>
      `This browser plays as ${name} now. That token is forgotten here: note its recovery code first.`,
    yes: (name: string) => `Play as ${name}`,
    no: 'No, go home',
    missing: 'There is no token in this link. It may have been cut off.',
    dead: 'The token in this link is no longer good: it was ended or changed.',
  },
  readTokens: {
    title: 'Tokens that only read',
    text: 'For boards and displays: such a token reads games, lists and records, your hidden cards too, and cannot play.',
    none: 'You have none.',
    name: 'What for',
    make: 'Make one',
    token: 'New token',
    board: 'Address of your board, for a screen in the room',
    unnamed: 'without a name',
    made: 'made',
    end: 'End it',
    endOf: (name: string) => `End ${name}`,
    endMeans: 'Programs that read with it lose access.',
  },
  webhooks: {
    title: 'Webhooks',
    text: 'The server tells an address of yours when something happens, signed with a secret.',
    none: 'You have none.',
    url: 'Address (https://)',
    events: 'What it is notified of',
    event: {
      turn: 'my turn',
      invited: 'an invitation',
      asked: 'another player requests something from me',
      gameEnded: 'a game of mine is over',
      message: 'something was said at a game of mine',
      planDropped: 'a plan of mine no longer fits, and it is my turn',
      reminder: 'a deadline of mine is near',
      roundPaired: 'a round of a competition of mine is paired',
      competitionEnded: 'a competition of mine is over',
    } satisfies Record<Delivery['type'], string>,
    make: 'Make one',
    secret: 'Secret of the new webhook',
    test: 'Try it',
    testOf: (url: string) => `Try it: ${url}`,
    delivered: (ms: number) => `It was delivered in ${ms} ms.`,
    failed: (why: string) => `It was not delivered: ${why}.`,
    status: (code: number) => `the answer was ${code}`,
    deliveries: 'Last deliveries',
    deliveriesOf: (url: string) => `Last deliveries: ${url}`,
    noDeliveries: 'None in the last seven days.',
    delivery: { pending: 'on its way', delivered: 'delivered', failed: 'given up' } satisfies Record<
      Delivery['status'],
      string
    >,
    attempts: (n: number) => counted(n, 'attempt'),
    pause: 'Pause',
    pauseOf: (url: string) => `Pause: ${url}`,
    resume: 'Resume',
    resumeOf: (url: string) => `Resume: ${url}`,
    paused: {
      owner: 'paused by you',
      gone: 'paused: the address said that it is gone',
      failing: 'paused: nothing was delivered for five days',
      backlog: 'paused: too much waited for it',
    } satisfies Record<NonNullable<Webhook['disabledBecause']>, string>,
    failing: 'nothing has come through lately',
    end: 'Delete',
    endOf: (url: string) => `Delete: ${url}`,
    endMeans: 'Nothing is sent to it any more.',
  },
  settings: {
    title: 'This browser',
    sound: 'Sound: dice, cards, and when it is my turn',
    paced: 'Show the moves of others one after another',
    chances: 'Chances, and what is certain to come of a choice',
    ask: 'Ask before every move',
    list: 'Show all choices of a table as a list beside it',
    quick: 'With a quick clock, send a choice without confirming',
    keys: 'Single keys: at a table L says what happened again, N goes to “Next game”, 1 to 6 pick dice',
    still: 'Nothing moves',
    fourColours: 'Each suit in a color of its own',
    theme: 'Colors',
    themes: { system: 'as the system has it', light: 'light', dark: 'dark' },
  },
};
