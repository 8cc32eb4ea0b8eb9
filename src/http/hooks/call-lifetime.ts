import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokensInUse } from '../../players/tokens.ts';
import { sendUnauthorized } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    tokensInUse: TokensInUse;
  }
}

/** Lets routes know how long whoever waits for an answer is there, and may have it. */
export function trackCallLifetimes(app: FastifyInstance, tokensInUse: TokensInUse): void {
  app.decorate('tokensInUse', tokensInUse);
}

/** Whoever waits for an answer: there until their connection breaks off, or the token ends that let them in. */
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

  /** Aborted when there is nobody left to answer. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get tokenEnded(): boolean {
    return this.#tokenEnded;
  }
}

/**
 * Acts once, when the answer is out or its connection closed. That may have been before: callers leave while their call
 * is looked up. The connection is listened to as well, since an answer that waits for another before it hears of nothing.
 */
export function whenOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, act: () => void): void {
  if (socket.destroyed || raw.destroyed) {
    act();
    return;
  }
  let isOver = false; // the end of the connection is the end of the answer too: both are told of it
  const over = () => {
    if (isOver) return;
    isOver = true;
    socket.off('close', over);
    raw.off('close', over);
    act();
  };
  socket.setMaxListeners(0); // one for each call under way on it
  socket.once('close', over);
  raw.once('close', over);
}

/** To whoever waited while their token was changed or revoked. */
export function sendTokenEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendUnauthorized(request, reply, 'This token was changed or revoked while the call waited.');
}
