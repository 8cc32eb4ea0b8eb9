import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Semaphore } from '../../eventlog/queue.ts';
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

/** While one waits for the database another can go on: a third would make both wait longer. */
const MOST_AT_ONCE = 2;

interface Line {
  places: Semaphore;
  /** at work and waiting */
  calls: number;
}

/** Costly reads, of which each address has a line of its own: whoever asks for many at once waits behind themselves. */
export class CostlyReads {
  readonly #lines = new Map<string, Line>();

  /** Does the work when it is its turn among what the address asks for. */
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
