import { Readable } from 'node:stream';
import type { Lobby } from '../../games/queries/lobby.ts';
import type { Subscriptions } from '../../games/runtime/subscriptions.ts';
import type { Player } from '../../players/players.ts';
import { RECONNECT_MS, unlessStuck } from '../answers/event-stream.ts';
import { listEtag } from './list-answer.ts';

export interface TurnStreamParts {
  lobby: Lobby;
  subscriptions: Subscriptions;
  player: Player;
  /** the `id` of the list that they have; undefined: none */
  lastId: string | undefined;
  /** after so many milliseconds without another list comes a sign of life */
  quietMs: number;
  /** aborted when there is nobody left to tell */
  gone: AbortSignal;
  /** ends the connection of a reader that is stuck */
  giveUp(): void;
}

/** The list of a player's turns as server-sent events: as it is now, and again whenever it is another. */
export function turnStream(parts: TurnStreamParts): Readable {
  return Readable.from(listsOf(parts), { objectMode: false });
}

async function* listsOf(parts: TurnStreamParts): AsyncGenerator<string> {
  const { lobby, subscriptions, player, quietMs, gone } = parts;
  let { lastId } = parts;
  yield* unlessStuck(`retry: ${RECONNECT_MS}\n\n`, parts);
  while (!gone.aborted && !subscriptions.closed) {
    const watch = lobby.watch(player);
    try {
      const { mark, ...list } = await lobby.turns(player);
      const text = JSON.stringify(list);
      const id = listEtag(text, mark).slice(1, -1);
      if (id !== lastId) yield* unlessStuck(`id: ${id}\ndata: ${text}\n\n`, parts);
      lastId = id;
      const woken = await watch.until(quietMs, mark, gone);
      if (woken === 'closing' || woken === 'gone') return;
      if (woken === 'time-up') yield* unlessStuck(': still here\n\n', parts);
    } finally {
      watch.stop();
    }
  }
}
