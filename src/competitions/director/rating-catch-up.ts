import { StoreUnavailable } from '../../store/contract/failures.ts';
import type { CompetitionBehind } from '../../store/contract/ratings.ts';
import type { Store } from '../../store/contract/store.ts';
import { ratedGamesIn } from '../model/rated-games.ts';
import type { LiveCompetitions } from '../runtime/live-competitions.ts';

interface CatchUpParts {
  store: Store;
  live: LiveCompetitions;
  onTrouble(error: unknown, competitionId: string): void;
}

/** So many are looked at each time: whatever else the director has to do does not wait longer. */
const AT_ONCE = 10;
const EVENTS_AT_ONCE = 1_000;
/** One that failed is left alone for so long. */
const LEFT_ALONE_MS = 60_000;

/**
 * Brings into the ratings what competitions counted without them: before there were any, or on a server of an earlier version during
 * an upgrade. All else is written with the step that counts it.
 */
export class RatingCatchUp {
  readonly #parts: CatchUpParts;
  readonly #leftAlone = new Map<string, number>();

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Goes on with some that are behind. Throws `StoreUnavailable`. */
  async next(): Promise<void> {
    const now = performance.now();
    for (const [id, until] of this.#leftAlone) if (until <= now) this.#leftAlone.delete(id);
    const behind = await this.#parts.store.ratings.competitionsBehind(AT_ONCE + this.#leftAlone.size);
    for (const each of behind.filter(({ competitionId }) => !this.#leftAlone.has(competitionId))) {
      await this.#catchUp(each).catch((error) => {
        if (error instanceof StoreUnavailable) throw error;
        this.#leftAlone.set(each.competitionId, now + LEFT_ALONE_MS);
        this.#parts.onTrouble(error, each.competitionId);
      });
    }
  }

  /** Writes only what the ratings lack: who else does the same meanwhile is first, or second. */
  async #catchUp({ competitionId, ratedUpTo }: CompetitionBehind): Promise<void> {
    const { live, store } = this.#parts;
    const competition = await live.current(competitionId);
    if (competition === null) return;
    const events = await live.events(competition, ratedUpTo, EVENTS_AT_ONCE);
    const upTo = events.at(-1)?.version;
    if (upTo === undefined) return;
    await store.ratings.catchUp(competitionId, ratedUpTo, upTo, ratedGamesIn(competition, events));
  }
}
