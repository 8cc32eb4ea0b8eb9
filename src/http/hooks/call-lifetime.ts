import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokensInUse } from '../../players/tokens.ts';
import { sendUnauthorized } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    tokensInUse: TokensInUse;
  }
}

/** Returns a signal that aborts when the call's connection or token ends. `token.ended` is true if the token ended. */
export function lifetimeOf(
  request: FastifyRequest,
  reply: FastifyReply,
): { gone: AbortSignal; token: { ended: boolean } } {
  const { token: used, server } = request;
  const controller = new AbortController();
  const token = { ended: false };
  whenOver(request, reply, () => controller.abort());
  if (used !== null) {
    const release = server.tokensInUse.use(used, () => {
      token.ended = true;
      controller.abort();
    });
    whenOver(request, reply, release);
  }
  return { gone: controller.signal, token };
}

/** Calls `act` once when the call is over. Listens to the socket too, because a queued answer emits no `close`. */
export function whenOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, act: () => void): void {
  if (socket.destroyed || raw.destroyed) {
    act();
    return;
  }
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    socket.off('close', over);
    raw.off('close', over);
    act();
  };
  socket.setMaxListeners(0); // each running call adds a listener, and Node would warn of more than ten
  socket.once('close', over);
  raw.once('close', over);
}

export function sendTokenEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendUnauthorized(request, reply, 'This token was changed or revoked while the call waited.');
}
