import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { Analyses } from '../../src/analyses/analyses.ts';
import type { AnalysisBudget } from '../../src/analyses/model/spending.ts';
import { Players } from '../../src/players/players.ts';
import { Boards } from './boards.ts';
import type { Caller } from './caller.ts';
import { created, over } from './finished-games.ts';
import { expectProblem } from './problem.ts';
import type { Service } from './service.ts';

export const SMALL_BUDGET: AnalysisBudget = { playouts: 3_000, seconds: 600 };
const QUICK = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 } };
const BOTS = { ...QUICK, seats: [{ bot: 'random' }, { bot: 'random' }] };

export function analysisTests(started: () => Service): void {
  let service: Service;
  let ada: Caller;
  let bob: Caller;

  beforeAll(async () => {
    service = started();
    [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
  });

  async function analysing(budget: AnalysisBudget | null = SMALL_BUDGET): Promise<Analyses> {
    const { store, gameService: games } = service;
    const onTrouble = (error: unknown) => {
      throw error;
    };
    const parts = {
      store,
      games,
      players: new Players(store),
      catalogue: await loadCatalogue(true),
      budget,
      onTrouble,
    };
    const analyses = new Analyses(parts);
    onTestFinished(() => analyses.stop());
    return analyses;
  }

  async function aborted(more: object = {}): Promise<any> {
    const game = await created(ada, { ...QUICK, seats: ['me', 'me'], ...more });
    await ada.post(`/v1/games/${game.id}/abort`, {});
    return game;
  }

  async function done(id: string): Promise<any> {
    for (let after = 0; ; ) {
      const { status, body } = await bob.get(`/v1/games/${id}/analysis?wait=20&after=${after}`);
      expect(status, JSON.stringify(body)).toBe(200);
      if (body.status === 'done' || body.status === 'failed') return body;
      after = body.version;
    }
  }

  const begin = (caller: Caller, { id }: any) => caller.post(`/v1/games/${id}/analysis`, {});

  test('of a finished game judges each decision with options, once for all callers', async () => {
    const game = await created(ada, { ...BOTS, seed: 'a short game' });
    const { version, head } = await over(ada, game.id);
    expectProblem(await bob.get(`/v1/games/${game.id}/analysis`), 404, 'analysis-not-found');
    const asked = await begin(ada, game);
    expect(asked).toMatchObject({ status: 202, body: { gameId: game.id, status: 'waiting', ahead: 0, decisions: [] } });
    expect((await begin(bob, game)).body).toEqual(asked.body);
    (await analysing()).direct();
    const analysis = await done(game.id);
    const { method, progress, decisions } = analysis;
    expect(analysis).toMatchObject({ status: 'done', ahead: null, measure: 'chance', id: asked.body.id });
    expect(method).toMatchObject({ version: 1, policy: 'plain', seed: head, playoutsMost: 3_000, secondsMost: 600 });
    expect(method.playouts).toBeLessThan(3_300);
    expect(progress).toEqual({
      ...{ decisionsInAll: decisions.length, decisionsToJudge: decisions.length, decisionsJudged: decisions.length },
    });
    expect(decisions.length).toBeGreaterThan(5);
    expect(decisions.length).toBeLessThan(version);
    for (const { options, optionsInAll, taken, best, loss, by, verdict } of decisions) {
      expect(by).toBe('bot');
      expect(options.length).toBe(Math.min(optionsInAll, options.length));
      expect(options[taken].action.type).toEqual(expect.any(String));
      if (taken === best) expect(loss).toEqual({ value: 0, interval: { low: 0, high: 0 } });
      expect(verdict === null).toBe(loss.interval.low <= 0 && loss.interval.high >= 0);
    }
    const { events } = (await bob.get(`/v1/games/${game.id}/events?after=${decisions[0].version - 1}&limit=1`)).body;
    expect(events[0].version).toBe(decisions[0].version);
    expect((await begin(bob, game)).body).toEqual(analysis);
  });

  test('resumes an interrupted run, with the result of an uninterrupted one', async () => {
    const game = await created(ada, BOTS);
    await over(ada, game.id);
    await begin(ada, game);
    const first = await analysing();
    first.direct();
    const whole = await done(game.id);
    await first.stop();

    const row = await service.store.analyses.find(game.id);
    if (row === null) throw new Error('there is no analysis');
    const anew = { ...row, method: row.method + 1 };
    expect(await service.store.analyses.begin(anew, 10, 10)).toBe('begun');
    const halves = [await analysing(), await analysing()];
    halves[0]?.direct();
    while ((await service.store.analyses.find(game.id))?.status === 'waiting');
    await halves[0]?.stop();
    halves[1]?.direct();
    const again = await done(game.id);
    expect(again.decisions).toEqual(whole.decisions);
    expect(again.method.playouts).toBe(whole.method.playouts);
  });

  test('is refused for games that are running or closed, to callers without access, and beyond the limit', async () => {
    const running = await created(ada, { ...QUICK, seats: ['me', 'me'] });
    expectProblem(await begin(ada, running), 409, 'game-unfinished');
    const hidden = await aborted({ visibility: 'private' });
    expectProblem(await begin(bob, hidden), 404, 'game-not-found');
    const daily = await created(ada, { ruleset: 'pascal', seats: ['me'], daily: true });
    await ada.post(`/v1/games/${daily.id}/resignation`, {});
    for (const caller of [ada, bob]) expectProblem(await begin(caller, daily), 403, 'daily-closed');
    const boards = await Boards.of(service, [ada, bob]);
    const sealed = { id: await boards.deal([ada, bob], QUICK) };
    await ada.post(`/v1/games/${sealed.id}/resignation`, {});
    expectProblem(await begin(ada, sealed), 403, 'board-sealed');
    const off = await analysing(null);
    const player = await new Players(service.store).get(ada.id as string);
    if (player === null) throw new Error('Ada is not there');
    const reader = { playerId: ada.id };
    const refusedThere = { refusal: { code: 'analyses-off' } };
    expect(await off.begin(player, reader, hidden.id)).toMatchObject(refusedThere);
    const missing = await off.of(reader, hidden.id);
    expect(missing).toMatchObject({ refusal: { code: 'analysis-not-found', hint: expect.stringContaining('turned') } });
    expect((await begin(ada, hidden)).body).toMatchObject({ status: 'waiting', ahead: 0 });
    expect(await off.begin(player, reader, hidden.id)).toMatchObject(refusedThere);
    expect(await off.of(reader, hidden.id)).toMatchObject({ value: { status: 'waiting', ahead: null } });

    const games = await Promise.all(Array.from({ length: 11 }, () => aborted()));
    const answers = await Promise.all(games.map((game) => begin(bob, game)));
    const [refused, ...more] = answers.filter(({ status }) => status !== 202);
    expect(more).toEqual([]);
    expectProblem(refused as never, 429, 'too-many-analyses');
    expect(refused?.headers.get('retry-after')).toBe('60');
    (await analysing()).direct();
    for (const { body } of answers.filter(({ status }) => status === 202)) {
      expect(await done(body.gameId)).toMatchObject({ status: 'done', decisions: [] });
      expect(await off.begin(player, reader, body.gameId)).toMatchObject({ ok: true, value: { status: 'done' } });
    }
  });

  test('lists the moves by which a player lost most, among the judged ones', async () => {
    const [worst, best] = [`/v1/players/${bob.id}/moves?ruleset=pascals-ruin`, '&order=best&limit=3'];
    expect((await bob.get(worst)).body).toMatchObject({ player: { id: bob.id }, games: 0, decisions: 0, moves: [] });
    const game = await created(bob, { ...QUICK, seats: ['me', { bot: 'random' }] });
    for (let n = 0; n < 3; n++) {
      const { choices, status, version } = (await bob.get(`/v1/games/${game.id}?after=${n}&wait=5`)).body;
      if (status !== 'playing' || choices === undefined || legalActionsOf({ choices }).length === 0) continue;
      await bob.post(`/v1/games/${game.id}/actions`, {
        action: legalActionsOf({ choices })[0],
        expectedVersion: version,
      });
    }
    await bob.post(`/v1/games/${game.id}/resignation`, {});
    await over(bob, game.id);
    await begin(bob, game);
    (await analysing()).direct();
    const own = (await done(game.id)).decisions.filter(({ by }: any) => by === 'player');
    expect(own.length).toBeGreaterThan(0);
    const { body } = await ada.get(worst);
    expect(body).toMatchObject({ measure: 'chance', games: 1, decisions: own.length });
    const lows = body.moves.map(({ loss }: any) => loss.interval.low);
    expect(lows).toEqual([...lows].sort((one, other) => other - one));
    expect(body.moves[0]).toMatchObject({ gameId: game.id, seat: 0 });
    expect((await ada.get(`/v1/players/${bob.id}/moves`)).body).toEqual(body);
    const highs = (await ada.get(worst + best)).body.moves.map(({ loss }: any) => loss.interval.high);
    expect(highs).toEqual([...highs].sort((one, other) => one - other));
    expectProblem(await ada.get(`/v1/players/${game.id}/moves?ruleset=pascal`), 404, 'player-not-found');
    expectProblem(await ada.get(`/v1/players/${bob.id}/moves?ruleset=chess`), 400, 'invalid-request');
  });
}
