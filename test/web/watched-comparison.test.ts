import { expect, test, vi } from 'vitest';
import type { Refusal, Schemas } from '../../clients/typescript/src/index.ts';
import { type ComparisonSource, WatchedComparison } from '../../web/src/pages/compare/watched-comparison.ts';
import { PATIENCE } from '../patience.ts';

type Comparison = Schemas['Comparison'];

const PAIR = { pool: '0123456789abcdef', one: 'bot:plain', other: 'bot:random' };

function comparisonBy(version: number): Comparison {
  return { version, behind: 0, verdict: version < 3 ? 'undecided' : 'better' } as Comparison;
}

interface Served {
  games: number;
  asked: string[];
  source: ComparisonSource;
}

function serviceWith(games: number): Served {
  const asked: string[] = [];
  const service: Served = {
    games,
    asked,
    source: {
      async counted() {
        asked.push('counted');
        return service.games;
      },
      async compare() {
        asked.push('compare');
        return { ok: true, value: comparisonBy(service.games) };
      },
    },
  };
  return service;
}

test('a comparison is requested again when more games count, otherwise only their number', async () => {
  const service = serviceWith(1);
  const watched = new WatchedComparison(PAIR, service.source, 1);
  const leaving = new AbortController();
  const followed = watched.follow(leaving.signal);
  await vi.waitUntil(() => service.asked.length >= 4, PATIENCE);
  expect(service.asked.slice(0, 4)).toEqual(['compare', 'counted', 'counted', 'counted']);
  service.games = 3;
  await vi.waitUntil(() => watched.state.value.comparison?.version === 3, PATIENCE);
  leaving.abort();
  await followed;
  expect(service.asked.filter((each) => each === 'compare')).toHaveLength(2);
  expect(watched.state.value.trail.map(({ verdict }) => verdict)).toEqual(['undecided', 'better']);
});

test('a comparison that is refused for good is not requested again, and an unanswered one is', async () => {
  const refusals = [{ status: 503 }, { status: 404 }] as Refusal[];
  let asked = 0;
  const source: ComparisonSource = {
    counted: async () => null,
    compare: async () => ({ ok: false, refusal: refusals[asked++] as Refusal }),
  };
  const watched = new WatchedComparison(PAIR, source, 1);
  await watched.follow(new AbortController().signal);
  expect(asked).toBe(2);
  expect(watched.state.value).toMatchObject({ comparison: null, refusal: { status: 404 } });
});
