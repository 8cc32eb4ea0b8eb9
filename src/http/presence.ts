import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokensInUse } from '../players/tokens-in-use.ts';
import { sendUnauthorized } from './plugins/caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    tokensInUse: TokensInUse;
  }
}

/** Lets routes know how long whoever waits for an answer is there, and may have it. */
export function noticePresence(app: FastifyInstance, tokensInUse: TokensInUse): void {
  app.decorate('tokensInUse', tokensInUse);
}

/** Whoever waits for an answer: there until their connection breaks off, or the token ends that let them in. */
export class Presence {
  readonly #gone = new AbortController();
  #tokenEnded = false;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    const { token, server } = request;
    reply.raw.once('close', () => this.#gone.abort());
    if (token === null) return;
    const release = server.tokensInUse.use(token, () => {
      this.#tokenEnded = true;
      this.#gone.abort();
    });
    reply.raw.once('close', release);
  }

  /** Aborted when there is nobody left to answer. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get tokenEnded(): boolean {
    return this.#tokenEnded;
  }
}

/** To whoever waited while their token was changed or revoked. */
export function sendTokenEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendUnauthorized(request, reply, 'This token was changed or revoked while the call waited.');
}
