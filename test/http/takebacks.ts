import { beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';
import { act, create, problem, stateOf } from './table.ts';

const MOST_ACTIONS = 120;

export function takebackTests(started: () => Service): void {
  let service: Service;
  let ada: Caller;
  let bob: Caller;

  beforeAll(async () => {
    service = started();
    [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
  });

  const undo = (player: Caller, { id }: any, body: object) => player.post(`/v1/games/${id}/undo`, body);
  const offer = async (player: Caller, { id }: any) => (await player.get(`/v1/games/${id}/undo`)).body;
  const requestTakeback = (player: Caller, { id }: any, body: object) => player.post(`/v1/games/${id}/takeback`, body);

  async function played(body: object, isWanted: (offer: any) => boolean): Promise<{ before: any; after: any }> {
    const { id } = await create(ada, body);
    const chance = new FastChance('until it can be undone');
    for (let n = 0; n < MOST_ACTIONS; n++) {
      const before = await stateOf(ada, id);
      const { state: after } = await act(ada, id, chance);
      if (after.undoTo !== null && isWanted(await offer(ada, after))) return { before, after };
    }
    throw new Error(`of ${MOST_ACTIONS} actions none was wanted`);
  }

  /** returns the fields that a takeback restores. It does not restore `since`, because the decision opens anew */
  const positionOf = ({ view, choices, toAct, decisions, clock, status }: any) => ({
    ...{ view, choices, toAct, clock, status },
    decisions: decisions.map(({ seat, deadline }: any) => ({ seat, deadline })),
  });

  const elsewhere = (entry: any) => ({ ...entry, action: { to: entry.action.to + 1 } });

  async function expectVerified(id: string, kind: string, bent = elsewhere): Promise<void> {
    const transcript = (await ada.get(`/v1/games/${id}/transcript`)).body;
    const catalogue = await loadCatalogue(true);
    const bentAt = transcript.log.find((entry: any) => entry.kind === kind).version;
    const bend = (entry: any) => (entry.version === bentAt ? bent(entry) : entry);
    const tampered = { ...transcript, log: transcript.log.map(bend) };
    expect(verify(transcript, catalogue)).toMatchObject({ verified: true });
    expect(verify(tampered, catalogue)).toMatchObject({ verified: false, version: bentAt });
  }

  test.each([
    { ruleset: 'pascal', seats: ['me'] },
    { ruleset: 'folly-and-fortune', seats: ['me', 'me'], clock: { bank: 600, increment: 5, onTimeout: 'random' } },
  ])(
    "a player's own action of $ruleset is undone: the position is restored, and the same action leads to the same",
    async (game) => {
      const { before, after } = await played({ ...game, seed: 'undo' }, (offered) => offered.undo !== null);
      const { undo: offered } = await offer(ada, after);
      expect(offered).toMatchObject({ to: before.version, label: expect.any(String) });
      const key = { 'idempotency-key': `undo-${after.id}` };
      const body = { expectedVersion: after.version, seat: after.viewer };
      const undone = await ada.post(`/v1/games/${after.id}/undo`, body, key);
      expect(undone.status, JSON.stringify(undone.body)).toBe(200);
      expect(undone.body.version).toBe(after.version + 1);
      expect(positionOf(undone.body)).toEqual(positionOf(before));
      expect((await stateOf(ada, after.id, `?at=${after.version + 1}`)).view).toEqual(before.view);
      expect((await ada.post(`/v1/games/${after.id}/undo`, body, key)).body).toEqual(undone.body);
      expect(problem(await undo(ada, after, body))).toBe('409 stale-version');
      const { events } = (await ada.get(`/v1/games/${after.id}/events?after=${after.version}&text=true`)).body;
      expect(events).toMatchObject([{ type: 'undone', seat: after.viewer, data: { to: before.version } }]);
      const late = { action: offered.action, seat: after.viewer, expectedVersion: after.version };
      expect(problem(await ada.post(`/v1/games/${after.id}/actions`, late))).toBe('409 stale-version');
      const again = await ada.post(`/v1/games/${after.id}/actions`, { ...late, expectedVersion: undone.body.version });
      expect(again.body.state.view).toEqual(after.view);
      await ada.post(`/v1/games/${after.id}/resignation`, { seat: 0 });
      await expectVerified(after.id, 'undone');
    },
  );

  test('the choice of a card for a die is undone, and no other player learns that it was undone or by whom', async () => {
    const seats = ['me', { player: bob.id }];
    const { id } = await create(ada, { ruleset: 'champions-of-chance', seats, seed: 'undo' });
    await bob.post(`/v1/games/${id}/seats`, {});
    const chance = new FastChance('until dice are made');
    while ((await stateOf(ada, id)).view.phase !== 'die') {
      await act((await stateOf(ada, id)).toAct[0] === 0 ? ada : bob, id, chance);
    }
    const shownTo = async (player: Caller) => {
      const { version: _, head: _head, updatedAt: _at, ...shown } = await stateOf(player, id);
      return shown;
    };
    const others = [bob, service.stranger];
    const before = await Promise.all(others.map(shownTo));
    const { version } = await stateOf(bob, id);
    const { card } = legalActionsOf(await stateOf(ada, id))[0] as { card?: string };
    const pick = { action: { type: 'chooseDie', card } };
    expect((await ada.post(`/v1/games/${id}/actions`, pick)).body.state.undoTo).toBe(version);
    expect(await offer(ada, { id })).toMatchObject({ undo: { to: version, ...pick }, whyNot: null });
    const undone = await undo(ada, { id }, { expectedVersion: version + 1 });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(undone.body.view).toMatchObject({ die: [], takeBacksLeft: 10 });
    expect(await Promise.all(others.map(shownTo))).toEqual(before);
    const toldTo = async (player: Caller) =>
      (await player.get(`/v1/games/${id}/events?after=${version}`)).body.events.map(({ type }: any) => type);
    expect(await Promise.all(others.map(toldTo))).toEqual([[], []]);
    expect(await toldTo(ada)).toEqual(['dieCardChosen', 'undone']);
    for (const player of [ada, bob]) {
      while ((await stateOf(player, id)).view.phase === 'die' && (await stateOf(player, id)).choices) {
        await act(player, id, chance);
      }
    }
    const { version: later } = await stateOf(ada, id);
    expect(problem(await undo(ada, { id }, { expectedVersion: later }))).toBe('409 nothing-to-undo');
    await ada.post(`/v1/games/${id}/resignation`, {});
    await expectVerified(id, 'undone');
  });

  test("an action that revealed something stays, and so does one that is not the player's last", async () => {
    const body = { ruleset: 'pascals-ruin', seats: ['me', 'me'], seed: 'undo' };
    const { after } = await played(body, ({ whyNot }) => whyNot?.code === 'undo-reveals');
    const asked = { expectedVersion: after.version, seat: after.viewer };
    const refusal = await undo(ada, after, asked);
    expect(problem(refusal)).toBe('409 undo-reveals');
    expect(refusal.body.detail).not.toContain('another player');
    expect((await stateOf(ada, after.id)).version).toBe(after.version);
    expect(problem(await undo(ada, after, { ...asked, seat: 1 - after.viewer }))).toBe('409 nothing-to-undo');
    expect(problem(await undo(ada, after, { seat: after.viewer }))).toBe('400 invalid-request');
    expect(problem(await undo(bob, after, asked))).toBe('403 not-your-seat');
    expect(problem(await bob.get(`/v1/games/${after.id}/undo`))).toBe('403 not-your-seat');
    const fresh = await create(ada, body);
    expect(fresh.undoTo).toBeNull();
    expect((await offer(ada, fresh)).whyNot.code).toBe('nothing-to-undo');
  });

  test('a plan of another seat sees nothing of an undone action, and goes on', async () => {
    const seats = ['me', { player: bob.id }];
    const { id } = await create(ada, { ruleset: 'folly-and-fortune', seats, seed: 'taking back' });
    await bob.post(`/v1/games/${id}/seats`, {});
    const does = async (player: Caller, action: object) =>
      (await player.post(`/v1/games/${id}/actions`, { action })).body.state;
    await does(ada, { type: 'chooseRow', cards: ['B01', 'B22'] });
    const { version: expectedVersion } = await does(bob, { type: 'chooseRow', cards: ['B03', 'B14'] });
    const planned = { expectedVersion, unmatched: 'drop', branches: [{ do: { type: 'stop' } }] };
    const made = await bob.call('PUT', `/v1/games/${id}/plan`, { body: planned });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    await does(ada, { type: 'reroll' });
    const { version, toAct } = await does(ada, { type: 'stop' });
    expect(toAct).toEqual([0]);
    expect((await undo(ada, { id }, { expectedVersion: version })).status).toBe(200);
    expect((await bob.get(`/v1/games/${id}/plan`)).body.plan).toMatchObject({
      status: 'running',
      why: null,
      acted: [],
    });
  });

  async function casual(more: object = {}): Promise<any> {
    const seats = ['me', { player: bob.id }];
    const { id } = await create(ada, { ruleset: 'pascals-ruin', seats, ...more });
    await bob.post(`/v1/games/${id}/seats`, {});
    const chance = new FastChance('casual');
    for (let n = 0; n < 6; n++) {
      const { toAct } = await stateOf(ada, id);
      await act(toAct[0] === 0 ? ada : bob, id, chance);
    }
    return stateOf(ada, id);
  }

  test('a game continues from an earlier version if all agree, and then counts for no player', async () => {
    const game = await casual();
    expect(game).toMatchObject({ counts: true, takeback: null });
    const to = 4;
    const then = await stateOf(ada, game.id, `?at=${to}`);
    const asked = (await requestTakeback(ada, game, { to })).body;
    expect(asked).toMatchObject({ version: game.version + 1, takeback: { to, agreedBy: [ada.id] } });
    expect(positionOf(asked)).toEqual(positionOf(game));
    expect(problem(await requestTakeback(ada, game, { to }))).toBe('409 takeback-asked');
    const agreed = (await requestTakeback(bob, game, { to })).body;
    expect(agreed).toMatchObject({ version: game.version + 2, takeback: null, counts: false, whyNot: 'takenBack' });
    const now = await stateOf(ada, game.id);
    expect({ view: now.view, toAct: now.toAct }).toEqual({ view: then.view, toAct: then.toAct });
    const listed = (await service.stranger.get(`/v1/games?player=${ada.id}`)).body.games;
    expect(listed.find(({ id }: any) => id === game.id)).toMatchObject({ counts: false, whyNot: 'takenBack' });
    await act(now.toAct[0] === 0 ? ada : bob, game.id);
    await ada.post(`/v1/games/${game.id}/resignation`, {});
    const { rulesets } = (await service.stranger.get(`/v1/players/${bob.id}/record`)).body;
    expect(rulesets.find(({ ruleset }: any) => ruleset === 'pascals-ruin').whyNot.takenBack).toBe(1);
    await expectVerified(game.id, 'takenBack');
  });

  test('a takeback is refused by playing on or explicitly, and cannot be requested if the game counts for something', async () => {
    const game = await casual();
    const path = `/v1/games/${game.id}/takeback`;
    expect(problem(await bob.call('DELETE', path))).toBe('409 no-takeback');
    await requestTakeback(ada, game, { to: 5 });
    expect((await bob.call('DELETE', path)).body.takeback).toBeNull();
    for (let nth = 2; nth <= 12; nth++) {
      expect((await requestTakeback(ada, game, { to: 5 })).status).toBe(200);
      await ada.call('DELETE', path);
    }
    expect(problem(await requestTakeback(ada, game, { to: 5 }))).toBe('409 takeback-asked');
    expect((await requestTakeback(bob, game, { to: 5 })).status).toBe(200);
    const mover = game.toAct[0] === 0 ? ada : bob;
    expect((await act(mover, game.id)).state.takeback).toBeNull();
    expect(problem(await requestTakeback(ada, game, { to: 1 }))).toBe('400 invalid-request');
    expect(problem(await requestTakeback(ada, game, { to: 1_000 }))).toBe('400 invalid-request');
    const eve = await service.stranger.register('Eve');
    expect(problem(await requestTakeback(eve, game, { to: 5 }))).toBe('403 not-your-seat');
    const clock = { perAction: 600, onTimeout: 'resign' };
    const rated = await casual({ rated: true, clock });
    expect(problem(await requestTakeback(ada, rated, { to: 5 }))).toBe('409 game-counts');
  });

  test('a wish to abort is withdrawn by its player as often as they may ask, and others’ wishes stay', async () => {
    const game = await casual();
    const path = `/v1/games/${game.id}/abort`;
    const withdraw = (player: Caller) => player.call('DELETE', path);
    expect(problem(await withdraw(ada))).toBe('409 no-abort');
    await ada.post(path, {});
    expect(problem(await withdraw(bob))).toBe('409 no-abort');
    const { asks } = (await bob.get('/v1/me/turns')).body;
    expect(asks.map(({ gameId }: any) => gameId)).toContain(game.id);
    const withdrawn = (await withdraw(ada)).body;
    expect(withdrawn).toMatchObject({ status: 'playing', version: game.version + 2, abortAskedBy: [] });
    expect(positionOf(withdrawn)).toEqual(positionOf(game));
    expect((await bob.get('/v1/me/turns')).body.asks).toEqual([]);
    expect((await bob.post(path, {})).body).toMatchObject({ status: 'playing', abortAskedBy: [bob.id] });
    await withdraw(bob);
    for (let nth = 2; nth <= 12; nth++) {
      expect((await ada.post(path, {})).status).toBe(200);
      await withdraw(ada);
    }
    expect(problem(await ada.post(path, {}))).toBe('409 abort-asked');
    expect((await bob.post(path, {})).status).toBe(200);
    expect((await ada.post(path, {})).body.status).toBe('aborted');
    expect(problem(await withdraw(bob))).toBe('409 game-over');
    await expectVerified(game.id, 'abortWithdrawn', (entry) => ({ ...entry, seat: 1 - entry.seat }));
  });

  test('a player who goes back alone among bots can still lose: by aborting, by resigning, and by the rules', async () => {
    const clara = await service.stranger.register('Clara');
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => clara.post(`/v1/games/${id}/abort`, {}),
      (id) => clara.post(`/v1/games/${id}/resignation`, {}),
    ];
    for (const end of ends) {
      const { id, version } = await create(clara, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] });
      await act(clara, id);
      expect((await requestTakeback(clara, { id }, { to: version })).body).toMatchObject({
        counts: false,
        whyNot: 'takenBack',
      });
      await end(id);
    }
    const { id } = await create(clara, { ruleset: 'pascal', options: { maxBoards: 1 } });
    await act(clara, id);
    await requestTakeback(clara, { id }, { to: 2 });
    await clara.post(`/v1/games/${id}/actions`, { action: { type: 'cancelBoard' } });
    expect((await stateOf(clara, id)).outcome.winners).toEqual([]);
    expect((await service.stranger.get(`/v1/players/${clara.id}/record`)).body.rulesets).toMatchObject([
      { ruleset: 'pascal', finished: 1, lost: 1, uncounted: 0 },
      { ruleset: 'pascals-ruin', finished: 2, lost: 2, uncounted: 0 },
    ]);
  });

  test('a player who left before the others agreed to go back has lost, and the others have not', async () => {
    const [clara, dan, eve] = await service.stranger.registerAll('Clara', 'Dan', 'Eve');
    const seats = ['me', { player: dan.id }, { player: eve.id }];
    const game = await create(clara, { ruleset: 'pascals-ruin', seats });
    for (const player of [dan, eve]) await player.post(`/v1/games/${game.id}/seats`, {});
    const { version: to } = await stateOf(clara, game.id);
    await clara.post(`/v1/games/${game.id}/resignation`, {});
    await requestTakeback(dan, game, { to });
    expect((await requestTakeback(eve, game, { to })).body).toMatchObject({ takeback: null, whyNot: 'takenBack' });
    await dan.post(`/v1/games/${game.id}/resignation`, {});
    const recordOf = async (player: Caller) =>
      (await service.stranger.get(`/v1/players/${player.id}/record`)).body.rulesets;
    expect(await recordOf(clara)).toMatchObject([{ lost: 1, uncounted: 0 }]);
    for (const player of [dan, eve]) expect(await recordOf(player)).toMatchObject([{ lost: 0, uncounted: 1 }]);
  });

  test('a player alone with bots needs no consent', async () => {
    const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] });
    const { state } = await act(ada, id);
    const { status, body: back } = await requestTakeback(ada, { id }, { to: 2 });
    expect(status, JSON.stringify({ state, back })).toBe(200);
    expect(back).toMatchObject({ status: state.status, takeback: null, whyNot: 'takenBack' });
    expect(
      (await service.stranger.get(`/v1/games/${id}/events?order=desc&limit=100`)).body.events.map(
        ({ type }: any) => type,
      ),
    ).toContain('takenBack');
  });
}
