import { type Answer, answerOf, api, type Game } from '../../core/api.ts';

/** Takes the seat that is reserved for the player, or else the lowest open one. */
export function joinGame(gameId: string, inviteCode: string | null): Promise<Answer<Game>> {
  const body = inviteCode === null ? {} : { inviteCode };
  return answerOf(api.POST('/v1/games/{gameId}/seats', { params: { path: { gameId } }, body }));
}

export function leaveGame(gameId: string, seat: number): Promise<Answer<Game>> {
  return answerOf(api.DELETE('/v1/games/{gameId}/seats/{seat}', { params: { path: { gameId, seat } } }));
}

export function resignGame(gameId: string): Promise<Answer<Game>> {
  return answerOf(api.POST('/v1/games/{gameId}/resignation', { params: { path: { gameId } }, body: {} }));
}

export function abortGame(gameId: string): Promise<Answer<Game>> {
  return answerOf(api.POST('/v1/games/{gameId}/abort', { params: { path: { gameId } }, body: {} }));
}

export function withdrawAbort(gameId: string): Promise<Answer<Game>> {
  return answerOf(api.DELETE('/v1/games/{gameId}/abort', { params: { path: { gameId } } }));
}

export function rematchGame(gameId: string): Promise<Answer<Game>> {
  return answerOf(api.POST('/v1/games/{gameId}/rematch', { params: { path: { gameId } }, body: {} }));
}
