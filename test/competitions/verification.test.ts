import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { canonical } from '#rules/kernel/json.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { lineForms } from '../../src/cli/verdict.ts';
import { foldAll, nextHead } from '../../src/competitions/model/fold.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import type { EventLine } from '../../src/competitions/transcript/transcript.ts';
import { type CompetitionVerification, verifyCompetition } from '../../src/competitions/transcript/verification.ts';
import { competitionVerifiedByPython, NOT_ALL_CHECKED } from '../games/python.ts';
import { createdEvent, entryMade, headerOf, houseEntry, rowsOf } from './competition-log.ts';
import { PlayedCompetition, playedRoundRobin } from './played-competition.ts';

const SHORT = { mode: 'match', roundsToWin: 1 };
const STARTED = { type: 'competitionStarted', data: {} } as const;

const catalogue = await loadCatalogue(false);
const misfit = lineForms();

function played(settings: Partial<Settings>, entries: number, asked: object = SHORT): PlayedCompetition {
  const { ruleset } = catalogue.get(settings.ruleset ?? 'pascals-ruin') as CatalogueEntry;
  const { inputs } = catalogue.get(ruleset.id) as CatalogueEntry;
  const options = inputs.options(asked);
  if (!options.ok) throw new Error('these options do not fit');
  const { id, rulesVersion } = ruleset;
  const header = headerOf({ ruleset: id, rulesVersion, options: options.value, rounds: 1, ...settings });
  const competition = new PlayedCompetition(header, ruleset);
  const players = Array.from({ length: entries - 1 }, (_, i) => entryMade(i + 1));
  return competition.add(...players, houseEntry(entries), STARTED).run();
}

async function verified(
  lines: readonly (string | Uint8Array)[],
  keptHeads: { version: number; head: string }[] = [],
): Promise<CompetitionVerification> {
  async function* chunks() {
    for (const line of lines) yield Buffer.from(line);
  }
  return verifyCompetition(chunks(), { catalogue, misfit, keptHeads });
}

const roundRobin = playedRoundRobin(catalogue);
const lines = await roundRobin.lines();

test('a competition verifies from its transcript alone, and the checks are counted', async () => {
  const { competition } = roundRobin;
  const kept = { version: 7, head: roundRobin.events[6]?.head as string };
  const result = await verified(lines, [kept]);
  expect(result).toMatchObject({ verified: true, lines: lines.length, games: 3, boards: 3, keptHeads: 1 });
  expect(result).toMatchObject({ competition: { head: competition.head, status: 'finished' } });
  expect(await verified(lines, [{ ...kept, version: 8 }])).toMatchObject({ line: 9, check: 'head that was kept' });
  expect(await verified(lines, [{ ...kept, version: 99 }])).toMatchObject({ check: 'head that was kept', found: 99 });
});

test.each<[string, Partial<Settings>, number, object?]>([
  ['a Swiss tournament with a bye, on boards with a par', { format: 'swiss', duplicate: 'none', rounds: 2 }, 3],
  ['a match with rotated seats', { format: 'match', duplicate: 'permuted', rounds: 2 }, 2],
  [
    'a match that ends as soon as one entry is shown to be better',
    { format: 'match', duplicate: 'none', rounds: 12, stop: { margin: 0.4, alpha: 0.4, beta: 0.4 } },
    2,
  ],
  ['a ladder', { format: 'ladder', rounds: 2 }, 4],
  ['a cup', { ruleset: 'pokers-rogue-reckoning', seats: 1, format: 'cup', boards: 2 }, 2, {}],
  ['a round robin at tables of three, with bots of the service', { seats: 3 }, 4],
])('%s verifies', async (_, settings, entries, options) => {
  const result = await verified(await played(settings, entries, options).lines());
  expect(result).toMatchObject({ verified: true });
});

test('a match that waited for a paused entry verifies, without games or walkovers in between', async () => {
  const { header } = roundRobin.competition;
  const { ruleset } = catalogue.get('pascals-ruin') as CatalogueEntry;
  const settings: Settings = { ...header.settings, format: 'match', duplicate: 'permuted', rounds: 2 };
  const paused = { type: 'entryPaused', data: { entry: 2, because: 'asked' } } as const;
  const match = new PlayedCompetition({ ...header, settings }, ruleset);
  match.add(entryMade(1), entryMade(2), paused, STARTED).run();
  expect(match.competition).toMatchObject({ status: 'playing', rounds: [], games: [] });
  match.add({ type: 'entryResumed', data: { entry: 2 } }).run();
  expect(match.competition.rounds.map(({ byes }) => byes)).toEqual([[], []]);
  expect(await verified(await match.lines())).toMatchObject({ verified: true, games: 4 });
});

test('an altered byte of a transcript is found by its line, not only by the final hash', async () => {
  const lot = new FastChance('altered bytes');
  for (const [i, line] of lines.entries()) {
    const bytes = Buffer.from(line);
    for (let times = 0; times < 4; times++) {
      const altered = Buffer.from(bytes);
      const place = lot.int(bytes.length);
      altered[place] = (bytes[place] as number) ^ (1 << lot.int(8));
      const result = await verified(lines.with(i, altered as never));
      const where = `${line.slice(Math.max(0, place - 30), place + 30)} of line ${i + 1}, ${altered[place]}`;
      expect(result, where).toMatchObject({ verified: false });
      // a change in line 1 may be found in line 2, whose head is the hash of line 1
      expect([i + 1, i === 0 ? 2 : i + 1], where).toContain((result as { line: number }).line);
    }
  }
});

test.each<[string, (of: string[]) => string[], object]>([
  ['without its last line', (of) => of.slice(0, -1), { check: 'end', found: 'the end of the file' }],
  ['without a game', (of) => of.toSpliced(-2, 1), { check: 'form of the line', line: lines.length - 1 }],
  ['with a game twice', (of) => of.toSpliced(-2, 0, of.at(-2) as string), { check: 'form of the line' }],
  [
    'with games in another order',
    (of) => of.with(-2, of.at(-3) as string),
    { check: expect.stringMatching(/^gameId/) },
  ],
  ['with something after the end', (of) => [...of, '\n'], { check: 'end', expected: 'the end of the file' }],
  ['without its last line feed', (of) => of.with(-1, of.at(-1)?.trimEnd() as string), { check: 'end of the line' }],
  ['with line feeds of another kind', (of) => of.with(0, of[0]?.replace('\n', '\r\n') as string), { line: 1 }],
])('a transcript %s is rejected', async (_, change, fault) => {
  expect(await verified(change(lines))).toMatchObject({ verified: false, ...fault });
});

function forged(change: (events: EventLine[]) => void): string[] {
  const { header, version } = roundRobin.competition;
  const events = lines.slice(1, version + 1).map((line) => JSON.parse(line) as EventLine);
  change(events);
  let { head } = foldAll(header, null, rowsOf(header, [createdEvent(header)])).competition;
  for (const event of events.slice(1)) {
    head = nextHead(head, { ...event, at: new Date(event.at) });
    event.head = head;
  }
  const body = [
    lines[0],
    ...events.map((event) => `${canonical(event)}\n`),
    ...lines.slice(version + 1, -1),
  ] as string[];
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  return [...body, `${canonical({ ...JSON.parse(lines.at(-1) as string), sha256 })}\n`];
}

test.each<[string, string, (data: any) => void, RegExp]>([
  ['changes the seats at a table', 'roundPaired', (data) => data.tables[0].entries.reverse(), /^table 1 of the round$/],
  ['leaves out an entry that must be paired', 'roundPaired', (data) => data.candidates.pop(), /^who is paired$/],
  ['adds a bye', 'roundPaired', (data) => data.byes.push(1), /^byes$/],
  [
    'changes the seats of a dealt game',
    'gamesDealt',
    (data) => data.games[0].entries.reverse(),
    /^game 1 that is dealt$/,
  ],
  ['deals a game twice', 'gamesDealt', (data) => data.games.push(data.games[0]), /^place$/],
  [
    'deals a game that the schedule lacks',
    'gamesDealt',
    (data) => data.games.push({ ...data.games[0], copy: 2 }),
    /^place$/,
  ],
  [
    'changes the seats of a counted game',
    'gameCounted',
    (data) => data.entries.reverse(),
    /^place of the game that counts$/,
  ],
  ['reverses a result', 'gameCounted', (data) => data.shares.reverse(), /^what counts of game /],
  ['calls a game a walkover', 'gameCounted', (data) => (data.counted = 'walkover'), /^what counts of game /],
  ['says that a seat never had to act', 'gameCounted', (data) => (data.unasked = [0]), /^what counts of game /],
  ['counts another game', 'gameCounted', (data) => (data.head = '0'.repeat(64)), /^what counts of game /],
  ['shows another seed', 'boardClosed', (data) => (data.seed = '0'.repeat(64)), /^seed of the board$/],
  ['makes up a par', 'boardClosed', (data) => (data.par = { replays: 30, shares: [1, 0], scores: [1, 0] }), /^par of/],
  ['ends a round too soon', 'roundEnded', (data) => (data.round = 2), /^next step$/],
  ['shows another server seed', 'seedPublished', (data) => (data.serverSeed = '0'.repeat(64)), /^next step$/],
  ['changes the player of an entry', 'entryMade', (data) => (data.player.kind = 'human'), /^who holds seat/],
  ['changes the settings', 'competitionCreated', (data) => (data.settings.boards = 2), /^head of the chain$/],
])('a history that %s is rejected, though all hashes fit', async (_, type, change, check) => {
  const result = await verified(forged((events) => change(events.find((event) => event.type === type)?.data)));
  expect(result).toMatchObject({ verified: false, check: expect.stringMatching(check) });
});

test('a history without a game of the schedule is rejected', async () => {
  const without = (type: string) => (event: EventLine) => event.type === type;
  const left = forged((events) => {
    for (const type of ['gamesDealt', 'gameCounted']) events.splice(events.findIndex(without(type)), 1);
    for (const [i, event] of events.entries()) event.version = i + 1;
  });
  expect(await verified(left)).toMatchObject({ verified: false, check: 'games of the board' });
});

test('the Python script checks the seeds and chains of a competition, and names faults', () => {
  const kept = { version: 7, head: roundRobin.events[6]?.head as string };
  const { status, stdout, stderr } = competitionVerifiedByPython(lines, [kept]);
  expect({ status, stderr }, stdout).toEqual({ status: NOT_ALL_CHECKED, stderr: '' });
  expect(stdout).toMatch(
    /^verified: a competition that was finished: 3 boards and \d+ draws of 3 games follow from the seeds, 22 entries from the chain/,
  );
  expect(stdout).toMatch(/^not checked here: the rules of the games.*\n(.*\n)*not checked here: strengths/m);
  const seed = forged((events) => {
    const closed = events.find(({ type }) => type === 'boardClosed') as EventLine;
    (closed.data as { seed: string }).seed = '0'.repeat(64);
  });
  expect(competitionVerifiedByPython(seed).stdout).toContain('version 9: seed of board 1 does not hold');
  const head = lines.with(-3, lines[lines.length - 4] as string);
  expect(competitionVerifiedByPython(head).stdout).toContain('game in the order of the schedule does not hold');
});
