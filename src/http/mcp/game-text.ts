import type { Static } from '@sinclair/typebox';
import { choicesText, numbered } from './choice-text.ts';
import { asked, type PlayerService } from './house.ts';
import type { GameInShortSchema } from './inputs.ts';

/** How a table is asked for: in words, with sentences for actions. Seats have numbers: names are the players' own words. */
const IN_WORDS = { text: true, labels: true } as const;
const MOST_EVENTS = 16;

export interface Sight {
  gameId: string;
  /** one of the caller's seats, or `spectator` */
  seat?: number | 'spectator' | undefined;
  inviteCode?: string | undefined;
}

/** The state of a game as the caller may see it, with its words. */
export function stateOf(house: PlayerService, { gameId, seat, inviteCode }: Sight): Promise<any> {
  return asked(house, { method: 'GET', path: pathOf(gameId), query: { ...IN_WORDS, seat }, inviteCode });
}

/** As soon as something has happened after that version, or so many seconds later. */
export function laterStateOf(house: PlayerService, { gameId, seat }: Sight, after: number, wait: number): Promise<any> {
  return asked(house, { method: 'GET', path: pathOf(gameId), query: { ...IN_WORDS, seat, after, wait } });
}

/** `/v1/games/{gameId}`, whatever somebody calls a game. */
export function pathOf(gameId: string, ...more: string[]): string {
  return ['/v1/games', encodeURIComponent(gameId), ...more].join('/');
}

/** What somebody is invited to, in one line. */
export function invitationText({ gameId, ruleset, rated, clock, options }: any): string {
  const time = clock === null ? 'no clock' : `clock ${JSON.stringify(clock)}`;
  return `${gameId} of ${ruleset} (${rated ? 'rated, ' : ''}${time}, options ${JSON.stringify(options)})`;
}

export function isMyTurn(state: any): boolean {
  return state.status === 'playing' && (state.choices?.length ?? 0) > 0;
}

/** What a tool says of a game in few fields, for programs; the text is for models. */
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

/** A game from the eyes of its viewer: who sits where, the table in words, and what may be done. */
export function tableText(state: any): string {
  const { id, ruleset, version } = state;
  const parts = [`Game ${id} of ${ruleset}, version ${version}. ${situationOf(state)}`, seatsText(state)];
  if (typeof state.text === 'string') parts.push(`The table:\n${state.text}`);
  if (isMyTurn(state)) parts.push(choicesOf(state));
  return parts.join('\n');
}

/** What may be done, and how. */
export function choicesOf(state: any): string {
  const actions = numbered(state);
  const isWorthAsking = typeof state.undoTo === 'number' && state.competition === null; // there nothing is undone
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
      return `${you}It was aborted and counts for nobody.`;
    default:
      return `${you}${isMyTurn(state) ? 'It is your turn.' : `It waits for seat ${state.toAct.join(' and ')}.`}`;
  }
}

/** `Seat 1 has won: … Scores: seat 0 41, seat 1 57.` */
export function outcomeText({ outcome }: any): string {
  if (outcome === null || outcome === undefined) return '';
  const { winners, scores, reason } = outcome;
  const won =
    winners.length === 0 ? 'Nobody has won' : `${winners.map((seat: number) => `Seat ${seat}`).join(', ')} won`;
  return `${won}: ${reason} Scores: ${scores.map((score: number, seat: number) => `seat ${seat} ${score}`).join(', ')}.`;
}

function seatsText({ seats, you = [] }: any): string {
  const parts = seats.map(({ seat, kind, player, policy }: any) => {
    if (you.includes(seat)) return `${seat} you`;
    if (kind === 'bot') return `${seat} bot ${policy}`;
    return `${seat} ${player === null ? 'open' : `player ${JSON.stringify(player.name)}`}`;
  });
  return `Seats: ${parts.join(', ')}.`;
}

/** The sentences of events, the newest where they are many. */
export function eventsText(events: readonly any[], heading: string): string {
  const lines = events.map(({ text, type }) => text ?? type);
  const left = lines.length - MOST_EVENTS;
  const shown = left > 0 ? [`… ${left} earlier: see what_happened`, ...lines.slice(-MOST_EVENTS)] : lines;
  return shown.length === 0 ? '' : `${heading}\n${shown.map((line) => `- ${line}`).join('\n')}`;
}
