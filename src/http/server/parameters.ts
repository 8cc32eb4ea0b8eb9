import { Type } from '@sinclair/typebox';
import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { Words } from '#rules/kernel/schema.ts';
import { done, type Refused, type Result, refused, wrong } from '../../eventlog/result.ts';
import type { NewsAsked } from '../../games/queries/kept-turns.ts';
import { HASH_BEGINNING } from '../../patterns.ts';
import { sendRefusal } from '../problems/problem.ts';

export const SeatAsked = Type.Unsafe<number | 'spectator'>({
  anyOf: [
    { type: 'integer', minimum: 0, maximum: 99 },
    { type: 'string', const: 'spectator' },
  ],
  description: 'Whose eyes to look with: one of your own seats, or `spectator`.',
});

/** No version is higher. */
export const LAST_VERSION = 2 ** 31 - 1;
const LONGEST_WAIT_SECONDS = 45;

/** A position of the past is folded from the log: so many calls it counts for. */
export const PAST_COST = 10;

/** How long a page may be: up to `most`, and `usual` where nothing is said. */
export function limitAsked(most: number, usual: number, description: string) {
  return { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: usual, description })) };
}

/** Where a stream of events that broke off goes on. */
export const LAST_EVENT_HEADER = {
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The `id` of the last event that you have; goes before `after`. Without its head it names any history.',
    }),
  ),
};

/** How long an answer may be held back. */
export const WaitAsked = Type.Integer({
  minimum: 0,
  maximum: LONGEST_WAIT_SECONDS,
  description: 'Seconds that the answer may wait for news; without news it comes then. Around 25 suits most networks.',
});

/** Whether an answer says in words what may be done. */
export const LabelsAsked = Type.Boolean({
  default: false,
  description: 'Adds `labels`: each action that `choices` stand for, in plain words.',
});

/** Whether an answer says what follows from what may be done. */
export const OddsAsked = Type.Boolean({
  default: false,
  description: 'Adds `odds`: what follows from each action that `choices` stand for, by open facts alone.',
});

/** Whether an answer tells in words what it shows. */
export const TextAsked = Type.Boolean({
  default: false,
  description: 'Adds `text`: to a state the view in plain words, to each event a sentence.',
});

/** How words name who sits at the table. */
export const NamesAsked = Type.Boolean({
  default: false,
  description:
    'Names players and bots in all labels and texts, where they otherwise say `seat 1`. The names are the players’ own words. ' +
    'One with right-to-left letters stands between U+2068 and U+2069, which keep it from reordering what is beside it.',
});

/** Which history is meant. */
export const HeadAsked = Type.String({
  pattern: HASH_BEGINNING,
  description:
    'It stands in events and states, and how it begins is enough. The answer is of that history or none, so that it never changes ' +
    'and your cache may keep it.',
});

/** What a caller has seen of a game's events. */
export const AfterAsked = Type.Unsafe<number | 'mine'>({
  anyOf: [
    { type: 'integer', minimum: 0, maximum: LAST_VERSION },
    { type: 'string', const: 'mine' },
  ],
  default: 0,
  description:
    'The version that you have seen; `mine`: that of your own last action in the game, of the seat that `seat` names, else of any ' +
    'of yours.',
});

/** What opens a private game or competition to who is not in it. */
export const INVITE_HEADER = {
  'invite-code': Type.Optional(Type.String({ maxLength: 64, description: 'Opens a private game or competition.' })),
};

/** The seat as the validator leaves it: a number, or the word. */
export function viewerAsked(seat: Viewer | undefined): Viewer | undefined {
  return typeof seat === 'string' && seat !== 'spectator' ? Number(seat) : seat;
}

interface WordsAsked {
  labels?: boolean;
  text?: boolean;
  names?: boolean;
}

/** The version that was asked for is of another history than the `head` says. */
export function otherHistory(version: number | undefined, head: string): Refused {
  const detail = `Version ${version} of this game is of another history: its head does not begin with ${head}.`;
  return refused('version-not-found', detail);
}

/** Lets nobody through to an operation whose parameters do not fit together: `faultOf` says what is wrong with them. */
export function refuseAmiss<Q>(faultOf: (query: Q, request: FastifyRequest) => Refused | null): preHandlerHookHandler {
  return (request, reply, pass) => {
    const fault = faultOf(request.query as Q, request);
    if (fault === null) pass();
    else sendRefusal(request, reply, fault.refusal);
  };
}

/** Refuses to give words that nothing in the answer could hold. */
export const refuseWordsAmiss = refuseAmiss((asked: WordsAsked) => {
  if (asked.names !== true || asked.labels === true || asked.text === true) return null;
  return wrong(
    'There are no words that could name players.',
    '/names',
    'needs words in which to stand: labels or text',
  );
});

/** Options in a query, where an object has no place but as text. */
export const OptionsAsked = Type.String({
  maxLength: 2000,
  description: 'Options other than the defaults, as a JSON object.',
});

/** The options that a query names, `{}` where it names none. */
export function optionsIn(text = '{}'): Result<object> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return done(value);
  } catch {} // refused as any other text is
  return wrong('The options are not a JSON object.', '/options', 'must be a JSON object');
}

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
