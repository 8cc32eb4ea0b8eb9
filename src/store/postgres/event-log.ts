import { Prisma } from '../../generated/prisma/client.ts';
import type { Append, Creation, EventLog, EventRow, GameTip } from '../contract/event-log.ts';
import { LogDamaged } from '../contract/failures.ts';
import type { OnBatch } from '../contract/store.ts';
import type { SealedRows, StoredEvent } from '../sealing/sealed-rows.ts';
import type { DatabaseClock } from './database-clock.ts';
import { isOfMonthAway, wasThere } from './failures.ts';
import { assertAlive, assertWelcome } from './living.ts';
import { type AppendedChange, appendStatement, createStatement, openedAt, playersOf } from './log-statements.ts';
import { BATCHING, type QueryTracker } from './query-tracker.ts';
import { UUID } from './rows.ts';
import { Batcher, type Statements } from './statements.ts';

/** As high as a version can be. */
export const NEWEST = 2 ** 31 - 1;

/** Whom the log works with, and whom it tells. */
interface EventLogParts {
  statements: Statements;
  queryTracker: QueryTracker;
  seals: SealedRows;
  clock: DatabaseClock;
  /** called when deliveries of webhooks were written with a change */
  onDeliveries(): void;
  onBatch?: OnBatch | undefined;
}

/** The logs of all games. What all play waits for travels together with all of its kind that is asked at the moment. */
export class PostgresEventLog implements EventLog {
  readonly #statements: Statements;
  readonly #queryTracker: QueryTracker;
  readonly #seals: SealedRows;
  readonly #clock: DatabaseClock;
  readonly #onDeliveries: () => void;
  readonly #creations: Batcher<Creation, boolean>;
  readonly #appends: Batcher<Append, boolean>;
  readonly #tips: Batcher<string, GameTip | null>;

  constructor({ statements, queryTracker, seals, clock, onDeliveries, onBatch }: EventLogParts) {
    this.#statements = statements;
    this.#queryTracker = queryTracker;
    this.#seals = seals;
    this.#clock = clock;
    this.#onDeliveries = onDeliveries;
    const options = (kind: string) => ({
      ...BATCHING,
      onSent: (size: number, ms: number) => onBatch?.({ kind, size, ms }),
    });
    this.#creations = new Batcher({ ...options('create'), send: (creations) => this.#createAll(creations) });
    this.#appends = new Batcher({ ...options('append'), send: (changes) => this.#appendAll(changes) });
    this.#tips = new Batcher({ ...options('version'), send: (ids) => this.#readTips(ids) });
  }

  now(): Date {
    return new Date(performance.now() + this.#clock.aheadMs);
  }

  async create(creation: Creation): Promise<boolean> {
    assertNext(creation.game.id, 0, creation.game.version, creation.events);
    return this.#creations.ask(creation);
  }

  async append(change: Append): Promise<boolean> {
    assertNext(change.gameId, change.base, change.game.version, change.events);
    if (!UUID.test(change.gameId)) return false;
    const made = await this.#appends.ask(change);
    if (!made) {
      await this.#queryTracker.ask(async () => {
        await this.#assertAlive(change.alive ?? []);
        await this.#assertWelcome(change.welcome ?? [], change.game.updatedAt);
      });
    }
    return made;
  }

  tip(gameId: string): Promise<GameTip | null> {
    if (!UUID.test(gameId)) return Promise.resolve(null);
    return this.#tips.ask(gameId.toLowerCase());
  }

  async missingOf(gameIds: readonly string[]): Promise<string | null> {
    // as a value of each row it is looked up by the key, in one partition
    const [missing] = await this.#queryTracker.ask(() =>
      this.#statements.rows<{ id: string }>(Prisma.sql`
        select id from game where id = any(${`{${gameIds.join(',')}}`}::uuid[])
          and (select event.version from game_event event where event.game_id = game.id and event.version = game.version) is null
        limit 1`),
    );
    return missing?.id ?? null;
  }

  async events(gameId: string, after: number, upTo?: number): Promise<EventRow[]> {
    if (!UUID.test(gameId)) return [];
    const last = upTo ?? NEWEST;
    if (after >= last) return [];
    const rows = await this.#queryTracker.ask(() =>
      this.#statements.rows<StoredEvent>(Prisma.sql`
        select game_id as "gameId", version, kind, seat, action, draws, at, sealed from game_event
        where game_id = ${gameId}::uuid and version > ${after} and version <= ${last}
        order by version`),
    );
    return rows.map((row) => this.#seals.openEvent(row));
  }

  /** Takes no more questions, and resolves when the last one is answered. */
  async close(): Promise<void> {
    await Promise.all([this.#creations.close(), this.#appends.close(), this.#tips.close()]);
  }

  /** A batch in which something cannot be written is sent in halves, until what cannot stands alone. */
  async #createAll(creations: Creation[]): Promise<boolean[]> {
    try {
      const [created] = await this.#statements.rows<{ told: boolean }>(createStatement(creations, this.#seals));
      if (created === undefined) {
        const players = creations.flatMap(playersOf);
        await this.#assertAlive(players);
        await this.#assertWelcome(players, openedAt(creations));
        if (creations.length === 1 && creations[0]?.before) return [false];
        // of several the ones that can be written are sent again
        throw new Error('games were not created, though everyone at their tables is alive');
      }
      if (created.told) this.#onDeliveries();
    } catch (error) {
      if (creations.length === 1 && wasThere(error)) return [false];
      throw error;
    }
    return creations.map(() => true);
  }

  /** Of several changes made on the same version of a game only the first is sent: at most one can be made. */
  async #appendAll(changes: Append[]): Promise<boolean[]> {
    const firsts = new Map<string, Append>();
    for (const change of changes) {
      const onWhat = `${change.gameId.toLowerCase()} ${change.base}`;
      if (!firsts.has(onWhat)) firsts.set(onWhat, change);
    }
    const sent = [...firsts.values()];
    const rows = await this.#statements.rows<AppendedChange>(appendStatement(sent, this.#seals)).catch((error) => {
      // of several the ones that can be written are sent again
      const isAway = changes.length === 1 && isOfMonthAway(error);
      throw isAway ? new LogDamaged('game', changes[0]?.gameId as string, 'is of a month that is detached') : error;
    });
    if (rows[0]?.told) this.#onDeliveries();
    const appended = new Set(rows.map(({ nth }) => sent[nth - 1]));
    return changes.map((change) => appended.has(change));
  }

  async #assertAlive(playerIds: readonly string[]): Promise<void> {
    if (playerIds.length > 0) await assertAlive(playerIds, (statement) => this.#statements.rows(statement));
  }

  #assertWelcome(playerIds: readonly string[], now: Date): Promise<void> {
    return assertWelcome(playerIds, now, (statement) => this.#statements.rows(statement));
  }

  async #readTips(ids: string[]): Promise<(GameTip | null)[]> {
    const rows = await this.#statements.rows<GameTip & { id: string }>(Prisma.sql`
      select id, version, head, erased, plan_mark as "planMark" from game where id = any(${`{${ids.join(',')}}`}::uuid[])`);
    const tips = new Map(rows.map(({ id, ...tip }) => [id, tip]));
    return ids.map((id) => tips.get(id) ?? null);
  }
}

/** Throws unless the events are those of this game from version `base` + 1 to `version`: anything else is a bug. */
export function assertNext(
  gameId: string,
  base: number,
  version: number,
  events: readonly Pick<EventRow, 'gameId' | 'version'>[],
): void {
  const fits =
    events.length > 0 && events.every((event, i) => event.gameId === gameId && event.version === base + 1 + i);
  if (!fits || version !== base + events.length) {
    throw new RangeError(`the events of ${gameId} do not lead from version ${base} to version ${version}`);
  }
}
