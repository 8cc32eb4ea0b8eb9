import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CostlyReads } from '../limits/costly-reads.ts';
import { hostAddressOf } from '../limits/host-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    costlyReads: CostlyReads;
  }
}

/** Lets routes whose answers take long to make ask for their turn. */
export function lineUpCostlyReads(app: FastifyInstance): void {
  app.decorate('costlyReads', new CostlyReads());
}

/** Makes what is asked for when it is the turn of this call among those of its address. */
export function inTurn<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
  return request.server.costlyReads.pass(hostAddressOf(request.ip ?? ''), make);
}
