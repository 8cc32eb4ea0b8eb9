import { type Static, Type } from '@sinclair/typebox';
import { Words } from '#rules/kernel/schema.ts';
import { done } from '../../games/model/result.ts';
import { PLAYER_ASKED } from '../../patterns.ts';
import type { GameQuery } from '../../store/contract/game-lists.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { Status } from '../schemas/game-fields.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { newsAsked, newsCost, refuseNewsAmiss, SINCE_ASKED } from '../server/news-asked.ts';
import { get, resource } from '../server/operation.ts';
import { WaitAsked } from '../server/parameters.ts';

const PAGE = 20;

/** Finding a game. */
export const gameOperations = resource('games', ({ gameService: { lobby }, contract }) => [
  get('/v1/games', {
    id: 'listGames',
    summary: 'List games',
    about:
      'Public games, and with a token also your own unlisted and private ones and those to which you are invited; newest ' +
      'first. `?openSeats=true` is the lobby; `?player=me&status=open` are your tables that wait for players, those to which ' +
      'you are invited among them; `?player=me&status=finished` are your results. With `If-None-Match` and `wait` a page waits until ' +
      'it is another than the one of that `ETag`: until a game of it begins or ends, or a seat is taken or left. (Moves within a ' +
      'game end no wait.) Without `If-None-Match`, `wait` waits for the first game of an empty page.',
    access: 'anyone',
    query: {
      ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })),
      status: Type.Optional(
        Type.Unsafe<Static<typeof Status>>({ ...Status, description: `Only such games. ${Status.description}` }),
      ),
      player: Type.Optional(
        Type.String({ pattern: PLAYER_ASKED, description: 'Games of this player: an id, or `me`.' }),
      ),
      openSeats: Type.Optional(
        Type.Boolean({ description: '`true`: only games that somebody may still join. `false`: only the others.' }),
      ),
      awaiting: Type.Optional(
        Words(['me', 'others'], {
          description:
            '`me`: only games that wait for you. `others`: only games of yours that are under way and wait for somebody else.',
        }),
      ),
      opponent: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only games in which this player sits too, or is invited.' }),
      ),
      rematchOf: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Only the rematch of this game, if there is one that you may see, and those that were aborted.',
        }),
      ),
      cursor: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the page before.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: 'Games a page, at most.' }),
      ),
      wait: Type.Optional(WaitAsked),
      ...SINCE_ASKED,
    },
    config: { cost: newsCost },
    preHandler: refuseNewsAmiss,
    tagged: true,
    answers: contract.gameList,
    says: 'A page of games.',
    refuses: ['too-many-waiting', 'stopping'],
    handle: (request, reply) => {
      const { player, awaiting, cursor, limit = PAGE, wait = 0, since, names: _, ...asked } = request.query;
      const reader = request.caller?.id ?? null;
      if (reader === null && (player === 'me' || awaiting !== undefined || since !== undefined)) {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const me = reader ?? undefined;
      const query: GameQuery = {
        ...asked,
        player: player === 'me' ? me : player,
        awaiting: awaiting === 'me' ? me : undefined,
        awaitingOthers: awaiting === 'others' ? me : undefined,
        before: cursor,
        reader,
        limit,
      };
      reply.header('vary', 'authorization');
      const read = async () => {
        const listed = await lobby.list(query, newsAsked(request.query));
        if (!listed.ok) return listed;
        const text = JSON.stringify(listed.value);
        return done({ text, etag: listEtag(text), known: '', hasNews: listed.value.games.length > 0 });
      };
      return sendList(request, reply, { wait, watch: () => lobby.watchLists(), read });
    },
  }),
]);
