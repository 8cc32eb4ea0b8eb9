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

/** Ends with the caller's connection or token. */
export class CallLifetime {
  readonly #gone = new AbortController();
  #tokenEnded = false;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    const { token, server } = request;
    whenOver(request, reply, () => this.#gone.abort());
    if (token === null) return;
    const release = server.tokensInUse.use(token, () => {
      this.#tokenEnded = true;
      this.#gone.abort();
    });
    whenOver(request, reply, release);
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get tokenEnded(): boolean {
    return this.#tokenEnded;
  }
}

/** Calls `act` once. Listens to the socket too: a pipelined answer gets no event before its turn. */
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
  socket.setMaxListeners(0); // one per call in progress
  socket.once('close', over);
  raw.once('close', over);
}

export function sendTokenEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendUnauthorized(request, reply, 'This token was changed or revoked while the call waited.');
}
