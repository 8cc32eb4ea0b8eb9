import { counted } from '../../core/words/counted.ts';
import type { Duplicate, Format, Scoring } from './new-competition.ts';

const whole = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const games = (n: number) => counted(n, 'game');

export const WORDS_OF_NEW_COMPETITION = {
  title: 'New competition',
  tab: 'New competition · Croupier',
  intro:
    'Many games that decide together who is best. You create it and become its organizer; the house pairs, deals, keeps the clocks and counts. Nothing here can be changed after it is created.',
  wrong: 'This does not fit:',
  what: 'What is played',
  how: 'How it is played',
  more: 'More: rounds, options, entries, times',
  ruleset: {
    name: 'Game',
    text: 'Which game it is about. All games of a competition are of one kind, with the same options.',
  },
  name: { name: 'Name', text: 'What it is called, shown to everyone who may see it.' },
  format: { name: 'Format', text: 'Who meets whom.' },
  formats: {
    swiss: {
      name: 'Swiss',
      text: 'In each round entries with similar points meet, never twice. For many entries and little time.',
    },
    roundRobin: {
      name: 'Round robin',
      text: 'Everybody meets everybody. The fairest for up to about twenty; games grow with the square of the entries.',
    },
    ladder: {
      name: 'Ladder',
      text: 'Entries that are free play their next game, without rounds, and new players can enter at any time. For agents that come and go, over days.',
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
    text: 'How many sit at one table. With more a game tells more of some and less of each pair; empty seats are taken by the house.',
  },
  duplicate: { name: 'How luck is shared', text: 'A board is one shuffle: all chance of a game.' },
  duplicates: {
    movement: {
      name: 'The same boards at all tables',
      text: 'All tables of a round play the same boards, and no entry meets one twice. Results with the same cards can be compared.',
    },
    permuted: {
      name: 'Every board from every seat',
      text: 'A table plays each board once from every seat, so that the luck of a seat evens out. As many games a board as there are seats; players know the board from the second one on.',
    },
    none: {
      name: 'Every game its own',
      text: 'Every game has its own chance, so anyone can watch while it is played.',
    },
  } satisfies Record<Duplicate, { name: string; text: string }>,
  cupDuplicates: {
    movement: {
      name: 'The same boards for everyone',
      text: 'Scores can be compared board by board. What a cup is made for.',
    },
    none: {
      name: 'Every game its own',
      text: 'Every player has their own chance, so no one can tell others what comes.',
    },
  },
  scoring: { name: 'What points are', text: 'By what the standings rank.' },
  scorings: {
    share: { name: 'The win', text: 'One point for a win, split among those who share it.' },
    matchpoints: {
      name: 'Matchpoints',
      text: 'How many of the others did worse on the same seat of the same board: from 0 to 1 for each game. It takes luck out of the points.',
    },
  } satisfies Record<Scoring, { name: string; text: string }>,
  boards: {
    name: 'Boards',
    text: 'Boards that each table plays in a round. More of them make the result surer, and take as much longer.',
    cup: 'Boards that everybody plays. More of them make the result surer, and take as much longer.',
  },
  rounds: {
    swiss: {
      name: 'Rounds',
      text: 'How often everybody is paired. Each round more tells twice as many entries apart at the top.',
    },
    roundRobin: {
      name: 'Times round',
      text: 'How often everybody meets everybody; the second time from the other seat.',
    },
    ladder: { name: 'Games each', text: 'How many games an entry plays, at most.' },
    match: { name: 'Rounds', text: 'How often the two meet. An even number seats both as often on every seat.' },
    cup: { name: '', text: '' },
  } satisfies Record<Format, { name: string; text: string }>,
  showOdds: {
    name: 'Chances are shown',
    text: 'Beside each choice: how likely a roll wins, and which hit points change. Not every game has them.',
  },
  stops: {
    name: 'End as soon as it is decided',
    text: 'After each board it is looked whether one is better, or both are as good. Rarely wrong: at most one match in twenty.',
  },
  margin: {
    name: 'A difference that does not matter',
    text: 'In shares of the win: 0.1 is ten games in a hundred. The smaller it is, the longer equals play.',
  },
  who: 'Who plays, and how fast',
  visibility: { name: 'Who may see it', text: 'And who may enter, as only who sees it can.' },
  visibilities: {
    public: { name: 'Everyone', text: 'It is listed, and its games count for the ratings.' },
    unlisted: { name: 'Who has its address', text: 'It is not listed.' },
    private: {
      name: 'Who has its invite link',
      text: 'For a group that knows each other. The link is shown when it is created.',
    },
  },
  kinds: {
    name: 'Who may enter',
    text: 'People think for minutes and programs for less: in separate competitions, no one waits for long.',
  },
  kindsOf: { all: 'People and programs', human: 'People alone', agent: 'Programs alone' },
  maxEntries: { name: 'Entries at most', text: 'Later players cannot enter.' },
  entries: {
    name: 'Entries that you expect',
    text: 'For the estimate alone: bots of the house and you are among them.',
  },
  bots: {
    name: 'Bots of the house',
    text: 'They enter at once, each once: to fill up, and as known points to measure by. You can enter more later, or take them out before the start.',
  },
  plays: {
    name: 'I play too',
    text: 'You enter it yourself. As organizer you see no hidden hand and no board before anybody else.',
  },
  when: 'When',
  zone: (zone: string) => `Times are in your own time zone, ${zone}.`,
  startsAt: { name: 'Starts at', text: 'It begins by itself then. Left empty you start it, when enough have come.' },
  entryUntil: {
    name: 'Entries until',
    text: 'Left empty, entries are taken until the start.',
    ladder: 'Left empty, entries are taken until the end.',
  },
  endsAt: {
    name: 'Ends at',
    text: 'Nothing is paired after that. If empty, it goes on until no entry has a game left.',
  },
  clock: {
    name: 'Clock',
    text: 'Required, so that no player keeps the others waiting forever. Minutes for people at a screen, seconds for programs, a day for people who play now and then.',
  },
  late: 'What happens if a player does not come',
  standIn: {
    name: 'Who plays on for who leaves',
    text: 'A bot of the house that takes the seat of a player who resigns or runs out of time.',
  },
  pauseAfter: {
    name: 'Games without a move until a pause',
    text: 'An entry that never acted in this number of games in a row is paused, so that others do not wait for it. Its player can resume it.',
  },
  estimate: {
    title: 'What it would be like',
    busy: 'Working it out …',
    stale: 'What you changed does not fit together yet: the fields say why.',
    games: 'Games',
    gamesOf: (least: number, most: number) =>
      least === most ? games(least) : `${whole.format(least)} to ${games(most)}`,
    each: (n: number) => `about ${games(n)} for each entry`,
    rounds: (n: number | null) => (n === null ? 'without rounds' : n === 1 ? 'in one round' : `in ${n} rounds`),
    time: 'Time',
    expected: (time: string) => `about ${time}`,
    byClock: (time: string) => `at most about ${time}, if everybody uses all of their clock`,
    endless: 'unknown: with these options a game may never end',
    difference: 'Smallest difference it can show',
    rating: (points: number, share: number) =>
      `${counted(points, 'rating point', 'rating points', whole)}: the better one wins ${percent.format(share)} of what two win`,
    score: (points: number) => `${counted(points, 'point', 'points', whole)} of the game, on average of the boards`,
    means:
      'A true difference of that size is shown four times in five, at 95 % certainty. A smaller one will mostly look like none.',
    interval: (reach: string) => `Each difference of two will be known to ± ${reach}.`,
    points: (points: number) => counted(points, 'rating point', 'rating points', whole),
    scorePoints: (points: number) => counted(points, 'point', 'points', whole),
    nothing: 'None that matters: with so few games it will be mostly luck. More rounds or boards help.',
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
