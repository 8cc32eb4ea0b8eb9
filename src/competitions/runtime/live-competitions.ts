import { LRUCache } from 'lru-cache';
import type { CompetitionEventRow, CompetitionRow } from '../../store/competitions.ts';
import { DamagedLogs, type LogDamaged } from '../../store/failures.ts';
import type { Tip } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Competition, CompetitionChange, CompetitionHeader } from '../model/competition.ts';
import type { CompetitionEvent, CompetitionEventData } from '../model/events.ts';
import { BrokenLog, firstHead, foldAll, nextHead } from '../model/fold.ts';
import type { Settings } from '../model/settings.ts';

/** A cached competition. `heads` are the hashes of its events in order: the first is that of version 1. */
interface LiveCompetition {
  competition: Competition;
  heads: string[];
}

/** Caches competitions. Uses a cached one only if the database confirms its version, and adds missing events to it. */
export class LiveCompetitions {
  readonly #store: Store;
  readonly #onLoss: (competitionId: string) => void;
  readonly #damages: DamagedLogs;
  readonly #kept: LRUCache<string, LiveCompetition>;
  readonly #loading = new Map<string, Promise<LiveCompetition>>();

  /** `onLoss` is called if the database has lost changes that are in the cache. */
  constructor(
    store: Store,
    max: number,
    onLoss: (competitionId: string) => void = () => {},
    onDamage?: (error: LogDamaged) => void,
  ) {
    this.#store = store;
    this.#onLoss = onLoss;
    this.#damages = new DamagedLogs('competition', onDamage);
    this.#kept = new LRUCache({ max });
  }

  /** Returns a competition at its newest stored version; null: there is none. */
  async current(id: string): Promise<Competition | null> {
    const before = this.#kept.get(id);
    const tip = await this.#store.competitions.tip(id);
    // the cache has only committed changes, so if this is true, the database has lost some of them
    const isAhead = before !== undefined && before.competition.version > (tip?.version ?? 0);
    if (isAhead && this.#kept.get(id) === before) this.#lose(id); // if this is false, another call has handled the loss
    if (tip === null) return null;
    const kept = this.#kept.get(id);
    if (kept !== undefined && (kept.competition.header.erased ?? 0) !== tip.erased) this.#kept.delete(id);
    return (await this.#upTo(id, tip)).competition;
  }

  async at(id: string, version: number): Promise<CompetitionChange> {
    const tip = await this.#store.competitions.tip(id);
    const { heads } = tip === null ? { heads: [] } : await this.#upTo(id, tip);
    const header = await this.#headerOf(id);
    const rows = await this.#store.competitions.events(id, 0, version);
    const change = this.#folded(header, rows);
    if (change.competition.head !== heads[version - 1])
      throw this.#damages.found(id, `differs up to version ${version} from what this server read before`);
    return change;
  }

  /** Returns events after a version, oldest first. */
  async events(competition: Competition, after: number, limit: number): Promise<CompetitionEvent[]> {
    const { header, version, head: newest } = competition;
    const rows = await this.#store.competitions.events(header.id, after, version, limit);
    const { heads } = await this.#upTo(header.id, { version, head: newest });
    let head = after === 0 ? firstHead(header) : (heads[after - 1] as string);
    if (rows.length < Math.min(limit, version - after))
      throw this.#damages.found(header.id, `ends before version ${version}`);
    return rows.map((row, nth) => {
      head = nextHead(head, row);
      if (head !== heads[after + nth])
        throw this.#damages.found(header.id, `differs at version ${after + nth + 1} from what this server read before`);
      return {
        ...({ type: row.type, data: row.data } as unknown as CompetitionEventData),
        version: row.version,
        head,
        at: row.at,
      };
    });
  }

  /** Drops a competition from the cache. Call it when the cached log may be wrong. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  /** Caches a change. Call it only after the change is committed. */
  keep({ competition, events }: CompetitionChange): void {
    const { id } = competition.header;
    const heads = this.#kept.get(id)?.heads ?? [];
    // another call has cached the change already, or the version before is missing; the next read adds what is missing
    if (events[0]?.version !== heads.length + 1) return;
    heads.push(...events.map(({ head }) => head));
    this.#kept.set(id, { competition, heads });
  }

  async #upTo(id: string, tip: Tip): Promise<LiveCompetition> {
    for (;;) {
      const kept = this.#kept.get(id);
      if (kept !== undefined && !isOfHistory(kept, tip)) this.#lose(id);
      else if (kept !== undefined && kept.competition.version >= tip.version) return kept;
      const loaded = await this.#load(id, tip);
      if (loaded.competition.version >= tip.version) return loaded;
    }
  }

  #load(id: string, tip: Tip): Promise<LiveCompetition> {
    const loading = this.#loading.get(id);
    if (loading !== undefined) return loading;
    const load = this.#readUpTo(id, tip).finally(() => this.#loading.delete(id));
    this.#loading.set(id, load);
    return load;
  }

  async #readUpTo(id: string, tip: Tip): Promise<LiveCompetition> {
    const kept = this.#kept.get(id);
    const header = kept?.competition.header ?? (await this.#headerOf(id));
    const rows = await this.#store.competitions.events(id, kept?.competition.version ?? 0, tip.version);
    const change = kept === undefined ? this.#folded(header, rows) : continuedBy(kept, rows);
    const live = change && {
      competition: change.competition,
      heads: [...(kept?.heads ?? []), ...change.events.map(({ head }) => head)],
    };
    if (kept !== undefined && (live === null || !isOfHistory(live, tip))) {
      this.#lose(id);
      return this.#readUpTo(id, tip);
    }
    if (live === null || live.competition.version < tip.version || !isOfHistory(live, tip)) {
      throw this.#damages.found(id, `does not match its head at version ${tip.version}`);
    }
    this.#damages.readIntact(id);
    const { competition } = live;
    const meanwhile = this.#kept.get(id);
    if (meanwhile === undefined || meanwhile.competition.version < competition.version) this.#kept.set(id, live);
    return live;
  }

  #folded(header: CompetitionHeader, rows: readonly CompetitionEventRow[]): CompetitionChange {
    try {
      return foldAll(header, null, rows);
    } catch (error) {
      if (!(error instanceof BrokenLog)) throw error;
      throw this.#damages.found(header.id, `cannot be read: ${error.message}`);
    }
  }

  #lose(id: string): void {
    this.#kept.delete(id);
    this.#onLoss(id);
  }

  async #headerOf(id: string): Promise<CompetitionHeader> {
    const row = await this.#store.competitions.row(id);
    if (row === null) throw new Error(`competition ${id} has events but no row`);
    return headerOf(row);
  }
}

/** Adds events to a cached competition; null: they do not follow its last event. */
function continuedBy({ competition }: LiveCompetition, rows: readonly CompetitionEventRow[]): CompetitionChange | null {
  try {
    return foldAll(competition.header, competition, rows);
  } catch (error) {
    if (error instanceof BrokenLog) return null;
    throw error;
  }
}

/** False: the database has lost changes that are in the cache. */
function isOfHistory({ competition, heads }: LiveCompetition, tip: Tip): boolean {
  return tip.version > competition.version || heads[tip.version - 1] === tip.head;
}

export function headerOf(row: CompetitionRow): CompetitionHeader {
  const { id, erased, createdBy, createdAt, inviteCode, commitment, serverSeed } = row;
  const settings = row.settings as unknown as Settings;
  return { id, erased, settings, createdBy, createdAt, inviteCode, commitment, serverSeed };
}
