import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { done, type Result, wrong } from '../../eventlog/result.ts';
import { DETAILED_GAMES } from '../../games/queries/lobby.ts';
import { PlayerRecord, RecordDetails } from '../../games/queries/lobby-shapes.ts';
import { nameFrom } from '../../players/name.ts';
import {
  NamesOfPlayer,
  NewPlayer,
  Player,
  PlayerChange,
  PlayerWithToken,
  playerView,
  Recovery,
} from '../../players/player-shapes.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

export const playerOperations = resource('players', ({ players, accounts }) => [
  post('/v1/players', {
    id: 'createPlayer',
    summary: 'Register',
    about:
      'Makes a player, a token that speaks for them and a code that brings them back when it is lost. Both are shown in this ' +
      'answer and never again: keep them secret, and apart. Without a `name` the player is a guest, whom the house calls ' +
      'something like `Merry Otter 4821`; `changeMe` gives a name later, and everything of the guest stays theirs. ' +
      'A name that looks like somebody’s gets 409 `name-taken`, with a free one as `suggestion`. The name of an account that ' +
      'was registered a month ago, has been at no table and has had no new token since is free again: whoever takes it, ' +
      'the older account gets a number after its own.',
    access: 'anyone',
    key: 'strong',
    config: { registers: true },
    body: NewPlayer,
    answers: PlayerWithToken,
    status: 201,
    refuses: ['name-taken'],
    handle: async ({ body, idempotent }, reply) => {
      const name = body.name === undefined ? done(null) : nameIn(body.name);
      if (!name.ok) return name;
      return whenDone(await players.create(name.value, body.kind, idempotent), ({ player, ...secrets }) => {
        reply.header('location', `/v1/players/${player.id}`);
        return { player: playerView(player), ...secrets };
      });
    },
  }),

  post('/v1/players/recovery', {
    id: 'recoverPlayer',
    summary: 'Come back without a token',
    about:
      'For who has lost their token, or somebody else has it: ends every token of the player, those that only read ' +
      'included, and gives a new one to play with and a new code; the old code ends when the new token is first used. What was opened with ' +
      'an ended token ends within two seconds. Counts as a registration in the limits.',
    access: 'anyone',
    key: 'strong',
    config: { registers: true },
    body: Recovery,
    answers: PlayerWithToken,
    refuses: ['recovery-refused'],
    handle: async ({ body, idempotent }) => {
      const recovered = await players.recover(body.player.toWellFormed(), body.recoveryCode, idempotent);
      return whenDone(recovered, ({ player, ...secrets }) => ({ player: playerView(player), ...secrets }));
    },
  }),

  get('/v1/me', {
    id: 'getMe',
    summary: 'Who am I?',
    about: 'The player whom the token speaks for.',
    access: 'player',
    config: { readable: true },
    answers: Player,
    handle: ({ player }) => playerView(player),
  }),

  patch('/v1/me', {
    id: 'changeMe',
    summary: 'Take another name',
    about:
      'The same rules hold as for registering; three times in thirty days. The name that you give up is kept for you for 180 ' +
      'days, and nobody else gets it meanwhile. Profile, lists, ratings and new games show the new name at once (other ' +
      'servers of the house within a second). A seat or an entry in a competition keeps the name under which it was taken, ' +
      'to the end and in its transcript. `getNames` shows everybody what you were called.',
    access: 'player',
    body: PlayerChange,
    answers: Player,
    refuses: ['name-taken', 'renamed-too-often'],
    handle: async ({ player, body }) => {
      const name = nameIn(body.name);
      return name.ok ? whenDone(await players.names.change(player, name.value), playerView) : name;
    },
  }),

  get('/v1/me/export', {
    id: 'exportMe',
    summary: 'Take along all that is yours',
    about:
      'A ZIP archive of JSON files, made while it is sent: your profile and names, tokens, webhooks and notification channels without their secrets, ' +
      'calendar and vacations, what you said and reported, whom you avoid, seeks, record and ratings, competitions, and of every game of yours what you see of it, with plans, transcript and analysis ' +
      'where there are. Of others it holds what you may see of them anyway. It waits for its turn among costly reads of your address.',
    access: 'player',
    streams: {
      content: { 'application/zip': { schema: { type: 'string', format: 'binary', description: 'ZIP.' } } },
    },
    says: 'The archive.',
    handle: async (request, reply) => {
      const pieces = accounts.exportOf(request.player);
      const first = await inTurn(request, () => pieces.next());
      const rest = async function* () {
        for (let next = first; next.done !== true; next = await inTurn(request, () => pieces.next())) yield next.value;
      };
      reply.type('application/zip').header('cache-control', 'no-store');
      reply.header('content-disposition', `attachment; filename="croupier-${request.player.id}.zip"`);
      return reply.send(Readable.from(rest(), { objectMode: false }));
    },
  }),

  remove('/v1/me', {
    id: 'deleteMe',
    summary: 'Delete your account, for good',
    about:
      'Takes your recovery code beside your token, so that nobody does it with a stolen one. With the answer your tokens, devices, ' +
      'webhooks and former names are gone, and your name shows as `deleted`. Within a minute or so (longer after thousands of ' +
      'games) your running games are resigned, open ones closed, seeks and competition entries withdrawn, and your name is ' +
      'taken out of every log. Games stay under your id, with their heads, so that others can still verify them. Nothing ' +
      'brings you back; the name is free for anybody. Counts as a registration in the limits.',
    access: 'player',
    config: { registers: true },
    headers: {
      'recovery-code': Type.Optional(
        Type.String({ maxLength: 100, description: 'Your newest recovery code, without which nothing is deleted.' }),
      ),
    },
    says: 'The account is deleted.',
    refuses: ['recovery-refused'],
    handle: ({ player, headers }) => {
      const { 'recovery-code': code } = headers;
      if (code !== undefined) return accounts.delete(player, code);
      const detail = 'The header Recovery-Code is missing: it confirms that the account is yours.';
      return wrong(detail, '/headers/recovery-code', 'is missing');
    },
  }),

  get('/v1/players/:playerId', {
    id: 'getPlayer',
    summary: 'Who is this?',
    about: 'A player as everyone may see them.',
    access: 'anyone',
    answers: Player,
    refuses: ['player-not-found'],
    handle: async ({ params }) => whenDone(await players.known(params.playerId), playerView),
  }),

  get('/v1/players/:playerId/names', {
    id: 'getNames',
    summary: 'What was this player called?',
    about:
      'All names that a player has had, and from when until when, so that whoever finds one in a game of then knows who it was.',
    access: 'anyone',
    answers: NamesOfPlayer,
    refuses: ['player-not-found'],
    handle: async ({ params }) => {
      const known = await players.known(params.playerId);
      if (!known.ok) return known;
      const player = known.value;
      const former = await players.names.former(player);
      const present = { name: player.name, since: former.at(-1)?.until ?? player.createdAt, until: null };
      const names = [...former, present].map(({ name, since, until }) => {
        return { name, since: since.toISOString(), until: until?.toISOString() ?? null };
      });
      return { names };
    },
  }),
]);

function nameIn(sent: string): Result<string> {
  const named = nameFrom(sent);
  if ('name' in named) return done(named.name);
  return wrong(`The name ${named.fault}.`, '/name', named.fault);
}

/** Rate-limit cost in calls: see docs/configuration.md. */
const DETAILS_COST = 5;

export const recordOperations = resource('players', ({ gameService: { lobby } }) => [
  get('/v1/players/:playerId/record', {
    id: 'getRecord',
    summary: 'How has this player fared?',
    about:
      'How many public games a player has finished, by ruleset, with what result, and why some of them do not count.',
    access: 'anyone',
    answers: PlayerRecord,
    refuses: ['player-not-found'],
    handle: ({ params }) => lobby.record(params.playerId),
  }),

  get('/v1/players/:playerId/record/details', {
    id: 'getRecordDetails',
    summary: 'Against whom, and on which seats, has this player fared how?',
    about:
      `The newest ${DETAILED_GAMES} public games of a player that count, by opponents and by seats. Of rated games ` +
      '`getRatingRecord` says more, with luck and certainty.',
    access: 'anyone',
    query: { ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })) },
    config: { cost: DETAILS_COST },
    answers: RecordDetails,
    refuses: ['player-not-found'],
    handle: ({ params, query }) => lobby.recordDetails(params.playerId, query.ruleset ?? null),
  }),
]);
