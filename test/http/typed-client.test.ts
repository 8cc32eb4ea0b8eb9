import { afterAll, beforeAll, expect, test } from 'vitest';
import { Croupier } from '../../clients/typescript/src/croupier-client.ts';
import { type Agent, type Game, ProblemError } from '../../clients/typescript/src/index.ts';
import { verify, viewsOf } from '../../clients/typescript/src/rules/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

// Compiling is part of this test: every line relies on the client's own types.
test('the client is fully typed: games narrow by ruleset, actions and events by type', async () => {
  const { api: client } = (await Croupier.register(service.url, 'Typed')).connection;
  const created = await client.POST('/v1/games', {
    body: { ruleset: 'pascals-ruin', options: { spicy: true }, seats: ['me', 'me'], seed: 'first game' },
  });
  const game = created.data;
  if (game?.ruleset !== 'pascals-ruin') throw new Error('another game');
  expect(game.options.spicy).toBe(true);
  expect(game.view?.chain[0]?.card).toBe('4S');
  expect(game.clock).toBeNull();
  const params = { path: { gameId: game.id } };
  const dice = legalActionsOf(game).map((action) => (action.type === 'rollDie' ? action.die : 'none'));
  expect(dice).toEqual(['d6', 'd8', 'd10', 'd12', 'd20']);

  const acted = await client.POST('/v1/games/{gameId}/actions', {
    params,
    body: { action: { type: 'rollDie', die: 'd6' }, expectedVersion: game.version },
  });
  expect(acted.data?.appliedVersion).toBe(3);
  const listed = await client.GET('/v1/games/{gameId}/events', { params });
  if (listed.data?.ruleset !== 'pascals-ruin') throw new Error('another game');
  const rolls = listed.data.events.flatMap((event) => (event.type === 'dieRolled' ? [event.data.value] : []));
  expect(rolls).toEqual([5]);
  const watched = await client.GET('/v1/games/{gameId}', { params: { ...params, query: { seat: 'spectator' } } });
  expect(watched.data?.viewer).toBe('spectator');

  const refused = await client.POST('/v1/games/{gameId}/actions', {
    params,
    // @ts-expect-error there is no such die
    body: { action: { type: 'rollDie', die: 'd7' } },
  });
  expect(refused.error?.code).toBe('invalid-request');
  expect(refused.error?.errors?.[0]?.pointer).toBe('/action/die');
});

const SHORT = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 } } as const;
const CLOCK = { perAction: 600, onTimeout: 'resign' } as const;
const first: Agent = ({ legalActions }) => legalActions[0];

function transcriptOf(croupier: Croupier, { id }: Game) {
  return croupier.get('/v1/games/{gameId}/transcript', { params: { path: { gameId: id } } });
}

test('an agent without a choice in a game without a clock gets an error, and so does a service URL without a scheme', async () => {
  const croupier = await Croupier.register(service.url, 'Silent');
  const playing = croupier.play(() => undefined, { create: { ruleset: 'pascals-ruin', seats: ['me', 'me'] } });
  await expect(playing).rejects.toThrow('chose nothing');
  expect(() => new Croupier({ url: 'play.example:3000' })).toThrow(TypeError);
  const strange = croupier.post('/v1/games', { body: { ruleset: 'pascals-ruin', seats: [] } });
  await expect(strange).rejects.toThrow(/^invalid-request: .*\/seats /);
});

test('the client enters a competition, plays its games there, and returns when it is complete', async () => {
  const croupier = await Croupier.register(service.url, 'Competing');
  const body = { ...SHORT, name: 'One board', format: 'roundRobin', duplicate: 'permuted', clock: CLOCK } as const;
  const { id } = await croupier.post('/v1/competitions', { body });
  const params = { path: { competitionId: id } };
  await croupier.post('/v1/competitions/{competitionId}/entries', { params, body: { bot: 'random' } });
  await croupier.post('/v1/competitions/{competitionId}/entries', { params, body: { concurrency: 2 } });
  await croupier.post('/v1/competitions/{competitionId}/start', { params });
  const games = await croupier.play(first, { compete: id, entry: { concurrency: 2 }, thinking: 2 });
  const competition = await croupier.get('/v1/competitions/{competitionId}', { params });
  expect(competition).toMatchObject({ complete: true, status: 'finished', you: { concurrency: 2 } });
  // client and bot play one board from both seats: the client begins one game, and may have no turn in the other
  expect(games.length).toBeGreaterThan(0);
  for (const game of games) expect(game).toMatchObject({ status: 'finished', competition: { competitionId: id } });
});

test('two clients with equal seeks play one rated game, and neither waits for another', async () => {
  const seek = { ...SHORT, clock: CLOCK, opponents: 'players' } as const;
  const players = await Promise.all([Croupier.register(service.url, 'Ann'), Croupier.register(service.url, 'Ben')]);
  const games = (await Promise.all(players.map((player) => player.play(first, { seek })))).flat();
  expect(new Set(games.map(({ id }) => id)).size).toBe(1);
  expect(games[0]).toMatchObject({ status: 'finished', rated: true });
});

test('a client that enters a missing competition throws the problem that the service answers', async () => {
  const croupier = await Croupier.register(service.url, 'Lost');
  const played = croupier.play(first, { compete: '01a205b9-c98d-79ca-8505-f7cb6f6b312f' });
  await expect(played).rejects.toThrow(ProblemError);
  await expect(played).rejects.toMatchObject({ status: 404, code: 'competition-not-found' });
});

test('the client verifies a game that it played, and finds changes in its transcript', async () => {
  const croupier = await Croupier.register(service.url, 'Verifying');
  const [game] = await croupier.play(first, { create: { ...SHORT, seats: ['me', 'me'] } });
  if (game === undefined) throw new Error('no game');
  const transcript = await transcriptOf(croupier, game);
  const kept = { version: game.version, head: game.head };
  const versions = transcript.log.length;
  expect(await verify(transcript, [kept])).toMatchObject({ verified: true, versions, keptHeads: 1 });

  const other = [{ ...kept, head: '0'.repeat(64) }];
  expect(await verify(transcript, other)).toMatchObject({ verified: false, version: game.version });

  const drawn = structuredClone(transcript);
  const entry = drawn.log.find(({ draws }) => draws.length > 0);
  if (entry === undefined) throw new Error('nothing was drawn');
  entry.draws[0] = (entry.draws[0] as number) + 1;
  const version = drawn.log.indexOf(entry) + 1;
  expect(await verify(drawn)).toMatchObject({ verified: false, version });

  const won = structuredClone(transcript);
  if (won.outcome !== null) won.outcome.text = 'Seat 0 says so.';
  expect(await verify(won)).toMatchObject({ verified: false, version: null, check: 'outcome' });
  const strange = [
    [{ rulesVersion: 99 }, 'version of the rules, which this program has to have'],
    [{ ruleset: 'chess' }, 'ruleset'],
    [{ formatVersion: 2 }, 'version of the format'],
  ] as const;
  for (const [fields, check] of strange) {
    const changed = { ...transcript, ...fields } as typeof transcript;
    expect(await verify(changed)).toMatchObject({ verified: false, version: null, check });
  }

  const seen = await viewsOf(transcript, 0);
  if (!seen.verified) throw new Error(seen.check);
  expect(seen.views).toHaveLength(versions);
  expect([seen.views[0], seen.views.at(-1)]).toEqual([
    null,
    (await croupier.get('/v1/games/{gameId}', { params: { path: { gameId: game.id }, query: { seat: 0 } } })).view,
  ]);
  expect(await viewsOf(drawn, 0)).toMatchObject({ verified: false, version });
});
