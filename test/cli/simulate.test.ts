import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import follyAndFortune from '#rules/folly-and-fortune/index.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Player, playerOf, simulateGame } from '#rules/kernel/search/simulation.ts';
import { readPresetCalls, readSimulationCall } from '../../lab/simulate/simulation-call.ts';
import { UsageError } from '../../src/cli/flags.ts';
import { quantilesOf, shareOf } from '../../src/statistics/numbers.ts';
import { glimpse } from '../laws/guessing.ts';

const catalogue = await loadCatalogue(false);
const COMMAND = fileURLToPath(new URL('../../dist/lab/simulate/simulate.js', import.meta.url));

function simulate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

function mistakeIn(args: string[]): string {
  try {
    readSimulationCall(catalogue, args);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  throw new Error('the call was taken');
}

const RUIN = ['--ruleset', 'pascals-ruin', '--options', '{"roundsToWin":1}'];

describe('simulate', () => {
  const reported = (...args: string[]) => {
    const { status, stdout, stderr } = simulate(...args, '--json');
    expect(status, stderr).toBe(0);
    const { seconds, gamesPerSecond, actionsPerSecond, actionsPerCpuSecond, ...rest } = JSON.parse(stdout);
    expect(actionsPerSecond).toBeGreaterThan(gamesPerSecond);
    expect(actionsPerCpuSecond).toBeGreaterThan(0);
    return rest;
  };

  test('prints win rate, interval, wins, scores and lengths; a seed gives the same on any number of workers', () => {
    const run = (seed: string, workers: string) =>
      reported(...RUIN, '--seats', '3', '--games', '41', '--seed', seed, '--workers', workers);
    const report = run('json', '1');
    expect(report).toMatchObject({
      ruleset: 'pascals-ruin',
      seats: 3,
      games: 41,
      seed: 'json',
      options: { mode: 'match', roundsToWin: 1, maxRounds: 9, spicy: false },
      policies: ['random', 'random', 'random'],
    });
    expect(report.wins.reduce((sum: number, won: number) => sum + won)).toBe(41);
    expect(report.winRate).toBe(report.wins[0] / 41);
    const [low, high] = report.winRateInterval;
    expect(low).toBeLessThan(report.winRate);
    expect(high).toBeGreaterThan(report.winRate);
    expect(report.scores).toHaveLength(3);
    expect(report.lengths.min).toBeGreaterThan(10);
    expect(run('json', '2')).toEqual(report);
    expect(run('other', '1').lengths).not.toEqual(report.lengths);
  });

  test('search plays the same on any number of workers, and beats random play', () => {
    const folly = (workers: string) =>
      reported(
        ...['--ruleset', 'folly-and-fortune', '--options', '{"startingCards":4}', '--policy', 'search,random'],
        ...['--playouts', '10', '--games', '8', '--seed', 'skilled c', '--workers', workers],
      );
    const alone = folly('1');
    expect(alone).toMatchObject({ policies: ['search', 'random'], playouts: 10, games: 8 });
    expect(alone.winRateInterval[0]).toBeGreaterThan(0.5);
    expect(folly('2')).toEqual(alone);
  });

  const SHORT: Record<string, object> = { 'pascals-ruin': { roundsToWin: 1 }, pascal: { maxBoards: 1 } };
  test.each([...catalogue.values()].map(({ ruleset }) => ruleset))('search plays $id to its end', (ruleset) => {
    const { policies, options } = readSimulationCall(catalogue, [
      ...['--ruleset', ruleset.id, '--options', JSON.stringify(SHORT[ruleset.id] ?? {})],
    ]).share;
    const players = policies.map(() => playerOf(ruleset, 'search', 1) as Player);
    const game = simulateGame({ ruleset, options, players, seed: 'whole', worlds: [] }, 0);
    expect(game.outcome.reason).not.toBe('');
  });

  test('prints a table for people', () => {
    const { status, stdout } = simulate(...RUIN, '--games', '3', '--policy', 'random,search', '--playouts', '5');
    expect(status).toBe(0);
    expect(stdout).toMatch(/seat 0 wins \d+\.\d %/);
    expect(stdout).toContain('seat 1, search');
    expect(stdout).toContain('5 playouts');
    expect(stdout).toContain('actions/s');
  });

  test('--presets prints the sentence of each set of options and its measured rates', () => {
    const { status, stdout } = simulate(
      '--ruleset',
      'pokers-rogue-reckoning',
      '--presets',
      '--games',
      '20',
      '--seed',
      'a',
    );
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[3]).toMatch(/^A fair fight: skilled wins \d+\.\d % \(\d+\.\d % to \d+\.\d %\), declared 41\.2 %$/);
    expect(() => readPresetCalls(catalogue, [...RUIN, '--presets'])).toThrow('leave out --options');
  });

  test.each([
    [['--ruleset', 'chess'], 'no ruleset "chess": choose one of'],
    [[], 'no ruleset ""'],
    [[...RUIN, '--policy', 'clever'], 'no policy "clever": choose one of random'],
    [[...RUIN, '--seats', '3', '--policy', 'random,random'], 'one for each seat (3)'],
    [[...RUIN, '--seats', '9'], '--seats must be a whole number from 2 to 3'],
    [[...RUIN, '--games', 'many'], '--games must be a whole number'],
    [[...RUIN, '--options', '{'], '--options must be a JSON object'],
    [[...RUIN, '--options', '{"mode":"duel"}'], '/mode must be one of match, eternal'],
    [[...RUIN, '--options', '{"maxRounds":3}'], 'maxRounds has no effect in match mode'],
    [[...RUIN, '--policy', 'search', '--playouts', '0'], '--playouts must be a whole number from 1'],
    [[...RUIN, '--from', 'world.json'], 'leave out --ruleset'],
    [['--ruleset', 'pascal', '--options', '{"maxBoards":null}'], 'may never end. Choose other options'],
    [[...RUIN, '--speed', 'high'], "Unknown option '--speed'"],
  ])('an invalid call with %j is explained in a sentence', (args, sentence) => {
    expect(mistakeIn(args)).toContain(sentence);
  });

  test('an invalid call ends the command with a sentence and exit code 2', () => {
    const { status, stdout, stderr } = simulate('--ruleset', 'chess');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no ruleset "chess": choose one of .* See --help\.\n$/);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

describe('simulate --from', () => {
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

  const played = (contents: unknown, ...args: string[]) => {
    const run = simulate('--from', file(contents), '--json', ...args);
    expect(run.status, run.stderr).toBe(0);
    const { seconds, gamesPerSecond, actionsPerSecond, actionsPerCpuSecond, ...rest } = JSON.parse(run.stdout);
    return rest;
  };

  test('games continue from all worlds of a response, the same on any number of workers', () => {
    const report = played({ ...answer, worlds }, '--games', '9', '--workers', '1');
    expect(report).toMatchObject({ ruleset: 'folly-and-fortune', seats: 3, games: 9, options: all });
    expect(report.scores).toHaveLength(3);
    expect(played({ ...answer, worlds }, '--games', '9', '--workers', '2')).toEqual(report);
  });

  test('games continue from a single world, by the requested policies', () => {
    const policies = ['random', 'search', 'random'];
    const asked = ['--policy', policies.join(), '--playouts', '5', '--games', '3', '--workers', '1'];
    const report = played({ ...answer, state: worlds[0]?.state }, ...asked);
    expect(report).toMatchObject({ games: 3, policies, playouts: 5 });
  });

  test.each([
    ['no JSON', '{', 'does not hold a JSON object'],
    ['a list', [], 'does not hold a JSON object'],
    ['another game', { ...answer, ruleset: 'chess' }, 'has the ruleset "chess", which does not exist: choose one of'],
    ['other rules', { ...answer, rulesVersion: 0, worlds }, 'but this build has only version 1'],
    ['other options', { ...answer, options: { jokers: true }, worlds }, 'are not valid for Folly & Fortune'],
    ['no world', answer, 'must hold a "state", or "worlds"'],
    ['an empty list of worlds', { ...answer, worlds: [] }, 'must hold a "state", or "worlds"'],
    ['an empty world', { ...answer, worlds: [worlds[0], { state: {} }] }, 'World 2 of'],
    [
      'a broken world',
      { ...answer, state: { ...worlds[0]?.state, hands: [] } },
      'is not a valid position of Folly & Fortune',
    ],
    ['a world that is over', { ...answer, state: { ...worlds[0]?.state, phase: 'over' } }, 'World 1 of'],
  ])('a file with %s is rejected in a sentence', (_, contents, sentence) => {
    expect(mistakeIn(['--from', file(contents)])).toContain(sentence);
  });

  test('a missing file is reported in a sentence', () => {
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

  test('quantiles use the nearest rank', () => {
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
