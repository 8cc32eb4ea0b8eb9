// The page's own English, all of it. Labels of actions and sentences of events are the service's.
import type { Refusal } from '../../../clients/typescript/src/index.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

export const WORDS = {
  title: 'Croupier',
  loading: 'One moment …',
  skip: 'Skip to the content',
  home: 'Home',
  rules: 'Rules',
  waitsForService: 'The server does not answer just now. What you chose is kept, and sent when it is back.',
  seats: {
    open: 'open seat',
    bot: (policy: string) => `Bot (${policy})`,
    numbered: (name: string, seat: number) => `${name}, seat ${seat}`,
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may be cut off. From the first page you find your games and everything else.',
  },
  broken: {
    title: 'This page has broken',
    text: 'That is a mistake in the page, not yours. Nothing is lost: your games are on the server.',
    again: 'Load it again',
  },
  start: {
    title: 'Play cards and dice',
    text: 'Type a name and sit down. No password, no mail: this browser keeps who you are.',
    name: 'Your name',
    go: 'Sit down',
    anew: 'Sit down anew',
    taken: (suggestion: string) => `Take “${suggestion}”`,
  },
  mine: {
    title: 'My games',
    none: 'You have no game yet.',
    yourTurn: 'your turn',
    open: 'waits for players',
    playing: 'waits for others',
    finished: 'finished',
    aborted: 'aborted',
    with: (names: readonly string[]) => `with ${listed(names)}`,
  },
  rulesets: {
    title: 'New game',
    alone: 'Play alone',
    bots: 'Play against a bot',
    aloneOf: (name: string) => `Play alone: ${name}`,
    botsOf: (name: string) => `Play against a bot: ${name}`,
  },
  table: {
    board: 'The table',
    choices: 'What you may do',
    log: 'What happened',
    earlier: (n: number) => `${n} earlier`,
    seats: 'Seats',
    you: 'you',
    toAct: 'to act',
    yourTurn: 'Your turn',
    waitingFor: (names: readonly string[]) => `Waiting for ${listed(names)}`,
    open: 'Waiting for players to sit down',
    aborted: 'The game was aborted',
    won: (names: readonly string[]) => (names.length === 0 ? 'Nobody has won' : `${listed(names)} won`),
    points: (points: number) => `${points} points`,
    all: (left: number) => `All ${left} possibilities, piece by piece`,
    confirm: 'Confirm',
    busy: 'Sending …',
    clear: 'Choose anew',
    nothingMeant: 'Nothing chosen yet',
    notBegun: 'The game has not begun.',
    lines: {
      live: 'live',
      polling: 'live, a little later',
      waiting: 'connecting …',
      over: 'over',
      refused: 'no news for you',
    },
  },
  auto: { none: 'none', yes: 'yes', no: 'no', nothing: '–' },
  refusals: {
    unauthorized: 'This browser’s token is no longer good: it was ended or changed elsewhere.',
    'game-not-found': 'There is no such game, or it is not open to you.',
    'stale-version': 'The game has gone on meanwhile. What you chose is kept as far as it still fits.',
    unreachable: 'The server does not answer. What you chose is kept: try again.',
    unreadable: 'Something between here and the server answers in its place. What you chose is kept: try again.',
  } as Partial<Record<Refusal['code'], string>>,
};

/** Why something was refused: the page's own words where it knows better, else the service's. */
export function wordsOf({ code, detail, hint }: Refusal): string {
  return WORDS.refusals[code] ?? (hint === null ? detail : `${detail} ${hint}`);
}

/** A name of the API in words: `chainPoints` → “chain points”. */
export function spoken(name: string): string {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}
