import { counted } from '../../core/words/counted.ts';
import type { Duplicate, Format, Scoring } from './new-competition.ts';

const whole = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const games = (n: number) => counted(n, 'game');

export const WORDS_OF_NEW_COMPETITION = {
  title: 'New competition',
  tab: 'New competition · Croupier',
  intro:
    'Many games that show who is best. You become the organizer; the server pairs, deals, keeps time and counts. You cannot change these settings later.',
  wrong: 'This does not fit:',
  what: 'What is played',
  how: 'How it is played',
  more: 'More: rounds, options, entries, times',
  ruleset: {
    name: 'Game',
    text: 'All games of a competition have the same rules and options.',
  },
  name: { name: 'Name', text: 'Everyone who sees the competition sees it.' },
  format: { name: 'Format', text: 'Who meets whom.' },
  formats: {
    swiss: {
      name: 'Swiss',
      text: 'In each round entries with similar points meet, never twice. For many entries and little time.',
    },
    roundRobin: {
      name: 'Round robin',
      text: 'Everybody meets everybody. The fairest, for up to about twenty.',
    },
    ladder: {
      name: 'Ladder',
      text: 'No rounds: entries that are free play their next game, and new ones enter at any time. For days or weeks.',
    },
    match: {
      name: 'Match',
      text: 'Two entries against each other, again and again. To find out which of two is better.',
    },
    cup: {
      name: 'Cup',
      text: 'Everybody plays the same boards alone, and the best scores win. For games of one seat.',
    },
  } satisfies Record<Format, { name: string; text: string }>,
  seats: {
    name: 'Seats of a table',
    text: 'How many sit at one table. Bots of the house fill empty seats.',
  },
  duplicate: { name: 'How luck is shared', text: 'A board is one shuffle: all cards and dice of a game.' },
  duplicates: {
    movement: {
      name: 'The same boards at all tables',
      text: 'All tables of a round play the same boards, and no entry meets one twice. Results with the same cards can be compared.',
    },
    permuted: {
      name: 'Every board from every seat',
      text: 'A table plays each board once from every seat, so luck evens out. From the second game on players know the cards.',
    },
    none: {
      name: 'Every game its own',
      text: 'Every game has its own cards and dice, so anyone can watch.',
    },
  } satisfies Record<Duplicate, { name: string; text: string }>,
  cupDuplicates: {
    movement: {
      name: 'The same boards for everyone',
      text: 'Scores can be compared board by board. What a cup is made for.',
    },
    none: {
      name: 'Every game its own',
      text: 'Every player has other cards and dice, so no one can tell others what comes.',
    },
  },
  scoring: { name: 'What points are', text: 'By what the standings rank.' },
  scorings: {
    share: { name: 'The win', text: 'One point for a win, split among those who share it.' },
    matchpoints: {
      name: 'Matchpoints',
      text: 'From 0 to 1 for each game: how many others did worse on the same board and seat. It takes luck out.',
    },
  } satisfies Record<Scoring, { name: string; text: string }>,
  boards: {
    name: 'Boards',
    text: 'Boards that each table plays in a round. More make the result surer, but take longer.',
    cup: 'Boards that everybody plays. More make the result surer, but take longer.',
  },
  rounds: {
    swiss: {
      name: 'Rounds',
      text: 'How often everybody plays. More rounds make the top places surer.',
    },
    roundRobin: {
      name: 'Times round',
      text: 'How often everybody meets everybody; the second time from the other seat.',
    },
    ladder: { name: 'Games each', text: 'How many games an entry plays, at most.' },
    match: { name: 'Rounds', text: 'How often the two meet. With an even number both sit equally often on each seat.' },
    cup: { name: '', text: '' },
  } satisfies Record<Format, { name: string; text: string }>,
  showOdds: {
    name: 'Chances are shown',
    text: 'Beside each choice: how likely a roll wins, and which hit points change. Not every game has them.',
  },
  stops: {
    name: 'End as soon as it is decided',
    text: 'It ends as soon as one is clearly better, or both are equal. At most one match in twenty ends wrong.',
  },
  margin: {
    name: 'A difference that does not matter',
    text: '0.1 is ten wins in a hundred games. The smaller it is, the longer equals play.',
  },
  who: 'Who plays, and how fast',
  visibility: { name: 'Who may see it', text: 'Only people who see it can enter.' },
  visibilities: {
    public: { name: 'Everyone', text: 'It is listed, and its games count for the ratings.' },
    unlisted: { name: 'Anyone with the link', text: 'It is not listed.' },
    private: {
      name: 'Only people with the invite link',
      text: 'For a group that knows each other. The link is shown when it is created.',
    },
  },
  kinds: {
    name: 'Who may enter',
    text: 'Programs are fast, people are not. In separate competitions no one waits long.',
  },
  kindsOf: { all: 'People and programs', human: 'People alone', agent: 'Programs alone' },
  maxEntries: { name: 'Most entries', text: 'When it is full, no one else can enter.' },
  entries: {
    name: 'Entries that you expect',
    text: 'Only for the estimate. Count bots and yourself.',
  },
  bots: {
    name: 'Bots of the house',
    text: 'They enter at once: to fill up, and to compare with. You can add more later, or take them out before the start.',
  },
  plays: {
    name: 'I play too',
    text: 'You enter too. The organizer sees no more than other players.',
  },
  when: 'When',
  zone: (zone: string) => `Times are in your own time zone, ${zone}.`,
  startsAt: { name: 'Starts at', text: 'It begins by itself then. If empty, you start it.' },
  entryUntil: {
    name: 'Entries until',
    text: 'If empty, people can enter until the start.',
    ladder: 'If empty, people can enter until the end.',
  },
  endsAt: {
    name: 'Ends at',
    text: 'No new games begin after that. If empty, it goes on until all games are played.',
  },
  clock: {
    name: 'Clock',
    text: 'So that no one waits forever. Minutes for people at a screen, a day for people who play now and then, seconds for programs.',
  },
  late: 'What happens if a player does not come',
  standIn: {
    name: 'Bot that plays on',
    text: 'It takes the seat of a player who resigns or runs out of time.',
  },
  pauseAfter: {
    name: 'Missed games until a pause',
    text: 'A player who makes no move in this number of games in a row is paused, so that others do not wait. They can play on later.',
  },
  estimate: {
    title: 'What to expect',
    busy: 'Working it out …',
    stale: 'Your changes do not fit together yet. The fields say why.',
    games: 'Games',
    gamesOf: (least: number, most: number) =>
      least === most ? games(least) : `${whole.format(least)} to ${games(most)}`,
    each: (n: number) => `about ${games(n)} for each entry`,
    rounds: (n: number | null) => (n === null ? 'without rounds' : n === 1 ? 'in one round' : `in ${n} rounds`),
    time: 'Time',
    expected: (time: string) => `about ${time}`,
    byClock: (time: string) => `at most about ${time}, if everyone uses all their time`,
    endless: 'unknown: with these options a game may never end',
    difference: 'Smallest difference it can show',
    rating: (points: number, share: number) =>
      `${counted(points, 'rating point', 'rating points', whole)}: the better one wins ${percent.format(share)} of what two win`,
    score: (points: number) => `${counted(points, 'point', 'points', whole)} of the game, on average of the boards`,
    means: 'A difference of this size shows four times in five. A smaller one will mostly not show.',
    interval: (reach: string) => `Each difference of two will be known to ± ${reach}.`,
    points: (points: number) => counted(points, 'rating point', 'rating points', whole),
    scorePoints: (points: number) => counted(points, 'point', 'points', whole),
    nothing: 'None: with so few games it is mostly luck. More rounds or boards help.',
    assumed: 'What this assumes',
    seconds: {
      name: 'Seconds for a decision',
      text: 'Only for the estimate: how long a player takes, on average.',
    },
  },
  time: (seconds: number): string => {
    const steps: [number, Intl.NumberFormatOptions['unit']][] = [
      [86_400, 'day'],
      [3_600, 'hour'],
      [60, 'minute'],
    ];
    const [size, unit] = steps.find(([each]) => seconds >= 2 * each) ?? [1, 'second'];
    const digits = size > 1 && seconds < 10 * size ? 1 : 0;
    return new Intl.NumberFormat('en', {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: digits,
    }).format(seconds / size);
  },
  go: 'Create the competition',
  going: 'Creating …',
  madeWithout: 'It is created, but not everybody could enter:',
  toIt: 'To the competition',
};
