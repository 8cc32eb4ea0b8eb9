import { type RefusalKind, type Refused, refused } from '../eventlog/result.ts';

export const PLAYER_REFUSALS = {
  'recovery-refused': {
    status: 403,
    title: 'The recovery code is not this player’s',
    remedy: 'Send the id or the name of the player and the newest code. Each code is valid once.',
  },
  'device-code-refused': {
    status: 403,
    title: 'This device code is not valid',
    remedy: 'A code is valid once, for ten minutes. Create another on a device that is signed in: `createDeviceCode`.',
  },
  suspended: {
    status: 403,
    title: 'You are suspended on this server',
    remedy:
      '`detail` says why, and until when. Only an operator can end it earlier. The clocks of your running games continue.',
  },
  'player-not-found': { status: 404, title: 'There is no such player', remedy: 'Check the id.' },
  'token-not-found': { status: 404, title: 'You have no such token', remedy: '`listTokens` lists all of them.' },
  'name-taken': {
    status: 409,
    title: 'This name is taken',
    remedy: 'Choose another: `suggestion` is one that was free just now. Names that look the same count as the same.',
  },
  'renamed-too-often': {
    status: 409,
    title: 'You have changed your name too often',
    remedy: 'The limit is three changes in thirty days. `detail` says when you can change it again.',
  },
  'too-many-devices': {
    status: 409,
    title: 'The player has too many devices',
    remedy: '`listTokens` lists their tokens; end one with `revokeToken`, and send the code again.',
  },
  'token-needed': {
    status: 409,
    title: 'You cannot end the token that you call with',
    remedy: '`rotateToken` replaces it; another device of yours can end it.',
  },
  'too-many-tokens': {
    status: 409,
    title: 'You have too many read tokens',
    remedy: '`listTokens` lists them; end one with `revokeToken`.',
  },
} as const satisfies Record<string, RefusalKind>;

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof PLAYER_REFUSALS> {}
}

/** For a call whose token was ended by another call. */
export function tokenEnded(): Refused {
  return refused('unauthorized', 'This token has just been ended by another call.');
}
