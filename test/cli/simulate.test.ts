import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { Mistake } from '../../src/cli/mistake.ts';
import { readSimulationCall } from '../../src/cli/simulation-call.ts';
import { FastChance } from '../../src/kernel/search/fast-chance.ts';
import { quantilesOf, shareOf } from '../../src/kernel/search/statistics.ts';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import follyAndFortune from '../../src/rulesets/folly-and-fortune/index.ts';
import { glimpse } from '../laws/guessing.ts';

const catalogue = await loadCatalogue(false);
const COMMAND = fileURLToPath(new URL('../../dist/cli/simulate.js', import.meta.url));

function simulate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** What the command says of a call that it refuses. */
function mistakeIn(args: string[]): string {
  try {
    readSimulationCall(catalogue, args);
  } catch (error) {
    expect(error).toBeInstanceOf(Mistake);
    return (error as Mistake).message;
  }
  throw new Error('the call was taken');
}

const RUIN = ['--ruleset', 'pascals-ruin', '--options', '{"roundsToWin":1}'];

describe('simulate', { timeout: 120_000 }, () => {
  test('prints win rate, interval, wins, scores, lengths and speed as JSON', () => {
    const { status, stdout } = simulate(...RUIN, '--seats', '3', '--games', '50', '--seed', 'json', '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      ruleset: 'pascals-ruin',
      seats: 3,
      games: 50,
      seed: 'json',
      options: { mode: 'match', roundsToWin: 1, maxRounds: 9, spicy: false },
      policies: ['random', 'random', 'random'],
    });
    expect(report.wins.reduce((sum: number, won: number) => sum + won)).toBe(50);
    expect(report.winRate).toBe(report.wins[0] / 50);
    const [low, high] = report.winRateInterval;
    expect(low).toBeLessThan(report.winRate);
    expect(high).toBeGreaterThan(report.winRate);
    expect(report.scores).toHaveLength(3);
    expect(report.lengths.min).toBeGreaterThan(10);
    expect(report.actionsPerSecond).toBeGreaterThan(report.gamesPerSecond);
  });

  test('the same seed gives the same result on any number of workers, another seed another', () => {
    const untimed = (...args: string[]) => {
      const { seconds, gamesPerSecond, actionsPerSecond, ...rest } = JSON.parse(
        simulate(...RUIN, '--games', '41', '--json', ...args).stdout,
      );
      return rest;
    };
    const alone = untimed('--workers', '1');
    expect(untimed('--workers', '3')).toEqual(alone);
    expect(untimed('--workers', '1', '--seed', 'other').lengths).not.toEqual(alone.lengths);
  });

  test('search plays every ruleset, the same way on any number of workers, and beats random play', () => {
    const report = (ruleset: string, playouts: number, ...args: string[]) => {
      const run = simulate('--ruleset', ruleset, '--playouts', String(playouts), '--json', ...args);
      expect(run.status, run.stderr).toBe(0);
      const { seconds, gamesPerSecond, actionsPerSecond, ...rest } = JSON.parse(run.stdout);
      return rest;
    };
    const folly = (games: string, workers: string) =>
      report('folly-and-fortune', 20, '--policy', 'search,random', '--games', games, '--workers', workers);
    const alone = folly('12', '1');
    expect(alone).toMatchObject({ policies: ['search', 'random'], playouts: 20, games: 12 });
    expect(alone.winRateInterval[0]).toBeGreaterThan(0.5);
    expect(folly('3', '3')).toEqual(folly('3', '1'));
    const oneGame = ['--games', '1', '--workers', '1'];
    for (const ruleset of ['champions-of-chance', 'pokers-rogue-reckoning']) {
      expect(report(ruleset, 3, '--policy', 'search', ...oneGame).games).toBe(1);
    }
    const ruin = report('pascals-ruin', 3, '--policy', 'random,search', ...oneGame, '--options', '{"roundsToWin":1}');
    expect(ruin.reasons).toHaveLength(1);
    expect(report('pascal', 3, '--policy', 'search', ...oneGame, '--options', '{"maxBoards":1}').games).toBe(1);
  });

  test('prints a table for people', () => {
    const { status, stdout } = simulate(...RUIN, '--games', '20', '--policy', 'random,random');
    expect(status).toBe(0);
    expect(stdout).toMatch(/seat 0 wins \d+\.\d %/);
    expect(stdout).toContain('actions/s');
  });

  test.each([
    [['--ruleset', 'chess'], 'no ruleset "chess"; there are'],
    [[], 'no ruleset ""'],
    [[...RUIN, '--policy', 'clever'], 'no policy "clever"; there are random'],
    [[...RUIN, '--seats', '3', '--policy', 'random,random'], 'one for each of the 3 seats'],
    [[...RUIN, '--seats', '9'], '--seats takes a whole number from 2 to 3'],
    [[...RUIN, '--games', 'many'], '--games takes a whole number'],
    [[...RUIN, '--options', '{'], '--options takes a JSON object'],
    [[...RUIN, '--options', '{"mode":"duel"}'], '/mode must be one of match, eternal'],
    [[...RUIN, '--options', '{"maxRounds":3}'], 'maxRounds has no effect in match mode'],
    [[...RUIN, '--policy', 'search', '--playouts', '0'], '--playouts takes a whole number from 1'],
    [[...RUIN, '--from', 'world.json'], 'leave --ruleset out'],
    [['--ruleset', 'pascal', '--options', '{"maxBoards":null}'], 'need never end, and no player is here'],
    [[...RUIN, '--speed', 'high'], "Unknown option '--speed'"],
  ])('a call with %j is a mistake that a sentence explains', (args, sentence) => {
    expect(mistakeIn(args)).toContain(sentence);
  });

  test('a mistake in the call ends the command with a sentence, how it is called, and exit code 2', () => {
    const { status, stdout, stderr } = simulate('--ruleset', 'chess');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no ruleset "chess"; there are .*\n\nnpm run simulate -- --ruleset id/);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

describe('simulate --from', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-worlds-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const options = { superpowers: false, startingCards: 8, startPlayer: null, firstGame: false, simplePowers: false };
  const all = { ...options, harmlessNegatives: false, tough: false, finalCardVulnerable: false, arrows: false };
  const { state } = glimpse(follyAndFortune, all, 3, 'from', 1);
  const chance = new FastChance('from');
  const answer = {
    ruleset: 'folly-and-fortune',
    rulesVersion: follyAndFortune.rulesVersion,
    options: all,
    seat: 1,
    version: 9,
    toAct: [0],
  };
  const worlds = Array.from({ length: 3 }, () => ({ state: follyAndFortune.redeal(state as any, 1, chance) }));

  const file = (contents: unknown): string => {
    const path = join(folder, 'world.json');
    writeFileSync(path, typeof contents === 'string' ? contents : JSON.stringify(contents));
    return path;
  };

  test.each([
    ['all worlds of an answer', { ...answer, worlds }],
    ['a single world', { ...answer, state: worlds[0]?.state }],
  ])('games go on from %s, the same way on any number of workers', (_, contents) => {
    const played = (workers: string) => {
      const run = simulate('--from', file(contents), '--games', '9', '--workers', workers, '--json');
      expect(run.status, run.stderr).toBe(0);
      const { seconds, gamesPerSecond, actionsPerSecond, ...rest } = JSON.parse(run.stdout);
      return rest;
    };
    const report = played('1');
    expect(report).toMatchObject({ ruleset: 'folly-and-fortune', seats: 3, games: 9, options: all });
    expect(report.scores).toHaveLength(3);
    expect(played('2')).toEqual(report);
    const policies = simulate(
      '--from',
      file(contents),
      '--games',
      '3',
      '--policy',
      'random,search,random',
      '--playouts',
      '5',
      '--workers',
      '1',
    );
    expect(policies.stdout).toContain('seat 1, search');
    expect(policies.stdout).toContain('5 playouts');
  });

  test.each([
    ['no JSON', '{', 'does not hold a JSON object'],
    ['a list', [], 'does not hold a JSON object'],
    ['another game', { ...answer, ruleset: 'chess' }, 'is of ruleset "chess"; there are'],
    ['other rules', { ...answer, rulesVersion: 0, worlds }, 'and this build plays version 1'],
    ['other options', { ...answer, options: { jokers: true }, worlds }, 'do not fit Folly & Fortune'],
    ['no world', answer, 'neither a "state" nor "worlds"'],
    ['an empty list of worlds', { ...answer, worlds: [] }, 'neither a "state" nor "worlds"'],
    ['an empty world', { ...answer, worlds: [worlds[0], { state: {} }] }, 'World 2 of'],
    [
      'a broken world',
      { ...answer, state: { ...worlds[0]?.state, hands: [] } },
      'is not a position that Folly & Fortune',
    ],
    ['a world that is over', { ...answer, state: { ...worlds[0]?.state, phase: 'over' } }, 'World 1 of'],
  ])('a file with %s is a mistake that a sentence explains', (_, contents, sentence) => {
    expect(mistakeIn(['--from', file(contents)])).toContain(sentence);
  });

  test('a file that is not there is a mistake that a sentence explains', () => {
    expect(mistakeIn(['--from', join(folder, 'nothing.json')])).toContain('--from cannot read');
  });
});

describe('statistics', () => {
  test('the interval of a share is Wilson’s', () => {
    const { share, interval } = shareOf(8, 10);
    expect(share).toBe(0.8);
    expect(interval[0]).toBeCloseTo(0.4902, 4);
    expect(interval[1]).toBeCloseTo(0.9433, 4);
    expect(shareOf(0, 20).interval[0]).toBe(0);
    expect(shareOf(20, 20).interval[1]).toBe(1);
  });

  test('quantiles are by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(quantilesOf(hundred)).toEqual({
      mean: 50.5,
      min: 1,
      p5: 5,
      p25: 25,
      median: 50,
      p75: 75,
      p95: 95,
      max: 100,
    });
    expect(quantilesOf([7])).toMatchObject({ min: 7, median: 7, max: 7 });
  });
});
