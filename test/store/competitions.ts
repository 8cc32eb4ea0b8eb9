import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompetitionRow } from '../../src/store/competitions.ts';
import type { Store } from '../../src/store/store.ts';
import {
  competitionCreation,
  competitionEvent,
  competitionRow,
  dealtGame,
  requestOf,
  stepOn,
} from './competition-rows.ts';
import { appendTo, NOON, playerRow, registrationOf } from './rows.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const LATER = new Date(NOON.getTime() + 60_000);

export function competitionTests(opened: () => Store): void {
  let store: Store;
  let ann: string;
  let bob: string;

  beforeAll(async () => {
    store = opened();
    [ann, bob] = [await newPlayer(), await newPlayer()];
  });

  async function newPlayer(): Promise<string> {
    const player = playerRow();
    await store.players.create(registrationOf(player));
    return player.id;
  }

  async function created(changes: Partial<CompetitionRow> = {}): Promise<CompetitionRow> {
    const competition = competitionRow(ann, changes);
    expect(await store.competitions.create(competitionCreation(competition))).toBe(true);
    return competition;
  }

  async function end(dealt: ReturnType<typeof dealtGame>, status: 'finished' | 'aborted' = 'finished') {
    const change = appendTo(dealt.game, 1);
    const game = { ...change.game, status, head: 'end', outcome: { winners: [0] } };
    expect(await store.log.append({ ...change, baseHead: 'dealt', game })).toBe(true);
  }

  it('return as they were written, with seed, invite code and milliseconds', async () => {
    const competition = await created({
      settings: { b: 1, a: ['ä', null, { deep: '\u0000' }] },
      visibility: 'private',
      inviteCode: 'let me in',
      serverSeed: Uint8Array.from({ length: 32 }, (_, i) => 255 - i),
      deadline: new Date('2026-12-31T23:59:59.999Z'),
    });
    const kept = await store.competitions.row(competition.id);
    expect(kept).toEqual(competition);
    expect(JSON.stringify(kept?.settings)).toBe(JSON.stringify(competition.settings));
    expect(await store.competitions.tip(competition.id)).toEqual({ version: 1, head: 'head 1', erased: 0 });
    const events = [competitionEvent(competition.id, 1, 'competitionCreated', {})];
    expect(await store.competitions.events(competition.id, 0)).toEqual(events);
  });

  it('need their rules until they are over and no work is left', async () => {
    const needing = (ruleset: string, rulesVersion: number, changes: Partial<CompetitionRow>) =>
      created({ ruleset, settings: { rulesVersion }, ...changes });
    await needing('ddd', 2, { status: 'open' });
    await needing('ddd', 1, { status: 'playing' });
    await needing('ddd', 1, { status: 'playing' });
    await needing('eee', 1, { status: 'finished', deadline: LATER });
    await needing('eee', 2, { status: 'aborted' });
    const unfinished = (await store.unfinishedRulesets()).filter(({ ruleset }) => ['ddd', 'eee'].includes(ruleset));
    expect(unfinished.map(({ ruleset, rulesVersion }) => `${ruleset} ${rulesVersion}`).sort()).toEqual([
      'ddd 1',
      'ddd 2',
      'eee 1',
    ]);
  });

  it.each([NOBODY, 'not-a-uuid'])('of the id %s do not exist', async (id) => {
    expect(await store.competitions.row(id)).toBeNull();
    expect(await store.competitions.tip(id)).toBeNull();
    expect(await store.competitions.events(id, 0)).toEqual([]);
    expect(await store.competitions.gamesOver(id)).toEqual([]);
    expect(await store.competitions.isBoardClosed(id, 1)).toBe(false);
    expect(await store.competitions.append(stepOn(competitionRow(ann, { id }), 1))).toBe(false);
  });

  it('are created once per request', async () => {
    const request = requestOf(ann);
    const [one, other] = [competitionRow(ann), competitionRow(ann)];
    expect(await store.competitions.create(competitionCreation(one, request))).toBe(true);
    expect(await store.competitions.create(competitionCreation(other, request))).toBe(false);
    expect(await store.competitions.row(other.id)).toBeNull();
    expect(await store.requests.find(ann, request.operation, request.key)).toEqual(request);
    await expect(store.competitions.create(competitionCreation(one))).rejects.toThrow('23505');
  });

  describe('a step', () => {
    it('writes events, summary, entries, whole games and the request', async () => {
      const competition = await created();
      const games = [1, 2, 3].map((board) => dealtGame(competition.id, { board }, [ann, bob]));
      const step = stepOn(competition, 1, [
        ['entryMade', { entry: 1, odd: '\u0000"\\' }],
        ['gamesDealt', { games: [] }],
      ]);
      const summary = { ...step.competition, entries: 2, gamesCounted: 0, deadline: LATER, updatedAt: LATER };
      const request = requestOf(bob);
      const entering = [ann, bob];
      expect(await store.competitions.append({ ...step, competition: summary, entering, games, request })).toBe(true);
      expect(await store.competitions.row(competition.id)).toEqual({ ...competition, ...summary });
      expect(await store.competitions.events(competition.id, 1)).toEqual(step.events);
      expect(await store.requests.find(bob, request.operation, request.key)).toEqual(request);
      for (const { game, events } of games) {
        expect(await store.game(game.id)).toEqual(game);
        expect(await store.log.events(game.id, 0)).toEqual(events);
      }
      const turns = (await store.lists.turns(ann, 100)).games.map(({ id }) => id);
      expect(turns).toEqual(expect.arrayContaining(games.map(({ game }) => game.id)));
    });

    it('on another version or history, or under a used request, writes nothing', async () => {
      const competition = await created();
      const request = requestOf(ann);
      expect(await store.competitions.append({ ...stepOn(competition, 1), request })).toBe(true);
      const before = await store.competitions.row(competition.id);
      const [game, fresh] = [dealtGame(competition.id, {}, [ann]), requestOf(ann)];
      const entries = [{ competitionId: competition.id, playerId: bob, entry: 1, status: 'active' }];
      const all = { entries, games: [game], request: fresh };
      for (const step of [
        { ...stepOn(competition, 1), ...all },
        { ...stepOn(competition, 3), ...all },
        { ...stepOn(competition, 2), ...all, baseHead: 'lost' },
        { ...stepOn(competition, 2), ...all, request },
      ]) {
        expect(await store.competitions.append(step)).toBe(false);
      }
      expect(await store.competitions.row(competition.id)).toEqual(before);
      expect(await store.competitions.events(competition.id, 2)).toEqual([]);
      expect(await store.game(game.game.id)).toBeNull();
      expect(await store.requests.find(ann, fresh.operation, fresh.key)).toBeNull();
      expect(await store.competitions.page({ reader: ann, entrant: bob, limit: 100 })).not.toContainEqual(
        expect.objectContaining({ id: competition.id }),
      );
    });

    it('that would put two games in one place is rejected whole', async () => {
      const competition = await created();
      const games = [dealtGame(competition.id, {}), dealtGame(competition.id, {})];
      await expect(store.competitions.append({ ...stepOn(competition, 1), games })).rejects.toThrow('23505');
      expect(await store.competitions.tip(competition.id)).toEqual({ version: 1, head: 'head 1', erased: 0 });
      expect(await store.game(games[0]?.game.id ?? '')).toBeNull();
    });

    it('is made by exactly one of twenty simultaneous callers, with its own games', async () => {
      const competition = await created();
      const steps = Array.from({ length: 20 }, (_, by) => ({
        ...stepOn(competition, 1, [['gamesDealt', { by }]]),
        games: [1, 2].map((board) => dealtGame(competition.id, { board })),
      }));
      const answers = await Promise.all(steps.map((step) => store.competitions.append(step)));
      expect(answers.filter(Boolean)).toHaveLength(1);
      const winner = answers.indexOf(true);
      expect(await store.competitions.events(competition.id, 1)).toEqual(steps[winner]?.events);
      const dealt = steps.flatMap(({ games }, by) => games.map(({ game }) => ({ by, id: game.id })));
      const kept = await Promise.all(dealt.map(async ({ by, id }) => ((await store.game(id)) === null ? [] : [by])));
      expect(kept.flat()).toEqual([winner, winner]);
    });

    it('with events that do not lead to its version, or to those of its games, is a bug of the caller', async () => {
      const competition = await created();
      const step = stepOn(competition, 1);
      const other = { ...step, events: [competitionEvent(NOBODY, 2)] };
      await expect(store.competitions.append(other)).rejects.toThrow(RangeError);
      await expect(store.competitions.append({ ...step, events: [] })).rejects.toThrow(RangeError);
      const games = [{ ...dealtGame(competition.id, {}), events: [] }];
      await expect(store.competitions.append({ ...step, games })).rejects.toThrow(RangeError);
      expect(await store.competitions.tip(competition.id)).toEqual({ version: 1, head: 'head 1', erased: 0 });
    });
  });

  it('return the requested part of their log', async () => {
    const competition = await created();
    const nine = Array.from({ length: 9 }, (_, i): [string, number] => ['entryMade', i]);
    await store.competitions.append(stepOn(competition, 1, nine));
    const part = async (after: number, upTo?: number, limit?: number) =>
      (await store.competitions.events(competition.id, after, upTo, limit)).map(({ version }) => version);
    expect(await part(7)).toEqual([8, 9, 10]);
    expect(await part(2, 4)).toEqual([3, 4]);
    expect(await part(2, undefined, 2)).toEqual([3, 4]);
    expect(await part(10)).toEqual([]);
  });

  it('are listed newest first, to permitted viewers, by kind', async () => {
    const [carl, dora] = [await newPlayer(), await newPlayer()];
    const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const ruleset = `listed ${randomUUID()}`;
    const shown = await created({ id: id(1), ruleset, format: 'cup' });
    await created({ id: id(2), ruleset, visibility: 'unlisted', createdBy: carl });
    const closed = await created({ id: id(3), ruleset, visibility: 'private', inviteCode: 'x' });
    expect(await store.competitions.append({ ...stepOn(closed, 1), entering: [dora] })).toBe(true);
    const seen = async (reader: string | null, more: object = {}) =>
      (await store.competitions.page({ ruleset, reader, limit: 10, ...more })).map((row) => row.id);
    expect(await seen(null)).toEqual([id(1)]);
    expect(await seen(ann)).toEqual([id(3), id(1)]);
    expect(await seen(carl)).toEqual([id(2), id(1)]);
    expect(await seen(dora)).toEqual([id(3), id(1)]);
    expect(await seen(dora, { entrant: dora })).toEqual([id(3)]);
    expect(await seen(carl, { entrant: dora })).toEqual([]);
    expect(await seen(ann, { before: id(3) })).toEqual([id(1)]);
    expect(await seen(ann, { limit: 1 })).toEqual([id(3)]);
    expect(await seen(ann, { status: 'playing' })).toEqual([id(3)]);
    expect(await seen(ann, { format: 'cup' })).toEqual([id(1)]);
    expect(await seen(ann, { before: 'not-a-uuid' })).toEqual([]);
    const { serverSeed: _seed, inviteCode: _code, erased: _erased, ...listed } = shown;
    expect(await store.competitions.page({ ruleset, reader: null, limit: 10 })).toEqual([listed]);
  });

  it('of a player are counted from a time on', async () => {
    const carl = await newPlayer();
    await created({ createdBy: carl });
    await created({ createdBy: carl, createdAt: LATER });
    expect(await store.competitions.createdSince(carl, NOON)).toBe(2);
    expect(await store.competitions.createdSince(carl, LATER)).toBe(1);
    expect(await store.competitions.createdSince(await newPlayer(), NOON)).toBe(0);
  });

  it('are due when their deadline has passed, or when more of their games are over than counted', async () => {
    const dueNow = async (by: Date) => {
      const rows = await store.competitions.due(by, 1_000);
      return (id: string) => rows.find((row) => row.id === id);
    };
    const waiting = await created({ deadline: LATER });
    const over = await created({ status: 'finished', deadline: LATER });
    const played = await created();
    const games = [1, 2].map((board) => dealtGame(played.id, { board }));
    expect(await store.competitions.append({ ...stepOn(played, 1), games })).toBe(true);
    const early = await dueNow(NOON);
    expect([waiting, over, played].map(({ id }) => early(id))).toEqual([undefined, undefined, undefined]);
    await end(games[0] as (typeof games)[0]);
    const late = await dueNow(LATER);
    expect(late(waiting.id)).toEqual({ id: waiting.id, version: 1, gamesOver: 0, overdue: true });
    expect(late(over.id)).toEqual({ id: over.id, version: 1, gamesOver: 0, overdue: true });
    expect(late(played.id)).toEqual({ id: played.id, version: 2, gamesOver: 1, overdue: false });
    const counted = { ...stepOn(played, 2).competition, gamesCounted: 1 };
    expect(await store.competitions.append({ ...stepOn(played, 2), competition: counted })).toBe(true);
    expect((await dueNow(LATER))(played.id)).toBeUndefined();
  });

  it('change their deadline only at the given version and head', async () => {
    const { id, version, head, updatedAt } = await created({ deadline: NOON });
    const deadline = async () => (await store.competitions.row(id))?.deadline;
    await store.competitions.replaceDeadline(id, { version: version + 1, head }, LATER);
    await store.competitions.replaceDeadline(id, { version, head: 'another' }, LATER);
    expect(await deadline()).toEqual(NOON);
    await store.competitions.replaceDeadline(id, { version, head }, LATER);
    expect(await deadline()).toEqual(LATER);
    await store.competitions.replaceDeadline(id, { version, head }, null);
    expect(await store.competitions.row(id)).toMatchObject({ deadline: null, version, head, updatedAt });
  });

  it('return their finished games on open boards', async () => {
    const competition = await created();
    const places = [{ board: 2, copy: 2 }, { board: 2 }, { board: 1 }, { board: 3 }, { board: 10, round: 2 }];
    const games = places.map((place) => dealtGame(competition.id, place));
    expect(await store.competitions.append({ ...stepOn(competition, 1), games })).toBe(true);
    const ids = games.map(({ game }) => game.id);
    for (const [i, dealt] of games.entries()) if (i !== 3) await end(dealt, i === 1 ? 'aborted' : 'finished');
    const over = async () => (await store.competitions.gamesOver(competition.id)).map(({ gameId }) => gameId);
    expect(await over()).toEqual([ids[2], ids[1], ids[0], ids[4]]);
    expect((await store.competitions.gamesOver(competition.id))[1]).toEqual({
      ...{ gameId: ids[1], status: 'aborted', head: 'end', outcome: { winners: [0] } },
    });
    await store.competitions.append(stepOn(competition, 2, [['boardClosed', { board: 2, seed: 'ab', par: null }]]));
    expect(await over()).toEqual([ids[2], ids[4]]);
    const closed = [1, 2, 3].map((board) => store.competitions.isBoardClosed(competition.id, board));
    expect(await Promise.all(closed)).toEqual([false, true, false]);
  });
}
