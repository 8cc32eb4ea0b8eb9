import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { done } from '../../src/eventlog/result.ts';
import { endedBy } from '../../src/games/commands/resign.ts';
import type { Game } from '../../src/games/model/game.ts';
import { Boards } from './boards.ts';
import type { Caller } from './caller.ts';
import { ratedGameTests } from './rated-games.ts';
import { type Service, startService } from './service.ts';
import { act, create, playOut, problem, stateOf } from './table.ts';
import { takebackTests } from './takebacks.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let eve: Caller;
beforeAll(async () => {
  service = await startService({ directs: false });
  [ada, bob, eve] = await service.stranger.registerAll('Ada', 'Bob', 'Eve');
});
afterAll(() => service.stop());

async function table(players: Caller[], more: object = {}): Promise<any> {
  const [host, ...guests] = players as [Caller, ...Caller[]];
  const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
  const game = await create(host, { ruleset: 'champions-of-chance', seats, ...more });
  for (const guest of guests) await guest.post(`/v1/games/${game.id}/seats`, {});
  return stateOf(host, game.id);
}

async function typesIn(id: string): Promise<string[]> {
  const { body } = await service.stranger.get(`/v1/games/${id}/events?limit=1000`);
  return body.events.map(({ type }: any) => type);
}

describe('resigning', () => {
  test('in a game of two gives the other player the win', async () => {
    const game = await table([ada, bob]);
    const { status, body } = await bob.post(`/v1/games/${game.id}/resignation`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'finished', version: game.version + 1, toAct: [], decisions: [] });
    expect(body.outcome).toEqual({
      winners: [0],
      scores: [0, 0],
      reason: 'resigned',
      text: 'Seat 1 resigned: seat 0 is the last one and wins.',
      left: [{ seat: 1, how: 'resigned', version: game.version + 1 }],
    });
    expect((await typesIn(game.id)).slice(-2)).toEqual(['seatResigned', 'gameEnded']);
    expect(problem(await ada.post(`/v1/games/${game.id}/resignation`, {}))).toBe('409 game-over');
  });

  test('in a larger game makes a bot play the seat, which cannot win, as the outcome says', async () => {
    for (const seed of ['one', 'two']) {
      const game = await table([ada, bob, eve], { seed });
      const gone = (await eve.post(`/v1/games/${game.id}/resignation`, {})).body;
      expect(gone).toMatchObject({ status: 'playing', outcome: null });
      expect(gone.seats[2]).toMatchObject({ player: { id: eve.id }, policy: 'random', left: 'resigned' });
      expect(gone.choices).toBeUndefined();
      expect(problem(await eve.post(`/v1/games/${game.id}/resignation`, { seat: 2 }))).toBe('409 seat-left');
      const end = await playOut([ada, bob], game.id, seed);
      expect(end.outcome.left).toEqual([{ seat: 2, how: 'resigned', version: expect.any(Number) }]);
      expect(end.outcome.winners).not.toContain(2);
      expect(end.outcome.winners.length).toBeGreaterThan(0);
      expect((await typesIn(game.id)).filter((type) => type === 'seatResigned')).toHaveLength(1);
    }
  });

  test('excludes the player from acting, and the last remaining player wins', async () => {
    const game = await table([ada, bob, eve]);
    const listed = await eve.get(`/v1/games/${game.id}/actions`);
    await eve.post(`/v1/games/${game.id}/resignation`, {});
    const [first] = [...listed.body.actions, { action: legalActionsOf(game)[0] ?? { type: 'chooseOpponent' } }];
    const late = await eve.post(`/v1/games/${game.id}/actions`, { action: first.action });
    expect(problem(late)).toBe('409 seat-left');
    expect((await eve.get(`/v1/games/${game.id}/actions`)).body.actions).toEqual([]);
    const { body } = await ada.post(`/v1/games/${game.id}/resignation`, {});
    expect(body.outcome).toMatchObject({ winners: [1] });
    expect(body.outcome.left.map(({ seat }: any) => seat)).toEqual([2, 0]);
  });

  test('a hot seat needs its number; for a stranger and before the start it is refused', async () => {
    const hot = await create(ada, { ruleset: 'champions-of-chance', seats: ['me', 'me', 'me'] });
    expect((await ada.post(`/v1/games/${hot.id}/resignation`, { seat: 1 })).body.seats[1].left).toBe('resigned');
    expect(problem(await ada.post(`/v1/games/${hot.id}/resignation`, { seat: 3 }))).toBe('404 no-such-seat');
    expect(problem(await bob.post(`/v1/games/${hot.id}/resignation`, {}))).toBe('403 not-your-seat');
    const open = await create(ada, { ruleset: 'champions-of-chance' });
    expect(problem(await ada.post(`/v1/games/${open.id}/resignation`, {}))).toBe('409 game-not-started');
  });

  test('needs no body', async () => {
    const game = await table([ada, bob]);
    expect((await ada.call('POST', `/v1/games/${game.id}/resignation`)).body.status).toBe('finished');
  });
});

describe('aborting', () => {
  test('before the start is the creator’s right alone', async () => {
    const game = await create(ada, { ruleset: 'champions-of-chance', seats: ['me', 'open', 'open'] });
    await bob.post(`/v1/games/${game.id}/seats`, {});
    expect(problem(await bob.post(`/v1/games/${game.id}/abort`, {}))).toBe('403 not-your-game');
    const { body } = await ada.post(`/v1/games/${game.id}/abort`, {});
    expect(body).toMatchObject({ status: 'aborted', outcome: null, toAct: [] });
    expect((await typesIn(game.id)).at(-1)).toBe('gameAborted');
  });

  test('later needs every remaining player; acting withdraws the wish', async () => {
    const game = await table([ada, bob, eve]);
    const path = `/v1/games/${game.id}/abort`;
    expect((await ada.post(path, {})).body).toMatchObject({ status: 'playing', abortAskedBy: [ada.id] });
    expect(problem(await ada.post(path, {}))).toBe('409 abort-asked');
    const mover = [ada, bob, eve][game.toAct[0]] as Caller;
    if (mover !== ada) await mover.post(path, {});
    const { state } = await act(mover, game.id);
    expect(state.abortAskedBy).not.toContain(mover.id);
    const stranger = await service.stranger.register('Fay');
    expect(problem(await stranger.post(path, {}))).toBe('403 not-your-seat');
    await eve.post(`/v1/games/${game.id}/resignation`, {});
    let last = state;
    for (const player of [ada, bob]) {
      if (!(await stateOf(player, game.id)).abortAskedBy.includes(player.id)) last = (await player.post(path, {})).body;
    }
    expect(last).toMatchObject({ status: 'aborted', outcome: null });
    expect(problem(await ada.post(path, {}))).toBe('409 game-over');
  });

  test('is immediate for a player alone or with bots', async () => {
    const solo = await create(ada, { ruleset: 'pascal' });
    expect((await ada.post(`/v1/games/${solo.id}/abort`, {})).body.status).toBe('aborted');
    const bots = await create(ada, { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }] });
    expect((await ada.post(`/v1/games/${bots.id}/abort`, {})).body.status).toBe('aborted');
  });
});

describe('a rematch', () => {
  test('is one new game of the same seats and options, which the others join with the same call', async () => {
    const options = { victoryDice: true };
    const game = await table([ada, bob], { options, clock: { perAction: 600, onTimeout: 'random' } });
    expect(problem(await ada.post(`/v1/games/${game.id}/rematch`, {}))).toBe('409 rematch-too-early');
    await bob.post(`/v1/games/${game.id}/resignation`, {});
    expect(problem(await eve.post(`/v1/games/${game.id}/rematch`, {}))).toBe('403 not-your-seat');
    const first = await bob.post(`/v1/games/${game.id}/rematch`, {});
    expect(first.body).toMatchObject({ status: 'open', rematchOf: game.id, options: game.options, you: [1] });
    expect(first.body.scoring).toBe('highest');
    expect(first.body.id).not.toBe(game.id);
    expect(first.body.clock).toMatchObject({ perAction: 600 });
    expect(first.body.seats[0]).toMatchObject({ kind: 'invited', player: { id: ada.id } });
    const { games } = (await ada.get(`/v1/games?rematchOf=${game.id}`)).body;
    expect(games.map(({ id }: any) => id)).toEqual([first.body.id]);
    expect((await ada.get(`/v1/games?rematchOf=${first.body.id}`)).body.games).toEqual([]);
    expect((await bob.post(`/v1/games/${game.id}/rematch`, {})).body.id).toBe(first.body.id);
    const second = await ada.post(`/v1/games/${game.id}/rematch`, {});
    expect(second.body).toMatchObject({ id: first.body.id, status: 'playing', you: [0] });
  });

  test('after an aborted game is another game, once for all callers', async () => {
    const game = await table([ada, bob]);
    await ada.post(`/v1/games/${game.id}/resignation`, {});
    const first = await ada.post(`/v1/games/${game.id}/rematch`, {});
    expect((await ada.post(`/v1/games/${first.body.id}/abort`, {})).body.status).toBe('aborted');
    const answers = await Promise.all([ada, bob].map((player) => player.post(`/v1/games/${game.id}/rematch`, {})));
    const [another] = answers;
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
      [200, 200].map((ok) => [ok, another?.body.id]),
    );
    expect(another?.body.id).not.toBe(first.body.id);
    expect((await stateOf(bob, another?.body.id)).status).toBe('playing');
    const { games } = (await ada.get(`/v1/games?rematchOf=${game.id}`)).body;
    expect(games.map(({ id }: any) => id)).toEqual([another?.body.id, first.body.id]);
  });

  test('requested simultaneously is still one game', async () => {
    const game = await table([ada, bob]);
    await ada.post(`/v1/games/${game.id}/resignation`, {});
    const answers = await Promise.all(
      [ada, bob, ada, bob].map((player) => player.post(`/v1/games/${game.id}/rematch`, {})),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await stateOf(ada, answers[0]?.body.id)).status).toBe('playing');
  });

  test('against a bot starts at once', async () => {
    const game = await create(ada, { ruleset: 'champions-of-chance', seats: [{ bot: 'random' }, 'me'] });
    await ada.post(`/v1/games/${game.id}/resignation`, {});
    const { body } = await ada.post(`/v1/games/${game.id}/rematch`, {});
    expect(body).toMatchObject({ status: 'playing', seeded: false, you: [1], scoring: 'lowest' });
    expect(body.seats[0]).toMatchObject({ kind: 'bot', policy: 'random' });
  });
});

describe('a game of a competition', () => {
  const RULESET = 'champions-of-chance';
  const wonBy = async (caller: Caller) => {
    const { rulesets } = (await service.stranger.get(`/v1/players/${caller.id}/record`)).body;
    return rulesets.find(({ ruleset }: any) => ruleset === RULESET)?.won ?? 0;
  };

  test('is left only by resigning: the competition decides about the next game', async () => {
    const boards = await Boards.of(service, [ada, bob]);
    const id = await boards.deal([ada, bob], { ruleset: RULESET, board: 7, sealed: false });
    const place = { competitionId: boards.id, round: 1, table: 1, board: 7, copy: 1, sealed: false };
    const shown = { status: 'playing', createdBy: null, competition: place, seeded: true, counts: true, whyNot: null };
    const before = await stateOf(ada, id);
    expect(before).toMatchObject(shown);
    expect((await ada.get(`/v1/games?player=me`)).body.games[0]).toMatchObject({ id, ...shown });
    const calls = [
      () => ada.post(`/v1/games/${id}/abort`, {}),
      () => ada.call('DELETE', `/v1/games/${id}/seats/0`),
      () => eve.post(`/v1/games/${id}/seats`, {}),
      () => bob.post(`/v1/games/${id}/rematch`, {}),
    ];
    for (const call of calls) expect(problem(await call())).toBe('409 competition-game');
    expect((await calls[0]?.())?.body.hint).toContain('resignation');
    expect((await stateOf(ada, id)).version).toBe(before.version);

    const won = await wonBy(ada);
    expect((await bob.post(`/v1/games/${id}/resignation`, {})).body.outcome.winners).toEqual([0]);
    for (const call of calls) expect(problem(await call())).toBe('409 competition-game');
    expect(await wonBy(ada)).toBe(won + 1);
    const { body } = await service.stranger.get(`/v1/games/${id}/fairness`);
    expect(body).toMatchObject({ seeded: true, commitment: null, competition: place, seed: 'board 7' });
  });

  test('that is private is visible to all entrants, and the server can abort it', async () => {
    const boards = await Boards.of(service, [ada, bob, eve]);
    const id = await boards.deal([ada, bob], { ruleset: RULESET, sealed: false, visibility: 'private' });
    expect(problem(await service.stranger.get(`/v1/games/${id}`))).toBe('404 game-not-found');
    expect(problem(await (await service.stranger.register('Fay')).get(`/v1/games/${id}`))).toBe('404 game-not-found');
    expect((await stateOf(eve, id)).you).toEqual([]);
    const decide = (game: Game, now: Date) => done(endedBy(game, now, null));
    expect((await service.gameService.commands.handle({ gameId: id, by: null, request: null, decide })).ok).toBe(true);
    expect(await stateOf(eve, id)).toMatchObject({ status: 'aborted', outcome: null });
  });
});

describe('a rated game', () => ratedGameTests(() => service));

describe('takebacks', () => takebackTests(() => service));
