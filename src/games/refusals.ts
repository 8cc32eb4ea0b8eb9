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
        '`listVacations` lists yours. One that is over stays as it was.',
      ],
      'daily-not-found': [
        'There is no such competition',
        'Rulesets whose `solo` is true have one for every day up to today.',
      ],
      'version-not-found': ['The game has no such version yet', '`version` in the state is the newest.'],
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
        '`cap` names it. Finish, abort or leave games, withdraw invitations, or use commitments.',
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
        'It is granted when all other players agree, by the same call with the same seat and seconds.',
      ],
      'no-deadline': [
        'No time runs for this seat',
        '`decisions` in the state has the seats that are to decide, and their deadlines.',
      ],
      'nothing-to-undo': [
        'There is nothing to undo',
        '`undoTo` in the state is a version where your seat may have something to undo; `getUndo` says whether it has.',
      ],
      'undo-reveals': [
        'The action revealed something and cannot be undone',
        'Play on, or ask the others for a takeback: `requestTakeback`.',
      ],
      'too-many-takebacks': ['The game was taken back too often', 'Play on: take one of `choices`.'],
      'takeback-asked': [
        'You have already requested this takeback',
        'The game is taken back when every remaining player agrees. `refuseTakeback` withdraws the request.',
      ],
      'no-takeback': [
        'There is no takeback to refuse',
        '`takeback` in the state holds an open request. This one was refused, or the game has gone on.',
      ],
      'game-counts': [
        'The game counts for more than its players',
        '`undoAction` undoes an action of your own turn that revealed nothing. Games of competitions have no undo.',
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
        'Finish it first; then others of the same day are practice.',
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
        'Ask the operator to restore a backup. Lists and ratings keep what they say about it. Nothing was changed.',
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
        'Take a seat, if one is open. Only players write; all who may watch read public messages.',
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
        '`chat` in the state says so. The creator of the game turned them off, or all its players play with the same chance.',
      ],
      'chat-over': [
        'The game has been over for too long',
        'Play again: `rematchGame`. Its messages can still be read.',
      ],
      'too-many-messages': [
        'The game accepts no more messages',
        'Its messages can still be read, and the game goes on.',
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

/** This build lacks the rules of a game in the log: they were removed, or are newer. */
export class RulesMissing extends Fixable {}

/** `at`: where the checked value stands in the request. */
export function inputRefused(errors: readonly FieldError[], at: string, detail: string): Refused {
  return refused('invalid-request', detail, {
    errors: errors.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  });
}

/** With an open seed a client seed would have no effect. */
export function seedIsOpen(pointer: string): Refused {
  const fault = 'cannot be combined with an open seed';
  return wrong(
    'The open seed alone determines the chance of this game: leave out the field that `errors` names.',
    pointer,
    fault,
  );
}

/** Points at the first option that `problem` names. */
export function optionsRefused(problem: string, options: object): Refused {
  const named = (problem.match(/\w+/g) ?? []).find((word) => Object.hasOwn(options, word));
  const pointer = named === undefined ? '/options' : `/options/${named}`;
  return refused('invalid-options', problem, { errors: [{ pointer, message: 'conflicts with the others' }] });
}

export function noSuchRuleset(ruleset: string, catalogue: ReadonlyMap<string, unknown>): Refused {
  const known = [...catalogue.keys()].join(', ');
  return wrong(`There is no ruleset ${JSON.stringify(ruleset)}.`, '/ruleset', `must be one of ${known}`);
}
