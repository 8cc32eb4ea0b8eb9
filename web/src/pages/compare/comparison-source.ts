import { anonymous, answerOf } from '../../core/api.ts';
import type { ComparisonSource } from './watched-comparison.ts';

/** One request lists at most this many pools: those with the same game, rules and seats, which differ in options. */
const A_PAGE = 100;

export const comparisonSource: ComparisonSource = {
  async counted({ pool: { id, ruleset, rulesVersion, seats } }, signal) {
    const query = { ruleset, rulesVersion, seats, limit: A_PAGE };
    const answer = await answerOf(anonymous.api.GET('/v1/ratings/pools', { params: { query }, signal }));
    return answer.ok ? (answer.value.pools.find((pool) => pool.id === id)?.games ?? null) : null;
  },
  compare: (pair, signal) => answerOf(anonymous.api.GET('/v1/comparisons', { params: { query: { ...pair } }, signal })),
};
