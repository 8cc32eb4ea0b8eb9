import { Type } from '@sinclair/typebox';
import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { type Refused, refused } from '../../eventlog/result.ts';
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

/** What is wrong with one parameter, or one field of a body, beside the others. */
export function wrong(detail: string, pointer: string, message: string): Refused {
  return refused('invalid-request', detail, { errors: [{ pointer, message }] });
}

/** The version that was asked for is of another history than the `head` says. */
export function otherHistory(version: number | undefined, head: string): Refused {
  const detail = `Version ${version} of this game is of another history: its head does not begin with ${head}.`;
  return refused('version-not-found', detail);
}

/** Lets nobody through to an operation whose parameters do not fit together: `faultOf` says what is wrong with them. */
export function refuseAmiss<Q>(faultOf: (query: Q, request: FastifyRequest) => Refused | null): preHandlerHookHandler {
  return (request, reply, done) => {
    const fault = faultOf(request.query as Q, request);
    if (fault === null) done();
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
