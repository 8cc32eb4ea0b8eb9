import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { MOST_STATES } from '../../games/queries/past-states.ts';
import { NO_TELLING } from '../../games/queries/wording.ts';
import { sendLong } from '../answers/long-list.ts';
import { matches, SETTLED, statesEtagOf } from '../answers/state-bodies.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import {
  GameParams,
  HeadAsked,
  INVITE_HEADER,
  LAST_VERSION,
  NamesAsked,
  PAST_COST,
  refuseWordsAmiss,
  SeatAsked,
  TextAsked,
  viewerAsked,
} from '../server/parameters.ts';

const FIRST = 1;
/** So many views cost as much as a call. */
const VIEWS_A_CALL = 5;
/** A view may be long: these few become text at once. */
const FEW_STATES = 5;

const StatesQuery = Type.Object(
  {
    seat: Type.Optional(SeatAsked),
    from: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LAST_VERSION, default: FIRST, description: 'The first version.' }),
    ),
    to: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LAST_VERSION,
        description: `The last version, of at most ${MOST_STATES}; without it as many as that, or as there are.`,
      }),
    ),
    head: Type.Optional({
      ...HeadAsked,
      description: `With \`to\`: the \`head\` of that version. ${HeadAsked.description}`,
    }),
    text: Type.Optional(TextAsked),
    names: Type.Optional(NamesAsked),
  },
  { additionalProperties: false },
);

/** What a game was like, version by version. */
export function stateRoutes(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/states',
    {
      config: {
        access: 'anyone',
        cost: ({ query }) => costOf(query),
        problems: [
          'invalid-request',
          'unauthorized',
          'not-your-seat',
          'daily-closed',
          'board-sealed',
          'game-not-found',
          'no-such-seat',
          'version-not-found',
        ],
      },
      preHandler: refuseWordsAmiss,
      schema: {
        operationId: 'listStates',
        summary: 'Read what a game was like, version by version',
        description:
          `Up to ${MOST_STATES} versions of a game in one answer, each as \`getState\` with \`at\` shows it, for who plays it again ` +
          'or looks back. All are seen from one seat: `seat`, else your lowest, else as a spectator. With `head` the answer is of ' +
          'that history or none, so that it never changes and your cache may keep it. It counts for more calls, the longer it is.',
        tags: ['games'],
        params: GameParams,
        querystring: StatesQuery,
        headers: Type.Object({
          ...INVITE_HEADER,
          'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the answer that you have.' })),
        }),
        response: {
          200: {
            description: 'The versions.',
            headers: { ETag: { type: 'string', description: 'Names this very answer.' } },
            ...Ref(contract.stateList),
          },
          304: { description: 'You have it.', type: 'null' },
        },
      },
    },
    (request, reply) => {
      const { seat, from = FIRST, to, head, ...words } = request.query;
      const fault = rangeFault(request.query);
      if (fault !== null) return sendProblem(request, reply, 'invalid-request', fault);
      const telling = { ...NO_TELLING, ...words };
      return inTurn(request, async () => {
        const asked = { seat: viewerAsked(seat), from, to, telling };
        const listed = await gameService.gameReader.states(request.reader, request.params.gameId, asked);
        if (!listed.ok) return sendRefusal(request, reply, listed.refusal);
        const last = listed.value.states.at(-1);
        if (head !== undefined && last?.head.startsWith(head) !== true) {
          const detail = `Version ${to} of this game is of another history: its head does not begin with ${head}.`;
          return sendProblem(request, reply, 'version-not-found', { detail });
        }
        const etag = statesEtagOf(listed.value, telling);
        reply
          .header('etag', etag)
          .header('cache-control', head === undefined ? 'private, no-cache' : SETTLED)
          .header('vary', 'authorization, invite-code');
        if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return sendLong(reply, listed.value, 'states', gameService.timeSlicer, FEW_STATES);
      });
    },
  );
}

/** What speaks against the versions that were asked for; null when nothing does. */
function rangeFault({ from = FIRST, to, head }: Static<typeof StatesQuery>) {
  if (to === undefined) {
    if (head === undefined) return null;
    return { detail: 'A head is of one version.', errors: [{ pointer: '/head', message: 'needs to beside it' }] };
  }
  if (to < from)
    return { detail: 'There is nothing between.', errors: [{ pointer: '/to', message: 'must be at least from' }] };
  if (to - from < MOST_STATES) return null;
  const errors = [{ pointer: '/to', message: `must be at most ${from + MOST_STATES - 1}: ${MOST_STATES} versions` }];
  return { detail: 'These are too many versions for one answer.', errors };
}

/** To get there counts as for one version, and each view for a part of a call. What does not fit is refused later. */
function costOf(query: unknown): number {
  const { from, to } = query as { from?: unknown; to?: unknown };
  const versions = Number(to ?? Number.NaN) - Number(from ?? FIRST) + 1;
  const shown = versions >= 1 && versions <= MOST_STATES ? versions : MOST_STATES;
  return PAST_COST + Math.ceil(shown / VIEWS_A_CALL);
}
