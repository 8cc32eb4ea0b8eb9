import { countedRange } from '#rules/kernel/tabletop/phrases.ts';
import { type FieldError, kinds, type Refused, refused, wrong } from '../eventlog/result.ts';
import { Fixable } from '../store/failures.ts';

export const GAME_REFUSALS = {
  ...kinds(403, {
    'not-your-seat': ['This seat is not yours', '`you` in the state lists your seats, if you have any.'],
    'not-your-game': ['Only the creator of this game can abort it', 'Leave your own seat instead: `leaveGame`.'],
    'daily-closed': [
      'The game of the day is still secret',
      'The games of a day become public when the day is over and all of them have ended: `closed` in `getDaily` is then true.',
    ],
  }),
  ...kinds(404, {
    'ruleset-not-found': ['There is no such ruleset', '`listRulesets` lists all of them.'],
    'game-not-found': [
      'There is no such game',
      'Check the id. A private game needs the token of a player or an invited player, or its invite code: in the header `Invite-Code`, or as `inviteCode` of `joinGame`.',
    ],
    'plan-not-found': [
      'There is no plan for this seat',
      'Make a plan, which is a list of prepared actions: `putPlan`.',
    ],
    'vacation-not-found': [
      'You have no such vacation',
      '`listVacations` lists yours. A vacation that is over cannot be changed.',
    ],
    'daily-not-found': [
      'There is no such game of the day',
      'Rulesets whose `solo` is true have one for every day up to today.',
    ],
    'version-not-found': ['The game has no such version', '`version` in the state is the newest.'],
    'no-such-seat': ['The game has no such seat', '`seats` in the state lists all of them.'],
  }),
  ...kinds(409, {
    'not-your-turn': ['The seat has nothing to decide now', 'Wait until `toAct` in the state names the seat.'],
    'stale-version': ['The game is not at the expected version', 'Read the state again, then choose again.'],
    'seat-taken': ['The seat is taken', 'Choose a seat whose `kind` is `open`.'],
    'game-not-started': [
      'The game has not started',
      'It starts when every seat is taken: `seats` says which are open, and `joinGame` takes one.',
    ],
    'cap-reached': ['You have reached a limit for one player', '`cap` names the limit.'],
    'game-over': ['The game is over', '`outcome` in the state says how it ended.'],
    'seat-left': ['You have left this seat', 'A bot of the server plays it now. `left` in `seats` says how you left.'],
    'time-out': [
      'The time for this decision is over',
      'Read the state again: the server has acted for you, or will in a moment.',
    ],
    'game-started': ['The game has started', 'Resign instead: `resignGame`.'],
    'game-unfinished': ['The game is not over', 'Ask again when `status` is `finished` or `aborted`.'],
    'abort-asked': [
      'You have already asked to abort',
      'The game is aborted when every remaining player asks. `withdrawAbort` withdraws your request.',
    ],
    'no-abort': [
      'You have not asked to abort the game',
      '`abortAskedBy` in the state lists the players who have. If you act in the game, your request is withdrawn.',
    ],
    'extension-asked': [
      'More time was requested already',
      'It is granted when all other players agree: each sends the same call with the same `seat` and `seconds`.',
    ],
    'no-deadline': [
      'The seat has no deadline now',
      '`decisions` in the state lists the seats that must decide now, and their deadlines.',
    ],
    'nothing-to-undo': [
      'There is nothing to undo',
      'You can undo the last action of your own turn if no player acted after it and it drew no card or die. `getUndo` says what you can undo now.',
    ],
    'undo-reveals': [
      'The action revealed something and cannot be undone',
      'Play on, or ask the other players to take it back: `requestTakeback`.',
    ],
    'too-many-takebacks': ['The game was taken back too often', 'Play on: choose one of `choices` in the state.'],
    'takeback-asked': [
      'You have already requested this takeback',
      'The game goes back when every remaining player agrees. `refuseTakeback` withdraws the request.',
    ],
    'no-takeback': [
      'There is no takeback to refuse',
      '`takeback` in the state is the open request, or null. A request ends when a player refuses it or acts.',
    ],
    'game-counts': [
      'The game has no takebacks',
      'Its result counts in ratings, in the game of the day or in a competition. Outside of competitions, `undoAction` undoes an action of your own turn that revealed nothing.',
    ],
    'vacation-overlaps': ['Some of these days are vacation already', 'Choose other days: `listVacations` lists yours.'],
    'rated-game': [
      'The game is rated',
      'Resign, which loses the game: `resignGame`. A rated game always counts, and each player holds one seat.',
    ],
    'commitment-used': [
      'The commitment has been used',
      'A commitment fixes the seed of one game in advance. Create another with `createCommitment`.',
    ],
    'rematch-too-early': ['The game is not over', 'Ask for a rematch when the game is over.'],
    'rematch-outgrown': [
      'The newest rules do not accept the options of the game',
      'Create a new game with the current rules.',
    ],
    'daily-unfinished': [
      'Your game of the day is not over',
      'Finish it first. Further games of the same day are practice.',
    ],
  }),
  ...kinds(412, {
    'precondition-failed': ['The game is not at the expected version', 'Read the state again, then choose again.'],
  }),
  ...kinds(422, {
    'illegal-action': [
      'The rules do not allow this action now',
      '`choices` in the state hold every legal action, and `listActions` lists them in words.',
    ],
    'unknown-ruleset': ['There is no such ruleset', '`listRulesets` lists all of them.'],
    'invalid-options': ['No game is possible with these options', '`getRuleset` describes the options.'],
    'unknown-player': ['There is no such player', 'Check the id.'],
    'unknown-policy': [
      'There is no such policy',
      'A policy is a way in which bots play. `policies` of the ruleset lists all of them.',
    ],
    'unknown-commitment': [
      'You have no such commitment',
      'A commitment fixes the seed of one game in advance: `createCommitment`.',
    ],
    'invalid-seats': [
      'The ruleset does not have that many seats',
      '`getRuleset` names the smallest and the largest number.',
    ],
    'daily-unsupported': [
      'This ruleset has no game of the day',
      'Leave `daily` out, or choose a ruleset whose `solo` is true, with one seat.',
    ],
  }),
  ...kinds(410, {
    'log-damaged': [
      'The log of the game or competition is damaged',
      'Ask the operator to restore a backup of the database. The game or competition stays in lists and ratings.',
    ],
  }),
  ...kinds(503, {
    'rules-unavailable': [
      'This server does not have the rules of the game',
      'The game is not lost. Ask again when the operator has upgraded all servers or restored the rules.',
      60,
    ],
  }),
};

export const CHAT_REFUSALS = {
  ...kinds(403, {
    'not-open-to-you': ['This is not open to you', 'Choose another game, or other players.'],
    'not-at-the-table': [
      'You do not sit at this table',
      'Only players of the game can write messages. Take a seat if one is open: `joinGame`.',
    ],
  }),
  ...kinds(404, { 'message-not-found': ['There is no such message', '`listMessages` lists those that you may read.'] }),
  ...kinds(409, {
    'chat-off': [
      'Messages are off in this game',
      'The creator of the game has turned them off, or other games have the same cards and dice, which messages could reveal.',
    ],
    'chat-over': [
      'The game has been over for more than seven days',
      'You can still read its messages. To play again, use `rematchGame`.',
    ],
    'too-many-messages': ['The game accepts no more messages', 'You can still read its messages and play on.'],
    'own-message': ['The message is your own', 'You can report only messages of other players.'],
  }),
  ...kinds(429, {
    'too-fast': ['You write too fast', 'Write again after as many seconds as the `Retry-After` header says.', 60],
    'too-many-reports': [
      'You have reported too much today',
      'Report again after as many seconds as the `Retry-After` header says.',
      24 * 60 * 60,
    ],
  }),
};

type Kinds = typeof GAME_REFUSALS & typeof CHAT_REFUSALS;
declare module '../eventlog/result.ts' {
  interface Refusals extends Kinds {}
}

/** Thrown if this build lacks the rules of a stored game: they were removed, or are newer than the build. */
export class RulesMissing extends Fixable {}

/** Rejects invalid input. `at` is the JSON pointer of the invalid value in the request. */
export function inputRefused(errors: readonly FieldError[], at: string, detail: string): Refused {
  return refused('invalid-request', detail, {
    errors: errors.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  });
}

/** Rejects a client seed for a game with an open seed, because it would have no effect. */
export function seedIsOpen(pointer: string): Refused {
  const detail =
    'This game has a chosen `seed`, which alone decides its cards and dice: leave out the field that `errors` names.';
  return wrong(detail, pointer, 'cannot be combined with `seed`');
}

/** Rejects options. The error points at the first option that `problem` names. */
export function optionsRefused(problem: string, options: object): Refused {
  const named = (problem.match(/\w+/g) ?? []).find((word) => Object.hasOwn(options, word));
  const pointer = named === undefined ? '/options' : `/options/${named}`;
  const message = 'conflicts with other options or with the number of seats';
  return refused('invalid-options', problem, { errors: [{ pointer, message }] });
}

/** Rejects a number of seats. `asked` is the number, or a list with one item for each seat. */
export function seatsRefused(
  name: string,
  { min, max }: { min: number; max: number },
  asked: number | readonly unknown[],
  { rated = false } = {},
): Refused {
  const isCount = typeof asked === 'number';
  const count = isCount ? asked : asked.length;
  const message = isCount
    ? `must be ${min === max ? min : `${min} to ${max}`}`
    : `must have ${countedRange({ min, max }, 'entry', 'entries')}`;
  const detail = `A ${rated ? 'rated game' : 'game'} of ${name} has ${countedRange({ min, max }, 'seat')}, not ${count}.`;
  return refused('invalid-seats', detail, { errors: [{ pointer: '/seats', message }] });
}

export function noSuchRuleset(ruleset: string, catalogue: ReadonlyMap<string, unknown>): Refused {
  const known = [...catalogue.keys()].join(', ');
  return wrong(`There is no ruleset ${JSON.stringify(ruleset)}.`, '/ruleset', `must be one of ${known}`);
}
