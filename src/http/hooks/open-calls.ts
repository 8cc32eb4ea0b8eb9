import type { FastifyReply, FastifyRequest } from 'fastify';
import { Semaphore } from '../../eventlog/queue.ts';
import { hostAddressOf, type OpenCallLimits, type OpenCounts } from '../limits.ts';
import { sendProblem } from '../problems/problem.ts';
import { whenOver } from './call-lifetime.ts';

declare module 'fastify' {
  interface FastifyInstance {
    openCalls: { most: OpenCallLimits; counts: OpenCounts; streams: number };
    costlyReads: CostlyReads;
  }
}

/** Counts a call that stays open. False: the limit is reached, and a refusal was sent. */
export function staysOpen(kind: 'stream' | 'wait', request: FastifyRequest, reply: FastifyReply): boolean {
  const { openCalls } = request.server;
  const { most, counts } = openCalls;
  const address = hostAddressOf(request.ip ?? '');
  const keys = { player: `player ${request.caller?.id ?? `at ${address}`}`, address: `address ${address}` };
  const full = (['player', 'address'] as const).find((limit) => counts.at(keys[limit]) >= most[limit]);
  if (full !== undefined) {
    const whose = full === 'address' ? 'one address' : 'one player (without a token: for one address)';
    const detail = `This server keeps at most ${most[full]} streams and waiting calls open for ${whose}.`;
    sendProblem(request, reply, kind === 'stream' ? 'too-many-streams' : 'too-many-waiting', { detail });
    return false;
  }
  const count = (by: 1 | -1) => {
    for (const key of Object.values(keys)) counts.add(key, by);
    if (kind === 'stream') openCalls.streams += by;
  };
  count(1);
  whenOver(request, reply, () => count(-1));
  return true;
}

export function inTurn<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
  return request.server.costlyReads.pass(hostAddressOf(request.ip ?? ''), make);
}

/** The number of costly reads that run at once for one address. A third one would only make the others slower. */
const MOST_AT_ONCE = 2;

interface Line {
  places: Semaphore;
  calls: number;
}

/** Queues costly reads by address, so that each address delays only itself. */
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
