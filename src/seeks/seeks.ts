import { type Catalogue, versionIn } from '#rules/catalogue.ts';
import type { Json } from '#rules/kernel/json.ts';
import { Idempotency, inFlight, type Keyed, type RowFor } from '../eventlog/carry-out.ts';
import type { Loop } from '../eventlog/loop.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import { SEEKS } from '../eventlog/subscriptions.ts';
import type { GameService } from '../games/game-service.ts';
import { capReached, DEFAULT_CAPS, type PlayerCaps } from '../games/model/caps.ts';
import { noSuchRuleset } from '../games/refusals.ts';
import type { Player, Players } from '../players/players.ts';
import type { Ratings } from '../ratings/ratings.ts';
import type { SeekRow, SeekTerms } from '../store/seeks.ts';
import type { Store } from '../store/store.ts';
import { type NewSeek, newSeek, untouched } from './commands/new-seek.ts';
import { PairingRatings } from './pairing/pairing-ratings.ts';
import { type SoughtView, soughtView } from './queries/seek-view.ts';
import { Matchmaker } from './runtime/matchmaker.ts';
import { PairingLook, type Unpaired } from './runtime/pairing-look.ts';
import { SeekWriter } from './runtime/seek-writer.ts';

interface SeeksParts {
  store: Store;
  catalogue: Catalogue;
  players: Players;
  games: GameService;
  ratings: Ratings;
  caps?: PlayerCaps | undefined;
  /** `where` is null if the whole round failed */
  onTrouble(error: unknown, where: Unpaired | null): void;
}

/** `seenAt` is written at most once in this interval. */
const SEEN_EVERY_MS = 10 * 60 * 1000;
const MOST_LISTED = 100;

export class Seeks {
  readonly #parts: SeeksParts;
  readonly #caps: PlayerCaps;
  readonly #idempotency: Idempotency;
  readonly #matchmaker: Matchmaker;

  constructor(parts: SeeksParts) {
    const { store, catalogue, players, games, ratings, caps = DEFAULT_CAPS, onTrouble } = parts;
    const { clock, subscriptions } = games;
    this.#parts = parts;
    this.#caps = caps;
    this.#idempotency = new Idempotency(store.requests);
    const look = new PairingLook({
      store,
      catalogue,
      games,
      ratings: new PairingRatings(ratings),
      players,
      writer: new SeekWriter(store.seeks, games),
      caps,
      onTrouble: (error, where) => {
        this.#matchmaker.trouble(where.fit);
        onTrouble(error, where);
      },
    });
    this.#matchmaker = new Matchmaker({
      seeks: store.seeks,
      clock,
      subscriptions,
      look: (failedItems) => look.take(failedItems),
      onTrouble: (error) => onTrouble(error, null),
    });
  }

  /** The background loop. Stop it before the game service. */
  get loop(): Loop {
    return this.#matchmaker.loop;
  }

  /** The number of seeks that waited in the last round; 0 if another server pairs the seeks. */
  get waiting(): number {
    return this.#matchmaker.waiting;
  }

  async create(player: Player, asked: NewSeek, request: Keyed): Promise<Result<SeekRow>> {
    const attempt = async (rowFor: RowFor): Promise<Result<SeekRow>> => {
      const { store, catalogue, games } = this.#parts;
      const terms = newSeek(player, asked, catalogue, games.clock.now());
      if (!terms.ok) return terms;
      const seek = untouched(terms.value);
      const row = rowFor(terms.value as unknown as Json, seek.createdAt);
      const most = this.#caps.seeks;
      const made = await store.seeks.create(seek, most, row);
      if (made === 'full') return capReached('seeks', most);
      if (made === 'repeated') return inFlight(); // another server is carrying out the same request
      this.#tell(seek);
      return done(seek);
    };
    return this.#idempotency.once(request, attempt, async (terms) => done(this.#remembered(terms)));
  }

  /** Returns a seek. Reading an open seek keeps it from expiring for another day. */
  async get(player: Player, seekId: string): Promise<Result<SeekRow>> {
    const seek = await this.#parts.store.seeks.get(player.id, seekId);
    if (seek === null) return seekNotFound(seekId);
    await this.#seen(seek);
    return done(seek);
  }

  async of(player: Player): Promise<SeekRow[]> {
    const seeks = await this.#parts.store.seeks.of(player.id, MOST_LISTED);
    await Promise.all(seeks.map((seek) => this.#seen(seek)));
    return seeks;
  }

  /** Ends a seek. A seek that has ended already does not change. */
  async cancel(player: Player, seekId: string): Promise<Result<SeekRow>> {
    const { store, games } = this.#parts;
    const seek = await store.seeks.cancel(player.id, seekId, games.clock.now());
    if (seek === null) return seekNotFound(seekId);
    this.#tell(seek);
    return done(seek);
  }

  async sought(ruleset: string | null): Promise<Result<SoughtView[]>> {
    const { store, catalogue } = this.#parts;
    if (ruleset !== null && !catalogue.has(ruleset)) return noSuchRuleset(ruleset, catalogue);
    const rows = await store.seeks.sought(ruleset, MOST_LISTED);
    return done(
      rows.map((row) => soughtView(row, versionIn(catalogue, row.ruleset, row.rulesVersion)?.ruleset ?? null)),
    );
  }

  async #seen(seek: SeekRow): Promise<void> {
    const { store, games } = this.#parts;
    const now = games.clock.now();
    if (seek.status !== 'open' || now.getTime() < seek.seenAt.getTime() + SEEN_EVERY_MS) return;
    await store.seeks.seen(seek.id, now);
  }

  #tell({ id, version }: SeekRow): void {
    this.#parts.games.subscriptions.changed(id, version, [SEEKS], false);
  }

  #remembered(answer: Json): SeekRow {
    const terms = answer as unknown as Omit<SeekTerms, 'createdAt'> & { createdAt: string };
    return untouched({ ...terms, createdAt: new Date(terms.createdAt) });
  }
}

function seekNotFound(id: string) {
  return refused('seek-not-found', `You have no seek ${id}.`);
}
