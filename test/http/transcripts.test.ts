import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { type Json, sameJson } from '#rules/kernel/json.ts';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import type { TranscriptEntry } from '../../src/games/fairness/fairness-shapes.ts';
import { headerOf, verify } from '../../src/games/fairness/verification.ts';
import { fold } from '../../src/games/model/fold.ts';
import type { Game } from '../../src/games/model/game.ts';
import { allVerifiedByPython, NOT_ALL_CHECKED, type Ran } from '../games/python.ts';
import { resealed } from '../games/tampering.ts';
import { allWays, type FinishedGame, finishedIn, type Way } from './finished-games.ts';
import { type Service, startService } from './service.ts';

const catalogue = await loadCatalogue(true);
const ways = allWays(catalogue);
let service: Service;
const games = new Map<Way, FinishedGame>();
const byPython = new Map<Way, Ran>();

beforeAll(async () => {
  service = await startService();
  const [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
  for (const way of ways) games.set(way, await finishedIn(way, { ada, bob }));
  const toVerify = ways.map(gameOf).map(({ transcript, kept }) => ({ content: transcript, kept }));
  for (const [i, ran] of allVerifiedByPython(toVerify).entries()) byPython.set(ways[i] as Way, ran);
});
afterAll(() => service.stop());

function gameOf(way: Way): FinishedGame {
  return games.get(way) as FinishedGame;
}

describe('a transcript verifies, by the rules and by Python alone, for a game that was', () => {
  test.each(ways)('%s', (way) => {
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
    expect(byPython.get(way)).toMatchObject({ status: NOT_ALL_CHECKED, stderr: '' });
  });

  test('the games cover all rulesets and all endings', () => {
    const all = [...games.values()].map(({ transcript }) => transcript);
    expect(new Set(all.map(({ ruleset }) => ruleset))).toEqual(new Set(catalogue.keys()));
    const kinds = ['aborted', 'abortAsked', 'action', 'created', 'joined', 'left', 'resigned', 'started', 'timeout'];
    expect([...new Set(all.flatMap(({ log }) => log.map(({ kind }) => kind)))].sort()).toEqual(kinds.sort());
    expect(
      all.filter(({ commitmentFirst }) => commitmentFirst).map(({ commitmentId }) => commitmentId !== null),
    ).toEqual([true]);
    expect(all.filter(({ seeded }) => seeded)).toHaveLength(1);
  });

  test('choices of bots and of the server are counted as derived', () => {
    const { transcript } = gameOf('played by the house when the time was up');
    const actions = transcript.log.filter(({ kind }) => kind === 'action' || kind === 'timeout').length;
    expect(verify(transcript, catalogue)).toMatchObject({ choices: actions, actions });
    const late = transcript.log.find(({ kind }) => kind === 'timeout');
    expect(late?.action).not.toBeNull();
  });
});

const BENT: [way: Way, what: string, bend: (log: TranscriptEntry[]) => void, check: string][] = [
  [
    'lost on time',
    'a time-out before the time was up',
    (log) => {
      const last = log.at(-1) as TranscriptEntry;
      last.at = new Date(Date.parse(last.at) - 500).toISOString();
    },
    'time',
  ],
  [
    'aborted by consent',
    'the consent of one',
    (log) => {
      log.splice(-2, 1);
      (log.at(-1) as TranscriptEntry).version -= 1;
    },
    'kind',
  ],
  [
    'resigned by one and played on for them',
    'who resigned',
    (log) => {
      (log.find(({ kind }) => kind === 'resigned') as TranscriptEntry).seat = 2;
    },
    'seat',
  ],
  [
    'played out by two players',
    'who joined',
    (log) => {
      (log.find(({ kind }) => kind === 'joined') as TranscriptEntry).seat = 0;
    },
    'seat',
  ],
];

test.each(BENT)('the transcript of a game that was %s rejects a forgery of %s', (way, _, bend, check) => {
  const forged = structuredClone(gameOf(way).transcript);
  bend(forged.log);
  expect(verify(resealed(forged), catalogue)).toMatchObject({ verified: false, check });
});

test('the server cannot choose other than the recipe for a player out of time', () => {
  const forged = structuredClone(gameOf('played by the house when the time was up').transcript);
  const header = headerOf(forged, (catalogue.get(forged.ruleset) as CatalogueEntry).ruleset);
  let game: Game | null = null;
  for (const entry of forged.log) {
    const row = { ...entry, gameId: forged.gameId, at: new Date(entry.at) };
    if (entry.kind === 'timeout' && game !== null) {
      const legal: ActionShape[] = header.ruleset.legalActions(game.state, entry.seat as number);
      const other = legal.find((action) => !sameJson(action, entry.action));
      entry.action = other as unknown as Json;
      const result = verify(resealed(forged), catalogue);
      const check = `choice of the house for seat ${entry.seat}`;
      expect(result).toMatchObject({ verified: false, version: entry.version, check, found: other });
      return;
    }
    game = fold(header, game, row).game;
  }
  throw new Error('nobody ran out of time');
});
