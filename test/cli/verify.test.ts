import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import { playedRoundRobin } from '../competitions/played-competition.ts';
import { fixedGame, transcriptFor } from '../games/fixed-game.ts';
import { allVerifiedByPython, competitionVerifiedByPython, runOn, verifiedByPython } from '../games/python.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/cli/verify.js', import.meta.url));
const VERIFY = [process.execPath, COMMAND];

let transcript: Transcript;
let last: { version: number; head: string };
beforeAll(async () => {
  transcript = transcriptFor(fixedGame(await loadCatalogue(true)));
  last = transcript.log.at(-1) as { version: number; head: string };
});

test('the verifier prints and counts its checks', () => {
  const { status, stdout, stderr } = runOn(VERIFY, transcript, [last]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(
    `verified: game ${transcript.gameId} of Pascal's Ruin (rules version 1), finished: Seat 0 won`,
  );
  expect(stdout).toContain(
    'the server seed matches the commitment, which the server published before it knew a client seed',
  );
  expect(stdout).toMatch(/chance +\d+ draws, each as the recipe gives it/);
  expect(stdout).toMatch(/choices +\d+ choices of bots and time-outs/);
  expect(stdout).toMatch(/rules +89 actions/);
  expect(stdout).toContain(`91 links, to head ${last.head}`);
  expect(stdout).toMatch(/you kept +1 head, found in the chain/);
  expect(runOn(VERIFY, transcript).stdout).toMatch(/you kept +no head/);
});

test('the verifier prints the same as JSON', () => {
  const { status, stdout } = runOn(VERIFY, transcript, [last], '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ gameId: transcript.gameId, verified: true, versions: 91, keptHeads: 1 });
});

test('the verifier reads standard input', () => {
  const ran = spawnSync(process.execPath, [COMMAND, '-'], { encoding: 'utf8', input: JSON.stringify(transcript) });
  expect(ran.stderr).toBe('');
  expect(ran.status).toBe(0);
});

test('the verifier names the first fault, with both values', () => {
  const forged = structuredClone(transcript);
  const entry = forged.log.at(-1) as Transcript['log'][number];
  const [drawn] = entry.draws as [number];
  entry.draws[0] = drawn === 0 ? 1 : 0;
  const { status, stdout } = runOn(VERIFY, forged);
  expect(status).toBe(1);
  expect(stdout).toBe(
    `not verified: game ${transcript.gameId}\n  version 91: draw 1 below 10 does not hold\n` +
      `  expected  ${drawn}\n  found     ${entry.draws[0]}\n`,
  );
  const json = runOn(VERIFY, forged, [], '--json');
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    verified: false,
    version: 91,
    check: 'draw 1 below 10',
    expected: drawn,
  });
});

test('the verifier names a stored head that the chain lacks', () => {
  const { status, stdout } = runOn(VERIFY, transcript, [{ version: 7, head: 'a'.repeat(64) }]);
  expect(status).toBe(1);
  expect(stdout).toContain(`version 7: head that was kept does not hold\n  expected  ${'a'.repeat(64)}`);
});

test.each([
  ['plain text', 'it is not JSON'],
  ['null', 'the whole must be an object'],
  ['{"format":"croupier-transcript"}', '/formatVersion is missing'],
  ['{"a":1}\n{"b":2}\n', 'it is not JSON. The transcript of a competition needs --competition.'],
  ['{"type":"/problems/game-unfinished","detail":"This game is not over."}', 'it is an error answer, which says'],
])('%s is rejected as a transcript', (content, sentence) => {
  const { status, stdout, stderr } = runOn(VERIFY, content);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('This is not the transcript of a game');
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
});

test('both verifiers reject a game with an unknown format or field', () => {
  const daily = { date: '2026-11-22', practice: false, winner: 'Eve' };
  const forgeries: [content: object, program: number, sentence: string][] = [
    [{ ...transcript, formatVersion: 2 }, 1, 'version of the format does not hold'],
    [{ ...transcript, formatVersion: true }, 2, '/formatVersion must be a whole number'],
    [{ ...transcript, winner: 'Eve' }, 2, '/winner is not a known field'],
    [{ ...transcript, daily }, 1, 'competition of a day does not hold'],
    [{ ...transcript, log: [{ ...transcript.log[0], by: 'Eve' }, ...transcript.log.slice(1)] }, 2, '/log/0/by is not'],
  ];
  const told = allVerifiedByPython(forgeries.map(([content]) => ({ content })));
  expect(told.map(({ status }) => status)).toEqual(forgeries.map(() => 1));
  for (const [content, program, sentence] of forgeries) {
    const { status, stdout, stderr } = runOn(VERIFY, content);
    expect({ status, said: stdout + stderr }).toEqual({ status: program, said: expect.stringContaining(sentence) });
  }
  const other = { ...transcript, createdAt: '2026-01-01T00:00:00.000Z' };
  expect(verifiedByPython(other).stdout).toContain('time of creation does not hold');
  expect(verifiedByPython({ ...transcript, status: 'aborted' }).stdout).toContain('status does not hold');
});

test('both verifiers reject a competition of an unknown format', async () => {
  const [settled, ...rest] = await playedRoundRobin(await loadCatalogue(true)).lines();
  for (const [formatVersion, program] of [
    [2, 1],
    [true, 2],
  ]) {
    const first = `${canonical({ ...JSON.parse(settled as string), formatVersion })}\n`;
    const { status, stdout, stderr } = runOn(VERIFY, [first, ...rest].join(''), [], '--competition');
    expect({ status, said: stdout + stderr }).toEqual({ status: program, said: expect.stringMatching(/format/) });
    expect(competitionVerifiedByPython([first, ...rest]).status).toBe(2);
  }
});

test.each([
  [['--head', '12'], '--head must be a version'],
  [['--fast'], "Unknown option '--fast'"],
  [['another.json'], 'Give the file of one transcript'],
  [['--competition', '--fast'], "Unknown option '--fast'"],
])('%j is an invalid call', (flags, sentence) => {
  const { status, stderr } = runOn(VERIFY, transcript, [], ...flags);
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(/See --help\.\n$/);
});

test('the verifier prints its checks of a competition, and its first fault', async () => {
  const played = playedRoundRobin(await loadCatalogue(true));
  const lines = await played.lines();
  const { version, head } = played.competition;
  const whole = runOn(VERIFY, lines.join(''), [{ version, head }], '--competition');
  expect({ status: whole.status, stderr: whole.stderr }).toEqual({ status: 0, stderr: '' });
  expect(whole.stdout).toContain('(A small competition), roundRobin of 3 entries, finished');
  expect(whole.stdout).toMatch(/boards +3 boards, each of the seed/);
  expect(whole.stdout).toMatch(/games +3 games: \d+ draws and \d+ actions/);
  expect(whole.stdout).toContain(`${version} links, to head ${head}`);
  expect(whole.stdout).toMatch(/you kept +1 head, found in the chain/);
  const cut = runOn(VERIFY, lines.slice(0, -1).join(''), [], '--competition', '--json');
  expect(cut.status).toBe(1);
  expect(JSON.parse(cut.stdout)).toMatchObject({ verified: false, line: lines.length, check: 'end' });
});

test('a game is rejected as a transcript of a competition', () => {
  const { status, stdout, stderr } = runOn(VERIFY, transcript, [], '--competition');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('This is not the transcript of a competition: /competitionId is missing');
});
