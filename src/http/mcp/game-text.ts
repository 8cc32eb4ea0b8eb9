import type { Static } from '@sinclair/typebox';
import { actionsIn, type Choice } from '#rules/kernel/choices.ts';
import type { Odds } from '#rules/kernel/odds.ts';
import { asked, type PlayerService } from './player-service.ts';
import type { GameInShortSchema, ToolAnswer } from './tool.ts';

/** What models get of a state. Sentences have no names: a player could choose a name that instructs the model. */
export const IN_WORDS = { text: true, labels: true, odds: true } as const;
const MOST_EVENTS = 16;

interface Sight {
  gameId: string;
  seat?: number | 'spectator' | undefined;
  inviteCode?: string | undefined;
  /** with `wait`: answers when the version exceeds `after`, or after `wait` seconds */
  after?: number;
  wait?: number;
}

export function stateOf(service: PlayerService, { gameId, inviteCode, ...query }: Sight): Promise<any> {
  return asked(service, { method: 'GET', path: pathOf(gameId), query: { ...IN_WORDS, ...query }, inviteCode });
}

export function pathOf(gameId: string, ...more: string[]): string {
  return ['/v1/games', encodeURIComponent(gameId), ...more].join('/');
}

export function invitationText({ gameId, ruleset, rated, clock, options }: any): string {
  const time = clock === null ? 'no clock' : `clock ${JSON.stringify(clock)}`;
  return `${gameId} of ${ruleset} (${rated ? 'rated, ' : ''}${time}, options ${JSON.stringify(options)})`;
}

export function isMyTurn(state: any): boolean {
  return state.status === 'playing' && (state.choices?.length ?? 0) > 0;
}

/** Describes a game in fields for programs. Models read the text instead. */
export function inShort(state: any): Static<typeof GameInShortSchema> {
  return {
    gameId: state.id,
    ruleset: state.ruleset,
    status: state.status,
    version: state.version,
    seat: typeof state.viewer === 'number' ? state.viewer : null,
    yourTurn: isMyTurn(state),
    legalActions: state.labels?.length ?? 0,
  };
}

export function seen(state: any, text = tableText(state)): ToolAnswer {
  return { text, fields: inShort(state) };
}

export function tableText(state: any): string {
  const { id, ruleset, version } = state;
  const parts = [`Game ${id} of ${ruleset}, version ${version}. ${situationOf(state)}`, seatsText(state)];
  if (typeof state.text === 'string') parts.push(`The table:\n${state.text}`);
  if (isMyTurn(state)) parts.push(choicesOf(state));
  return parts.join('\n');
}

export function choicesOf(state: any): string {
  const actions = numbered(state);
  const isWorthAsking = typeof state.undoTo === 'number' && state.competition === null; // games of competitions have no undo
  const undo = isWorthAsking ? ', or `undo` for your last action' : '';
  return `You may:\n${choicesText(actions)}\nSend \`act\` with version ${state.version} and a number${undo}.`;
}

export function situationOf(state: any): string {
  const you = typeof state.viewer === 'number' ? `You are seat ${state.viewer}. ` : '';
  switch (state.status) {
    case 'open':
      return `${you}It waits for players to sit down.`;
    case 'finished':
      return `${you}It is over. ${outcomeText(state)}`;
    case 'aborted':
      return `${you}It was aborted and does not count.`;
    default:
      return `${you}${isMyTurn(state) ? 'It is your turn.' : `It waits for seat ${state.toAct.join(' and ')}.`}`;
  }
}

/** Writes the outcome: `Seat 1 won. Seat 0 resigned. Scores: seat 0 41, seat 1 57.` */
function outcomeText({ outcome }: any): string {
  if (outcome === null || outcome === undefined) return '';
  const { winners, scores, text } = outcome;
  const won = winners.length === 0 ? 'No one won' : `${winners.map((seat: number) => `Seat ${seat}`).join(', ')} won`;
  return `${won}. ${text} Scores: ${scores.map((score: number, seat: number) => `seat ${seat} ${score}`).join(', ')}.`;
}

function seatsText({ seats, you = [] }: any): string {
  const parts = seats.map(({ seat, kind, player, policy }: any) => {
    if (you.includes(seat)) return `${seat} you`;
    if (kind === 'bot') return `${seat} bot ${policy}`;
    return `${seat} ${player === null ? 'open' : `player ${JSON.stringify(player.name)}`}`;
  });
  return `Seats: ${parts.join(', ')}.`;
}

export function eventsText(events: readonly any[], heading: string): string {
  const lines = events.map(({ text, type }) => text ?? type);
  const left = lines.length - MOST_EVENTS;
  const shown = left > 0 ? [`… ${left} earlier: see what_happened`, ...lines.slice(-MOST_EVENTS)] : lines;
  return shown.length === 0 ? '' : `${heading}\n${shown.map((line) => `- ${line}`).join('\n')}`;
}

export type Action = Readonly<Record<string, unknown>>;

interface NumberedAction {
  number: number;
  action: Action;
  label: string;
}

/** The limit of a list of actions in characters, so that a whole turn needs at most 1,500 tokens (some 6,000). */
const LONGEST_LIST = 1_800;
const LONGEST_VALUES = 300;

/** Numbers the legal actions in a state with labels; none if it is not the viewer's turn. */
export function numbered({ choices = [], labels = [], odds = [] }: LabelledChoices): NumberedAction[] {
  return actionsIn(choices).map((action, i) => ({
    number: i + 1,
    action: { ...action },
    label: `${labels[i] ?? JSON.stringify(action)}${oddsText(odds[i])}`,
  }));
}

interface LabelledChoices {
  choices?: Choice[];
  labels?: string[];
  odds?: (Odds | null)[];
}

/** Writes odds as ` (65 %)`, ` (2: 40 %, 5: 60 %)`, ` (enemy 9 → 6 HP)` or ` (needs 13)`; empty if there are none. */
function oddsText(odds: Odds | null = null): string {
  const { chance, results = [], hitPoints = [], needs } = odds ?? {};
  const parts = [
    ...(chance === undefined ? [] : [percent(chance)]),
    ...results.map((each) => `${each.result}: ${percent(each.chance)}`),
    ...hitPoints.map(({ whose, from, to }) => `${whose} ${from} → ${to} HP`),
    ...(needs === undefined ? [] : [`needs ${needs}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

const percent = (chance: number) => `${Math.round(100 * chance)} %`;

export function narrowed(actions: readonly NumberedAction[], pick: Action): NumberedAction[] {
  const picks = Object.entries(pick).map(([field, value]) => [field, JSON.stringify(value)] as const);
  return actions.filter(({ action }) => picks.every(([field, value]) => JSON.stringify(action[field]) === value));
}

/** Lists each action on a line. If the list is too long, lists the values that can be picked next instead. */
export function choicesText(actions: readonly NumberedAction[], pick: Action = {}): string {
  const list = actions.map(({ number, label }) => `${number}. ${label}`).join('\n');
  return list.length <= LONGEST_LIST ? list : summaryOf(actions, pick);
}

function summaryOf(actions: readonly NumberedAction[], pick: Action): string {
  const types = [...new Set(actions.map(({ action }) => String(action.type)))];
  const lines = types.map((type) => {
    const all = actions.filter(({ action }) => action.type === type);
    const fields = [...new Set(all.flatMap(({ action }) => Object.keys(action)))];
    const open = fields.filter((field) => field !== 'type' && !(field in pick));
    const parts = open.map((field) => `${field} ${valuesText(all.map(({ action }) => action[field]))}`);
    return `- ${[`type "${type}" (${all.length})`, ...parts].join('; ')}`;
  });
  return [
    `${actions.length} actions, too many to list. Call legal_actions with a \`pick\` of some of these values to get them by number:`,
    ...lines,
  ].join('\n');
}

function valuesText(values: readonly unknown[]): string {
  const different = [...new Set(values.filter((value) => value !== undefined).map((value) => JSON.stringify(value)))];
  let text = '';
  for (const [i, value] of different.entries()) {
    const next = text === '' ? value : `${text}, ${value}`;
    if (next.length > LONGEST_VALUES) return `${text}, … (${different.length - i} more)`;
    text = next;
  }
  return text;
}
