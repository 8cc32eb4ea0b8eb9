import { type Static, Type } from '@sinclair/typebox';
import { Words } from '#rules/kernel/schema.ts';
import type { NewsAsked } from '../../games/queries/kept-turns.ts';
import type { TurnsAsked } from '../../games/queries/turn-page.ts';
import { TURN_CURSOR } from '../schemas/patterns.ts';
import { NamesAsked } from '../server/parameters.ts';

const MOST_TURNS_A_PAGE = 500;
/** What is told of each game since it was looked at may have to be folded from its log. */
const MOST_NEWS_A_PAGE = 50;
const USUAL_NEWS_A_PAGE = 20;
/** So many games whose news are told count for one call. */
const NEWS_A_CALL = 5;

/** Whether a list tells what has happened in each game since its player looked. */
export const SINCE_ASKED = {
  since: Type.Optional(
    Words(['looked'], {
      description:
        'Adds `sinceLooked` to each game: how many events you have not seen, by what you told with `setLooked`, and the newest of ' +
        `them in words. A page then has ${USUAL_NEWS_A_PAGE} games, or \`limit\` up to ${MOST_NEWS_A_PAGE}.`,
    }),
  ),
  names: Type.Optional(NamesAsked),
};

/** Which of what waits for a player is asked for. */
export const TURNS_ASKED = {
  ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })),
  deadlineBefore: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only turns whose `deadline` is before this time.' }),
  ),
  competition: Type.Optional(
    Type.Boolean({ description: '`true`: only games of competitions. `false`: only the others.' }),
  ),
  opponent: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only games in which this player sits too, or is invited.' }),
  ),
  only: Type.Optional(Words(['turns', 'asks', 'invitations'], { description: 'Only one of the three.' })),
  cursor: Type.Optional(Type.String({ pattern: TURN_CURSOR, description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_TURNS_A_PAGE,
      description: `Games a page, at most, those of turns, asks and invitations together; ${MOST_TURNS_A_PAGE} when it is left out.`,
    }),
  ),
  ...SINCE_ASKED,
};

const TurnsQuery = Type.Object(TURNS_ASKED);

interface SinceQuery {
  since?: 'looked';
  names?: boolean;
  limit?: number;
}

export function turnsAsked(query: Static<typeof TurnsQuery>): TurnsAsked {
  const { deadlineBefore, since, names: _, ...asked } = query;
  const limit = asked.limit ?? (since === undefined ? MOST_TURNS_A_PAGE : USUAL_NEWS_A_PAGE);
  return { ...asked, limit, deadlineBefore: deadlineBefore === undefined ? undefined : new Date(deadlineBefore) };
}

export function newsAsked({ since, names = false }: SinceQuery): NewsAsked {
  return since === undefined ? null : { names };
}

/** What speaks against what is to be told besides; null when nothing does. */
export function sinceFault({ since, names = false, limit = 0 }: SinceQuery) {
  if (since === undefined) {
    if (!names) return null;
    const errors = [{ pointer: '/names', message: 'needs words in which to stand: since=looked' }];
    return { detail: 'There are no words that could name players.', errors };
  }
  if (limit <= MOST_NEWS_A_PAGE) return null;
  const errors = [{ pointer: '/limit', message: `must be <= ${MOST_NEWS_A_PAGE} with since=looked` }];
  return { detail: 'What happened is told of the games of one page.', errors };
}

/** Where news are told, a page counts for as many calls as there are fives of games on it. */
export function newsCost(query: unknown): number {
  const { since, limit = USUAL_NEWS_A_PAGE } = query as SinceQuery;
  return since === undefined ? 1 : Math.ceil(Math.min(Number(limit) || 1, MOST_NEWS_A_PAGE) / NEWS_A_CALL);
}
