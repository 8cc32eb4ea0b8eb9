import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about players, their tokens and their webhooks. */
export const PLAYER_PROBLEMS = {
  'recovery-refused': {
    status: 403,
    title: 'The recovery code is not this player’s',
    remedy: 'Send the id or the name of the player and the newest code: each is good for once.',
  },
  'device-code-refused': {
    status: 403,
    title: 'The code lets nobody in',
    remedy:
      'Each is good for once and ten minutes. Ask for another on a device that plays already: `createDeviceCode`.',
  },
  suspended: {
    status: 403,
    title: 'You are suspended here',
    remedy:
      '`detail` says why, and until when. The house’s operators decide about it; your running games go on by their clocks.',
  },
  'player-not-found': { status: 404, title: 'There is no such player', remedy: 'Check the id.' },
  'token-not-found': { status: 404, title: 'You have no such token', remedy: '`listTokens` lists all of them.' },
  'webhook-not-found': {
    status: 404,
    title: 'There is no such webhook',
    remedy: '`listWebhooks` lists yours.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is somebody else’s',
    remedy: 'Choose another: `suggestion` is one that was free just now. Names that look the same count as the same.',
  },
  'renamed-too-often': {
    status: 409,
    title: 'You have changed your name as often as one may',
    remedy: 'Three times in thirty days: `detail` says when the next time is.',
  },
  'too-many-devices': {
    status: 409,
    title: 'The player has as many devices as one may',
    remedy: '`listTokens` lists their tokens; end one with `revokeToken`, and send the code again.',
  },
  'token-needed': {
    status: 409,
    title: 'The token that you call with cannot be ended',
    remedy: '`rotateToken` changes it; another device of yours can end it.',
  },
  'too-many-tokens': {
    status: 409,
    title: 'You have as many read tokens as one player may',
    remedy: '`listTokens` lists them; end one with `revokeToken`.',
  },
  'too-many-webhooks': { status: 409, title: 'You have too many webhooks', remedy: 'Delete one that you do not need.' },
  'webhook-test-running': {
    status: 409,
    title: 'Another test is still running',
    remedy: 'Wait for its answer, ten seconds at most.',
  },
  'invalid-webhook-url': {
    status: 422,
    title: 'Webhooks cannot be sent to this URL',
    remedy:
      'Give an https:// URL without user name and password, on a host that the internet can reach. On one’s own machine ' +
      'any URL goes where the server was started with `WEBHOOK_PRIVATE_ADDRESSES=allow`.',
  },
} as const satisfies Record<string, ProblemKind>;
