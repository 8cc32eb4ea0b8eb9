import { type Answer, answerOf, api, type Game, type GameEvent } from './api.ts';

/** Returns the label of the action that can be undone; null: there is none. */
export async function undoLabelOf({ id, viewer }: Game): Promise<string | null> {
  if (typeof viewer !== 'number') return null;
  const params = { path: { gameId: id }, query: { seat: viewer, names: true } };
  const answer = await answerOf(api.GET('/v1/games/{gameId}/undo', { params }));
  return answer.ok ? (answer.value.undo?.label ?? null) : null;
}

export function undoAction({ id, viewer, version: expectedVersion }: Game): Promise<Answer<Game>> {
  const body = { expectedVersion, ...(typeof viewer === 'number' ? { seat: viewer } : {}) };
  return answerOf(api.POST('/v1/games/{gameId}/undo', { params: { path: { gameId: id } }, body }));
}

/** Asks to go back to a version, or agrees to it. */
export function requestTakeback(gameId: string, to: number): Promise<Answer<Game>> {
  return answerOf(api.POST('/v1/games/{gameId}/takeback', { params: { path: { gameId } }, body: { to } }));
}

export function refuseTakeback(gameId: string): Promise<Answer<Game>> {
  return answerOf(api.DELETE('/v1/games/{gameId}/takeback', { params: { path: { gameId } } }));
}

export interface Moment {
  to: number;
  text: string;
}

/** True if the result counts nowhere: not rated, not in a competition, and not the ranked game of a day. */
export function isCasual({ rated, competition, daily }: Pick<Game, 'rated' | 'competition' | 'daily'>): boolean {
  return !rated && competition === null && (daily === null || daily.practice);
}

/** True if another player has to agree. Bots are not asked. */
export function mustAgree({ seats }: Pick<Game, 'seats'>, playerId: string | undefined): boolean {
  return seats.some(({ player, left }) => player !== null && left === null && player.id !== playerId);
}

const OF_THE_HOUSE = [
  'takebackAsked',
  'takebackRefused',
  'takenBack',
  'undone',
  'abortAsked',
  'abortWithdrawn',
  'timeGiven',
  'timeAsked',
  'timeExtended',
];

export function momentsOf(events: readonly GameEvent[]): Moment[] {
  const start = events.findIndex(({ type }) => type === 'gameStarted');
  const sinceStart = events.slice(start + 1).filter(({ version }) => version > (events[start]?.version ?? 0));
  const firsts = sinceStart.filter(({ version }, i) => version > 1 && version !== sinceStart[i - 1]?.version);
  const deeds = firsts.filter(({ type }) => !OF_THE_HOUSE.includes(type));
  return deeds.map(({ version, text, type }) => ({ to: version - 1, text: text ?? type })).reverse();
}
