import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, playOut, problem } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let eve: Caller;
beforeAll(async () => {
  service = await startService();
  [ada, bob, eve] = await service.stranger.registerAll('Ada', 'Bob', 'Eve');
});
afterAll(() => service.stop());

const SHORT = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 } };

async function idsIn(caller: Caller, query: string): Promise<string[]> {
  const { status, body } = await caller.get(`/v1/games?limit=100&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.games.map(({ id }: any) => id);
}

describe('invitations', () => {
  test('a seat is reserved for the invited player, who takes it by joining', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', { player: bob.id }] });
    expect(game.seats[1]).toMatchObject({ kind: 'invited', player: { id: bob.id, name: 'Bob' } });
    const kept = await eve.post(`/v1/games/${game.id}/seats`, { seat: 1 });
    expect(problem(kept)).toBe('409 seat-taken');
    expect(kept.body.detail).toContain('kept for an invited player');
    expect(await idsIn(bob, 'player=me&status=open')).toContain(game.id);
    expect((await bob.post(`/v1/games/${game.id}/seats`, {})).body).toMatchObject({ status: 'playing', you: [1] });
  });

  test('an invited player may decline, and the host may withdraw the invitation', async () => {
    for (const caller of [bob, ada]) {
      const game = await create(ada, { ...SHORT, seats: ['me', { player: bob.id }] });
      expect(problem(await eve.call('DELETE', `/v1/games/${game.id}/seats/1`))).toBe('403 not-your-seat');
      const { body } = await caller.call('DELETE', `/v1/games/${game.id}/seats/1`);
      expect(body.seats[1]).toMatchObject({ kind: 'open', player: null });
      expect(await idsIn(bob, 'player=me&status=open')).not.toContain(game.id);
    }
  });

  test('only existing players and bots of the ruleset can be invited', async () => {
    const nobody = '01930000-0000-7000-8000-000000000009';
    const unknown = await ada.post('/v1/games', { ...SHORT, seats: ['me', { player: nobody }] });
    expect(problem(unknown)).toBe('422 unknown-player');
    expect(unknown.body.errors[0].pointer).toBe('/seats/1/player');
    const robot = await ada.post('/v1/games', { ...SHORT, seats: ['me', { bot: 'planner' }] });
    expect(problem(robot)).toBe('422 unknown-policy');
    expect(robot.body.errors).toEqual([{ pointer: '/seats/1/bot', message: expect.stringContaining('random') }]);
    expect(problem(await ada.post('/v1/games', { ...SHORT, standIn: 'nobody' }))).toBe('422 unknown-policy');
    for (const seat of ['them', { bot: '' }, { player: 'Bob' }, { player: bob.id, bot: 'random' }, 3]) {
      expect(problem(await ada.post('/v1/games', { ...SHORT, seats: ['me', seat] })), JSON.stringify(seat)).toBe(
        '400 invalid-request',
      );
    }
  });
});

describe('joining again', () => {
  test('changes nothing for a seated player, unless they name another seat', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', 'open', 'open'] });
    const path = `/v1/games/${game.id}/seats`;
    const joined = (await bob.post(path, { clientSeed: 'mine' })).body;
    expect(joined).toMatchObject({ status: 'open', you: [1] });
    for (const again of [{}, { seat: 1 }, { clientSeed: 'mine' }, { seat: 1, clientSeed: 'mine' }]) {
      expect((await bob.post(path, again)).body).toEqual(joined);
    }
    expect((await ada.post(path, {})).body).toMatchObject({ version: joined.version, you: [0] });
    const other = await bob.post(path, { clientSeed: 'another' });
    expect(problem(other)).toBe('409 seat-taken');
    expect(other.body.hint).toContain('seat 1');
    const second = (await bob.post(path, { seat: 2, clientSeed: 'another' })).body;
    expect(second).toMatchObject({ status: 'playing', you: [1, 2] });
    expect((await bob.post(path, {})).body).toEqual(second);
  });

  test('takes no further reserved seat, unless the player names it', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', { player: bob.id }, { player: bob.id }] });
    const path = `/v1/games/${game.id}/seats`;
    for (let calls = 0; calls < 2; calls++) {
      expect((await bob.post(path, {})).body).toMatchObject({ status: 'open', you: [1] });
    }
    expect((await bob.post(path, { seat: 2 })).body).toMatchObject({ status: 'playing', you: [1, 2] });
  });

  test('to play again uses the client seed that was given first', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', { bot: 'random' }] });
    await ada.post(`/v1/games/${game.id}/resignation`, {});
    const path = `/v1/games/${game.id}/rematch`;
    const first = await ada.post(path, { clientSeed: 'mine' });
    expect((await ada.post(path, { clientSeed: 'mine' })).body).toEqual(first.body);
    expect(problem(await ada.post(path, { clientSeed: 'another' }))).toBe('409 seat-taken');
  });
});

describe('leaving before the start', () => {
  test('opens the seat for others, and closes an empty table', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', 'open', 'open'] });
    await bob.post(`/v1/games/${game.id}/seats`, {});
    const path = `/v1/games/${game.id}/seats`;
    expect((await ada.call('DELETE', `${path}/0`)).body).toMatchObject({ status: 'open', you: [] });
    expect((await eve.post(path, { seat: 0 })).body.you).toEqual([0]);
    await eve.call('DELETE', `${path}/0`);
    expect((await bob.call('DELETE', `${path}/1`)).body).toMatchObject({ status: 'aborted', outcome: null });
    const { body } = await bob.get(`/v1/games/${game.id}/events`);
    expect(body.events.map(({ type }: any) => type)).toEqual([
      ...['gameCreated', 'seatTaken', 'seatTaken', 'seatLeft', 'seatTaken', 'seatLeft', 'seatLeft', 'gameAborted'],
    ]);
    expect(problem(await eve.post(path, {}))).toBe('409 game-over');
  });

  test('is rejected after the start, for foreign seats and for missing seats', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', 'me'] });
    const path = `/v1/games/${game.id}/seats`;
    expect(problem(await ada.call('DELETE', `${path}/0`))).toBe('409 game-started');
    expect(problem(await ada.call('DELETE', `${path}/2`))).toBe('404 no-such-seat');
    const open = await create(ada, { ...SHORT, seats: ['me', 'open'] });
    expect(problem(await bob.call('DELETE', `/v1/games/${open.id}/seats/0`))).toBe('403 not-your-seat');
    expect(problem(await ada.call('DELETE', `/v1/games/${open.id}/seats/1`))).toBe('403 not-your-seat');
  });
});

describe('a private game', () => {
  test('does not exist for strangers in any call', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', 'me'], visibility: 'private' });
    expect(game.inviteCode).toMatch(/^[a-z2-9]{16}$/);
    const path = `/v1/games/${game.id}`;
    const nobody = '/v1/games/01930000-0000-7000-8000-000000000009';
    for (const caller of [service.stranger, eve]) {
      for (const more of ['', '?wait=5', '/events', '/events?wait=5']) {
        const [own, none] = [await caller.get(path + more), await caller.get(nobody + more)];
        expect(problem(own)).toBe('404 game-not-found');
        const strip = (body: unknown) => JSON.stringify(body).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
        expect(strip(own.body)).toBe(strip(none.body));
      }
    }
    expect(problem(await eve.get(`${path}/actions`))).toBe('404 game-not-found');
    const posts = {
      '/actions': { action: legalActionsOf(game)[0] },
      '/seats': {},
      '/resignation': {},
      '/abort': {},
      '/rematch': {},
    };
    for (const [more, body] of Object.entries(posts)) {
      expect(problem(await eve.post(path + more, body)), more).toBe('404 game-not-found');
    }
    expect(problem(await eve.call('DELETE', `${path}/seats/0`))).toBe('404 game-not-found');
    expect(await idsIn(eve, `player=${ada.id}`)).not.toContain(game.id);
    expect(await idsIn(ada, 'player=me')).toContain(game.id);
  });

  test('opens with its invite code, in a header or a body and never in a URL', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', 'open'], visibility: 'private' });
    const path = `/v1/games/${game.id}`;
    const code = { 'invite-code': game.inviteCode };
    expect((await service.stranger.get(path, code)).body).toMatchObject({ viewer: 'spectator', inviteCode: null });
    expect((await service.stranger.get(`${path}/events`, code)).status).toBe(200);
    expect(problem(await service.stranger.get(path, { 'invite-code': 'x'.repeat(16) }))).toBe('404 game-not-found');
    expect(problem(await service.stranger.get(`${path}?inviteCode=${game.inviteCode}`))).toBe('400 invalid-request');
    const wrong = ['wrong', '', `${game.inviteCode}x`, game.inviteCode.slice(0, -1), game.inviteCode.toUpperCase()];
    for (const inviteCode of wrong) {
      expect(problem(await bob.post(`${path}/seats`, { inviteCode }))).toBe('404 game-not-found');
    }
    const joined = await bob.post(`${path}/seats`, { inviteCode: game.inviteCode });
    expect(joined.body).toMatchObject({ status: 'playing', inviteCode: game.inviteCode });
    expect(JSON.stringify((await ada.get('/v1/games?player=me')).body)).not.toContain(game.inviteCode);
  });

  test('shows its code to a host without a seat, and to no spectator, in either order of reading', async () => {
    const seats = ['open', 'open'];
    for (const hostFirst of [true, false]) {
      const game = await create(ada, { ...SHORT, seats, visibility: 'private' });
      const path = `/v1/games/${game.id}`;
      const look = (isHost: boolean) => (isHost ? ada : eve).get(path, { 'invite-code': game.inviteCode });
      const [first, second] = [await look(hostFirst), await look(!hostFirst)];
      const [host, spectator] = hostFirst ? [first, second] : [second, first];
      expect([host.body.inviteCode, spectator.body.inviteCode]).toEqual([game.inviteCode, null]);
      expect(host.headers.get('etag')).not.toBe(spectator.headers.get('etag'));
    }
  });

  test('is visible to an invited player without the code', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', { player: bob.id }], visibility: 'private' });
    expect((await bob.get(`/v1/games/${game.id}`)).body).toMatchObject({ viewer: 'spectator', you: [] });
    expect((await bob.post(`/v1/games/${game.id}/seats`, {})).body.you).toEqual([1]);
  });
});

test('an unlisted game is visible by its id, and only in lists of its players', async () => {
  const game = await create(ada, { ...SHORT, seats: ['me', 'open'], visibility: 'unlisted' });
  expect((await service.stranger.get(`/v1/games/${game.id}`)).status).toBe(200);
  expect(await idsIn(eve, 'openSeats=true')).not.toContain(game.id);
  expect(await idsIn(ada, 'openSeats=true')).toContain(game.id);
  expect((await eve.post(`/v1/games/${game.id}/seats`, {})).status).toBe(200);
});

describe('lists', () => {
  test('the lobby lists games with an open seat, until the last seat is taken', async () => {
    const game = await create(ada, { ...SHORT, seats: ['me', 'open', 'open'] });
    const { body } = await service.stranger.get('/v1/games?openSeats=true&ruleset=pascals-ruin');
    expect(body.games.find(({ id }: any) => id === game.id)).toMatchObject({ openSeats: 2, status: 'open', toAct: [] });
    await bob.post(`/v1/games/${game.id}/seats`, {});
    expect(await idsIn(eve, 'openSeats=true')).toContain(game.id);
    await eve.post(`/v1/games/${game.id}/seats`, {});
    expect(await idsIn(eve, 'openSeats=true')).not.toContain(game.id);
    expect(await idsIn(eve, 'openSeats=false&status=playing')).toContain(game.id);
  });

  test('filters combine, and pages list each game once despite new games', async () => {
    const cleo = await service.stranger.register('Cleo');
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.push((await create(cleo, { ...SHORT, seats: ['me', 'me'] })).id);
    const pages: string[] = [];
    let cursor = '';
    do {
      const { body } = await service.stranger.get(`/v1/games?player=${cleo.id}&limit=3${cursor}`);
      expect(body.games.length).toBeLessThanOrEqual(3);
      pages.push(...body.games.map(({ id }: any) => id));
      await create(cleo, { ...SHORT, seats: ['me', 'me'] });
      cursor = body.next === null ? '' : `&cursor=${body.next}`;
    } while (cursor !== '');
    expect(pages).toEqual(made.toReversed());
    expect(await idsIn(cleo, `player=me&ruleset=pascal`)).toEqual([]);
    expect(await idsIn(cleo, `player=me&status=finished`)).toEqual([]);
  });

  test('awaiting=me selects the games that wait for the caller', async () => {
    const cleo = await service.stranger.register('Cleo');
    const mine = await create(cleo, { ...SHORT, seats: ['me', 'me'] });
    const open = await create(cleo, { ...SHORT, seats: ['me', 'open'] });
    expect(await idsIn(cleo, 'awaiting=me')).toEqual([mine.id]);
    expect(await idsIn(cleo, 'player=me')).toEqual([open.id, mine.id]);
    for (const query of ['awaiting=me', 'player=me']) {
      expect(problem(await service.stranger.get(`/v1/games?${query}`))).toBe('401 unauthorized');
    }
  });

  test('impossible queries are rejected', async () => {
    for (const query of ['ruleset=chess', 'status=over', 'limit=0', 'limit=101', 'cursor=x', 'player=Bob', 'after=1']) {
      expect(problem(await ada.get(`/v1/games?${query}`)), query).toBe('400 invalid-request');
    }
  });
});

describe('a record', () => {
  const SEAT_OF_BOT = { bot: 'random' };
  const recordOf = async (player: Caller) => (await service.stranger.get(`/v1/players/${player.id}/record`)).body;
  const whyNotOf = async (player: Caller, id: string) => {
    const { games } = (await player.get('/v1/games?player=me&limit=100')).body;
    const game = games.find((each: any) => each.id === id);
    const { counts, whyNot } = (await player.get(`/v1/games/${id}`)).body;
    expect({ counts, whyNot }).toEqual({ counts: game.counts, whyNot: game.whyNot });
    return game.counts ? 'counts' : game.whyNot;
  };
  const rivals = async () => (await service.stranger.registerAll('Clara', 'Dan')) as [Caller, Caller];
  const play = async ([one, other]: [Caller, Caller], more: object) => {
    const game = await create(one, { ...SHORT, seats: ['me', { player: other.id }], ...more });
    await other.post(`/v1/games/${game.id}/seats`, {});
    return playOut([one, other], game.id, `record ${JSON.stringify(more)}`);
  };

  test('counts finished public games by result, and no practice or hidden games', async () => {
    const [clara, dan] = await rivals();
    const ends = [await play([clara, dan], {}), await play([clara, dan], { options: { roundsToWin: 2 } })];
    const seeded = await play([clara, dan], { seed: 'known' });
    const hidden = await play([clara, dan], { visibility: 'private' });
    const alone = await playOut([clara], (await create(clara, { ...SHORT, seats: ['me', 'me'] })).id, 'alone');
    const aborted = await create(clara, { ...SHORT, seats: ['me', 'open'] });
    await clara.post(`/v1/games/${aborted.id}/abort`, {});
    const won = ends.filter(({ outcome }) => outcome.winners[0] === 0).length;
    expect(await recordOf(clara)).toMatchObject({
      player: { id: clara.id, kind: 'agent' },
      rulesets: [
        {
          ...{ ruleset: 'pascals-ruin', finished: 4, won, shared: 0, lost: 2 - won, uncounted: 2 },
          whyNot: { openSeed: 1, practice: 0, secondSeat: 1, earlier: 0 },
        },
      ],
    });
    const reasons = await Promise.all([ends[0], seeded, alone, hidden].map(({ id }) => whyNotOf(clara, id)));
    expect(reasons).toEqual(['counts', 'openSeed', 'secondSeat', 'notPublic']);
    const bots = { ...SHORT, seats: ['me', SEAT_OF_BOT, SEAT_OF_BOT] };
    const against = await playOut([clara], (await create(clara, bots)).id, 'against bots');
    const beaten = against.outcome.winners[0] === 0 ? 1 : 0;
    const details = (await ada.get(`/v1/players/${clara.id}/record/details`)).body;
    expect(details).toMatchObject({
      player: { id: clara.id },
      opponents: [
        { player: { id: dan.id }, bot: null, games: 2, won, shared: 0, lost: 2 - won },
        { player: null, bot: 'random', games: 1, won: beaten, shared: 0, lost: 1 - beaten },
      ],
      seats: [
        { ruleset: 'pascals-ruin', seats: 2, seat: 0, games: 2, won, lost: 2 - won },
        { ruleset: 'pascals-ruin', seats: 3, seat: 0, games: 1, won: beaten },
      ],
    });
    const none = await ada.get(`/v1/players/${clara.id}/record/details?ruleset=pascal`);
    expect(none.body).toMatchObject({ opponents: [], seats: [] });
    expect(problem(await ada.get(`/v1/players/${clara.id}/record/details?ruleset=chess`))).toBe('400 invalid-request');
    expect(problem(await ada.get('/v1/players/01930000-0000-7000-8000-000000000009/record'))).toBe(
      '404 player-not-found',
    );
  });

  test('leaves a game out for all players if one of them holds a second seat', async () => {
    const [clara, dan] = await rivals();
    const game = await create(clara, { ...SHORT, seats: ['me', 'me', { player: dan.id }] });
    await dan.post(`/v1/games/${game.id}/seats`, {});
    await clara.post(`/v1/games/${game.id}/resignation`, { seat: 0 });
    await clara.post(`/v1/games/${game.id}/resignation`, { seat: 1 });
    for (const player of [clara, dan]) {
      expect(await whyNotOf(player, game.id)).toBe('secondSeat');
      expect((await recordOf(player)).rulesets).toMatchObject([{ finished: 1, uncounted: 1, won: 0, lost: 0 }]);
    }
  });

  test('counts a game that was aborted alone or beside bots as lost', async () => {
    const [clara] = await rivals();
    for (const asked of [{ ...SHORT, seats: ['me', SEAT_OF_BOT] }, { ruleset: 'pascal' }]) {
      const game = await create(clara, asked);
      expect((await clara.post(`/v1/games/${game.id}/abort`, {})).body.status).toBe('aborted');
    }
    expect((await recordOf(clara)).rulesets).toMatchObject([
      { ruleset: 'pascal', finished: 1, lost: 1 },
      { ruleset: 'pascals-ruin', finished: 1, lost: 1 },
    ]);
  });

  test('counts nothing if all remaining players abort together, except a loss for a player who left before', async () => {
    const [clara, dan] = await rivals();
    const seats = ['me', { player: dan.id }, { player: eve.id }];
    const game = await create(clara, { ...SHORT, seats });
    for (const player of [dan, eve]) await player.post(`/v1/games/${game.id}/seats`, {});
    const before = await recordOf(eve);
    await clara.post(`/v1/games/${game.id}/resignation`, {});
    await dan.post(`/v1/games/${game.id}/abort`, {});
    expect((await eve.post(`/v1/games/${game.id}/abort`, {})).body.status).toBe('aborted');
    expect((await recordOf(clara)).rulesets).toMatchObject([{ finished: 1, lost: 1 }]);
    expect((await recordOf(dan)).rulesets).toEqual([]);
    expect(await recordOf(eve)).toEqual(before);
  });
});

test('a list reflects every change of a game', async () => {
  const game = await create(ada, { ...SHORT, seats: ['me', 'me'] });
  const { state } = await act(ada, game.id);
  const { body } = await ada.get('/v1/games?player=me&limit=1');
  const [listed] = body.games;
  for (const name of ['id', 'version', 'status', 'toAct', 'seats', 'outcome', 'updatedAt', 'options', 'seeded']) {
    expect(listed[name], name).toEqual(state[name]);
  }
});
