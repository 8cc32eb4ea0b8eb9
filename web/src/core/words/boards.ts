import { counted } from './counted.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const percent = (share: number) => `${new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(share * 100)} %`;

export const WORDS_OF_BOARDS = {
  title: 'Boards',
  text: 'A board is one shuffle: all cards and dice of a game. Tables that play the same board are compared when the last is over.',
  none: 'No board has been played yet.',
  go: 'Board number',
  open: 'Show it',
  hasMore: (shown: number) => `The first ${NUMBER.format(shown)} are listed. Find others by number.`,
  board: (board: number | string) => `Board ${board}`,
  round: 'Round',
  games: 'Games',
  state: 'State',
  closed: 'open to everyone',
  sealed: 'sealed',
  noBoard: (board: string) => `There is no board ${board} in this competition yet.`,
  whySealed: 'This board is sealed, because others may still play it. It opens when its last game is over.',
  single: 'Only one game is played on it, so there is nothing to compare. Its seed shows when that game is over.',
  sealedUntil: (moment: string) =>
    `It opens at ${moment}, or when its last game is over. No one starts on it after that.`,
  dealt: (n: number) => `Games dealt on it so far: ${n}.`,
  opened: 'The last game on it is over: it is open to everyone.',
  earlier: 'The board before',
  later: 'The next board',
  resultsOf: (board: number) => `Results of board ${board}`,
  table: 'Table',
  tableOf: (round: number, table: number, copy: number) => `Round ${round}, table ${table}, game ${copy}`,
  seat: (seat: number) => `Seat ${seat + 1}`,
  seatHead: 'Seat',
  results: 'Results by seat, the best first',
  look: 'Look',
  beside: (table: string) => `Beside each other: ${table}`,
  who: 'Who',
  share: 'Of the win',
  score: 'Score',
  matchpoints: 'Matchpoints',
  matchpointsMean:
    'Matchpoints: how many of the other games on this board did worse from the same seat; a tie counts half. 50 % is the average.',
  percent,
  number: (value: number) => NUMBER.format(value),
  nobodyElse: '–',
  void: 'void',
  walkover: 'walkover',
  luck: 'Luck of the seats',
  noPar: 'The luck of the seats of this board is not known.',
  par: (seat: number, share: number, even: number, score: number, replays: number) =>
    `Seat ${seat + 1} is ${luck(share, even, replays)}: random play wins ${percent(share)} from it, where ${percent(even)} would be even, and scores ${NUMBER.format(score)}.`,
  parOfHouse: (replays: number) => `On average of ${counted(replays, 'replay')}.`,
  parHere: (replays: number) =>
    `On average of ${counted(replays, 'replay')}, worked out from the seed in this browser.`,
  parAlone: (score: number) => `Random play makes ${counted(score, 'point')} of it.`,
  compare: 'Side by side',
  which: 'Whose decisions',
  everySeat: 'every seat',
  tables: 'Compare',
  decision: 'Decision',
  same: (n: number) => `All did the same to the end: ${counted(n, 'decision')}.`,
  parts: (place: number) =>
    place === 1
      ? 'They differ at the first decision.'
      : `They do the same for ${counted(place - 1, 'decision')} and differ at decision ${NUMBER.format(place)}.`,
  partHere: 'here they differ',
  toParting: 'To the first difference',
  alone: 'Choose another table to compare.',
  over: 'over',
  late: 'by the clock',
  secret: (type: string, fields: readonly string[]) => (fields.length === 0 ? type : `${type}: ${listed(fields)}`),
  together: 'All tables together',
  of: (place: number, last: number) => `Decision ${NUMBER.format(place)} of ${NUMBER.format(last)}`,
  atStart: 'Before the first decision',
  back: 'Back',
  on: 'On',
  backAt: (table: string) => `Back: ${table}`,
  onAt: (table: string) => `On: ${table}`,
  showTables: 'Show the tables at this moment',
  earlierRows: 'Earlier decisions',
  laterRows: 'Later decisions',
  replay: 'Replay',
  replayOf: (table: string) => `Replay: ${table}`,
  fairness: 'Check the fairness',
  fairnessOf: (table: string) => `Check the fairness: ${table}`,
  seed: 'Seed of all its chance',
  dealAgain: 'Deal it again',
  dealText: 'Play this board yourself against bots, from the seat that you choose. It does not count.',
  olderRules: (played: number, newest: number) =>
    `It was played by version ${played} of the rules. New games follow version ${newest}, so it cannot be dealt again. Its games can still be replayed.`,
  sitDown: 'Sit down first to deal it again',
};

/** Mentions luck only if it is greater than the statistical error of the replays. */
function luck(share: number, even: number, replays: number): string {
  const notable = 2 * Math.sqrt((even * (1 - even)) / Math.max(1, replays));
  if (share > even + notable) return 'a lucky one';
  return share < even - notable ? 'an unlucky one' : 'about even';
}
