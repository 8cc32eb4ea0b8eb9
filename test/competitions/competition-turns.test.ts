import { expect, test } from 'vitest';
import { CompetitionTurns } from '../../src/competitions/runtime/competition-turns.ts';

test('The house goes before the commands that wait, one change of a competition at a time, and others do not wait', async () => {
  const turns = new CompetitionTurns();
  const done: string[] = [];
  let end: () => void = () => undefined;
  const first = turns.pass('one', 'commands', () => new Promise<void>((resolve) => (end = resolve)));
  const take = (who: 'house' | 'commands', name: string) => turns.pass('one', who, async () => void done.push(name));
  const waiting = [take('commands', 'second'), take('commands', 'third'), take('house', 'house')];
  await turns.pass('two', 'commands', async () => void done.push('other'));
  end();
  await Promise.all([first, ...waiting]);
  const failing = turns.pass('one', 'house', () => Promise.reject(new Error('failed')));
  const after = take('commands', 'after');
  await expect(failing).rejects.toThrow('failed');
  await after;
  expect(done).toEqual(['other', 'house', 'second', 'third', 'after']);
});
