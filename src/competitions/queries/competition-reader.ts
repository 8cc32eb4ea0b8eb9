import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#rules/catalogue.ts';
import { done, type Result } from '../../eventlog/result.ts';
import type { Subscriptions, Woken } from '../../eventlog/subscriptions.ts';
import type { Reader } from '../../games/model/game.ts';
import { untilChanged, type Wait } from '../../games/queries/game-reader.ts';
import { noSuchRuleset } from '../../games/refusals.ts';
import type { Standing, StandingsInput } from '../../statistics/results.ts';
import type { CompetitionQuery } from '../../store/competitions.ts';
import { type Competition, standingsInputOf } from '../model/competition.ts';
import type { CompetitionSummary } from '../model/competition-shapes.ts';
import type { EventPage } from '../model/events.ts';
import { rulesOf } from '../model/settings.ts';
import { StandingsThread } from '../runtime/threads.ts';
import { boardView, type CompetitionBoard, roundNotFound } from './competition-schedule.ts';
import { competitionSummary } from './competition-view.ts';
import { CompetitionEventReader, type CompetitionSource, type EventPlace } from './event-reader.ts';

const ROWS_KEPT = 100_000;
/** The limit of all cached cross tables together, in games. Tables of 20,000 games take a few megabytes. */
const GAMES_KEPT = 100_000;

interface CompetitionReaderParts {
  competitions: CompetitionSource;
  subscriptions: Subscriptions;
  catalogue: Catalogue;
}

export class CompetitionReader {
  readonly #parts: CompetitionReaderParts;
  readonly #thread = new StandingsThread();
  readonly #standings = new LRUCache<string, Promise<Standing[]>>({ maxSize: ROWS_KEPT });
  readonly #crossTables = new LRUCache<string, Promise<Float64Array>>({ maxSize: GAMES_KEPT });

  constructor(parts: CompetitionReaderParts) {
    this.#parts = parts;
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  /** Returns a competition, or a refusal if this reader may not see it. */
  open(reader: Reader, competitionId: string): Promise<Result<Competition>> {
    return this.#parts.competitions.open(reader, competitionId);
  }

  /** Lists competitions, the newest first. */
  async list(asked: CompetitionQuery): Promise<Result<{ competitions: CompetitionSummary[]; next: string | null }>> {
    if (asked.ruleset !== undefined && !this.#parts.catalogue.has(asked.ruleset))
      return noSuchRuleset(asked.ruleset, this.#parts.catalogue);
    const rows = await this.#parts.competitions.list({ ...asked, limit: asked.limit + 1 });
    const competitions = rows.slice(0, asked.limit).map(competitionSummary);
    return done({ competitions, next: rows.length > asked.limit ? (competitions.at(-1)?.id ?? null) : null });
  }

  async events(competition: Competition, after: number, limit: number): Promise<EventPage> {
    const { version } = competition;
    const events = await this.#parts.competitions.events(competition, after, limit);
    if (events === null) return { version, events: [], next: 0 };
    const told = events.at(-1)?.version ?? after;
    return { version, events, next: told < version ? told : null };
  }

  eventReader(from: EventPlace): CompetitionEventReader {
    return new CompetitionEventReader(this.#parts.competitions, from);
  }

  /** Waits for a change. Resolves at once if the competition is complete, or if the reader may not see it. */
  wait(reader: Reader, competitionId: string, asked: Wait): Promise<Woken> {
    return untilChanged(this.#parts.subscriptions, competitionId, asked, async () => {
      const opened = await this.open(reader, competitionId);
      return opened.ok && !opened.value.seedPublished ? opened.value : null;
    });
  }

  /** Returns the standings after a round (null: after all rounds), from the results counted so far. */
  async standings(competition: Competition, round: number | null): Promise<Result<Standing[]>> {
    if (round !== null && round > competition.rounds.length) return roundNotFound(competition, round);
    return done(await this.ranked(competition, round));
  }

  /** Returns a board, or a refusal while games on it run or may follow. */
  board(competition: Competition, number: number): Result<CompetitionBoard> {
    const { settings } = competition.header;
    return boardView(competition, number, rulesOf(settings, this.#parts.catalogue).ruleset.scoring(settings.options));
  }

  crossTable({ header, counted }: Competition): Promise<Float64Array> {
    const key = `${header.id} ${counted.length} ${counted.at(-1)?.head}`;
    return shared(this.#crossTables, key, counted.length, () => this.#thread.crossTable(counted));
  }

  ranked(competition: Competition, round: number | null): Promise<Standing[]> {
    const { id, settings } = competition.header;
    const direction = rulesOf(settings, this.#parts.catalogue).ruleset.scoring(settings.options);
    const input = standingsInputOf(competition, direction, round ?? undefined);
    const last = competition.counted.findLast((game) => round === null || game.round <= round);
    const key = `${id} ${last?.head} ${fingerprintOf(input)}`;
    return shared(this.#standings, key, input.entries.length, () => this.#thread.standings(input));
  }
}

/** Computes a value once for all callers. After a failure, the next caller tries again. */
function shared<T>(kept: LRUCache<string, Promise<T>>, key: string, size: number, work: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found = work();
  kept.set(key, found, { size: size + 1 });
  found.catch(() => kept.delete(key));
  return found;
}

/** Returns the key of cached standings. Results are only added and never change, so their number identifies them. */
function fingerprintOf({ results, rounds, entries, pars }: StandingsInput): string {
  const gone = entries.filter(({ disqualified }) => disqualified).length;
  const known = pars.filter(({ par }) => par !== null).length;
  return [results.length, rounds.length, entries.length, gone, known].join(' ');
}
