import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { type SeenPosition, submitAction } from '../../games/commands/submit-action.ts';
import type { GameService } from '../../games/game-service.ts';
import { actionsOf } from '../../games/queries/game-reader.ts';
import { outcomeFor, tableView } from '../../games/queries/table-view.ts';
import { DEFAULTS } from '../answers/state-answer.ts';
import { actionsEtagOf, etagOf, matches, seenVersionIn } from '../answers/state-bodies.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { HASH } from '../schemas/patterns.ts';
import { KEY_HEADER, KEY_PROBLEMS } from '../server/idempotency-key.ts';
import { GameParams, LabelsAsked, NamesAsked, refuseWordsAmiss, TextAsked } from '../server/parameters.ts';
import type { Validators } from '../validators.ts';

const ExpectedVersion = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  description:
    'The `version` of the state that you chose on. The action is refused as stale when this decision of yours opened later than that, so it ' +
    'can never be applied to a position that you have not seen, nor twice.',
});

const ExpectedHead = Type.String({
  pattern: HASH,
  description:
    'The `head` that you were shown with `expectedVersion`. The action is refused as stale when that version is of another ' +
    'history: the database was put back to an earlier moment, and what you saw never happened.',
});

/** How actions are listed unless the caller asks for something else: less than 16 kB in every game. */
const LISTING = { names: DEFAULTS.names, limit: 100 };
/** More than any seat has. */
const MOST_ACTIONS = 10_000;

/** What a body of submitAction must be whatever the ruleset; the ruleset itself checks the action. */
const AnyMove = Type.Object(
  {
    action: Type.Object({ type: Type.String() }, { additionalProperties: true }),
    seat: Type.Optional(SeatNumber),
    expectedVersion: Type.Optional(ExpectedVersion),
    expectedHead: Type.Optional(ExpectedHead),
  },
  { additionalProperties: false },
);
type AnyMove = Static<typeof AnyMove>;

const MoveQuery = Type.Object(
  {
    labels: Type.Optional(LabelsAsked),
    text: Type.Optional(TextAsked),
    names: Type.Optional(NamesAsked),
  },
  { additionalProperties: false },
);

const MoveHeaders = Type.Object({
  ...KEY_HEADER,
  'if-match': Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The `ETag` of the state that you chose on: the same as `expectedVersion`, answered with 412.',
    }),
  ),
});

/** A version of a history: all of its head, or how it begins. */
interface Condition {
  version: number;
  head: string;
}

/** What an `If-Match` header asks for; undefined when it sets no condition, null when it is no `ETag` of ours. */
function conditionIn(header: string | undefined): Condition | null | undefined {
  return header === undefined || header.trim() === '*' ? undefined : seenVersionIn(header);
}

/** What the caller says they have seen, in the body and in a header: each has to hold. */
function seenIn({ expectedVersion, expectedHead }: AnyMove, condition: Condition | undefined): SeenPosition[] {
  const inBody =
    expectedVersion === undefined
      ? []
      : [{ version: expectedVersion, headBegins: expectedHead, staleAs: 'stale-version' as const }];
  const { version, head } = condition ?? {};
  if (version === undefined) return inBody;
  return [...inBody, { version, headBegins: head, staleAs: 'precondition-failed' }];
}

/** Why a body and a condition do not go together; null when they do. */
function contradictionIn({ expectedVersion, expectedHead }: AnyMove, condition: Condition | undefined): string | null {
  if (expectedHead === undefined) return null;
  if (expectedVersion === undefined) return 'needs expectedVersion beside it';
  const isOther = expectedVersion === condition?.version && !expectedHead.startsWith(condition.head);
  return isOther ? 'names another history than If-Match' : null;
}

/** What may be done, and doing it. */
export function actionRoutes(
  app: FastifyInstance,
  gameService: GameService,
  contract: Contract,
  validators: Validators,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/games/:gameId/actions',
    {
      config: {
        access: 'player',
        readable: true,
        turn: true,
        problems: [
          'invalid-request',
          'unauthorized',
          'not-your-seat',
          'daily-closed',
          'board-sealed',
          'game-not-found',
          'no-such-seat',
        ],
      },
      schema: {
        operationId: 'listActions',
        summary: 'List what you may do',
        description:
          'The legal actions of your seat now, each with a sentence in plain words: `choices` of the state one by one. An agent ' +
          'that knows no rules can play any game by taking from this list.',
        tags: ['games'],
        params: GameParams,
        querystring: Type.Object(
          {
            seat: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 99,
                description: 'One of your own seats; without it your lowest that is to act, else your lowest.',
              }),
            ),
            limit: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: MOST_ACTIONS,
                default: LISTING.limit,
                description: 'The most actions to list. `total` says how many there are.',
              }),
            ),
            names: Type.Optional(NamesAsked),
          },
          { additionalProperties: false },
        ),
        headers: Type.Object({
          'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the list that you have.' })),
        }),
        response: {
          200: {
            description: 'The actions; none when the seat is not to act.',
            headers: { ETag: { type: 'string', description: 'Names this very list; `If-Match` takes it as well.' } },
            ...Ref(contract.actionList),
          },
          304: { description: 'You have this list.', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const { seat: asked, ...more } = request.query;
      const listing = { ...LISTING, ...more };
      const found = await gameService.gameReader.seatAt(request.player, request.params.gameId, asked);
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      const { game, seat } = found.value;
      const etag = actionsEtagOf(game, seat, listing);
      reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return actionsOf(game, seat, listing);
    },
  );

  routes.post(
    '/v1/games/:gameId/actions',
    {
      config: {
        access: 'player',
        turn: true,
        problems: [
          'invalid-request',
          'invalid-json',
          'unauthorized',
          'not-your-seat',
          'game-not-found',
          'no-such-seat',
          'not-your-turn',
          'stale-version',
          'seat-left',
          'time-out',
          'precondition-failed',
          ...KEY_PROBLEMS,
          'game-not-started',
          'game-over',
          'body-too-large',
          'unsupported-media-type',
          'illegal-action',
        ],
      },
      validatorCompiler: validators.withBody(AnyMove),
      preHandler: refuseWordsAmiss,
      schema: {
        operationId: 'submitAction',
        summary: 'Act',
        description:
          'Applies one of the legal actions of your seat and answers when it is stored for good, with what happened and the new ' +
          'state; bots act at once, so that `version` may be higher than the `appliedVersion` of your own action. Any other action is refused with the number of the ruling that it breaks and changes nothing.',
        tags: ['games'],
        params: GameParams,
        querystring: MoveQuery,
        headers: MoveHeaders,
        body: Type.Object(
          {
            action: Ref(contract.action),
            seat: Type.Optional({
              ...SeatNumber,
              description: 'The acting seat; without it your lowest that is to act.',
            }),
            expectedVersion: Type.Optional(ExpectedVersion),
            expectedHead: Type.Optional(ExpectedHead),
          },
          { additionalProperties: false },
        ),
        response: {
          200: { description: 'What the action led to.', ...Ref(contract.actionResult) },
        },
      },
    },
    async (request, reply) => {
      const condition = conditionIn(request.headers['if-match']);
      if (condition === null) {
        return sendProblem(request, reply, 'precondition-failed', { detail: 'If-Match holds no `ETag` of a state.' });
      }
      const body = request.body as AnyMove;
      const contradiction = contradictionIn(body, condition);
      if (contradiction !== null) {
        const errors = [{ pointer: '/expectedHead', message: contradiction }];
        return sendProblem(request, reply, 'invalid-request', { detail: 'A head is of one version.', errors });
      }
      const { gameId } = request.params;
      const asked = { action: body.action, seat: body.seat, seen: seenIn(body, condition) };
      const turn = request.token?.turn;
      if (turn !== undefined) {
        if (asked.seen.length === 0) {
          const errors = [{ pointer: '/expectedVersion', message: 'is needed' }];
          return sendProblem(request, reply, 'invalid-request', {
            detail: 'A token for one turn names its state.',
            errors,
          });
        }
        if (asked.seat !== undefined && asked.seat !== turn.seat) {
          return sendProblem(request, reply, 'turn-token', { detail: `This token is for seat ${turn.seat}.` });
        }
      }
      const chosen = turn === undefined ? asked : { ...asked, seat: turn.seat, since: turn.since };
      const submit = submitAction(request.player, gameId, chosen, request.idempotent);
      const submitted = await gameService.commands.handle(submit);
      if (!submitted.ok) return sendRefusal(request, reply, submitted.refusal);
      const wants = { ...DEFAULTS, ...request.query };
      const { game, onlooker, appliedVersion, events } = outcomeFor(request.player.id, submitted.value, wants);
      reply.header('etag', etagOf(game, onlooker, wants));
      return {
        ruleset: game.header.ruleset.id,
        rulesVersion: game.header.ruleset.rulesVersion,
        appliedVersion,
        version: game.version,
        events,
        state: tableView(game, onlooker, wants),
      };
    },
  );
}
