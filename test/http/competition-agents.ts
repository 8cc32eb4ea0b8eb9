import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';

type Send = (method: string, path: string, body?: unknown) => Promise<any>;

/** On average, agents resign instead of acting once in this many turns, so that games are short. */
const PATIENCE = 3;

export async function playTurns({ url }: Service, players: readonly Caller[], over: AbortSignal): Promise<void> {
  await Promise.all(players.map((player, i) => playFor(url, player, new FastChance(`agent ${i}`), over)));
}

async function playFor(url: string, { token }: Caller, chance: FastChance, over: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send: Send = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await fetch(`${url}${path}`, { method, headers, ...sent })).json();
  };
  while (!over.aborted) {
    const turns = await turnsOf(url, headers, over);
    for (const { gameId } of turns) await playTurn(send, gameId, chance);
  }
}

async function turnsOf(url: string, headers: Record<string, string>, over: AbortSignal): Promise<{ gameId: string }[]> {
  try {
    const answer = await fetch(`${url}/v1/me/turns?wait=30`, { headers, signal: over });
    return ((await answer.json()) as { turns: { gameId: string }[] }).turns;
  } catch (error) {
    if (over.aborted) return [];
    throw error;
  }
}

async function playTurn(send: Send, gameId: string, chance: FastChance): Promise<void> {
  let state = await send('GET', `/v1/games/${gameId}`);
  while (state.choices !== undefined) {
    const action = legalActionsOf(state)[chance.int(legalActionsOf(state).length)];
    const sent = { action, expectedVersion: state.version };
    const answer = await send('POST', `/v1/games/${gameId}/actions`, sent);
    if (answer.code === 'game-over') return;
    ({ state } = answer);
    if (chance.int(PATIENCE) === 0) {
      await send('POST', `/v1/games/${gameId}/resignation`, {});
      return;
    }
  }
}
