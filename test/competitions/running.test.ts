import { expect, test } from 'vitest';
import { starting } from '../../src/competitions/commands/commands.ts';
import { foldAll } from '../../src/competitions/model/fold.ts';
import type { Player } from '../../src/players/players.ts';
import { createdEvent, entryMade, headerOf, rowsOf } from './competition-log.ts';

const ENTRY_UNTIL = '2026-11-22T13:00:00.000Z';

test('a start with too few entries is rejected with the remaining options', () => {
  const header = headerOf({ entryUntil: ENTRY_UNTIL });
  const { competition } = foldAll(header, null, rowsOf(header, [createdEvent(header), entryMade(1)]));
  const organiser: Player = { id: header.createdBy, name: 'Ada', kind: 'human', createdAt: header.createdAt };
  const startedAt = (time: string) => starting(competition, organiser, new Date(time));
  const open = startedAt('2026-11-22T12:59:59.999Z');
  expect(open).toMatchObject({ ok: false, refusal: { code: 'too-few-entries' } });
  expect(open).not.toHaveProperty('refusal.hint');
  const closed = startedAt(ENTRY_UNTIL);
  expect(closed).toMatchObject({
    refusal: { code: 'too-few-entries', hint: expect.stringMatching(/ Abort it with /) },
  });
});
