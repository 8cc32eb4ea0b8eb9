import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { readCompeteCall } from '../../lab/arena/compete-call.ts';
import { compete } from '../../lab/arena/compete-run.ts';
import { fileWith, temporaryFolder } from '../arena/held.ts';

const AGENTS = '[{"name": "A", "policy": "random"}, {"name": "B", "pipe": "b"}]';

function called(...flags: string[]) {
  return readCompeteCall(['--ruleset', 'pascals-ruin', '--agents', fileWith(AGENTS), ...flags]);
}

test('a competition is created in the words of the API, and draws its seed if none is given', () => {
  const { plan, folder } = called('--seats', '3', '--boards', '50', '--duplicate', 'movement', '--out', 'somewhere');
  const clock = { perAction: 30 * 24 * 60 * 60, onTimeout: 'resign' };
  const settings = { ruleset: 'pascals-ruin', format: 'roundRobin', seats: 3, boards: 50, duplicate: 'movement' };
  expect(plan?.asked).toEqual({ name: 'pascals-ruin between 2 agents', ...settings, clock, maxEntries: 2 });
  expect(folder.path).toBe('somewhere');
  expect(called().plan?.seed).not.toBe(plan?.seed);
});

test('tables of two play each board from both seats by default', () => {
  const asked = (...flags: string[]) => called(...flags).plan?.asked.duplicate;
  expect(asked()).toBe('permuted');
  expect(asked('--seats', '2', '--format', 'swiss')).toBe('permuted');
  expect(asked('--duplicate', 'movement')).toBe('movement');
  expect([asked('--seats', '3'), asked('--format', 'match'), asked('--format', 'cup')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('where an agent plays over HTTP, the clock gives each agent half a minute', () => {
  const file = fileWith('[{"name": "A", "policy": "random"}, {"name": "B", "command": "b"}]');
  const { plan } = readCompeteCall(['--ruleset', 'pascals-ruin', '--agents', file]);
  expect(plan?.asked.clock).toEqual({ perAction: 30, onTimeout: 'resign' });
});

test.each([
  [['--boards', 'many'], '--boards must be a whole number, not "many"'],
  [['--boards', '1000'], '--boards must be'],
  [['--options', '{'], '--options must be JSON'],
  [['--clock', '{"perAction": 5}'], '--clock'],
  [['--format', 'ladder'], '--format must be one of roundRobin, swiss, match, cup.'],
  [['--format', 'knockout'], '--format must be one of'],
  [['--duplicate', 'twice'], '--duplicate must be one of'],
  [['--resume', 'somewhere'], 'leave --ruleset out'],
])('the flags %s are rejected', (flags, message) => {
  expect(() => called(...(flags as string[]))).toThrow(message as string);
});

test('resuming needs a competition', () => {
  expect(() => readCompeteCall(['--resume', temporaryFolder()])).toThrow('There is no competition in');
});

test('a competition that the server rejects leaves nothing in its folder but the files of others', async () => {
  const kept = fileWith(AGENTS);
  const folder = dirname(kept);
  expect(await compete(['--ruleset', 'no-such-ruleset', '--agents', kept, '--out', folder])).toBe(2);
  expect(readdirSync(folder)).toEqual([basename(kept)]);
});
