import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokensInUse } from '../../players/tokens.ts';
import { sendUnauthorized } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    tokensInUse: TokensInUse;
  }
}

export function trackCallLifetimes(app: FastifyInstance, tokensInUse: TokensInUse): void {
  app.decorate('tokensInUse', tokensInUse);
}

/** `gone` aborts when the connection or the token of the caller ends. `token.ended` says which. */
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

/** Calls `act` once when the call is over. Listens to the socket too, because a pipelined answer gets no event before
 * its turn. */
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
  socket.setMaxListeners(0); // allows one listener for each call in progress
  socket.once('close', over);
  raw.once('close', over);
}

export function sendTokenEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendUnauthorized(request, reply, 'This token was changed or revoked while the call waited.');
}
