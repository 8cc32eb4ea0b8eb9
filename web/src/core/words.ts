// All English texts of the pages. Labels of actions and sentences of events come from the service.
import { botName, levelOf } from '#rules/kernel/search/bots.ts';
import type { Refusal } from '../../../clients/typescript/src/index.ts';
import { counted } from './words/counted.ts';
import { REFUSALS } from './words/refusals.ts';

interface Range {
  min: number;
  max: number;
}

const range = (min: number, max: number) => (min === max ? `${min}` : `${min}–${max}`);
const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

export const WORDS = {
  title: 'Croupier',
  loading: 'One moment …',
  again: 'Try again',
  skip: 'Skip to the content',
  watching: 'You are watching. Moves show as they are made.',
  home: 'Home',
  play: 'Play',
  main: 'Pages',
  ratings: 'Ratings',
  rules: 'Rules',
  competitions: 'Competitions',
  settings: 'Settings',
  away: {
    text: 'The server does not answer just now.',
    kept: 'Your choice is sent when it is back.',
  },
  ended: {
    text: (name: string) => `${name} is signed out in this browser, because that was done elsewhere.`,
    comeBack: 'Come back',
  },
  seats: {
    open: 'open seat',
    bot: (policy: string) => `${botName(policy)} (${levelOf(policy)} bot)`,
    level: (policy: string) => `${levelOf(policy)} bot`,
    numbered: (name: string, seat: number) => `${name} (${seat + 1})`,
  },
  keepsNothing: {
    title: 'This browser keeps nothing.',
    stranger:
      'Its storage is full or blocked. You can play until you close or reload this page. Games that you played here before are ' +
      'safe on the server.',
    back: 'Come back with your recovery code',
    player:
      'Its storage is full or blocked, so it forgets you when you close or reload this page. Copy what brings you back ' +
      'to a safe place. Show it to no one: anyone who has it can play as you.',
    turn: 'Its storage is full or blocked. Take your turn before you close or reload this page: the link works once.',
    code: 'Your recovery code',
    link: 'Link that signs you in',
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may be cut off. Your games are on the first page.',
  },
  broken: {
    title: 'This page has broken',
    text: 'The page has a fault. Nothing is lost: your games are on the server.',
    again: 'Load it again',
  },
  start: {
    title: 'Play cards and dice',
    purpose: 'Play with a name',
    text: 'Choose a name, or play as a guest. No password, no mail.',
    kept: 'This browser keeps who you are.',
    name: 'Your name',
    go: 'Sit down',
    asGuest: 'Play as a guest',
    anew: 'Sit down again',
    back: 'I have played here before',
    taken: (suggestion: string) => `Take “${suggestion}”`,
    live: 'Live games',
    watch: 'watch',
    note: 'Note your recovery code: it brings you back when this browser forgets you',
    guest: (name: string) => `You play as ${name}, a guest. Choose a name, and keep your games`,
    keep: 'Keep your games',
    keepText: (name: string) => `You play as ${name}, a guest. With a name of your own your games stay yours.`,
    areKept: 'Your games are kept',
    deleted: 'Your account is deleted.',
    underName: 'Play under this name',
    ways: 'Recovery code and notifications',
    developers: 'For developers',
  },
  mine: {
    title: 'My games',
    invited: 'you are invited',
    open: 'waits for players',
    playing: 'waits for others',
    finished: 'finished',
    aborted: 'aborted',
    results: { won: 'won', shared: 'shared the win', lost: 'lost', left: 'lost by leaving', draw: 'no one won' },
    with: (names: readonly string[]) => `with ${listed(names)}`,
  },
  rulesets: {
    title: 'New game',
    complete: 'Read the complete rules, and where they differ from the printed ones',
    alone: 'Play alone',
    bots: 'Play against a bot',
    aloneOf: (name: string) => `Play alone: ${name}`,
    more: 'Options',
    moreOf: (name: string) => `Options: ${name}`,
    botsOf: (name: string) => `Play against a bot: ${name}`,
    friend: 'Play with a friend',
    friendOf: (name: string) => `Play with a friend: ${name}`,
    seats: ({ min, max }: Range) => (max === 1 ? 'alone' : `${range(min, max)} players`),
    minutes: ({ min, max }: Range) => `${range(min, max)} min`,
  },
  tab: {
    turns: (n: number) => `(${n}) Your turn · Croupier`,
    table: (headline: string) => `${headline} · Croupier`,
  },
  lobby: {
    title: 'Open games',
    none: 'No game is waiting for players.',
    seats: (n: number) => (n === 1 ? 'one seat is free' : `${n} seats are free`),
  },
  daily: {
    title: 'Game of the day',
    text: 'The same cards and dice for everyone. Your first game of the day counts.',
    none: 'No one has finished it yet.',
    play: 'Play today’s game',
    playOf: (name: string) => `Play today’s game: ${name}`,
    result: (rank: number, name: string, score: number) => `${rank}. ${name}, ${score}`,
    inARow: (days: number) => `${days === 1 ? '1 day' : `${days} days`} in a row`,
  },
  newGame: {
    title: (name: string) => `New game of ${name}`,
    daily: 'Play today’s game: the same cards and dice for everyone.',
    usual: 'usual',
    presets: {
      title: 'How hard',
      winRates: (rates: Record<string, number>) => {
        const each = Object.entries(rates).map(([policy, rate]) => `${levelOf(policy)} ${Math.round(100 * rate)} %`);
        return each.length === 0 ? '' : `Bots win: ${each.join(', ')}.`;
      },
    },
    none: (option: string) => `No ${option}`,
    seats: 'Who plays',
    seat: (seat: number) => `Seat ${seat + 1}`,
    bots: { easy: 'easy bot', medium: 'medium bot', hard: 'hard bot' },
    me: 'I',
    open: 'free, for someone who joins',
    invite: (name: string) => `invite ${name}`,
    addSeat: 'Add a seat',
    removeSeat: 'Remove the last seat',
    clock: {
      title: 'Clock',
      none: 'No time limit',
      perAction: 'A time for each decision',
      bank: 'A time for the whole game, and more with each decision',
      time: 'Time',
      increment: 'More with each decision',
      unitOf: (words: string) => `${words}: in`,
      units: { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days' },
      late: 'When the time is up',
      onTimeout: { random: 'chance decides the move', resign: 'the player loses the seat' },
    },
    visibility: {
      title: 'Who may see it',
      public: 'Everyone. It is listed, and it counts.',
      unlisted: 'Anyone with the link. It is not listed.',
      private: 'Only people with the invite link.',
    },
    go: 'Create the game',
  },
  open: {
    title: 'Sit down at this table',
    sitDown: 'Sit down',
    accept: 'Take the seat that is kept for you',
    decline: 'Decline',
    link: 'Link for a friend',
    share: 'Share the link',
    shared: (game: string) => `Play ${game} with me`,
    invites: (host: string | null, game: string) =>
      host === null ? `You are invited to ${game}` : `${host} invites you to ${game}`,
    with: (names: readonly string[]) => `With ${listed(names)}.`,
    takes: ({ min, max }: Range) => `${min} to ${max} minutes of play.`,
    waits: (free: number, invited: readonly string[]) =>
      [
        ...(free > 0 ? [`${counted(free, 'seat')} still free.`] : []),
        ...(invited.length > 0 ? [`Invited: ${listed(invited)}.`] : []),
        free + invited.length === 1
          ? `The game begins as soon as ${invited[0] ?? 'your friend'} sits down.`
          : 'The game begins as soon as every seat is taken.',
      ].join(' '),
    full: 'Every seat is taken.',
    rated: 'It counts in the ratings.',
    noClock: 'No clock: take your time.',
  },
  copy: {
    go: 'Copy',
    copied: 'Copied.',
    selected: 'This browser does not copy. The text is selected: copy it by hand.',
    once: 'Shown this once and never again: copy it now.',
  },
  curtain: {
    title: (name: string) => `It is the turn of ${name}`,
    text: 'Hand over the screen. The next player opens it when they are ready.',
    open: (name: string) => `I am ${name}: show my side`,
  },
  doings: {
    title: 'Game',
    rematch: 'Play again',
    waits: (name: string) => `${name} waits for you`,
    resign: 'Resign',
    resignMeans: 'You give up, and cannot win any more.',
    leave: 'Leave',
    leaveSeat: (seat: number) => `Leave seat ${seat + 1}`,
    leaveMeans: 'Your seat is then free for others.',
    abort: 'Abort the game',
    abortMeans: 'The game ends without a winner once all players agree. If you play alone, you lose.',
    withdrawAbort: 'Go on playing',
    abortAsked: (n: number) => (n === 1 ? 'One player asks to abort.' : `${n} players ask to abort.`),
    sound: 'Sound',
    quick: 'Send a choice without confirming',
    ask: 'Ask before every move',
    another: 'New game',
    lookBack: 'How it went',
  },
  close: 'Close',
  sure: { yes: (label: string) => `Yes: ${label}`, no: 'No' },
  table: {
    board: 'The table',
    choices: 'What you may do',
    log: 'What happened',
    earlier: (n: number) => `${n} earlier`,
    seats: 'Seats',
    you: 'you',
    youFirst: 'You',
    toAct: 'to act',
    hitPoints: (from: number, to: number) => `${from} → ${to} HP`,
    yourTurn: 'Your turn',
    waitingFor: (names: readonly string[]) =>
      names.length === 1 ? `${names[0]}’s turn` : `Waiting for ${listed(names)}`,
    open: 'Waiting for players to sit down',
    aborted: 'The game was aborted',
    won: (names: readonly string[]) => (names.length === 0 ? 'No one won' : `${listed(names)} won`),
    wonBy: (won: string, best: number, other: number) => `${won} ${best} : ${other}`,
    allScores: (scores: readonly string[]) => `Scores: ${scores.join(', ')}.`,
    wellPlayed: 'Well played. The next one may be yours.',
    youLost: (how: string) => `You lost: ${how}`,
    lost: (name: string) => `${name} lost`,
    left: { resigned: 'resigned', timedOut: 'ran out of time' },
    timeLeft: 'time left',
    news: (n: number) =>
      n === 1 ? 'One thing is new since you last looked.' : `${n} things are new since you last looked.`,
    points: (points: number) => counted(points, 'point'),
    all: (left: number) => `All ${counted(left, 'possibility', 'possibilities')}, step by step`,
    busy: 'Sending …',
    skip: 'Skip to now',
    clear: 'Choose again',
    pick: 'Choose on the table',
    early: 'Not yet: first tap something that glows on the table.',
    atTable: 'At the table',
    menu: 'Menu',
    back: 'All games',
    rules: 'Rules',
    allRules: 'All rules',
    round: (round: number) => `Round ${round}`,
    soundOn: 'Sound on',
    list: 'List of all choices',
    over: 'The game is over',
    replay: 'Replay',
    fairness: 'Check the fairness',
    analysis: 'Analysis',
    analysisLater: (until: string) => `Analysis from ${until}`,
    noChoice: 'Nothing to choose for you just now.',
    notBegun: 'The game has not begun.',
    lines: {
      live: 'live',
      polling: 'live, a little later',
      waiting: 'connecting …',
      offline: 'offline',
      over: 'over',
      refused: 'no news for you',
    },
  },
  auto: { shows: (value: number) => `die shows ${value}`, none: 'none', yes: 'yes', no: 'no', nothing: '–' },
  misfit: 'This does not fit:',
  keptChoice: {
    'stale-version': 'Your choice is kept if it is still possible.',
    unreachable: 'Your choice is kept.',
    unreadable: 'Your choice is kept.',
  } as Partial<Record<Refusal['code'], string>>,
};

/** Returns the page's own text for a refusal, or else the text of the service, with the names of fields in words. */
export function wordsOf({ code, detail }: Refusal): string {
  return REFUSALS[code] ?? withSpokenFields(detail);
}

/** Writes quoted names of fields as words: “after `startsAt`” as “after starts at”. */
export function withSpokenFields(text: string): string {
  return text.replace(/`([^`]*)`/g, (_, field: string) => spoken(field));
}

/** Replaces the text of a refusal if the id in the address is invalid: the link was mistyped or cut off. */
export function ofAddress(refusal: Refusal, text = WORDS.notFound.text): Refusal {
  return refusal.code === 'invalid-request' ? { ...refusal, detail: text, errors: [] } : refusal;
}

/** Writes the name of a field as words: `chainPoints` as “chain points”. */
export function spoken(name: string): string {
  return name
    .replace(/(?<!\d)([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}
