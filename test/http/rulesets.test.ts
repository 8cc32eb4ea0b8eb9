import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a ruleset is described with every card of its own deck, and cached by its reader', async () => {
  for (const [id, { ruleset }] of await loadCatalogue(false)) {
    const { body } = await service.stranger.get(`/v1/rulesets/${id}?rules=true`);
    expect(body.cards, id).toEqual(ruleset.cards ?? []);
    const terms = body.glossary.map(({ term }: { term: string }) => term);
    expect([new Set(terms).size, terms.length > 0], id).toEqual([ruleset.glossary?.length, true]);
    expect(new Set(body.cards.map((card: { id: string }) => card.id)).size, id).toBe(body.cards.length);
  }
  for (const path of ['/v1/rulesets', '/v1/rulesets/pascal']) {
    const etag = (await service.stranger.get(path)).headers.get('etag') as string;
    expect((await service.stranger.get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await service.stranger.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  }
  expect((await service.stranger.get('/v1/rulesets/champions-of-chance?rules=true')).body.cards).toHaveLength(54);
  expect((await service.stranger.get('/v1/rulesets/pascals-ruin?rules=true')).body.cards).toEqual([]);
});

test('a tutorial is a game as described that counts for no player and is in no list', async () => {
  const learner = await service.stranger.register('Learner');
  for (const id of (await loadCatalogue(false)).keys()) {
    const { tutorial } = (await service.stranger.get(`/v1/rulesets/${id}`)).body;
    const { status, body } = await learner.post('/v1/games', { ruleset: id, ...tutorial.game });
    const shown = { status: 'playing', seeded: true, commitment: null, counts: false, rated: false };
    expect([status, body], id).toMatchObject([201, shown]);
  }
  expect((await service.stranger.get('/v1/games?status=playing')).body.games).toEqual([]);
});
