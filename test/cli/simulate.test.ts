import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { quantilesOf, shareOf } from '../../src/kernel/statistics.ts';

const COMMAND = fileURLToPath(new URL('../../dist/cli/simulate.js', import.meta.url));

function simulate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const RUIN = ['--ruleset', 'pascals-ruin', '--options', '{"roundsToWin":1}'];

describe('simulate', { timeout: 60_000 }, () => {
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
    expect(untimed('--workers', '3', '--seed', 'other').lengths).not.toEqual(alone.lengths);
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
    [[...RUIN, '--speed', 'high'], "Unknown option '--speed'"],
  ])('%j ends with a sentence and a non-zero exit', (args, sentence) => {
    const { status, stdout, stderr } = simulate(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('npm run simulate -- --ruleset');
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
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
