import { playerView } from '../../players/player-shapes.ts';
import {
  Device,
  DeviceCode,
  EndedTokens,
  NewDevice,
  NewReadToken,
  Token,
  TokenChange,
  TokenList,
  TokenWithSecret,
  tokenView,
  tokenWithSecret,
} from '../../players/token-shapes.ts';
import { tokenOf } from '../hooks/caller.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

export const tokenOperations = resource('players', ({ players }) => [
  post('/v1/me/token', {
    id: 'rotateToken',
    summary: 'Change your token',
    about:
      'Makes a new secret for the token that you call with. From this answer on the old one is unknown here, and ' +
      'within a second on every other server of this house; streams and waiting calls that were opened with it end ' +
      'within two. Send an `Idempotency-Key`: an answer that gets lost can then be asked for again with the old token, and with it ' +
      'alone. Your other tokens stay as they are.',
    access: 'player',
    key: 'afterEnd',
    answers: TokenWithSecret,
    handle: async ({ token, idempotent }) =>
      whenDone(await players.rotate(token, idempotent), (rotated) => tokenWithSecret(rotated.token, rotated)),
  }),

  post('/v1/me/read-tokens', {
    id: 'createReadToken',
    summary: 'Make a token that only reads',
    about:
      'Makes a token for boards and displays. It changes nothing and reads games, lists and records, as you see them; your ' +
      'messages, plans, calendar, blocks, channels, tokens and export stay closed to it. It is shown in this answer and never ' +
      'again. `revokeToken` ends it.',
    access: 'player',
    key: 'strong',
    mayOmitBody: true,
    body: NewReadToken,
    answers: TokenWithSecret,
    status: 201,
    refuses: ['too-many-tokens'],
    handle: async (request) => {
      const { body, idempotent } = request;
      const own = tokenOf(request);
      const created = await players.createReadToken(own, body.name?.toWellFormed() ?? null, idempotent);
      return whenDone(created, (token) => tokenWithSecret(own, token));
    },
  }),

  get('/v1/me/tokens', {
    id: 'listTokens',
    summary: 'List your tokens',
    about: 'Every token that speaks for you, without its secret.',
    access: 'player',
    answers: TokenList,
    handle: async (request) => ({
      tokens: (await players.tokens(request.player)).map((token) => tokenView(tokenOf(request), token)),
    }),
  }),

  patch('/v1/me/tokens/:tokenId', {
    id: 'changeToken',
    summary: 'Name a token',
    about: 'What you call a device, or what a token that only reads is for. Only you see it.',
    access: 'player',
    body: TokenChange,
    answers: Token,
    handle: async (request) => {
      const { player, params, body } = request;
      const renamed = await players.renameToken(player, params.tokenId, body.name?.toWellFormed() ?? null);
      return whenDone(renamed, (token) => tokenView(tokenOf(request), token));
    },
  }),

  remove('/v1/me/tokens/:tokenId', {
    id: 'revokeToken',
    summary: 'End another token',
    about:
      'From this answer on the token is unknown here, and within a second on every other server of this house; streams ' +
      'and waiting calls that were opened with it end within two. The token that you call with cannot be ended, only changed with `rotateToken`, ' +
      'or ended from another device.',
    access: 'player',
    says: 'It is revoked.',
    refuses: ['token-needed'],
    handle: (request) => players.revoke(tokenOf(request), request.params.tokenId),
  }),

  remove('/v1/me/tokens', {
    id: 'revokeOtherTokens',
    summary: 'Sign out everywhere else',
    about:
      'Ends every token of yours but the one that you call with, those that only read included, and any code for another device. ' +
      'Streams and waiting calls that were opened with them end within two seconds.',
    access: 'player',
    answers: EndedTokens,
    handle: async (request) => whenDone(await players.revokeOthers(tokenOf(request)), (ended) => ({ ended })),
  }),

  post('/v1/me/device-codes', {
    id: 'createDeviceCode',
    summary: 'Get a code for another device',
    about:
      'Type it on the other device (`addDevice`), which then plays as you with a token of its own. It is good for once and for ' +
      'ten minutes; another one ends it, and so does the end of the token that you call with.',
    access: 'player',
    key: 'strong',
    answers: DeviceCode,
    status: 201,
    handle: async (request) =>
      whenDone(await players.devices.code(tokenOf(request), request.idempotent), ({ code, expiresAt }) => {
        return { code, expiresAt: expiresAt.toISOString() };
      }),
  }),

  post('/v1/devices', {
    id: 'addDevice',
    summary: 'Play on this device too',
    about:
      'Gives this device a token of its own for the player who got the code. It shows in `listTokens` and ends like any other; ' +
      'the recovery code stays the player’s one. Send an `Idempotency-Key`, and an answer that gets lost can be asked for again. ' +
      'Counts as a registration in the limits.',
    access: 'anyone',
    key: 'strong',
    config: { registers: true },
    body: NewDevice,
    answers: Device,
    status: 201,
    refuses: ['device-code-refused', 'too-many-devices'],
    handle: async ({ body: { code, name }, idempotent }) => {
      const added = await players.devices.add(code, name?.toWellFormed() ?? null, idempotent);
      return whenDone(added, ({ player, token, secret }) => {
        return { player: playerView(player), token: secret, device: tokenView(token, token) };
      });
    },
  }),
]);
