import { expect, onTestFinished, test } from 'vitest';
import { administer } from '../../src/admin/admin.ts';
import { lineForms } from '../../src/cli/verdict.ts';
import { abortByOperator } from '../../src/competitions/commands/commands.ts';
import { verifyCompetition } from '../../src/competitions/transcript/verification.ts';
import type { Store } from '../../src/store/store.ts';
import { competitionVerifiedByPython, NOT_ALL_CHECKED } from '../games/python.ts';
import { serviceOfTest } from '../http/service.ts';
import { openTestStore } from '../store/test-store.ts';
import {
  accepted,
  catalogue,
  type House,
  newPlayer,
  openHouse,
  playThrough,
  QUICK,
  startedWith,
  whenIs,
} from './house.ts';

async function withVoidedGame() {
  const store = await openTestStore();
  const service = await serviceOfTest({ store, directs: false });
  const house = await openHouse(store);
  onTestFinished(house.stop);
  const id = await startedWith(house, [await newPlayer(house), await newPlayer(house)], QUICK);
  const dealt = await whenIs(house, id, (competition) => competition.games.length > 0);
  const voided = dealt.games[0] as (typeof dealt.games)[number];
  const answer = await voiding(store, house, voided.gameId);
  expect(answer).toMatchObject({ outcome: 'done', lines: [expect.stringContaining('again on a new board')] });
  return { store, service, house, id, voided };
}

function voiding(store: Store, { players, games, competitions }: House, target: string) {
  const flags = { reason: 'fault', because: 'a fault', yes: true };
  return administer({ store, players, games, competitions }, { command: 'void', target, flags, by: 'Olga' });
}

async function expectVerified(url: string, id: string): Promise<void> {
  const answer = await fetch(`${url}/v1/competitions/${id}/transcript`);
  expect(answer.status).toBe(200);
  const transcript = await answer.text();
  expect(transcript).toContain('"voided"');
  async function* chunks() {
    yield Buffer.from(transcript);
  }
  const verified = await verifyCompetition(chunks(), { catalogue, misfit: lineForms(), keptHeads: [] });
  expect(verified, JSON.stringify(verified)).toMatchObject({ verified: true });
  const { status, stdout, stderr } = competitionVerifiedByPython([transcript]);
  expect({ status, stderr }, stdout).toEqual({ status: NOT_ALL_CHECKED, stderr: '' });
  expect(stdout).toMatch(/^verified: /);
}

test('a game that an operator voids is dealt again on a new board, and the competition ends and verifies', async () => {
  const { store, service, house, id, voided } = await withVoidedGame();
  const isAgain = ({ table, round, board }: typeof voided) =>
    table === voided.table && round === voided.round && board > voided.board;
  const after = await whenIs(house, id, (competition) => competition.games.some(isAgain));
  const again = after.games.find(isAgain);
  expect(again).toMatchObject({ entries: voided.entries });
  const over = await playThrough(house, id);
  expect(over.status).toBe('finished');
  expect((await store.game(voided.gameId))?.status).toBe('aborted');
  const late = await voiding(store, house, again?.gameId ?? '');
  expect(late.outcome).toBe('refused');
  await expectVerified(service.url, id);
});

test('a competition that an operator ends after a voided game verifies', async () => {
  const { service, house, id } = await withVoidedGame();
  accepted(await house.competitions.handle(abortByOperator(id, 'It cannot go on.')));
  const over = await whenIs(house, id, ({ seedPublished }) => seedPublished);
  expect(over).toMatchObject({ status: 'aborted', abortedBy: 'operator' });
  await expectVerified(service.url, id);
});
