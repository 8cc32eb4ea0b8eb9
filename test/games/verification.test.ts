import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { fold } from '../../src/games/model/fold.ts';
import type { Game } from '../../src/games/model/game.ts';
import { fixedGame, type LoggedGame, moveTo, playedOn, transcriptFor } from './fixed-game.ts';
import { allVerifiedByPython, NOT_ALL_CHECKED, type Ran, verifiedByPython } from './python.ts';
import { bent, resealed, TAMPERINGS, type Tampering } from './tampering.ts';

let catalogue: Catalogue;
let original: LoggedGame;
let transcript: Transcript;
let byPython: Map<Tampering, [asItIs: Ran, anew: Ran, keptHead: Ran]>;
beforeAll(async () => {
  catalogue = await loadCatalogue(true);
  original = fixedGame(catalogue);
  transcript = transcriptFor(original);
  const forgeries = TAMPERINGS.flatMap((tampering) => {
    const [asItIs, anew] = [bent(transcript, tampering), resealed(bent(transcript, tampering))];
    return [{ content: asItIs }, { content: anew }, { content: anew, kept: kept() }];
  });
  const answers = allVerifiedByPython(forgeries);
  byPython = new Map(TAMPERINGS.map((each, i) => [each, answers.slice(3 * i, 3 * i + 3) as [Ran, Ran, Ran]]));
});

function named(forged: Transcript) {
  const result = verify(forged, catalogue);
  return result.verified ? 'nothing' : { version: result.version, check: result.check };
}

const kept = () => [transcript.log.at(-1) as { version: number; head: string }];

test('the fixed game verifies, and its outcome is always the same', () => {
  expect(transcript.outcome).toMatchObject({ winners: [0], scores: [1, 0, 0] });
  expect(transcript.log).toHaveLength(91);
  expect(verify(transcript, catalogue, kept())).toMatchObject({ verified: true, keptHeads: 1 });
  expect(verifiedByPython(transcript, kept()).status).toBe(NOT_ALL_CHECKED);
});

test('a transcript of another format, or without a required field, is rejected', () => {
  const { rated: _, ...unrated } = transcript;
  const { competition: __, ...placeless } = transcript;
  const forgeries = [{ ...transcript, formatVersion: 2 }, unrated, placeless];
  const answers = allVerifiedByPython(forgeries.map((content) => ({ content })));
  expect(answers.map(({ status }) => status)).toEqual([1, 1, 1]);
  expect(named(forgeries[0] as Transcript)).toEqual({ version: null, check: 'version of the format' });
});

test('the chain binds whether a game is rated, and who may call it off', () => {
  const game = fixedGame(catalogue, { rated: true });
  const rated = transcriptFor(game);
  expect(rated).toMatchObject({ formatVersion: 1, rated: true, competition: null });
  const forgeries = [
    { ...rated, rated: false },
    { ...transcript, rated: true },
  ];
  const answers = allVerifiedByPython([rated, ...forgeries].map((content) => ({ content })));
  expect(answers.map(({ status }) => status)).toEqual([NOT_ALL_CHECKED, 1, 1]);
  expect(verify(rated, catalogue)).toMatchObject({ verified: true });
  expect(named(forgeries[0] as Transcript)).toEqual({ version: 1, check: 'head of the chain' });
  expect(named(forgeries[1] as Transcript)).toEqual({ version: 1, check: 'what a rated game can be' });
});

test('the chain binds the place of a game in its competition, and its chance is that of a board', () => {
  const place = { competitionId: '01930000-0000-7000-8000-000000000003', ...{ round: 2, table: 1, board: 5, copy: 3 } };
  const dealt = transcriptFor(fixedGame(catalogue, { place: { ...place, sealed: true } }));
  expect(dealt).toMatchObject({ formatVersion: 1, competition: { ...place, sealed: true }, seeded: true, daily: null });
  expect(verify(dealt, catalogue)).toMatchObject({ verified: true });
  const changes = Object.keys(place).map((name) => changedAt(dealt, ['competition', name]));
  const forgeries = [...changes, changedAt(dealt, ['competition', 'sealed']), { ...dealt, competition: null }];
  const answers = allVerifiedByPython([dealt, ...forgeries].map((content) => ({ content })));
  expect(answers.map(({ status }) => status)).toEqual([NOT_ALL_CHECKED, ...forgeries.map(() => 1)]);
  for (const forged of forgeries) expect(named(forged)).toEqual({ version: 1, check: 'head of the chain' });
  const committed = { ...transcript, competition: { ...place, sealed: true } };
  expect(named(committed)).toEqual({ version: null, check: 'chance of a competition' });
});

describe.each(TAMPERINGS)('a transcript with $name changed', (tampering) => {
  test('does not verify as it is', () => {
    const forged = bent(transcript, tampering);
    expect(named(forged)).toEqual(tampering.asItIs ?? tampering.named);
    const [{ status, stdout }] = byPython.get(tampering) as [Ran, Ran, Ran];
    expect(status).toBe(1);
    expect(stdout).toMatch(/^not verified: version \d+: /);
  });

  test('does not verify with a recomputed chain either, at least by the rules', () => {
    const forged = resealed(bent(transcript, tampering));
    expect(named(forged)).toEqual(tampering.named);
    const [, { status }] = byPython.get(tampering) as [Ran, Ran, Ran];
    expect(status).toBe(tampering.withoutRules ? 1 : NOT_ALL_CHECKED);
  });

  test('does not fit a head that a player kept', () => {
    const [, , { status, stdout }] = byPython.get(tampering) as [Ran, Ran, Ran];
    expect(status).toBe(1);
    expect(stdout).toContain(tampering.withoutRules ? 'does not hold' : 'head that was kept does not hold');
  });
});

describe('another possible history of the server', () => {
  const forged = () => transcriptFor(anotherHistory(original));

  test('is consistent: consistency alone proves nothing', () => {
    expect(verify(forged(), catalogue)).toMatchObject({ verified: true });
    expect(verifiedByPython(forged()).status).toBe(NOT_ALL_CHECKED);
  });

  test('is refuted by any head that a player kept from then on', () => {
    const { log } = forged();
    const parting = log.findIndex(({ head }, i) => head !== transcript.log[i]?.head);
    expect(parting).toBeGreaterThan(2);
    const since = transcript.log.slice(parting, Math.min(log.length, parting + 5));
    for (const entry of since) {
      const result = verify(forged(), catalogue, [entry]);
      expect(result).toMatchObject({ verified: false, version: entry.version, check: 'head that was kept' });
    }
    const answers = allVerifiedByPython(since.map((entry) => ({ content: forged(), kept: [entry] })));
    expect(answers.map(({ status }) => status)).toEqual(since.map(() => 1));
    const before = transcript.log.slice(0, parting);
    expect(verify(forged(), catalogue, before)).toMatchObject({ verified: true, keptHeads: parting });
  });
});

describe('a policy', () => {
  test('that searches cannot be derived: its choices are counted apart', () => {
    for (const name of ['search', 'search-100']) {
      const searched = transcriptFor(fixedGame(catalogue, { policy: name }));
      const bySeat = (seat: number) =>
        searched.log.filter((entry) => entry.kind === 'action' && entry.seat === seat).length;
      const counted = { verified: true, searched: bySeat(1), choices: bySeat(2) };
      expect(verify(searched, catalogue), name).toMatchObject(counted);
      expect(counted.searched).toBeGreaterThan(3);
    }
  });

  test('that is unknown is rejected', () => {
    const unknown = verify(transcriptFor(fixedGame(catalogue, { policy: 'clever' })), catalogue);
    expect(unknown).toMatchObject({ verified: false, check: 'way of playing', found: 'clever' });
  });
});

test('the chain begins with all settings of the creation', () => {
  const changes = [
    { standIn: 'search' },
    { clock: { perAction: 1, onTimeout: 'resign' } },
    { daily: { date: '2026-01-01', practice: true } },
    { commitmentId: '01930000-0000-7000-8000-000000000009' },
    { gameId: '01930000-0000-7000-8000-000000000009' },
  ];
  const forgeries = changes.map((change) => ({ ...transcript, ...change }) as Transcript);
  const answers = allVerifiedByPython(forgeries.map((content) => ({ content })));
  for (const [i, forged] of forgeries.entries()) {
    const change = JSON.stringify(changes[i]);
    expect(named(forged), change).toEqual({ version: 1, check: 'head of the chain' });
    expect(answers[i]?.stdout, change).toContain('version 1: head of the chain does not hold');
  }
});

test('a move after its deadline is found', () => {
  const timed = resealed({ ...transcript, clock: { perAction: 1, onTimeout: 'resign' } });
  expect(named(timed)).toEqual({ version: 3, check: 'time' }); // each move of this game takes a minute
});

test('a time that runs backwards is found', () => {
  const forged = structuredClone(transcript);
  for (const entry of forged.log.slice(-1)) entry.at = transcript.createdAt;
  expect(named(resealed(forged))).toEqual({ version: 91, check: 'time' });
});

test('a transcript that was cut short, or has another end, does not verify', () => {
  const short = { ...transcript, log: transcript.log.slice(0, -1) };
  expect(verify(short, catalogue)).toMatchObject({ verified: false, version: null, check: 'end' });
  const outcome = { ...transcript.outcome, winners: [] } as unknown as Transcript['outcome'];
  expect(verify({ ...transcript, outcome }, catalogue)).toMatchObject({ verified: false, check: 'outcome' });
  expect(verify({ ...transcript, status: 'aborted' }, catalogue)).toMatchObject({ verified: false, check: 'status' });
  const first = { ...transcript, commitmentFirst: false };
  expect(verify(first, catalogue)).toMatchObject({ verified: false, check: 'commitmentFirst' });
  const beyond = { version: transcript.log.length + 1, head: '0'.repeat(64) };
  expect(verify(transcript, catalogue, [beyond])).toMatchObject({ verified: false, check: 'head that was kept' });
});

test('every value in a transcript is bound: none can change', () => {
  const leaves = leavesOf(transcript, []);
  expect(leaves.length).toBeGreaterThan(900);
  // changes all values outside the log, and every seventh in the log, whose entries are similar
  for (const path of leaves.filter(([part], nth) => part !== 'log' || nth % 7 === 0)) {
    expect(verify(changedAt(transcript, path), catalogue).verified, path.join('.')).toBe(false);
  }
});

function leavesOf(value: unknown, path: string[]): string[][] {
  if (value === null) return [];
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}

function changedAt(original: Transcript, path: string[]): Transcript {
  const copy = structuredClone(original);
  const holder = path.slice(0, -1).reduce<any>((at, name) => at[name], copy);
  const name = path.at(-1) as string;
  const value = holder[name];
  if (typeof value === 'string') holder[name] = `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  else holder[name] = typeof value === 'number' ? value + 1 : !value;
  return copy;
}

function anotherHistory({ game: { header }, rows }: LoggedGame): LoggedGame {
  let game: Game | null = null;
  for (const [i, row] of rows.entries()) {
    if (game !== null && i > rows.length / 2 && row.seat === 0 && row.kind === 'action') {
      const legal: ActionShape[] = header.ruleset.legalActions(game.state, 0);
      const other = legal.find((action) => JSON.stringify(action) !== JSON.stringify(row.action));
      if (other !== undefined) {
        const next = moveTo(game, 0, other);
        return playedOn({ game: next.game, rows: [...rows.slice(0, i), ...next.rows] }, 'other');
      }
    }
    game = fold(header, game, row).game;
  }
  throw new Error('the player never had a choice');
}
