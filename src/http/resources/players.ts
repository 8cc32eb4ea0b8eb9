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
import type { Registered } from '../../players/players.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

/** The cost in the rate limit, counted in calls: see docs/configuration.md. */
const DETAILS_COST = 5;

export const playerOperations = resource('players', ({ players, accounts, gameService: { lobby } }) => [
  post('/v1/players', {
    id: 'createPlayer',
    summary: 'Register a player',
    about:
      'Creates a player, a token, and a recovery code for a lost token. Both secrets are returned only this ' +
      'once: store them separately. Without a `name` the player is a guest with a name like `Merry Otter 4821`; ' +
      '`changeMe` sets a name later and keeps everything. A name that is taken or looks like a taken one is ' +
      'rejected with 409 `name-taken` and a free `suggestion`. The name of an account that registered a month ' +
      'ago, never took a seat and got no new token since becomes free: when it is taken, a number is added to ' +
      'the older account’s name.',
    access: 'anyone',
    key: 'strong',
    config: { registers: true },
    body: NewPlayer,
    answers: PlayerWithToken,
    status: 201,
    refuses: ['name-taken'],
    at: ({ player }) => `/v1/players/${player.id}`,
    handle: async ({ body, idempotent }) => {
      const name = body.name === undefined ? done(null) : nameIn(body.name);
      if (!name.ok) return name;
      return whenDone(await players.create(name.value, body.kind, idempotent), withSecrets);
    },
  }),

  post('/v1/players/recovery', {
    id: 'recoverPlayer',
    summary: 'Recover your account',
    about:
      'For a lost or stolen token: revokes every token of the player and every link in a mail, turns all notification ' +
      'channels off as `revokeOtherTokens` does, and returns a new token and recovery code. The old code expires when ' +
      'the new token is first used. Streams end within two seconds. Counts as a registration in the limits.',
    access: 'anyone',
    key: 'strong',
    config: { registers: true },
    body: Recovery,
    answers: PlayerWithToken,
    refuses: ['recovery-refused'],
    handle: async ({ body, idempotent }) =>
      whenDone(await players.recover(body.player.toWellFormed(), body.recoveryCode, idempotent), withSecrets),
  }),

  get('/v1/me', {
    id: 'getMe',
    summary: 'Read your player',
    about: 'Returns the player of the token.',
    config: { readable: true },
    answers: Player,
    handle: ({ player }) => playerView(player),
  }),

  patch('/v1/me', {
    id: 'changeMe',
    summary: 'Change your name',
    about:
      'Changes your name under the rules of registration, at most three times in 30 days. Your old name stays ' +
      'reserved for you for 180 days. Profile, lists, ratings and new games show the new name at once (other ' +
      'servers within a second). Seats and entries keep the name under which they were taken, also in ' +
      'transcripts. `getNames` shows your former names to everyone.',
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
    summary: 'Export your data',
    about:
      'Streams a ZIP archive of JSON files: your profile and names; tokens, webhooks and channels without their ' +
      'secrets; calendar and vacations; messages and reports; mutes and blocks; seeks, record, ratings and ' +
      'competitions; and every game of yours as you see it, with plans, transcript and analysis. It holds only ' +
      'what you may see of other players. It queues with other costly reads of your address.',
    streams: { content: { 'application/zip': { schema: { type: 'string', format: 'binary', description: 'ZIP.' } } } },
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
    summary: 'Delete your account permanently',
    about:
      'Requires your recovery code and your token, so a stolen token is not enough. Your tokens, devices, ' +
      'webhooks and former names are deleted at once, and your name shows as `deleted`. Within about a minute ' +
      '(longer after thousands of games) running games are resigned, open games closed, seeks and entries ' +
      'withdrawn, and your name is removed from all logs. Games keep your id and their heads, so others can ' +
      'still verify them. Deletion cannot be undone; the name becomes free. Counts as a registration in the ' +
      'limits.',
    config: { registers: true },
    headers: { 'recovery-code': Type.String({ maxLength: 100, description: 'Your newest recovery code; required.' }) },
    says: 'The account is deleted.',
    refuses: ['recovery-refused'],
    handle: ({ player, headers }) => {
      const { 'recovery-code': code } = headers;
      if (code !== undefined) return accounts.delete(player, code);
      const detail = 'The header Recovery-Code is missing. Send your newest recovery code in this header.';
      return wrong(detail, '/headers/recovery-code', 'is missing');
    },
  }),

  get('/v1/players/:playerId', {
    id: 'getPlayer',
    summary: 'Read a player',
    about: 'Returns the public profile of a player.',
    access: 'anyone',
    answers: Player,
    refuses: ['player-not-found'],
    handle: async ({ params }) => whenDone(await players.known(params.playerId), playerView),
  }),

  get('/v1/players/:playerId/names', {
    id: 'getNames',
    summary: 'List a player’s names',
    about: 'Returns all names of a player with their dates, so that names in old games can be identified.',
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

  get('/v1/players/:playerId/record', {
    id: 'getRecord',
    summary: 'Read a player’s record',
    about: 'Returns the number of finished public games of a player by ruleset and result, and why some do not count.',
    access: 'anyone',
    answers: PlayerRecord,
    refuses: ['player-not-found'],
    handle: ({ params }) => lobby.record(params.playerId),
  }),

  get('/v1/players/:playerId/record/details', {
    id: 'getRecordDetails',
    summary: 'Read a player’s record by opponent and seat',
    about:
      `The newest ${DETAILED_GAMES} public games of a player that count, by opponents and by seats. Of rated games ` +
      '`getRatingRecord` says more, with luck and certainty.',
    access: 'anyone',
    query: { ruleset: Type.String({ description: 'Only games of this ruleset.' }) },
    config: { cost: DETAILS_COST },
    answers: RecordDetails,
    refuses: ['player-not-found'],
    handle: ({ params, query }) => lobby.recordDetails(params.playerId, query.ruleset ?? null),
  }),
]);

const withSecrets = ({ player, ...secrets }: Registered) => ({ player: playerView(player), ...secrets });

function nameIn(sent: string): Result<string> {
  const named = nameFrom(sent);
  if ('name' in named) return done(named.name);
  return wrong(`The name ${named.fault}.`, '/name', named.fault);
}
