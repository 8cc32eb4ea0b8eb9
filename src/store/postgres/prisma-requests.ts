import type { Json } from '#rules/kernel/json.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { RequestRow, RequestStore } from '../contract/requests.ts';
import { BATCHING, type QueryTracker } from './query-tracker.ts';
import { requestColumns } from './rows.ts';
import { Batcher } from './statements.ts';

interface Name {
  playerId: string;
  operation: string;
  key: string;
}

/** The requests under an Idempotency-Key; those asked for at the same moment are looked up together. */
export class PrismaRequests implements RequestStore {
  readonly #prisma: PrismaClient;
  readonly #queryTracker: QueryTracker;
  readonly #lookups: Batcher<Name, RequestRow | null>;

  constructor(prisma: PrismaClient, queryTracker: QueryTracker) {
    this.#prisma = prisma;
    this.#queryTracker = queryTracker;
    this.#lookups = new Batcher({ ...BATCHING, send: (names) => this.#lookUp(names) });
  }

  find(playerId: string, operation: string, key: string): Promise<RequestRow | null> {
    return this.#queryTracker.ask(() => this.#lookups.ask({ playerId, operation, key }));
  }

  async keep(request: RequestRow): Promise<void> {
    const kept = { data: [requestColumns(request)], skipDuplicates: true };
    await this.#queryTracker.ask(() => this.#prisma.request.createMany(kept));
  }

  async forget(before: Date): Promise<number> {
    const { count } = await this.#queryTracker.ask(() =>
      this.#prisma.request.deleteMany({ where: { at: { lt: before } } }),
    );
    return count;
  }

  async #lookUp(names: Name[]): Promise<(RequestRow | null)[]> {
    const rows = await this.#prisma.$queryRaw<(Omit<RequestRow, 'answer'> & { nth: number; answer: Json })[]>`
      select ask.nth::int, request.player_id as "playerId", request.operation, request.key,
        request.body_hash as "bodyHash", request.answer, request.at
      from unnest(
        ${names.map(({ playerId }) => playerId)}::uuid[],
        ${names.map(({ operation }) => operation)}::text[],
        ${names.map(({ key }) => key)}::text[]
      ) with ordinality as ask (player_id, operation, key, nth)
      join request using (player_id, operation, key)`;
    const found = new Map(rows.map(({ nth, ...row }) => [nth - 1, row]));
    return names.map((_, i) => found.get(i) ?? null);
  }
}
