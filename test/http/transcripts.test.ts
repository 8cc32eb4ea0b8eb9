import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../src/games/verification.ts';
import { type Catalogue, loadCatalogue } from '../../src/rulesets/catalogue.ts';
import { verifiedByPython } from '../games/python.ts';
import { ALL_WAYS, type FinishedGame, finishedIn, type Way } from './finished-games.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let catalogue: Catalogue;
const games = new Map<Way, FinishedGame>();

beforeAll(async () => {
  catalogue = await loadCatalogue(true);
  service = await startService();
  const [ada, bob] = await Promise.all([service.stranger.register('Ada'), service.stranger.register('Bob')]);
  for (const way of ALL_WAYS) games.set(way, await finishedIn(way, { ada, bob }));
}, 240_000);
afterAll(() => service.stop());

function gameOf(way: Way): FinishedGame {
  return games.get(way) as FinishedGame;
}

describe('a transcript verifies, by the rules and by Python alone, of a game that was', () => {
  test.each(ALL_WAYS)('%s', (way) => {
    const { transcript, kept } = gameOf(way);
    const drawn = transcript.log.flatMap(({ draws }) => draws).length;
    const actions = transcript.log.filter(({ action, kind }) => action !== null && /action|timeout/.test(kind)).length;
    const versions = transcript.log.length;
    expect(verify(transcript, catalogue, kept)).toMatchObject({
      verified: true,
      versions,
      draws: drawn,
      actions,
      keptHeads: 2,
    });
    expect(verifiedByPython(transcript, kept)).toMatchObject({ status: 0, stderr: '' });
  });

  test('all rulesets and all endings are among them', () => {
    const all = [...games.values()].map(({ transcript }) => transcript);
    expect(new Set(all.map(({ ruleset }) => ruleset))).toEqual(new Set(catalogue.keys()));
    const kinds = ['aborted', 'abortAsked', 'action', 'created', 'joined', 'left', 'resigned', 'started', 'timeout'];
    expect([...new Set(all.flatMap(({ log }) => log.map(({ kind }) => kind)))].sort()).toEqual(kinds.sort());
    expect(
      all.filter(({ commitmentFirst }) => commitmentFirst).map(({ commitmentId }) => commitmentId !== null),
    ).toEqual([true]);
    expect(all.filter(({ seeded }) => seeded)).toHaveLength(1);
  });

  test('choices of bots and of the house are counted as derived', () => {
    const { transcript } = gameOf('played by the house when the time was up');
    const actions = transcript.log.filter(({ kind }) => kind === 'action' || kind === 'timeout').length;
    expect(verify(transcript, catalogue)).toMatchObject({ choices: actions, actions });
    const late = transcript.log.find(({ kind }) => kind === 'timeout');
    expect(late?.action).not.toBeNull();
  });
});
