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
    summary: 'Replace your token',
    about:
      'Replaces the secret of the token in this request. The old secret is invalid at once, and on other servers ' +
      'within a second; its streams and waiting requests end within two. Send an `Idempotency-Key`: a lost ' +
      'response can then be requested again with the old secret, which is valid for nothing else. Your other ' +
      'tokens stay valid.',
    key: 'afterEnd',
    answers: TokenWithSecret,
    handle: async ({ token, idempotent }) =>
      whenDone(await players.rotate(token, idempotent), (rotated) => tokenWithSecret(rotated.token, rotated)),
  }),

  post('/v1/me/read-tokens', {
    id: 'createReadToken',
    summary: 'Create a read-only token',
    about:
      'Creates a token for boards and displays. It changes nothing and reads games, lists and records as you see ' +
      'them, but not your messages, plans, calendar, blocks, channels, tokens or export. It is returned only ' +
      'this once. Revoke it with `revokeToken`.',
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
    about: 'Returns all your tokens without their secrets.',
    answers: TokenList,
    handle: async (request) => ({
      tokens: (await players.tokens(request.player)).map((token) => tokenView(tokenOf(request), token)),
    }),
  }),

  patch('/v1/me/tokens/:tokenId', {
    id: 'changeToken',
    summary: 'Rename a token',
    about: 'Sets the name of a device or of a read-only token. Only you see it.',
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
    summary: 'Revoke a token',
    about:
      'Revokes the token at once, and on other servers within a second; its streams and waiting requests end ' +
      'within two. You cannot revoke the token of this request: replace it with `rotateToken`, or revoke it from ' +
      'another device.',
    says: 'Revoked.',
    refuses: ['token-needed'],
    handle: (request) => players.revoke(tokenOf(request), request.params.tokenId),
  }),

  remove('/v1/me/tokens', {
    id: 'revokeOtherTokens',
    summary: 'Revoke all your other tokens',
    about:
      'Revokes all your tokens except the one of this request, any device code, and every link in a mail. Streams ' +
      'end within two seconds. Turns notification channels off: check each before you turn it on again; mail ' +
      'addresses must be confirmed again. Webhooks stay.',
    answers: EndedTokens,
    handle: async (request) => whenDone(await players.revokeOthers(tokenOf(request)), (ended) => ({ ended })),
  }),

  post('/v1/me/device-codes', {
    id: 'createDeviceCode',
    summary: 'Create a device code',
    about:
      'Type the code on the other device (`addDevice`), which gets its own token for you. The code is valid ' +
      'once, for ten minutes; it expires with a newer code or when the token of this request ends.',
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
    summary: 'Sign in with a device code',
    about:
      'Creates a token for this device and the player who created the code. `listTokens` shows it, and it is ' +
      'revoked like any other; the recovery code stays the same. Counts as a registration in the limits.',
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
