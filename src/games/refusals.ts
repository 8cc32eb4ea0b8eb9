import { type RefusalKind, type Refused, refused, wrong } from '../eventlog/result.ts';
import { Fixable } from '../store/failures.ts';

export const GAME_REFUSALS = {
  'not-your-seat': {
    status: 403,
    title: 'This seat is not yours',
    remedy: '`you` in the state lists your seats.',
  },
  'not-your-game': {
    status: 403,
    title: 'This game is not yours to close',
    remedy: 'Give up your own seat instead.',
  },
  'daily-closed': {
    status: 403,
    title: 'The game of the day is closed',
    remedy: 'It can be watched when the day and every game of it are over: `closed` in `getDaily`.',
  },
  'ruleset-not-found': {
    status: 404,
    title: 'There is no such ruleset',
    remedy: '`listRulesets` lists all of them.',
  },
  'game-not-found': { status: 404, title: 'There is no such game', remedy: 'Check the id.' },
  'plan-not-found': {
    status: 404,
    title: 'There is no plan for this seat',
    remedy: 'Make one: `putPlan`.',
  },
  'vacation-not-found': {
    status: 404,
    title: 'You have no such vacation',
    remedy: '`listVacations` lists yours. One that is over stays as it was.',
  },
  'daily-not-found': {
    status: 404,
    title: 'There is no such competition',
    remedy: 'Rulesets whose `solo` is true have one for every day up to today.',
  },
  'version-not-found': {
    status: 404,
    title: 'The game has no such version yet',
    remedy: '`version` in the state is the newest.',
  },
  'no-such-seat': {
    status: 404,
    title: 'The game has no such seat',
    remedy: '`seats` in the state lists all of them.',
  },
  'not-your-turn': {
    status: 409,
    title: 'The seat has nothing to decide now',
    remedy: 'Wait until `toAct` in the state names the seat.',
  },
  'stale-version': {
    status: 409,
    title: 'The choice was made on another version of the game',
    remedy: 'Read the state again and choose anew.',
  },
  'seat-taken': { status: 409, title: 'The seat is taken', remedy: 'Choose a seat whose `kind` is `open`.' },
  'game-not-started': {
    status: 409,
    title: 'The game has not started',
    remedy: 'It starts when every seat is taken: `seats` says which are open, and `joinGame` takes one.',
  },
  'cap-reached': {
    status: 409,
    title: 'You have reached a limit for one player',
    remedy: '`cap` names it. Finish, abort or leave games, withdraw invitations, or use commitments.',
  },
  'game-over': { status: 409, title: 'The game is over', remedy: '`outcome` in the state says how it ended.' },
  'seat-left': {
    status: 409,
    title: 'You have left this seat',
    remedy: '`left` in `seats` says how; the house plays on for it.',
  },
  'time-out': {
    status: 409,
    title: 'The time for this decision was up',
    remedy: 'Read the state again: the house has acted, or is about to.',
  },
  'game-started': { status: 409, title: 'The game has started', remedy: 'Resign instead: `resignGame`.' },
  'game-unfinished': {
    status: 409,
    title: 'The game is not over',
    remedy: 'Its secrets are published when `status` is `finished` or `aborted`.',
  },
  'abort-asked': {
    status: 409,
    title: 'You have already asked to abort',
    remedy: 'The game is aborted when every remaining player asks. `withdrawAbort` withdraws your request.',
  },
  'no-abort': {
    status: 409,
    title: 'You have not asked to abort the game',
    remedy: '`abortAskedBy` in the state lists the players who have. An action of yours withdraws your request.',
  },
  'extension-asked': {
    status: 409,
    title: 'More time has been asked for',
    remedy: 'It is granted when all other players agree: by the same call with the same seat and seconds.',
  },
  'no-deadline': {
    status: 409,
    title: 'No time runs for this seat',
    remedy: '`decisions` in the state has the seats that are to decide, and their deadlines.',
  },
  'nothing-to-undo': {
    status: 409,
    title: 'There is nothing to undo',
    remedy:
      '`undoTo` in the state is a version where your seat may have something to undo; `getUndo` says whether it has.',
  },
  'undo-reveals': {
    status: 409,
    title: 'The action revealed something and cannot be undone',
    remedy: 'Play on, or ask the others for a takeback: `requestTakeback`.',
  },
  'too-many-takebacks': {
    status: 409,
    title: 'The game was taken back too often',
    remedy: 'Play on: take one of `choices`.',
  },
  'takeback-asked': {
    status: 409,
    title: 'You have already requested this takeback',
    remedy: 'The game is taken back when every remaining player agrees. `refuseTakeback` withdraws the request.',
  },
  'no-takeback': {
    status: 409,
    title: 'There is no takeback to refuse',
    remedy: '`takeback` in the state holds an open request. This one was refused, or the game has gone on.',
  },
  'game-counts': {
    status: 409,
    title: 'The game counts for more than its players',
    remedy: '`undoAction` undoes an action of your own turn that revealed nothing. Games of competitions have no undo.',
  },
  'vacation-overlaps': {
    status: 409,
    title: 'Some of these days are vacation already',
    remedy: '`listVacations` lists yours.',
  },
  'rated-game': {
    status: 409,
    title: 'The game is rated',
    remedy: 'Resign, which loses it: `resignGame`. A rated game always counts, and a player holds one seat in it.',
  },
  'commitment-used': {
    status: 409,
    title: 'The commitment has been used',
    remedy: 'A commitment is valid for one game. Create another with `createCommitment`.',
  },
  'rematch-too-early': { status: 409, title: 'The game is not over', remedy: 'Ask for a rematch when it is.' },
  'rematch-outgrown': {
    status: 409,
    title: 'The newest rules do not accept the options of the game',
    remedy: 'Create a new game as the rules are now.',
  },
  'daily-unfinished': {
    status: 409,
    title: 'Your game of the day is not over',
    remedy: 'Finish it first; then others of the same day are practice.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The choice was made on another version of the game',
    remedy: 'Read the state again and choose anew.',
  },
  'illegal-action': {
    status: 422,
    title: 'The rules do not allow this action now',
    remedy: '`choices` in the state hold every legal action, and `listActions` lists them in words.',
  },
  'unknown-ruleset': {
    status: 422,
    title: 'There is no such ruleset',
    remedy: '`listRulesets` lists all of them.',
  },
  'invalid-options': {
    status: 422,
    title: 'These options do not go together',
    remedy: '`getRuleset` describes the options.',
  },
  'unknown-player': { status: 422, title: 'There is no such player', remedy: 'Check the id.' },
  'unknown-policy': {
    status: 422,
    title: 'There is no such policy',
    remedy: '`policies` of the ruleset lists all of them.',
  },
  'unknown-commitment': {
    status: 422,
    title: 'You have no such commitment',
    remedy: 'Make one with `createCommitment`.',
  },
  'invalid-seats': {
    status: 422,
    title: 'The ruleset does not have that many seats',
    remedy: '`getRuleset` names the smallest and the largest number.',
  },
  'daily-unsupported': {
    status: 422,
    title: 'This ruleset has no game of the day',
    remedy: 'Leave `daily` out, or choose a ruleset whose `solo` is true, with one seat.',
  },
  'log-damaged': {
    status: 410,
    title: 'The log of the game or competition is damaged',
    remedy:
      'Ask the operator of the house to bring it back. What lists and ratings say of it stays. Nothing was changed.',
  },
  'rules-unavailable': {
    status: 503,
    retryAfter: 60,
    title: 'This server does not have the rules of the game',
    remedy:
      'Nothing is lost: the log of the game is kept. Ask another server, or again when the house runs a build that has ' +
      'these rules: while servers are upgraded soon, otherwise when its operator brings them back.',
  },
} as const satisfies Record<string, RefusalKind>;

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

type Kinds = typeof GAME_REFUSALS & typeof CHAT_REFUSALS;
declare module '../eventlog/result.ts' {
  interface Refusals extends Kinds {}
}

/** This build lacks the rules of a game in the log: they were removed, or are newer. */
export class RulesMissing extends Fixable {}

/** Points at the first option that `problem` names. */
export function optionsRefused(problem: string, options: object): Refused {
  const named = (problem.match(/\w+/g) ?? []).find((word) => Object.hasOwn(options, word));
  const pointer = named === undefined ? '/options' : `/options/${named}`;
  return refused('invalid-options', problem, { errors: [{ pointer, message: 'does not go with the others' }] });
}

export function noSuchRuleset(ruleset: string, catalogue: ReadonlyMap<string, unknown>): Refused {
  const known = [...catalogue.keys()].join(', ');
  return wrong(`There is no ruleset ${JSON.stringify(ruleset)}.`, '/ruleset', `must be one of ${known}`);
}
