import { kinds, type Refused, refused } from '../eventlog/result.ts';

export const PLAYER_REFUSALS = {
  ...kinds(403, {
    'recovery-refused': [
      'The recovery code is not this player’s',
      'Send the id or the name of the player and the newest code. Each code is valid once.',
    ],
    'device-code-refused': [
      'This device code is not valid',
      'A code is valid once and for ten minutes. On a device that is signed in, create another: `createDeviceCode`.',
    ],
    suspended: [
      'You are suspended on this server',
      '`detail` says why, and until when. Only an operator can end the suspension earlier. The clocks of your running games continue.',
    ],
  }),
  ...kinds(404, {
    'player-not-found': ['There is no such player', 'Check the id.'],
    'token-not-found': ['You have no such token', '`listTokens` lists your tokens.'],
  }),
  ...kinds(409, {
    'name-taken': [
      'This name is taken',
      'Choose another name: `suggestion` was free a moment ago. Names that look the same count as the same.',
    ],
    'renamed-too-often': [
      'You have changed your name too often',
      'The limit is three changes in thirty days. `detail` says when you can change it again.',
    ],
    'too-many-devices': [
      'The player has too many devices',
      'End the token of one device (`listTokens`, `revokeToken`). Then send the code again.',
    ],
    'token-needed': [
      'You cannot end the token that this call uses',
      'Replace it with `rotateToken`, or end it from another device.',
    ],
    'too-many-tokens': [
      'You have too many read tokens',
      'End one of them with `revokeToken`: `listTokens` lists them.',
    ],
  }),
};

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof PLAYER_REFUSALS> {}
}

/** Rejects a call whose token was ended by another call meanwhile. */
export function tokenEnded(): Refused {
  return refused('unauthorized', 'Another call has ended this token a moment ago.');
}
