import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with calls about what is said, and about whom one does not meet. */
export const TALK_PROBLEMS = {
  'not-open-to-you': {
    status: 403,
    title: 'This is not open to you',
    remedy: 'Choose another game, or other players.',
  },
  'not-at-the-table': {
    status: 403,
    title: 'You do not sit at this table',
    remedy: 'Take a seat, if one is open: those who play write, and all who may watch read what is public.',
  },
  'message-not-found': {
    status: 404,
    title: 'There is no such message',
    remedy: '`listMessages` lists those that you may read.',
  },
  'talk-off': {
    status: 409,
    title: 'Nobody talks at this game',
    remedy: '`talk` in the state says so before: its creator turned it off, or all play the same chance in it.',
  },
  'talk-over': {
    status: 409,
    title: 'The game has been over for too long',
    remedy: 'Play again: `rematchGame`. What was said can still be read.',
  },
  'too-many-messages': {
    status: 409,
    title: 'The game takes no more messages',
    remedy: 'What was said can still be read, and the game goes on.',
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
} as const satisfies Record<string, ProblemKind>;
