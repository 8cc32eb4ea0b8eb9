import { Type } from '@sinclair/typebox';
import { Words } from '#rules/kernel/schema.ts';
import type { NewsAsked } from '../../games/queries/kept-turns.ts';
import { NamesAsked, refuseAmiss, wrong } from './parameters.ts';

/** What is told of each game since it was looked at may have to be folded from its log. */
const MOST_NEWS_A_PAGE = 50;
/** Games of a page that nobody has asked to be longer: less than 16 kB. */
export const USUAL_GAMES_A_PAGE = 10;
/** So many games whose news are told count for one call. */
const NEWS_A_CALL = 5;

/** Whether a list tells what has happened in each game since its player looked. */
export const SINCE_ASKED = {
  since: Type.Optional(
    Words(['looked'], {
      description:
        'Adds `sinceLooked` to each game: how many events you have not seen, by what you told with `setLooked`, and the newest of ' +
        `them in words. A page then has ${MOST_NEWS_A_PAGE} games at most.`,
    }),
  ),
  names: Type.Optional(NamesAsked),
};

interface SinceQuery {
  since?: 'looked';
  names?: boolean;
  limit?: number;
}

export function newsAsked({ since, names = false }: SinceQuery): NewsAsked {
  return since === undefined ? null : { names };
}

export const refuseNewsAmiss = refuseAmiss(({ since, names = false, limit = 0 }: SinceQuery) => {
  if (since === undefined) {
    if (!names) return null;
    return wrong(
      'There are no words that could name players.',
      '/names',
      'needs words in which to stand: since=looked',
    );
  }
  if (limit <= MOST_NEWS_A_PAGE) return null;
  return wrong(
    'What happened is told of the games of one page.',
    '/limit',
    `must be <= ${MOST_NEWS_A_PAGE} with since=looked`,
  );
});

/** Where news are told, a page counts for as many calls as there are fives of games on it. */
export function newsCost({ query }: { query: unknown }): number {
  const { since, limit = USUAL_GAMES_A_PAGE } = query as SinceQuery;
  return since === undefined ? 1 : Math.ceil(Math.min(Number(limit) || 1, MOST_NEWS_A_PAGE) / NEWS_A_CALL);
}
