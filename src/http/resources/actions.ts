import { type Static, Type } from '@sinclair/typebox';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { type Refused, refused, wrong } from '../../eventlog/result.ts';
import { type SeenPosition, submitAction } from '../../games/commands/actions.ts';
import { actionsOf, outcomeFor, tableView } from '../../games/queries/table-view.ts';
import { HASH } from '../../patterns.ts';
import { actionsEtagOf, DEFAULTS, etagOf, orNotModified, seenVersionIn } from '../answers/bodies.ts';
import { bodyOf, get, post, resource } from '../server/operation.ts';
import {
  limitAsked,
  NamesQuery,
  needsBeside,
  refuseNamesWithoutText,
  SEAT_IN_PLAY,
  seatAsked,
  versionAsked,
  WORDS_ASKED,
} from '../server/parameters.ts';

/** The defaults of the list. With them, the answer has less than 16 kB in every game. */
const LISTING = { names: DEFAULTS.names, limit: 90 };
const MOST_ACTIONS = 10_000;

const MOVE = {
  seat: Type.Optional({ ...SeatNumber, description: 'The seat that acts. Default: your lowest seat that is to act.' }),
  expectedVersion: Type.Optional(
    versionAsked(
      1,
      'The `version` of the state that you chose on. The action is rejected as stale if this decision of yours ' +
        'opened later, so it is never applied twice, nor to a position that you have not seen.',
    ),
  ),
  expectedHead: Type.Optional(
    Type.String({
      pattern: HASH,
      description:
        'The `head` returned with `expectedVersion`. The action is rejected as stale if that version belongs to ' +
        'another history, because the database was restored to an earlier moment.',
    }),
  ),
};
/** A body with an action of any ruleset. Later the ruleset of the game validates the action. */
const AnyMove = bodyOf({ action: Type.Object({ type: Type.String() }, { additionalProperties: true }), ...MOVE });
type AnyMove = Static<typeof AnyMove>;

export const actionOperations = resource('games', ({ gameService: { gameReader, commands }, contract, validators }) => [
  get('/v1/games/:gameId/actions', {
    id: 'listActions',
    summary: 'List legal actions',
    about:
      'Returns the legal actions of your seat, each with a sentence in plain words: the expanded `choices` of ' +
      'the state. An agent that knows no rules can play any game from this list.',
    query: {
      seat: seatAsked('One of your own seats. Default: your lowest seat that is to act, else your lowest.'),
      ...limitAsked(MOST_ACTIONS, LISTING.limit, 'The most actions to list. `total` says how many there are.'),
      names: NamesQuery,
    },
    config: { readable: true, turn: true },
    tagged: true,
    answers: contract.actionList,
    says: 'The actions; empty if the seat is not to act. `If-Match` also accepts their `ETag`.',
    refuses: ['not-your-seat', 'no-such-seat', 'daily-closed', 'board-sealed'],
    handle: async (request, reply) => {
      const { seat: asked, ...more } = request.query;
      const listing = { ...LISTING, ...more };
      const found = await gameReader.seatAt(request.player, request.params.gameId, asked);
      if (!found.ok) return found;
      const { game, seat } = found.value;
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
      return orNotModified(request, reply, actionsEtagOf(game, seat, listing), () => actionsOf(game, seat, listing));
    },
  }),

  post('/v1/games/:gameId/actions', {
    id: 'submitAction',
    summary: 'Submit an action',
    about:
      'Applies a legal action of your seat, stores it, and returns what happened and the new state. Bots act at ' +
      'once, so `version` may be higher than the `appliedVersion` of your action. An illegal action changes ' +
      'nothing and is rejected with the number of the ruling that it breaks.',
    query: WORDS_ASKED,
    headers: {
      'if-match': Type.String({
        maxLength: 200,
        description:
          'The `ETag` of the state that you chose on. Works like `expectedVersion`; a stale one is rejected ' +
          'with 412.',
      }),
    },
    config: { turn: true },
    preHandler: refuseNamesWithoutText,
    validatorCompiler: validators.withBody(AnyMove),
    body: bodyOf({ action: Ref(contract.action), ...MOVE }),
    answers: contract.actionResult,
    refuses: [...SEAT_IN_PLAY, 'not-your-turn', 'stale-version', 'time-out', 'precondition-failed', 'illegal-action'],
    handle: async (request, reply) => {
      const body = request.body as AnyMove;
      const seen = seenIn(body, request.headers['if-match']);
      if ('refusal' in seen) return seen;
      const asked = { action: body.action, seat: body.seat, seen };
      const turn = request.token?.turn;
      if (turn !== undefined) {
        if (asked.seen.length === 0) {
          const detail =
            'A call with a token for one turn must send `expectedVersion`, or the `ETag` of a state as `If-Match`.';
          return wrong(detail, '/expectedVersion', 'is missing, and so is the header `If-Match`');
        }
        if (asked.seat !== undefined && asked.seat !== turn.seat) {
          return refused('turn-token', `This token can act only for seat ${turn.seat}.`);
        }
      }
      const chosen = turn === undefined ? asked : { ...asked, seat: turn.seat, since: turn.since };
      const submit = submitAction(request.player, request.params.gameId, chosen, request.idempotent);
      const submitted = await commands.handle(submit);
      if (!submitted.ok) return submitted;
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
  }),
]);

/** Returns the positions named in the body and in `If-Match` (`*` names none). The game must still match each one. */
function seenIn({ expectedVersion, expectedHead }: AnyMove, ifMatch: string | undefined): SeenPosition[] | Refused {
  const seen: SeenPosition[] = [];
  if (expectedVersion !== undefined) {
    seen.push({ version: expectedVersion, headBegins: expectedHead, staleAs: 'stale-version' });
  } else if (expectedHead !== undefined) return needsBeside('expectedHead', '`expectedVersion`');
  if (ifMatch === undefined || ifMatch.trim() === '*') return seen;
  const tag = seenVersionIn(ifMatch);
  if (tag === null) return refused('precondition-failed', '`If-Match` must have the `ETag` of a state of this game.');
  if (expectedVersion === tag.version && expectedHead?.startsWith(tag.head) === false) {
    const detail = '`expectedHead` and `If-Match` name different states: send only one of them.';
    return wrong(detail, '/expectedHead', 'names another state than `If-Match`');
  }
  return [...seen, { version: tag.version, headBegins: tag.head, staleAs: 'precondition-failed' }];
}
