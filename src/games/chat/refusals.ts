import type { RefusalKind } from '../../eventlog/result.ts';

/** Why nothing is done about what is said, and about whom one does not meet. */
export const CHAT_REFUSALS = {
  'not-open-to-you': {
    status: 403,
    title: 'This is not open to you',
    remedy: 'Choose another game, or other players.',
  },
  'not-at-the-table': {
    status: 403,
    title: 'You do not sit at this table',
    remedy: 'Take a seat, if one is open. Only players write; all who may watch read public messages.',
  },
  'message-not-found': {
    status: 404,
    title: 'There is no such message',
    remedy: '`listMessages` lists those that you may read.',
  },
  'chat-off': {
    status: 409,
    title: 'Messages are off in this game',
    remedy:
      '`chat` in the state says so: the creator of the game turned messages off, or all of its players play the same chance.',
  },
  'chat-over': {
    status: 409,
    title: 'The game has been over for too long',
    remedy: 'Play again: `rematchGame`. Its messages can still be read.',
  },
  'too-many-messages': {
    status: 409,
    title: 'The game takes no more messages',
    remedy: 'Its messages can still be read, and the game goes on.',
  },
  'own-message': { status: 409, title: 'The message is your own', remedy: 'Report what others wrote.' },
  'too-fast': {
    status: 429,
    retryAfter: 60,
    title: 'You write too fast',
    remedy: 'Write again after as many seconds as the `Retry-After` header says.',
  },
  'too-many-reports': {
    status: 429,
    retryAfter: 24 * 60 * 60,
    title: 'You have reported too much today',
    remedy: 'Report again after as many seconds as the `Retry-After` header says.',
  },
} as const satisfies Record<string, RefusalKind>;

type Kinds = typeof CHAT_REFUSALS;
declare module '../../eventlog/result.ts' {
  interface Refusals extends Kinds {}
}
