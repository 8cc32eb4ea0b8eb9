import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Semaphore } from '../../eventlog/queue.ts';
import { hostAddressOf, type OpenCallLimits, OpenCalls, type OpenKind } from '../limits.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendProblem } from '../problems/problem.ts';
import { whenOver } from './call-lifetime.ts';

declare module 'fastify' {
  interface FastifyInstance {
    openCalls: OpenCalls;
    costlyReads: CostlyReads;
  }
}

const CODES: Record<OpenKind, ProblemCode> = { stream: 'too-many-streams', wait: 'too-many-waiting' };

export function countOpenCalls(app: FastifyInstance, most: OpenCallLimits): void {
  app.decorate('openCalls', new OpenCalls(most));
}

/** False: no place is free, and the refusal is sent. */
export function staysOpen(kind: OpenKind, request: FastifyRequest, reply: FastifyReply): boolean {
  const playerId = request.caller?.id ?? null;
  const taken = request.server.openCalls.take(kind, { playerId, address: hostAddressOf(request.ip ?? '') });
  if (typeof taken === 'function') {
    whenOver(request, reply, taken);
    return true;
  }
  const whose = taken.limit === 'address' ? 'of one address' : 'of one player, or of one address without a token';
  const detail = `Only ${taken.most} streams and waiting calls ${whose} are kept open here.`;
  sendProblem(request, reply, CODES[kind], { detail });
  return false;
}

export function lineUpCostlyReads(app: FastifyInstance): void {
  app.decorate('costlyReads', new CostlyReads());
}

export function inTurn<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
  return request.server.costlyReads.pass(hostAddressOf(request.ip ?? ''), make);
}

/** A third would only make the others slower. */
const MOST_AT_ONCE = 2;

interface Line {
  places: Semaphore;
  calls: number;
}

/** Queues costly reads per address, so that an address delays only itself. */
export class CostlyReads {
  readonly #lines = new Map<string, Line>();

  async pass<T>(address: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(address) ?? { places: new Semaphore(MOST_AT_ONCE), calls: 0 };
    this.#lines.set(address, line);
    line.calls++;
    try {
      return await line.places.pass(work);
    } finally {
      line.calls--;
      if (line.calls === 0) this.#lines.delete(address);
    }
  }
}
