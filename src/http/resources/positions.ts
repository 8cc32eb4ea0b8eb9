import { Type } from '@sinclair/typebox';
import { SeatNumber } from '#rules/kernel/schema.ts';
import { wrong } from '../../eventlog/result.ts';
import { NO_TELLING } from '../../games/queries/house-sentences.ts';
import { MOST_STATES, USUAL_STATES } from '../../games/queries/past-states.ts';
import { orNotModified, SETTLED, sendLong, statesEtagOf } from '../answers/bodies.ts';
import { bodyOf, get, post, resource, type Sent, whenDone } from '../server/operation.ts';
import {
  HeadQuery,
  INVITE_HEADER,
  LAST_VERSION,
  needsBeside,
  otherHistory,
  PAST_COST,
  refuseInvalidQuery,
  refuseNamesWithoutText,
  SeatQuery,
  TEXT_ASKED,
} from '../server/parameters.ts';

const FIRST = 1;
const VIEWS_A_CALL = 5;
/** The number of views that become JSON without a pause. A view may be long. */
const FEW_STATES = 5;
const MOST_WORLDS = 100;
/** The cost in the rate limit, in calls. It is fixed, because calls are counted before the positions are known. */
const WORLDS_COST = 5;

const STATES_ASKED = {
  seat: SeatQuery,
  from: Type.Integer({ minimum: 1, maximum: LAST_VERSION, default: FIRST, description: 'The first version.' }),
  to: Type.Integer({
    minimum: 1,
    maximum: LAST_VERSION,
    description: `The last version, of at most ${MOST_STATES}; without it up to ${USUAL_STATES.count}, about 16 kB.`,
  }),
  head: { ...HeadQuery, description: `With \`to\`: the \`head\` of that version. ${HeadQuery.description}` },
  ...TEXT_ASKED,
};

export const positionOperations = resource('games', ({ gameService: { gameReader, timeSlicer }, contract }) => [
  get('/v1/games/:gameId/states', {
    id: 'listStates',
    summary: 'Read earlier positions of a game',
    about:
      `Up to ${MOST_STATES} versions of a game in one answer, each as \`getState\` with \`at\` shows it, for who plays it again ` +
      'or looks back; go on with the version after the last one. All are seen from one seat: `seat`, else your lowest, else as a spectator. With `head` the answer is of ' +
      'that history or none, so that it never changes and your cache may keep it. It counts for more calls, the longer it is.',
    access: 'anyone',
    query: STATES_ASKED,
    headers: INVITE_HEADER,
    config: { cost: ({ query }) => statesCost(query) },
    preHandler: [refuseNamesWithoutText, refuseInvalidQuery(rangeFault)],
    tagged: true,
    answers: contract.stateList,
    refuses: ['not-your-seat', 'no-such-seat', 'daily-closed', 'board-sealed', 'version-not-found'],
    costly: true,
    handle: async (request, reply) => {
      const { seat, from = FIRST, to, head, ...words } = request.query;
      const telling = { ...NO_TELLING, ...words };
      const listed = await gameReader.states(request.reader, request.params.gameId, { seat, from, to, telling });
      if (!listed.ok) return listed;
      if (head !== undefined && listed.value.states.at(-1)?.head.startsWith(head) !== true)
        return otherHistory(to, head);
      reply
        .header('cache-control', head === undefined ? 'private, no-cache' : SETTLED)
        .header('vary', 'authorization, invite-code');
      return orNotModified(request, reply, statesEtagOf(listed.value, telling), () =>
        sendLong(reply, listed.value, 'states', timeSlicer, FEW_STATES),
      );
    },
  }),

  post('/v1/games/:gameId/worlds', {
    id: 'sampleWorlds',
    summary: 'Sample hidden information',
    about:
      'Returns full positions that agree with everything that your seat has seen. Hidden information is drawn ' +
      'anew, independent of the chance of the game and of what is really hidden. Use them with the same ruleset ' +
      'and rules version to look ahead.',
    key: 'needless',
    mayOmitBody: true,
    config: { cost: WORLDS_COST },
    body: bodyOf({
      seat: Type.Optional({
        ...SeatNumber,
        description: 'One of your own seats. Default: your lowest seat that is to act, else your lowest.',
      }),
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_WORLDS, default: 1, description: 'How many positions to draw.' }),
      ),
    }),
    answers: contract.sampledWorlds,
    refuses: ['not-your-seat', 'no-such-seat', 'daily-closed', 'board-sealed', 'game-not-started', 'game-over'],
    costly: true,
    handle: async ({ player, params, body }, reply) =>
      whenDone(await gameReader.worlds(player, params.gameId, body), (worlds) =>
        sendLong(reply, worlds, 'worlds', timeSlicer),
      ),
  }),
]);

function rangeFault({ from = FIRST, to, head }: Sent<typeof STATES_ASKED>) {
  if (to === undefined) return head === undefined ? null : needsBeside('head', '`to`');
  if (to < from) return wrong(`\`to\` (${to}) is less than \`from\` (${from}).`, '/to', 'must not be less than `from`');
  if (to - from < MOST_STATES) return null;
  const detail = `At most ${MOST_STATES} versions of a game fit in one answer. Ask for fewer.`;
  return wrong(detail, '/to', `must be at most ${from + MOST_STATES - 1}`);
}

/** Returns the cost in the rate limit: the cost of one past position, and a call for every 5 views. Invalid values are
 * rejected later. */
function statesCost(query: unknown): number {
  const { from, to } = query as { from?: unknown; to?: unknown };
  const versions = to === undefined ? USUAL_STATES.count : Number(to) - Number(from ?? FIRST) + 1;
  const shown = versions >= 1 && versions <= MOST_STATES ? versions : MOST_STATES;
  return PAST_COST + Math.ceil(shown / VIEWS_A_CALL);
}
