import { Type } from '@sinclair/typebox';
import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import { Words } from '#rules/kernel/schema.ts';
import { done, type Refused, type Result, refused, wrong } from '../../eventlog/result.ts';
import type { NewsAsked } from '../../games/queries/kept-turns.ts';
import { HASH_BEGINNING } from '../../patterns.ts';
import { sendRefusal } from '../problems/problem.ts';
import type { Sent } from './operation.ts';

export const SeatQuery = Type.Unsafe<number | 'spectator'>({
  anyOf: [
    { type: 'integer', minimum: 0, maximum: 99 },
    { type: 'string', const: 'spectator' },
  ],
  description: 'The viewer: one of your own seats, or `spectator`.',
});

/** Refusals of actions in a running game. `SEALED`: of reads while others may get the same cards. */
export const SEAT_IN_PLAY = ['not-your-seat', 'no-such-seat', 'seat-left', 'game-not-started', 'game-over'] as const;
export const SEALED = ['daily-closed', 'board-sealed'] as const;

export const LAST_VERSION = 2 ** 31 - 1;
const LONGEST_WAIT_SECONDS = 45;

export const UNKNOWN_ME = refused('unauthorized', 'Send a token, so that the server knows who `me` is.');

/** The cost in the rate limit, counted in calls: a past position is computed from the log. */
export const PAST_COST = 10;

export function limitAsked(most: number, usual: number, description: string) {
  return { limit: Type.Integer({ minimum: 1, maximum: most, default: usual, description }) };
}

export const LAST_EVENT_HEADER = {
  'last-event-id': Type.String({
    description:
      'The `id` of the last event that you received; it overrides `after`. Without its head it matches any ' +
      'history.',
  }),
};

export const WaitQuery = Type.Integer({
  minimum: 0,
  maximum: LONGEST_WAIT_SECONDS,
  description:
    'Seconds that the response may wait for a change; then it is sent unchanged. About 25 suits most networks.',
});

export function flag(description: string) {
  return Type.Boolean({ default: false, description });
}

export function versionAsked(minimum: 0 | 1, description: string) {
  return Type.Integer({ minimum, maximum: LAST_VERSION, description });
}

export function seatAsked(description: string) {
  return Type.Integer({ minimum: 0, maximum: 99, description });
}

export const NamesQuery = flag(
  'Uses the names of players and bots in labels and texts, instead of `seat 1`. Players choose these names. A ' +
    'name with right-to-left letters stands between U+2068 and U+2069, so that it does not reorder the text ' +
    'beside it.',
);

export const TEXT_ASKED = {
  text: flag('Adds `text`: the view in plain words to a state, a sentence to each event.'),
  names: NamesQuery,
};

export const WORDS_ASKED = {
  labels: flag('Adds `labels`: a sentence for each action in `choices`.'),
  odds: flag('Adds `odds`: the result of each action in `choices`, by open facts alone.'),
  ...TEXT_ASKED,
};

export const HeadQuery = Type.String({
  pattern: HASH_BEGINNING,
  description:
    'The head in events and states, or its beginning. The response belongs to that history or is rejected, so it ' +
    'never changes and can be cached.',
});

export const INVITE_HEADER = {
  'invite-code': Type.String({ maxLength: 64, description: 'Opens a private game or competition.' }),
};

export function otherHistory(version: number | undefined, head: string): Refused {
  const detail = `The head (hash) of version ${version} of this game does not begin with ${head}.`;
  const hint = 'Read the state again: the database may have lost changes since you got this head.';
  return refused('version-not-found', detail, { hint });
}

/** Rejects parameters that do not fit together. `faultOf` returns the refusal; null: they fit. */
export function refuseInvalidQuery<Q>(
  faultOf: (query: Q, request: FastifyRequest) => Refused | null,
): preHandlerHookHandler {
  return (request, reply, pass) => {
    const fault = faultOf(request.query as Q, request);
    if (fault === null) pass();
    else sendRefusal(request, reply, fault.refusal);
  };
}

/** Rejects a field that has no effect without another one. `others` names the fields that it needs. */
export function needsBeside(field: string, others: string): Refused {
  const detail = `\`${field}\` works only together with ${others}: send both, or leave out \`${field}\`.`;
  return wrong(detail, `/${field}`, `works only together with ${others}`);
}

export const refuseNamesWithoutText = refuseInvalidQuery((asked: Sent<typeof WORDS_ASKED>) => {
  if (asked.names !== true || asked.labels === true || asked.text === true) return null;
  return needsBeside('names', '`labels` or `text`');
});

/** Options in a query, as the text of a JSON object. */
export const OptionsAsked = Type.String({
  maxLength: 2000,
  description: 'Options that differ from the defaults, as a JSON object.',
});

export function optionsIn(text = '{}'): Result<object> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return done(value);
  } catch {} // invalid JSON is rejected like other invalid text
  return wrong('The options are not a JSON object.', '/options', 'must be a JSON object');
}

/** The limit of games in a page with `sinceLooked`, which the server may have to compute from the log of each game. */
const MOST_NEWS_A_PAGE = 50;
export const USUAL_GAMES_A_PAGE = 10;
/** In the rate limit, a page costs one call for each group of this many games with `sinceLooked`. */
const NEWS_A_CALL = 5;

export const SINCE_ASKED = {
  since: Words(['looked'], {
    description:
      'Adds `sinceLooked` to each game: how many events you have not seen, by what you told with `setLooked`, and the newest of ' +
      `them in words. A page then has ${MOST_NEWS_A_PAGE} games at most.`,
  }),
  names: NamesQuery,
};

type SinceQuery = Sent<typeof SINCE_ASKED> & { limit?: number };

export function newsAsked({ since, names = false }: SinceQuery): NewsAsked {
  return since === undefined ? null : { names };
}

export const refuseInvalidSince = refuseInvalidQuery(({ since, names = false, limit = 0 }: SinceQuery) => {
  if (since === undefined) return names ? needsBeside('names', '`since=looked`') : null;
  if (limit <= MOST_NEWS_A_PAGE) return null;
  const detail = `With \`since=looked\`, a page has at most ${MOST_NEWS_A_PAGE} games: send a smaller \`limit\`.`;
  return wrong(detail, '/limit', `must be at most ${MOST_NEWS_A_PAGE} with \`since=looked\``);
});

/** Returns the cost of a page in the rate limit, counted in calls. */
export function newsCost({ query }: { query: unknown }): number {
  const { since, limit = USUAL_GAMES_A_PAGE } = query as SinceQuery;
  return since === undefined ? 1 : Math.ceil(Math.min(Number(limit) || 1, MOST_NEWS_A_PAGE) / NEWS_A_CALL);
}
