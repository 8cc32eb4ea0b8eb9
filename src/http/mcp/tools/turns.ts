import { Type } from '@sinclair/typebox';
import {
  type Action,
  choicesOf,
  choicesText,
  eventsText,
  IN_WORDS,
  invitationText,
  isMyTurn,
  narrowed,
  numbered,
  pathOf,
  seen,
  situationOf,
  stateOf,
  tableText,
} from '../game-text.ts';
import { asked, type PlayerService, Refused } from '../player-service.ts';
import { GameId, GameInShortSchema, InviteCode, inputs, Seat, type ToolAnswer, tool } from '../tool.ts';

const USUAL_WAIT_SECONDS = 25;
/** A tool waits no longer than this, because MCP clients give up after 60 s. */
const LONGEST_WAIT_SECONDS = 45;
const MOST_EVENTS = 100;
const MOST_LISTED = 20;

const Pick = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Values that the action must have, by field: {"type": "write", "field": "3.1"}.',
});

export const waitForTurn = tool({
  name: 'wait_for_turn',
  title: 'Wait until it is your turn',
  description:
    'Waits until you are to act, in one game or, without gameId, in any of yours (the one with the nearest deadline first), and shows what happened since you last acted, the table and what you may do. It also answers when the game is over, or when the time is up: then call it again.',
  input: inputs({
    gameId: Type.Optional(GameId),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_WAIT_SECONDS,
        description: `0 to ${LONGEST_WAIT_SECONDS}. Default: ${USUAL_WAIT_SECONDS}.`,
      }),
    ),
  }),
  effect: 'none',
  async run(service, { gameId, seconds = USUAL_WAIT_SECONDS }) {
    const until = performance.now() + seconds * 1_000;
    if (gameId !== undefined) return turnIn(service, await turnOf(service, gameId, until));
    const query = { wait: seconds, limit: MOST_LISTED };
    const { turns, invitations, total } = await asked(service, { method: 'GET', path: '/v1/me/turns', query });
    const [first] = turns; // the most urgent turn, because turns are sorted by deadline
    if (first === undefined) return { text: noTurn(invitations) };
    const told = await turnIn(service, await stateOf(service, { gameId: first.gameId, seat: first.seats[0] }));
    const others = total.turns === 1 ? '' : `\n${total.turns - 1} more of your games wait for you.`;
    return { ...told, text: `${told.text}${others}` };
  },
});

export const seeTable = tool({
  name: 'see_table',
  title: 'See a table',
  description:
    'Shows a game as you may see it: who sits where, the table in words and what you may do. With `structured` the view comes as JSON besides.',
  input: inputs({
    gameId: GameId,
    seat: Type.Optional(Seat),
    inviteCode: Type.Optional(InviteCode),
    structured: Type.Optional(Type.Boolean({ description: 'Whether to add the view as JSON. Default: false.' })),
  }),
  output: Type.Object({
    ...GameInShortSchema.properties,
    view: Type.Optional(Type.Unknown({ description: 'The view, by the schema of the ruleset.' })),
  }),
  effect: 'none',
  async run(service, { structured = false, ...sight }) {
    const state = await stateOf(service, sight);
    const { text, fields } = seen(state);
    return { text, fields: { ...fields, ...(structured && { view: state.view }) } };
  },
});

export const legalActions = tool({
  name: 'legal_actions',
  title: 'What you may do',
  description:
    'Lists your legal actions by number. Where they are many, it says which values can be picked, and `pick` narrows the list piece by piece.',
  input: inputs({ gameId: GameId, seat: Type.Optional(Seat), pick: Type.Optional(Pick) }),
  output: GameInShortSchema,
  effect: 'none',
  async run(service, { pick = {}, ...sight }) {
    const state = await stateOf(service, sight);
    if (!isMyTurn(state)) return seen(state, situationOf(state));
    const all = numbered(state);
    const found = narrowed(all, pick);
    if (found.length === 0) {
      const hint = choicesText(all);
      throw new Refused({
        code: 'no-such-action',
        detail: `No legal action has the values ${JSON.stringify(pick)}. Leave out one of these values.`,
        hint,
      });
    }
    return seen(state, `Version ${state.version}.\n${choicesText(found, pick)}`);
  },
});

export const act = tool({
  name: 'act',
  title: 'Make a move',
  description:
    'Makes one of your legal actions: by its number in the list of the version that you saw, or as a whole action; or undoes your last one. A move on an older version is refused and changes nothing.',
  input: inputs({
    gameId: GameId,
    version: Type.Integer({ minimum: 1, description: 'The version that you saw.' }),
    number: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of the action.' })),
    action: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The action itself, instead of its number: {"type": "rollDie", "die": "d6"}.',
      }),
    ),
    undo: Type.Optional(
      Type.Boolean({
        description:
          'Instead of a move: take your last one back, while your turn goes on. What drew something or told anybody anything stays.',
      }),
    ),
    seat: Type.Optional(Seat),
  }),
  output: GameInShortSchema,
  effect: 'change',
  async run(service, { gameId, version, number, action, undo = false, seat }) {
    if ([number !== undefined, action !== undefined, undo].filter(Boolean).length !== 1) {
      throw new Refused({ code: 'invalid-request', detail: 'Send one of `number`, `action` and `undo`.' });
    }
    if (undo) return undone(service, gameId, { expectedVersion: version, seat });
    const before = await stateOf(service, { gameId, seat });
    const chosen = action ?? actionBy(before, version, number as number);
    const body = { action: chosen, expectedVersion: version, seat: seat ?? before.viewer };
    const path = pathOf(gameId, 'actions');
    const { events, state } = await asked(service, { method: 'POST', path, query: IN_WORDS, body });
    return seen(state, afterwards(events, state));
  },
});

export const whatHappened = tool({
  name: 'what_happened',
  title: 'What happened in a game',
  description: 'Tells the events of a game in sentences, oldest first: since you last acted, or after a version.',
  input: inputs({
    gameId: GameId,
    after: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The version that you know already; 0: from the beginning.' }),
    ),
    inviteCode: Type.Optional(InviteCode),
  }),
  effect: 'none',
  async run(service, { gameId, after, inviteCode }) {
    const query = { text: true, after: after ?? (await lastSeen(service, gameId)), limit: MOST_EVENTS };
    const { events, next } = await asked(service, { method: 'GET', path: pathOf(gameId, 'events'), query, inviteCode });
    if (events.length === 0) return { text: 'Nothing has happened since.' };
    const lines = events.map(({ version, text }: any) => `- ${version}: ${text}`);
    return { text: [...lines, ...(next === null ? [] : [`More: call it again with after ${next}.`])].join('\n') };
  },
});

/** Returns `after` for `listEvents`: `mine` for a player (events since the player's last action), 0 for a spectator. */
async function lastSeen(service: PlayerService, gameId: string): Promise<'mine' | 0> {
  const { you } = await stateOf(service, { gameId });
  return you.length === 0 ? 0 : 'mine';
}

async function turnOf(service: PlayerService, gameId: string, until: number): Promise<any> {
  let state = await stateOf(service, { gameId });
  for (;;) {
    const left = Math.floor((until - performance.now()) / 1_000);
    const goesOn = state.status === 'playing' || state.status === 'open';
    if (!goesOn || isMyTurn(state) || left < 1) return state;
    state = await stateOf(service, { gameId, after: state.version, wait: left });
  }
}

async function turnIn(service: PlayerService, state: any): Promise<ToolAnswer> {
  if (typeof state.viewer !== 'number') return seen(state);
  const query = { text: true, seat: state.viewer, after: 'mine', limit: MOST_EVENTS };
  const { events } = await asked(service, { method: 'GET', path: pathOf(state.id, 'events'), query });
  const happened = eventsText(events, 'Since you last acted:');
  return happened === '' ? seen(state) : seen(state, `${happened}\n${tableText(state)}`);
}

async function undone(service: PlayerService, gameId: string, body: object): Promise<ToolAnswer> {
  const { viewer } = await asked(service, { method: 'POST', path: pathOf(gameId, 'undo'), body });
  const state = await stateOf(service, { gameId, seat: viewer }); // reads the state, because the answer to an undo has no text
  return seen(state, `Your last action is undone.\n${afterwards([], state)}`);
}

function afterwards(events: readonly any[], state: any): string {
  const parts = [eventsText(events, 'Done:'), `Version ${state.version}. ${situationOf(state)}`];
  if (isMyTurn(state)) parts.push(...(typeof state.text === 'string' ? [state.text] : []), choicesOf(state));
  else if (state.status === 'playing') parts.push('Call wait_for_turn.');
  return parts.filter((part) => part !== '').join('\n');
}

/** Returns the chosen action. Accepts all versions since the decision began, because its choices have not changed. */
function actionBy(state: any, version: number, number: number): Action {
  const since = state.decisions.find((open: any) => open.seat === state.viewer)?.since ?? state.version;
  if (version < since || version > state.version) {
    const detail = `The game is at version ${state.version}, not ${version}, so the actions have new numbers. Choose again.`;
    throw new Refused({ code: 'stale-version', detail, hint: tableText(state) });
  }
  const all = numbered(state);
  const chosen = all[number - 1];
  if (chosen !== undefined) return chosen.action;
  if (!isMyTurn(state)) throw new Refused({ code: 'not-your-turn', detail: situationOf(state) });
  const detail = `No action has number ${number}. Choose a number from 1 to ${all.length}.`;
  throw new Refused({ code: 'no-such-action', detail });
}

function noTurn(invitations: readonly any[]): string {
  const invited = invitations.map((each) => `You are invited to ${invitationText(each)}: join_game takes the seat.`);
  return ['No game waits for you yet. Call it again, or list_games to find one.', ...invited].join('\n');
}
