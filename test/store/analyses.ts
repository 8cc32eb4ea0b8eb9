import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AnalysedDecisionRow, AnalysisRow, Lease } from '../../src/store/analyses.ts';
import type { Store } from '../../src/store/store.ts';
import { creationOf, gameRow, NOON, playerRow, registrationOf } from './rows.ts';

const MINUTE_MS = 60_000;
/** No test reaches these limits. */
const MOST = [100, 1_000] as const;

export function analysisTests(opened: () => Store): void {
  let store: Store;

  beforeAll(() => {
    store = opened();
  });

  async function newPlayer(): Promise<string> {
    const player = playerRow();
    await store.players.create(registrationOf(player));
    return player.id;
  }

  async function asked(askedBy: string, minutes: number, changes: Partial<AnalysisRow> = {}): Promise<AnalysisRow> {
    const game = gameRow();
    await store.log.create(creationOf(game));
    return {
      ...{ id: randomUUID(), gameId: game.id, askedBy, askedAt: at(minutes), ruleset: 'pascal', rulesVersion: 1 },
      ...{ head: 'head', method: 1, playoutsMost: 100, secondsMost: 10, status: 'waiting', version: 1 },
      ...{ decisionsInAll: null, decisionsToJudge: null, decisionsJudged: 0, playouts: 0, seconds: 0 },
      ...{ startedAt: null, finishedAt: null },
      ...changes,
    };
  }

  const at = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);
  const lease = (holder: string, minutes: number): Lease => ({ holder, now: at(minutes), until: at(minutes + 1) });
  const progress = (status: 'running' | 'done' | 'failed', decisions: AnalysedDecisionRow[] = []) => ({
    ...{ status, decisionsInAll: 5, decisionsToJudge: 4, playouts: 10, seconds: 0.5, decisions },
  });
  const decisionOf = (gameId: string, version: number, playerId: string | null = null): AnalysedDecisionRow => ({
    ...{ gameId, version, seat: 1, playerId, loss: 0.25, lossLow: -0.5, lossHigh: 1, data: '{"taken":1}' },
  });

  it('begin once per game, and anew by another method or after a failure', async () => {
    const row = await asked(await newPlayer(), 0);
    expect(await store.analyses.find(row.gameId)).toBeNull();
    expect(await store.analyses.begin(row, ...MOST)).toBe('begun');
    expect(await store.analyses.find(row.gameId)).toEqual(row);
    expect(await store.analyses.version(row.id)).toBe(1);
    const other = { ...row, id: randomUUID(), method: 2 };
    expect(await store.analyses.begin(other, ...MOST)).toBe('there');
    const claimed = await store.analyses.claim(lease('one', 1));
    expect(claimed).toEqual({ ...row, status: 'running', version: 2, startedAt: at(1) });
    expect(await store.analyses.keep(row.gameId, lease('one', 1), progress('done'))).toBe(3);
    expect(await store.analyses.begin({ ...other, method: 1 }, ...MOST)).toBe('there');
    expect(await store.analyses.begin(other, ...MOST)).toBe('begun');
    expect(await store.analyses.find(row.gameId)).toEqual(other);
    await store.analyses.claim(lease('one', 2));
    await store.analyses.keep(row.gameId, lease('one', 2), progress('failed'));
    expect(await store.analyses.find(row.gameId)).toMatchObject({ status: 'failed', finishedAt: at(2) });
    expect(await store.analyses.begin(other, ...MOST)).toBe('begun');
    await store.analyses.claim(lease('one', 3));
    await store.analyses.keep(row.gameId, lease('one', 3), progress('done'));
  });

  it('are limited per player and in total', async () => {
    const ann = await newPlayer();
    const rows = [await asked(ann, 0), await asked(ann, 0), await asked(await newPlayer(), 0)] as const;
    expect(await store.analyses.begin(rows[0], 1, 1)).toBe('begun');
    expect(await store.analyses.begin(rows[1], 1, 9)).toBe('player-full');
    expect(await store.analyses.begin(rows[2], 1, 1)).toBe('full');
    expect(await store.analyses.begin(rows[0], 1, 1)).toBe('there');
    await store.analyses.claim(lease('one', 1));
    await store.analyses.keep(rows[0].gameId, lease('one', 1), progress('done'));
  });

  it('run for each player in turn, one of each at a time, interrupted ones first', async () => {
    const [ann, ben] = [await newPlayer(), await newPlayer()];
    const rows = [await asked(ann, 1), await asked(ann, 2), await asked(ann, 3), await asked(ben, 4)];
    for (const row of rows) await store.analyses.begin(row, ...MOST);
    const ahead = await Promise.all(rows.map(({ gameId }) => store.analyses.ahead(gameId, at(9))));
    expect(ahead).toEqual([0, 2, 3, 1]);
    expect(await store.analyses.waiting(at(9))).toBe(4);
    const first = await store.analyses.claim(lease('one', 10));
    const second = await store.analyses.claim(lease('two', 10));
    expect([first?.gameId, second?.gameId]).toEqual([rows[0]?.gameId, rows[3]?.gameId]);
    expect(await store.analyses.claim(lease('three', 10))).toBeNull();
    await store.analyses.keep(first?.gameId ?? '', lease('one', 10), progress('done'));
    expect((await store.analyses.claim(lease('one', 10)))?.gameId).toBe(rows[1]?.gameId);
    const neverServed = await asked(await newPlayer(), 5);
    await store.analyses.begin(neverServed, ...MOST);
    await store.analyses.release('one');
    expect(await store.analyses.ahead(rows[1]?.gameId ?? '', at(10))).toBe(0);
    expect((await store.analyses.claim(lease('next', 10)))?.gameId).toBe(rows[1]?.gameId);
    expect((await store.analyses.claim(lease('one', 10)))?.gameId).toBe(neverServed.gameId);
    await store.analyses.keep(neverServed.gameId, lease('one', 10), progress('done'));
    await store.analyses.keep(rows[1]?.gameId ?? '', lease('next', 10), progress('done'));
    await store.analyses.keep(rows[3]?.gameId ?? '', lease('two', 10), progress('done'));
    expect((await store.analyses.claim(lease('one', 10)))?.gameId).toBe(rows[2]?.gameId);
    await store.analyses.keep(rows[2]?.gameId ?? '', lease('one', 10), progress('done'));
  });

  it('continue on another server if one is silent, which then writes nothing more', async () => {
    const ann = await newPlayer();
    const row = await asked(ann, 0);
    await store.analyses.begin(row, ...MOST);
    await store.analyses.claim(lease('dead', 20));
    const kept = [decisionOf(row.gameId, 3, ann), decisionOf(row.gameId, 4)];
    expect(await store.analyses.keep(row.gameId, lease('dead', 20), progress('running', kept))).toBe(3);
    expect(await store.analyses.claim(lease('alive', 20.5))).toBeNull();
    const standing = async (minutes: number) => [
      await store.analyses.ahead(row.gameId, at(minutes)),
      await store.analyses.waiting(at(minutes)),
    ];
    expect(await standing(20.5)).toEqual([null, 0]);
    expect(await standing(22)).toEqual([0, 1]);
    const taken = await store.analyses.claim(lease('alive', 22));
    expect(taken).toMatchObject({ gameId: row.gameId, decisionsJudged: 2, playouts: 10, seconds: 0.5 });
    const late = progress('running', [decisionOf(row.gameId, 7)]);
    expect(await store.analyses.keep(row.gameId, lease('dead', 22), late)).toBeNull();
    expect(await store.analyses.decisions(row.gameId)).toEqual(kept);
    const moves = { playerId: ann, ruleset: 'pascal', order: 'worst', limit: 5 } as const;
    expect(await store.analyses.moves(moves)).toEqual([]);
    await store.analyses.keep(row.gameId, lease('alive', 22), progress('done', [decisionOf(row.gameId, 5, ann)]));
    const { data: _, playerId: __, ...move } = kept[0] as AnalysedDecisionRow;
    const told = { ...move, ruleset: 'pascal', at: NOON };
    expect(await store.analyses.moves(moves)).toEqual([told, { ...told, version: 5 }]);
    expect(await store.analyses.moves({ ...moves, ruleset: 'pascals-ruin' })).toEqual([]);
    expect(await store.analyses.movesCounted(ann)).toEqual([{ ruleset: 'pascal', games: 1, decisions: 2 }]);
  });
}
