import { beforeAll, describe, expect, test } from 'vitest';
import { poolOf } from '../../src/games/model/rated-game.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';
import { act, create, problem, stateOf } from './table.ts';

const CLOCK = { perAction: 600, onTimeout: 'resign' };
const OPTIONS = { roundsToWin: 1 };
const RATED = { ruleset: 'pascals-ruin', options: OPTIONS, rated: true, clock: CLOCK };

export function ratedGameTests(started: () => Service): void {
  let service: Service;
  let ada: Caller;
  let bob: Caller;

  beforeAll(async () => {
    service = started();
    [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
  });

  async function table(more: object = {}): Promise<any> {
    const game = await create(ada, { ...RATED, seats: ['me', { player: bob.id }], ...more });
    return (await bob.post(`/v1/games/${game.id}/seats`, {})).body;
  }

  async function ratingOf({ id, ruleset, rulesVersion, options, seats }: any) {
    const pool = poolOf({ ruleset, rulesVersion, options, seats: seats.length });
    const games = await service.store.ratings.games(pool.id, 0, 1_000);
    return games.find(({ gameId }) => gameId === id) ?? null;
  }

  const abort = (player: Caller, { id }: any) => player.post(`/v1/games/${id}/abort`, {});
  const resign = (player: Caller, { id }: any) => player.post(`/v1/games/${id}/resignation`, {});

  test('the end of a rated game counts in its pool, once, and is public', async () => {
    const game = await table();
    expect(game).toMatchObject({ status: 'playing', rated: true, counts: true, seeded: false });
    expect(await ratingOf(game)).toBeNull();
    expect((await resign(ada, game)).body.outcome.winners).toEqual([1]);
    const { updatedAt } = await stateOf(bob, game.id);
    const { id } = game;
    expect(await ratingOf(game)).toMatchObject({
      ...{
        gameId: id,
        board: id,
        competitionId: null,
        players: [ada.id, bob.id],
        shares: [0, 1],
        at: new Date(updatedAt),
      },
    });
    const { games } = (await service.stranger.get(`/v1/games?player=${ada.id}`)).body;
    expect(games.find((listed: any) => listed.id === id)).toMatchObject({ rated: true });
    expect((await service.stranger.get(`/v1/games/${id}/transcript`)).body).toMatchObject({ rated: true });
    expect((await create(ada, { ruleset: 'pascal' })).rated).toBe(false);
  });

  test('a rated game against a bot counts the bot by its policy', async () => {
    const game = await create(ada, { ...RATED, seats: ['me', { bot: 'random' }] });
    await resign(ada, game);
    expect(await ratingOf(game)).toMatchObject({ players: [ada.id, 'bot:random'], shares: [0, 1] });
  });

  test('a rated game is called off by agreement alone, and only before the first action', async () => {
    const agreed = await table();
    expect((await abort(ada, agreed)).body).toMatchObject({ status: 'playing', abortAskedBy: [ada.id] });
    expect((await abort(bob, agreed)).body).toMatchObject({ status: 'aborted', outcome: null });
    expect(await ratingOf(agreed)).toBeNull();

    const game = await table();
    await abort(ada, game);
    const mover = [ada, bob][game.toAct[0]] as Caller;
    const { state } = await act(mover, game.id);
    for (const player of [ada, bob]) {
      const refused = await abort(player, game);
      expect(problem(refused)).toBe('409 rated-game');
      expect(refused.body.hint).toContain('/resignation');
    }
    expect((await stateOf(ada, game.id)).version).toBe(state.version);
    expect(problem(await abort(await service.stranger.register('Fay'), game))).toBe('403 not-your-seat');
  });

  test('a player who has seen cards against bots, or beside a player who left, cannot call a rated game off', async () => {
    const alone = await create(ada, { ...RATED, seats: ['me', { bot: 'random' }] });
    expect(problem(await abort(ada, alone))).toBe('409 rated-game');
    const three = await table({ seats: ['me', { player: bob.id }, { bot: 'random' }] });
    await resign(bob, three);
    expect(problem(await abort(ada, three))).toBe('409 rated-game');
    await resign(ada, three);
    expect((await stateOf(ada, three.id)).outcome.winners).toEqual([2]);
    expect(await ratingOf(three)).toMatchObject({ shares: [0, 0, 1] });
  });

  test('before its start a rated game is closed by its creator, and nothing counts', async () => {
    const game = await create(ada, { ...RATED, seats: ['me', 'open'] });
    expect((await abort(ada, game)).body.status).toBe('aborted');
    expect(await ratingOf(game)).toBeNull();
  });

  test('a player has at most one seat in a rated game', async () => {
    const open = await create(ada, { ...RATED, seats: ['me', 'open', { player: bob.id }] });
    const path = `/v1/games/${open.id}/seats`;
    expect(problem(await ada.post(path, { seat: 1 }))).toBe('409 rated-game');
    const kept = await bob.post(path, { seat: 1 });
    expect(problem(kept)).toBe('409 rated-game');
    expect(kept.body.hint).toContain('seat 2');
    expect((await bob.post(path, {})).body.you).toEqual([2]);
    expect((await bob.post(path, {})).body.you).toEqual([2]);
    expect(problem(await bob.post(path, { seat: 1 }))).toBe('409 rated-game');
  });

  test('a rematch of a rated game is rated', async () => {
    const game = await table();
    await resign(bob, game);
    const again = (await bob.post(`/v1/games/${game.id}/rematch`, {})).body;
    expect(again).toMatchObject({ status: 'open', rated: true, rematchOf: game.id });
    expect((await ada.post(`/v1/games/${game.id}/rematch`, {})).body).toMatchObject({ status: 'playing', rated: true });
    await resign(ada, again);
    expect(await ratingOf({ ...again, options: game.options })).toMatchObject({ shares: [0, 1] });
  });

  describe('a game cannot be rated', () => {
    test.each<[string, object, string]>([
      ['without a clock', { clock: undefined }, '/clock'],
      ['when random actions replace a late player', { clock: { ...CLOCK, onTimeout: 'random' } }, '/clock/onTimeout'],
      ['when a decision may take more than a day', { clock: { ...CLOCK, perAction: 86_401 } }, '/clock/perAction'],
      ['when its chance can be foreseen', { seed: 'mine' }, '/seed'],
      ['when it is not public', { visibility: 'unlisted' }, '/visibility'],
      ['against a bot that thinks for a fixed time', { seats: ['me', { bot: 'search' }] }, '/seats/1'],
      ['when such a bot replaces a player who leaves', { standIn: 'search' }, '/standIn'],
      ['when its creator has two seats', { seats: ['me', 'me'] }, '/seats/1'],
      ['among bots alone', { seats: [{ bot: 'random' }, { bot: 'random' }] }, '/seats'],
    ])('%s', async (_, more, pointer) => {
      const { status, body } = await ada.post('/v1/games', { ...RATED, seats: ['me', 'open'], ...more });
      expect([status, body.code]).toEqual([400, 'invalid-request']);
      expect(body.errors.map((error: any) => error.pointer)).toEqual([pointer]);
    });

    test('for one seat, for two of one guest, and if it may be endless', async () => {
      const pointersOf = async (asked: object) => {
        const { body } = await ada.post('/v1/games', { rated: true, clock: CLOCK, ...asked });
        return body.errors?.map((error: any) => error.pointer);
      };
      expect(await pointersOf({ ruleset: 'pascal', seats: ['me'] })).toEqual(['/seats']);
      const guests = { seats: [{ player: bob.id }, { player: bob.id }] };
      expect(await pointersOf({ ruleset: 'champions-of-chance', ...guests })).toEqual(['/seats/1']);
      const endless = { ruleset: 'pascals-ruin', options: { mode: 'eternal', maxRounds: null } };
      expect(await pointersOf({ ...endless, seats: ['me', 'open'] })).toEqual(['/options']);
    });
  });
}
