import { LRUCache } from 'lru-cache';
import type { CompetitionEventRow, CompetitionRow } from '../../store/competition-rows.ts';
import { DamagedLogs, type LogDamaged } from '../../store/failures.ts';
import type { Tip } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Competition, CompetitionChange, CompetitionHeader } from '../model/competition.ts';
import type { CompetitionEvent, CompetitionEventData } from '../model/events.ts';
import { BrokenLog, firstHead, foldAll, nextHead } from '../model/fold.ts';
import type { Settings } from '../model/settings.ts';

/** A competition and the heads of its chain, by version from 1. */
interface LiveCompetition {
  competition: Competition;
  heads: string[];
}

/**
 * Competitions kept in memory so that they need not be folded from their logs each time. What is kept is trusted only at
 * the version that the database confirms; what is missing is folded in from there.
 */
export class LiveCompetitions {
  readonly #store: Store;
  readonly #onLoss: (competitionId: string) => void;
  readonly #damages: DamagedLogs;
  readonly #kept: LRUCache<string, LiveCompetition>;
  readonly #loading = new Map<string, Promise<LiveCompetition>>();

  /** `onLoss` is told of each competition of which the database was found to have lost what was remembered, `onDamage` of damaged logs. */
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

  /** The competition at the newest version that is committed, or null. */
  async current(id: string): Promise<Competition | null> {
    const before = this.#kept.get(id);
    const tip = await this.#store.competitions.tip(id);
    // what was known before the question is in the answer, or the database has lost it
    const isAhead = before !== undefined && before.competition.version > (tip?.version ?? 0);
    if (isAhead && this.#kept.get(id) === before) this.#lose(id); // else another call saw it
    if (tip === null) return null;
    const kept = this.#kept.get(id);
    if (kept !== undefined && (kept.competition.header.erased ?? 0) !== tip.erased) this.#kept.delete(id);
    return (await this.#upTo(id, tip)).competition;
  }

  /** A competition as it was at a version that is there. */
  async at(id: string, version: number): Promise<CompetitionChange> {
    const tip = await this.#store.competitions.tip(id);
    const { heads } = tip === null ? { heads: [] } : await this.#upTo(id, tip);
    const header = await this.#headerOf(id);
    const rows = await this.#store.competitions.events(id, 0, version);
    const change = this.#folded(header, rows);
    if (change.competition.head !== heads[version - 1])
      throw this.#damages.found(id, `is another one up to version ${version}`);
    return change;
  }

  /** What happened after a version of this competition, oldest first, at most so much. */
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
        throw this.#damages.found(header.id, `is another one at version ${after + nth + 1}`);
      return eventOf(row, head);
    });
  }

  /** To be called when what memory holds of a log is not what it says any more. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  /** To be called with changes only after they are committed. */
  keep({ competition, events }: CompetitionChange): void {
    const { id } = competition.header;
    const heads = this.#kept.get(id)?.heads ?? [];
    // somebody has read it meanwhile, or what it follows is gone: what is missing is folded in when it is asked for
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
      throw this.#damages.found(id, `does not lead to its head at version ${tip.version}`);
    }
    this.#damages.readWell(id);
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

/** What is remembered, gone on from; null: these entries are of another history. */
function continuedBy({ competition }: LiveCompetition, rows: readonly CompetitionEventRow[]): CompetitionChange | null {
  try {
    return foldAll(competition.header, competition, rows);
  } catch (error) {
    if (error instanceof BrokenLog) return null;
    throw error;
  }
}

/** Whether what is remembered leads to what the database has, as far as can be told; else the database has lost changes. */
function isOfHistory({ competition, heads }: LiveCompetition, tip: Tip): boolean {
  return tip.version > competition.version || heads[tip.version - 1] === tip.head;
}

export function headerOf(row: CompetitionRow): CompetitionHeader {
  const { id, erased, createdBy, createdAt, inviteCode, commitment, serverSeed } = row;
  const settings = row.settings as unknown as Settings;
  return { id, erased, settings, createdBy, createdAt, inviteCode, commitment, serverSeed };
}

function eventOf({ type, data, version, at }: CompetitionEventRow, head: string): CompetitionEvent {
  return { ...({ type, data } as unknown as CompetitionEventData), version, head, at };
}
