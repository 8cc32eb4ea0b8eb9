import { countedRange } from '#rules/kernel/tabletop/phrases.ts';
import { type FieldError, kinds, type Refused, refused, wrong } from '../eventlog/result.ts';
import { Fixable } from '../store/failures.ts';

export const GAME_REFUSALS = {
  ...kinds(
    { status: 403 },
    {
      'not-your-seat': ['This seat is not yours', '`you` in the state lists your seats.'],
      'not-your-game': ['Only the creator of this game can abort it', 'Leave your own seat instead: `leaveGame`.'],
      'daily-closed': [
        'The game of the day is closed',
        'Wait until the day and all its games are over: `closed` in `getDaily` says so.',
      ],
    },
  ),
  ...kinds(
    { status: 404 },
    {
      'ruleset-not-found': ['There is no such ruleset', '`listRulesets` lists all of them.'],
      'game-not-found': ['There is no such game', 'Check the id.'],
      'plan-not-found': ['There is no plan for this seat', 'Make one: `putPlan`.'],
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
    },
  ),
  ...kinds(
    { status: 409 },
    {
      'not-your-turn': ['The seat has nothing to decide now', 'Wait until `toAct` in the state names the seat.'],
      'stale-version': [
        'The choice was made on another version of the game',
        'Read the state again, then choose again.',
      ],
      'seat-taken': ['The seat is taken', 'Choose a seat whose `kind` is `open`.'],
      'game-not-started': [
        'The game has not started',
        'It starts when every seat is taken: `seats` says which are open, and `joinGame` takes one.',
      ],
      'cap-reached': [
        'You have reached a limit for one player',
        '`cap` names the limit. Finish, abort or leave games, withdraw invitations, or create games with your commitments.',
      ],
      'game-over': ['The game is over', '`outcome` in the state says how it ended.'],
      'seat-left': ['You have left this seat', '`left` in `seats` says how. The house plays the seat now.'],
      'time-out': ['The time for this decision was up', 'Read the state again: the house has acted, or is about to.'],
      'game-started': ['The game has started', 'Resign instead: `resignGame`.'],
      'game-unfinished': [
        'The game is not over',
        'Its secrets are published when `status` is `finished` or `aborted`.',
      ],
      'abort-asked': [
        'You have already asked to abort',
        'The game is aborted when every remaining player asks. `withdrawAbort` withdraws your request.',
      ],
      'no-abort': [
        'You have not asked to abort the game',
        '`abortAskedBy` in the state lists the players who have. An action of yours withdraws your request.',
      ],
      'extension-asked': [
        'More time was requested already',
        'It is granted when all other players agree: each sends the same call with the same `seat` and `seconds`.',
      ],
      'no-deadline': [
        'No time runs for this seat',
        '`decisions` in the state lists the seats that must decide now, and their deadlines.',
      ],
      'nothing-to-undo': [
        'There is nothing to undo',
        'If `undoTo` in the state is null, your seat has nothing to undo. If it is a version, `getUndo` says whether you can go back to it.',
      ],
      'undo-reveals': [
        'The action revealed something and cannot be undone',
        'Play on, or ask the others for a takeback: `requestTakeback`.',
      ],
      'too-many-takebacks': ['The game was taken back too often', 'Play on: take one of `choices`.'],
      'takeback-asked': [
        'You have already requested this takeback',
        'The game goes back when every remaining player agrees. `refuseTakeback` withdraws the request.',
      ],
      'no-takeback': [
        'There is no takeback to refuse',
        '`takeback` in the state is the open request, or null. A request ends when a player refuses it or acts.',
      ],
      'game-counts': [
        'The result of the game also counts elsewhere',
        'It counts in ratings, in the game of the day or in a competition. `undoAction` undoes an action of your own turn that revealed nothing, except in competitions.',
      ],
      'vacation-overlaps': ['Some of these days are vacation already', '`listVacations` lists yours.'],
      'rated-game': [
        'The game is rated',
        'Resign, which loses it: `resignGame`. A rated game always counts, and a player holds one seat in it.',
      ],
      'commitment-used': [
        'The commitment has been used',
        'A commitment is valid for one game. Create another with `createCommitment`.',
      ],
      'rematch-too-early': ['The game is not over', 'Ask for a rematch when it is.'],
      'rematch-outgrown': [
        'The newest rules do not accept the options of the game',
        'Create a new game with the current rules.',
      ],
      'daily-unfinished': [
        'Your game of the day is not over',
        'Finish it first. Further games of the same day are practice.',
      ],
    },
  ),
  ...kinds(
    { status: 412 },
    {
      'precondition-failed': [
        'The choice was made on another version of the game',
        'Read the state again, then choose again.',
      ],
    },
  ),
  ...kinds(
    { status: 422 },
    {
      'illegal-action': [
        'The rules do not allow this action now',
        '`choices` in the state hold every legal action, and `listActions` lists them in words.',
      ],
      'unknown-ruleset': ['There is no such ruleset', '`listRulesets` lists all of them.'],
      'invalid-options': ['These options conflict', '`getRuleset` describes the options.'],
      'unknown-player': ['There is no such player', 'Check the id.'],
      'unknown-policy': ['There is no such policy', '`policies` of the ruleset lists all of them.'],
      'unknown-commitment': ['You have no such commitment', 'Make one with `createCommitment`.'],
      'invalid-seats': [
        'The ruleset does not have that many seats',
        '`getRuleset` names the smallest and the largest number.',
      ],
      'daily-unsupported': [
        'This ruleset has no game of the day',
        'Leave `daily` out, or choose a ruleset whose `solo` is true, with one seat.',
      ],
    },
  ),
  ...kinds(
    { status: 410 },
    {
      'log-damaged': [
        'The log of the game or competition is damaged',
        'Ask the operator to restore a backup. Its entries in lists and ratings are unchanged.',
      ],
    },
  ),
  ...kinds(
    { status: 503, retryAfter: 60 },
    {
      'rules-unavailable': [
        'This server does not have the rules of the game',
        'The log of the game is kept. Ask another server, or ask again later: after the upgrade of all servers, or when the ' +
          'operator restores the rules.',
      ],
    },
  ),
};

export const CHAT_REFUSALS = {
  ...kinds(
    { status: 403 },
    {
      'not-open-to-you': ['This is not open to you', 'Choose another game, or other players.'],
      'not-at-the-table': [
        'You do not sit at this table',
        'Take a seat, if one is open. Only players can write. All who may watch can read public messages.',
      ],
    },
  ),
  ...kinds(
    { status: 404 },
    {
      'message-not-found': ['There is no such message', '`listMessages` lists those that you may read.'],
    },
  ),
  ...kinds(
    { status: 409 },
    {
      'chat-off': [
        'Messages are off in this game',
        '`chat` in the state says so. Either its creator turned them off, or other games are dealt the same cards and dice, so messages could give them away.',
      ],
      'chat-over': [
        'The game has been over for too long',
        'You can still read its messages. To play again, use `rematchGame`.',
      ],
      'too-many-messages': [
        'The game accepts no more messages',
        'You can still read its messages, and the game goes on.',
      ],
      'own-message': ['The message is your own', 'Report what others wrote.'],
    },
  ),
  ...kinds(
    { status: 429, retryAfter: 60 },
    {
      'too-fast': ['You write too fast', 'Write again after as many seconds as the `Retry-After` header says.'],
    },
  ),
  ...kinds(
    { status: 429, retryAfter: 24 * 60 * 60 },
    {
      'too-many-reports': [
        'You have reported too much today',
        'Report again after as many seconds as the `Retry-After` header says.',
      ],
    },
  ),
};

type Kinds = typeof GAME_REFUSALS & typeof CHAT_REFUSALS;
declare module '../eventlog/result.ts' {
  interface Refusals extends Kinds {}
}

/** This build lacks the rules of a game in the log. They were removed, or are newer than the build. */
export class RulesMissing extends Fixable {}

/** `at` says where in the request the value is. */
export function inputRefused(errors: readonly FieldError[], at: string, detail: string): Refused {
  return refused('invalid-request', detail, {
    errors: errors.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  });
}

/** With an open seed, a client seed would have no effect. */
export function seedIsOpen(pointer: string): Refused {
  const detail = 'The open seed alone determines the chance of this game: leave out the field that `errors` names.';
  return wrong(detail, pointer, 'cannot be combined with `seed`');
}

/** Points at the first option that `problem` names. */
export function optionsRefused(problem: string, options: object): Refused {
  const named = (problem.match(/\w+/g) ?? []).find((word) => Object.hasOwn(options, word));
  const pointer = named === undefined ? '/options' : `/options/${named}`;
  return refused('invalid-options', problem, { errors: [{ pointer, message: 'conflicts with the others' }] });
}

/** `asked`: how many seats, or a list of them. */
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
