import type { Viewer } from '../../kernel/ruleset.ts';
import type { Change, Game, TableEvent } from '../model/game.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import { type SeenEvent, seenEvents } from './table-view.ts';

/** The place in a sequence of events after which to go on. */
export interface EventPosition {
  version: number;
  /** the last event of that version that was seen; null: all of them */
  index: number | null;
}

/** About as many entries as a page has. */
const ENTRIES_FIRST = 25;

/**
 * Tells one viewer what happened in a game after a place: in order, each event once, a page at a time. What memory does
 * not hold any more is folded from the log, no further than the page goes, and a page is made only when it is asked for.
 */
export class EventReader {
  readonly #games: LiveGames;
  readonly #log: GameLog;
  readonly #viewer: Viewer;
  #position: EventPosition;
  /** the game at the place, or earlier */
  #known: Game | null;
  #changes: AsyncGenerator<Change> | null = null;

  /** `known`: the game at the place or earlier. */
  constructor(
    parts: { games: LiveGames; log: GameLog },
    viewer: Viewer,
    position: EventPosition,
    known: Game | null = null,
  ) {
    this.#games = parts.games;
    this.#log = parts.log;
    this.#viewer = viewer;
    this.#position = position;
    this.#known = known;
  }

  /** The version that is told, all of it or in part. */
  get version(): number {
    return this.#position.version;
  }

  /** The game at that version, as far as it was folded. */
  get known(): Game | null {
    return this.#known;
  }

  /**
   * The next events of the game as it is now: whole versions, until there are `most`; less when that is all. Null:
   * there is nothing that was not told.
   */
  async next(game: Game, most: number): Promise<SeenEvent[] | null> {
    if (this.#isAtEndOf(game)) {
      this.#remember(game);
      return null;
    }
    const { version, index } = this.#position;
    const recent = this.#games.recentEvents(game.header.id, index === null ? version : Math.max(0, version - 1));
    return recent === null ? this.#fromLog(game, most) : this.#fromMemory(game, recent, most);
  }

  #isAtEndOf({ version }: Game): boolean {
    return this.#position.version > version || (this.#position.version === version && this.#position.index === null);
  }

  #fromMemory(game: Game, recent: readonly TableEvent[], most: number): SeenEvent[] {
    this.#changes = null;
    const happened = recent.filter(({ version }) => version <= game.version);
    const shown = this.#untold(seenEvents(game, happened, this.#viewer));
    const end = shown[most - 1]?.version ?? game.version;
    this.#position = { version: end, index: null };
    if (end === game.version) this.#remember(game);
    return shown.filter(({ version }) => version <= end);
  }

  async #fromLog(game: Game, most: number): Promise<SeenEvent[]> {
    const shown: SeenEvent[] = [];
    while (shown.length < most && !this.#isAtEndOf(game)) {
      const { game: then, events } = await this.#nextChange(game);
      this.#known = then;
      shown.push(...this.#untold(seenEvents(game, events, this.#viewer)));
      if (then.version >= this.#position.version) this.#position = { version: then.version, index: null };
    }
    return shown;
  }

  async #nextChange(game: Game): Promise<Change> {
    const going = await this.#changes?.next();
    if (going !== undefined && !going.done) return going.value;
    this.#changes = this.#log.changes(game.header, this.#known, { upTo: game.version, atOnce: ENTRIES_FIRST });
    const begun = await this.#changes.next();
    if (begun.done) throw new Error(`the log of game ${game.header.id} ends before version ${game.version}`);
    return begun.value;
  }

  #untold(events: SeenEvent[]): SeenEvent[] {
    const { version, index } = this.#position;
    return events.filter(
      (event) => event.version > version || (event.version === version && index !== null && event.index > index),
    );
  }

  /** Whoever falls behind later goes on from here, and not from the beginning. */
  #remember(game: Game): void {
    this.#known = game;
    this.#changes = null;
  }
}
