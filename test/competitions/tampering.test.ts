// Forged transcripts: values are changed, and all hashes and the checksum are computed again. Only a verifier that
// recomputes the content can find such a change. The Python script does this.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { canonical } from '#rules/kernel/json.ts';
import { lineForms } from '../../src/cli/verdict.ts';
import { foldAll, nextHead } from '../../src/competitions/model/fold.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import { verifyCompetition } from '../../src/competitions/transcript/verification.ts';
import { allVerifiedByPython, NOT_ALL_CHECKED } from '../games/python.ts';
import { createdEvent, entryMade, headerOf, houseEntry, rowsOf } from './competition-log.ts';
import { PlayedCompetition } from './played-competition.ts';

const catalogue = await loadCatalogue(false);
const misfit = lineForms();
const STARTED = { type: 'competitionStarted', data: {} } as const;

interface Parts {
  settled: any;
  events: any[];
  games: any[];
  standings: any[];
}

interface Original {
  competition: PlayedCompetition;
  lines: string[];
}

async function played(asked: Partial<Settings>, entries: number): Promise<Original> {
  const { ruleset, inputs } = catalogue.get(asked.ruleset ?? 'pascals-ruin') as CatalogueEntry;
  const options = inputs.options(asked.options ?? { mode: 'match', roundsToWin: 1 });
  if (!options.ok) throw new Error('these options do not fit');
  const { id, rulesVersion } = ruleset;
  const header = headerOf({ rounds: 1, ...asked, ruleset: id, rulesVersion, options: options.value });
  const players = Array.from({ length: entries - 1 }, (_, i) => entryMade(i + 1));
  const competition = new PlayedCompetition(header, ruleset).add(...players, houseEntry(entries), STARTED).run();
  return { competition, lines: await competition.lines() };
}

const ORIGINALS: Record<string, Original> = {
  roundRobin: await played({}, 3),
  swiss: await played({ format: 'swiss', duplicate: 'none', rounds: 2 }, 5),
  match: await played({ format: 'match', duplicate: 'permuted', scoring: 'matchpoints', rounds: 2 }, 2),
  ladder: await played({ format: 'ladder', rounds: 2 }, 4),
  cup: await played({ ruleset: 'pokers-rogue-reckoning', options: {}, seats: 1, format: 'cup', boards: 2 }, 3),
};

function forged({ competition, lines }: Original, change: (parts: Parts) => unknown): string[] {
  const { header, version } = competition.competition;
  const values = lines.map((line) => JSON.parse(line));
  const parts = {
    settled: values[0],
    events: values.slice(1, version + 1),
    games: values.slice(version + 1, -1),
    standings: values.at(-1).standings,
  };
  change(parts);
  let { head } = foldAll(header, null, rowsOf(header, [createdEvent(header)])).competition;
  for (const [i, event] of parts.events.entries()) {
    event.version = i + 1;
    if (i > 0) head = nextHead(head, { ...event, at: new Date(event.at) });
    event.head = head;
  }
  const body = [parts.settled, ...parts.events, ...parts.games].map((value) => `${canonical(value)}\n`);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  return [...body, `${canonical({ standings: parts.standings, sha256 })}\n`];
}

const of = ({ events }: Parts, type: string) => events.find((event) => event.type === type)?.data;
const every = ({ events }: Parts, type: string) =>
  events.filter((event) => event.type === type).map(({ data }) => data);
const row = ({ standings }: Parts, column: string, value: (old: any) => unknown) => {
  standings[0][column] = value(standings[0][column]);
};
const inserted = ({ events }: Parts, before: string, type: string, data: object) => {
  const at = events.findIndex((event) => event.type === before);
  events.splice(at, 0, { type, data, at: events[at].at });
};
const without = ({ events }: Parts, type: string) =>
  events.splice(
    events.findIndex((event) => event.type === type),
    1,
  );

type Tampering = [what: string, original: string, change: (parts: Parts) => unknown];

const FOUND: Tampering[] = [
  ['a result the other way round', 'roundRobin', (parts) => of(parts, 'gameCounted').shares.reverse()],
  ['a result the other way round', 'swiss', (parts) => of(parts, 'gameCounted').shares.reverse()],
  [
    'a lost board that is won',
    'cup',
    (parts) => (of(parts, 'gameCounted').shares = [1 - of(parts, 'gameCounted').shares[0]]),
  ],
  ['another score', 'cup', (parts) => (of(parts, 'gameCounted').scores[0] += 5)],
  ['another score', 'match', (parts) => (of(parts, 'gameCounted').scores[1] -= 1)],
  ['a game that was played as a walkover', 'ladder', (parts) => (of(parts, 'gameCounted').counted = 'walkover')],
  ['a game that was played as void', 'swiss', (parts) => (of(parts, 'gameCounted').counted = 'void')],
  ['a seat that is said not to have acted', 'match', (parts) => (of(parts, 'gameCounted').noShows = [0])],
  ['a seat that is said not to have been asked', 'swiss', (parts) => (of(parts, 'gameCounted').unasked = [0])],
  ['the head of another game', 'ladder', (parts) => (of(parts, 'gameCounted').head = '0'.repeat(64))],
  ['a game that counts for others', 'swiss', (parts) => of(parts, 'gameCounted').entries.reverse()],
  ['a game that counts at another table', 'swiss', (parts) => (of(parts, 'gameCounted').table = 2)],
  [
    'a game that counts twice',
    'swiss',
    (parts) => inserted(parts, 'boardClosed', 'gameCounted', of(parts, 'gameCounted')),
  ],
  ['a game that does not count', 'ladder', (parts) => without(parts, 'gameCounted')],
  [
    'an outcome that was not counted',
    'roundRobin',
    ({ games }) => (games[0].outcome.winners = [1 - games[0].outcome.winners[0]]),
  ],
  ['scores that were not counted', 'swiss', ({ games }) => (games[0].outcome.scores[0] += 1)],
  ['a game with no outcome', 'match', ({ games }) => (games[0].outcome = null)],
  ...['roundRobin', 'swiss', 'match', 'ladder', 'cup'].flatMap((original): Tampering[] => [
    ['other points', original, (parts) => row(parts, 'points', (old) => old + 1)],
    ['points by a ten-thousandth', original, (parts) => row(parts, 'points', (old) => old + 0.0001)],
    ['more games', original, (parts) => row(parts, 'games', (old) => old + 1)],
    ['a walkover', original, (parts) => row(parts, 'walkovers', (old) => old + 1)],
    ['the first two in another order', original, ({ standings }) => standings.reverse()],
    ['another rank', original, (parts) => row(parts, 'rank', (old) => old + 1)],
    ['a row less', original, ({ standings }) => standings.pop()],
    ['somebody disqualified', original, (parts) => row(parts, 'disqualified', () => true)],
  ]),
  ['a bye', 'swiss', (parts) => row(parts, 'byes', (old) => old + 1)],
  ['another Buchholz', 'swiss', (parts) => row(parts, 'buchholz', (old) => old + 0.5)],
  ['no Buchholz', 'swiss', (parts) => row(parts, 'buchholz', () => null)],
  ['another Sonneborn–Berger', 'roundRobin', (parts) => row(parts, 'sonnebornBerger', (old) => old + 0.25)],
  ['other matchpoints', 'match', (parts) => row(parts, 'matchpoints', (old) => (old === 50 ? 51 : 50))],
  ['other matchpoints', 'cup', (parts) => row(parts, 'matchpoints', (old) => old + 0.01)],
  ['another adjusted share', 'swiss', (parts) => row(parts, 'adjustedShare', (old) => old + 0.0001)],
  ['a share without the luck of a board', 'swiss', (parts) => row(parts, 'adjustedShare', () => null)],
  [
    'somebody at two tables',
    'swiss',
    (parts) => (of(parts, 'roundPaired').tables[1].entries[0] = of(parts, 'roundPaired').tables[0].entries[0]),
  ],
  ['somebody paired with themselves', 'swiss', (parts) => of(parts, 'roundPaired').tables[0].entries.fill(1)],
  [
    'a bye for who is paired',
    'swiss',
    (parts) => of(parts, 'roundPaired').byes.push(of(parts, 'roundPaired').tables[0].entries[0]),
  ],
  ['nobody who sits out of five', 'swiss', (parts) => (of(parts, 'roundPaired').byes = [])],
  ['who was there and is not to be paired', 'swiss', (parts) => of(parts, 'roundPaired').candidates.pop()],
  ['who never entered', 'swiss', (parts) => of(parts, 'roundPaired').candidates.push(9)],
  ['a table for three', 'match', (parts) => of(parts, 'roundPaired').tables[0].entries.push(null)],
  ['a second board at a table', 'roundRobin', (parts) => of(parts, 'roundPaired').tables[0].boards.push(2)],
  ['a round that is left out', 'swiss', (parts) => (every(parts, 'roundPaired')[1].round = 3)],
  ['who was not paired there, at their game', 'swiss', (parts) => of(parts, 'gamesDealt').games[0].entries.reverse()],
  ['a game at a table that there is not', 'swiss', (parts) => (of(parts, 'gamesDealt').games[0].table = 7)],
  [
    'a game that is dealt twice',
    'ladder',
    (parts) => of(parts, 'gamesDealt').games.push(of(parts, 'gamesDealt').games[0]),
  ],
  [
    'who was paused, paired',
    'swiss',
    (parts) => inserted(parts, 'roundPaired', 'entryPaused', { entry: 1, because: 'asked' }),
  ],
  ['who withdrew, paired', 'swiss', (parts) => inserted(parts, 'roundPaired', 'entryWithdrawn', { entry: 1 })],
  // no hash chain includes the time of creation
  ['another time of creation', 'swiss', ({ settled }) => (settled.createdAt = '2026-01-01T00:00:00.000Z')],
  ['another time of creation of a game', 'swiss', ({ games }) => (games[0].createdAt = '2026-01-01T00:00:00.000Z')],
  ['a finished game that is said to be aborted', 'match', ({ games }) => (games[0].status = 'aborted')],
  ['games in another order', 'roundRobin', ({ games }) => games.reverse()],
  ['a field that is not known, in the first line', 'cup', ({ settled }) => (settled.winner = 'Eve')],
  ['a field that is not known, in an entry', 'cup', ({ events }) => (events[1].by = 'Eve')],
  ['a field that is not known, in a game', 'cup', ({ games }) => (games[0].winner = 'Eve')],
  ['a field that is not known, in the place of a game', 'cup', ({ games }) => (games[0].competition.winner = 'Eve')],
  ['a field that is not known, in an entry of a game', 'cup', ({ games }) => (games[0].log[0].by = 'Eve')],
  ['a field that is not known, in the standings', 'cup', (parts) => row(parts, 'player', () => 'Eve')],
  [
    'another player',
    'roundRobin',
    (parts) => (of(parts, 'entryMade').player.id = '01a1fe89-0000-7000-8000-00000000ffff'),
  ],
  ['an entry of another number', 'roundRobin', (parts) => (of(parts, 'entryMade').entry = 2)],
  ['another seed of a board', 'cup', (parts) => (of(parts, 'boardClosed').seed = '0'.repeat(64))],
  ['other settings', 'roundRobin', (parts) => (of(parts, 'competitionCreated').settings.rounds = 2)],
  ['no start', 'roundRobin', (parts) => without(parts, 'competitionStarted')],
  ['no end', 'roundRobin', (parts) => without(parts, 'competitionEnded')],
];

const UNCHECKED: [...Tampering, named: RegExp][] = [
  [
    'another strength',
    'roundRobin',
    (parts) => row(parts, 'strength', (old) => ({ ...old, rating: 9_999 })),
    /strengths/,
  ],
  [
    'an outcome, and what counts by it',
    'swiss',
    (parts) => {
      const { gameId, scores } = of(parts, 'gameCounted');
      scores[0] += 1;
      parts.games.find((game) => game.gameId === gameId).outcome.scores = scores;
    },
    /rules of the games, and with them outcomes/,
  ],
  [
    'another score',
    'cup',
    (parts) => row(parts, 'score', (old) => ({ ...old, interval: { low: 0, high: 1 } })),
    /scores of a cup/,
  ],
];

const original = (name: string) => ORIGINALS[name] as Original;
const asked = (tamperings: readonly (readonly [string, string, (parts: Parts) => unknown, ...unknown[]])[]) =>
  tamperings.map(([, name, change]) => ({
    content: forged(original(name), change).join(''),
    flags: ['--competition'],
  }));

function verdictOf(name: string, change: Tampering[2]) {
  async function* chunks() {
    yield Buffer.from(forged(original(name), change).join(''));
  }
  return verifyCompetition(chunks(), { catalogue, misfit, keptHeads: [] });
}

test('the unaltered transcripts contain all that the script checks, and the script names the rest', () => {
  const names = Object.keys(ORIGINALS);
  const answers = allVerifiedByPython(asked(names.map((name): Tampering => ['nothing', name, () => {}])));
  for (const [i, { status, stdout, stderr }] of answers.entries()) {
    expect({ status, stderr }, `${names[i]}: ${stdout}`).toEqual({ status: NOT_ALL_CHECKED, stderr: '' });
    expect(stdout).toMatch(/^verified: a competition that was finished: .*\nnot checked here: the rules of the games/);
  }
});

const foundBy = allVerifiedByPython(asked(FOUND));

test.each(FOUND.map(([what, name, change], i) => ({ what, name, change, ran: foundBy[i] })))(
  'the Python script rejects $what in the transcript of a $name, though all hashes fit',
  async ({ name, change, ran }) => {
    expect(ran?.status, `${ran?.stdout}${ran?.stderr}`).toBe(1);
    expect(ran?.stdout).toMatch(/^not verified: .* does not hold\n {2}expected/);
    expect(await verdictOf(name, change)).toMatchObject({ verified: false });
  },
);

const namedBy = allVerifiedByPython(asked(UNCHECKED));

test.each(UNCHECKED.map(([what, name, change, named], i) => ({ what, name, change, named, ran: namedBy[i] })))(
  'the Python script reports $what in the transcript of a $name as unchecked',
  async ({ name, change, named, ran }) => {
    expect(ran?.status, ran?.stdout).toBe(NOT_ALL_CHECKED);
    expect(ran?.stdout).toMatch(new RegExp(`^not checked here: .*${named.source}`, 'm'));
    expect(await verdictOf(name, change)).toMatchObject({ verified: false });
  },
);
