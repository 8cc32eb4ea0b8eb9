import { expect, test } from 'vitest';
import { durationOf } from '#rules/kernel/durations.ts';
import type { Competition, Schemas } from '../../clients/typescript/src/index.ts';
import { crossTableCsv, gamesCsv } from '../../web/src/pages/competition/competition-csv.ts';
import { ordinal } from '../../web/src/pages/competition/competition-words.ts';
import { csvOf } from '../../web/src/pages/competition/csv.ts';
import { type OwnPart, waitingOf } from '../../web/src/pages/competition/waiting.ts';
import { sentenceOf } from '../../web/src/pages/competition/waiting-words.ts';

test('a table follows RFC 4180, and spreadsheets do not execute its text', () => {
  const rows = [
    ['plain', 'two, "quoted"', -3.5, null],
    ['=1+1', '+49', '-x', '@SUM(A1)'],
    ['\t=1', 'line\nbreak', true, ''],
    ['x;=1+1', 'y', 1, 2],
  ];
  expect(csvOf(['a', 'b', 'c', 'd'], rows)).toBe(
    'a,b,c,d\r\nplain,"two, ""quoted""",-3.5,\r\n\'=1+1,\'+49,\'-x,\'@SUM(A1)\r\n"\'\t=1","line\nbreak",true,\r\n"x;=1+1",y,1,2\r\n',
  );
});

const seat = (number: number, entry: number | null) => ({ seat: number, entry, player: null, bot: `bot ${entry}` });
const place = { gameId: 'g', round: 1, table: 1, board: 1, copy: 1 };

test('games have a line for each seat, whether they count or not, and meetings one from either side', () => {
  const result = { counted: 'played' as const, shares: [1, 0], scores: [3, 2], noShows: [1], head: 'ab' };
  const seats = [seat(0, 1), seat(1, 2)];
  const lines = gamesCsv([
    { ...place, seats, result },
    { ...place, seats, result: null },
  ]).split('\r\n');
  expect(lines[1]).toBe('g,1,1,1,1,0,1,bot 1,played,1,3,false,ab');
  expect(lines[2]).toBe('g,1,1,1,1,1,2,bot 2,played,0,2,true,ab');
  expect(lines[3]).toBe('g,1,1,1,1,0,1,bot 1,,,,,');
  const against = [{ entry: 2, games: 3, share: 0.5 }];
  const rows = [
    { entry: 1, player: null, bot: 'random', against },
    { entry: 2, player: null, bot: 'plain', against: [] },
  ];
  expect(crossTableCsv(rows)).toBe('entry,name,opponent,opponentName,games,share\r\n1,random,2,plain,3,0.5\r\n');
});

const COMPETITION = {
  complete: false,
  status: 'playing',
  format: 'swiss',
  seats: 2,
  rounds: 5,
  entries: 8,
  startsAt: null,
  verdict: null,
  waitingFor: [] as number[],
  noShow: { pauseAfter: 3 },
} as unknown as Competition;
const YOU = { entry: 4, status: 'active', noShows: 0 } as Schemas['CompetitionEntry'];
const PART: OwnPart = { playing: [], dealt: 1, counted: 1, expected: 1, place: 'table' };
const ROUND = { round: 2, ended: false, tables: 4, byes: 0, gamesDealt: 4, gamesCounted: 3 };

interface Change {
  competition?: Partial<Competition>;
  you?: Partial<typeof YOU>;
  part?: Partial<OwnPart>;
  round?: Partial<typeof ROUND> | null;
  waitedFor?: string[];
}

function whyWith({ competition, you, part, round, waitedFor = [] }: Change) {
  return waitingOf({
    competition: { ...COMPETITION, ...competition },
    you: { ...YOU, ...you },
    part: { ...PART, ...part },
    round: round === null ? null : { ...ROUND, ...round },
    waitedFor,
  });
}

const turn = (isMine: boolean) => ({ gameId: 'g', toAct: [{ name: 'Bob', isMine, deadline: null }] });

test.each<[string, Change]>([
  ['over', { competition: { complete: true } }],
  ['yourTurn', { part: { playing: [turn(false), turn(true)] } }],
  ['theirTurn', { part: { playing: [turn(false)] }, you: { status: 'withdrawn' } }],
  ['gone', { you: { status: 'withdrawn' } }],
  ['sentAway', { you: { status: 'disqualified' } }],
  ['ending', { competition: { status: 'aborted' } }],
  ['paused', { you: { status: 'paused' } }],
  ['noShow', { you: { status: 'paused', noShows: 3 }, competition: { waitingFor: [4] } }],
  ['tooFew', { competition: { status: 'open', entries: 1 } }],
  ['notStarted', { competition: { status: 'open' } }],
  ['startsAt', { competition: { status: 'open', startsAt: '2026-11-22T15:04:00.000Z' } }],
  ['decided', { competition: { verdict: { verdict: 'equal', boards: 9 } } }],
  ['othersPaused', { waitedFor: ['Bob'] }],
  ['allPlayed', { competition: { format: 'ladder', rounds: 1 } }],
  ['ladder', { competition: { format: 'ladder' } }],
  ['pairing', { round: null }],
  ['pairing', { round: { ended: true } }],
  ['bye', { part: { dealt: 0, place: 'bye' } }],
  ['notInRound', { part: { dealt: 0, place: 'none' } }],
  ['dealing', { part: { expected: 2 } }],
  ['sealed', { part: { counted: 0 } }],
  ['round', {}],
])('a waiting player gets the reason: %s', (why, change) => {
  const waiting = whyWith(change);
  expect(waiting.why).toBe(why);
  expect(sentenceOf(waiting)).toMatch(/^[A-Z].*\.$/);
});

test('times and places are written for people', () => {
  expect([0, 1, 90, 3_600, 90_061].map(durationOf)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute 30 seconds',
    '1 hour',
    '1 day 1 hour 1 minute 1 second',
  ]);
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
  ]);
});
