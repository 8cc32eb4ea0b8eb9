import { afterAll, expect, test } from 'vitest';
import { formatOf } from '../../../src/competitions/formats/formats.ts';
import type { Format } from '../../../src/competitions/model/settings.ts';
import { Pairer } from '../../../src/competitions/runtime/threads.ts';
import { settingsWith, Tournament } from '../formats/tournament.ts';

const pairer = new Pairer();

afterAll(() => pairer.stop());

test.each([10, 60])('a round of %i entries is paired by its format, in a thread or not', async (entries) => {
  const settings = settingsWith({});
  const tournament = new Tournament(formatOf('swiss'), settings, entries, 'thread');
  await expect(pairer.pair(settings, tournament.field)).resolves.toEqual(tournament.pair());
});

test('a round that cannot be paired rejects its caller, and the next one gets another thread', async () => {
  const settings = settingsWith({});
  const { field } = new Tournament(formatOf('swiss'), settings, 60, 'crash');
  const unknown = settingsWith({ format: 'knockout' as Format });
  const [broken, paired] = await Promise.allSettled([pairer.pair(unknown, field), pairer.pair(settings, field)]);
  expect(broken).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
  expect(paired).toMatchObject({ status: 'fulfilled', value: { tables: { length: 30 } } });
});

test('when pairing stops, the present round and every later one are rejected', async () => {
  const stopped = new Pairer();
  const settings = settingsWith({});
  const { field } = new Tournament(formatOf('swiss'), settings, 500, 'stop');
  const underWay = stopped.pair(settings, field);
  const waiting = stopped.pair(settings, field);
  await Promise.resolve();
  const ended = Promise.allSettled([underWay, waiting]);
  await stopped.stop();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(stopped.pair(settings, field)).rejects.toThrow('stopped');
});
