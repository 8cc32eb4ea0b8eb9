import { sameJson } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { timeObjection } from '../../games/fairness/log-validation.ts';
import { type CheckFailure, checkFailure } from '../../games/model/verdict.ts';
import { type Competition, type CompetitionHeader, countThere, type Entry, isOver } from '../model/competition.ts';
import type { AbortedBy } from '../model/competition-shapes.ts';
import type { CompetitionEventData, EntryMade } from '../model/events.ts';
import { BrokenLog, firstHead, foldAll, nextHead } from '../model/fold.ts';
import { ScheduleCheck } from './schedule-check.ts';
import type { EventLine } from './transcript.ts';

/** Checks the events of a competition's log in order: by the rules for commands, the schedule and the hash chain. */
export class LogCheck {
  readonly #header: CompetitionHeader;
  readonly #schedule: ScheduleCheck;
  #competition: Competition | null = null;

  constructor(header: CompetitionHeader, ruleset: AnyRuleset) {
    this.#header = header;
    this.#schedule = new ScheduleCheck(header, ruleset);
  }

  /** The competition after the last checked event; null before the first. */
  get competition(): Competition | null {
    return this.#competition;
  }

  /** Checks the next event. Returns its first error, or null: the next call then checks the event that follows. */
  checkFailure(line: EventLine): CheckFailure | null {
    const at = new Date(line.at);
    return this.#outOfPlace(line, at) ?? this.#against(line, at) ?? this.#goOn(line, at);
  }

  /** Checks version, time and hash chain. All other checks rely on these. */
  #outOfPlace(line: EventLine, at: Date): CheckFailure | null {
    const before = this.#competition;
    const due = (before?.version ?? 0) + 1;
    if (line.version !== due) return checkFailure('version', due, line.version);
    const untimely = timeObjection('time', line.at);
    if (untimely !== null) return untimely;
    const head = nextHead(before?.head ?? firstHead(this.#header), { ...line, at });
    if (line.head !== head) return checkFailure('head of the chain', head, line.head);
    const since = before?.updatedAt ?? this.#header.createdAt;
    return at < since ? checkFailure('time', `not before ${since.toISOString()}`, line.at) : null;
  }

  #against({ type, data }: EventLine, at: Date): CheckFailure | null {
    const before = this.#competition;
    const event = { type, data } as unknown as CompetitionEventData;
    if (before === null) return this.#openingObjection(event, at);
    if (before.seedPublished) return checkFailure('end of the log', 'nothing after the seed is published', type);
    return entryObjection(before, event, at) ?? this.#schedule.checkFailure(before, event, at);
  }

  #openingObjection({ type, data }: CompetitionEventData, at: Date): CheckFailure | null {
    const { settings, createdBy, commitment, createdAt } = this.#header;
    if (type !== 'competitionCreated') return checkFailure('type', 'competitionCreated', type);
    const settled = { settings, createdBy, commitment };
    if (!sameJson(data, settled)) return checkFailure('what is settled', settled, data);
    if (at.getTime() === createdAt.getTime()) return null;
    return checkFailure('time of creation', createdAt.toISOString(), at.toISOString());
  }

  #goOn({ version, type, data }: EventLine, at: Date): CheckFailure | null {
    try {
      const row = { competitionId: this.#header.id, version, type, data, at };
      this.#competition = foldAll(this.#header, this.#competition, [row]).competition;
      return null;
    } catch (error) {
      if (!(error instanceof BrokenLog)) throw error;
      return checkFailure('entry of the log', 'one that can follow', error.message);
    }
  }
}

function entryObjection(before: Competition, event: CompetitionEventData, at: Date): CheckFailure | null {
  switch (event.type) {
    case 'entryMade':
      return entering(before, event.data, at);
    case 'entryPaused': {
      const entry = before.entries[event.data.entry - 1];
      if (event.data.because !== 'noShow') return changing(before, entry, ['active']);
      const { pauseAfter } = before.header.settings.noShow;
      const missed = entry?.noShows ?? 0;
      if (missed < pauseAfter) return checkFailure('games in a row in which it never acted', pauseAfter, missed);
      return changing(before, entry, ['active']);
    }
    case 'entryResumed':
      return resuming(before, before.entries[event.data.entry - 1], at);
    case 'entryChanged':
    case 'entryWithdrawn':
      return changing(before, before.entries[event.data.entry - 1], ['active', 'paused']);
    case 'entryDisqualified':
      return changing(before, before.entries[event.data.entry - 1], ['active', 'paused', 'withdrawn']);
    case 'competitionStarted':
      return before.status === 'open' ? null : checkFailure('status', 'open', before.status);
    case 'competitionAborted':
      return abortObjection(before, event.data.by);
    default:
      return null;
  }
}

/** Rejects an abort of a competition that is over. An operator may still abort one that its organizer has aborted. */
function abortObjection(before: Competition, by: AbortedBy): CheckFailure | null {
  if (!isOver(before) || (by === 'operator' && before.abortedBy === 'organiser')) return null;
  return checkFailure('status', 'open or playing', before.status);
}

/** Checks a new entry. Only a ladder accepts entries after the start. */
function entering(before: Competition, made: EntryMade, at: Date): CheckFailure | null {
  const { header, entries } = before;
  const { kinds } = header.settings;
  const wrong = closedObjection(before, at);
  if (wrong !== null) return wrong;
  const { player, bot } = made;
  if ((player === null) === (bot === null)) return checkFailure('who enters', 'a player or a bot', { player, bot });
  if (player !== null && !kinds.includes(player.kind)) return checkFailure('kind of the player', kinds, player.kind);
  const twice = entries.find((entry) => entry.bot === bot && entry.player?.id === player?.id);
  return twice === undefined ? null : checkFailure('who enters', 'a player who has not entered', player ?? bot);
}

function closedObjection(before: Competition, at: Date): CheckFailure | null {
  const { header, status } = before;
  const { format, entryUntil, maxEntries } = header.settings;
  const open = status === 'open' || (status === 'playing' && format === 'ladder');
  if (!open) return checkFailure('status', 'one in which entries are taken', status);
  if (entryUntil !== null && at.getTime() > Date.parse(entryUntil)) {
    return checkFailure('time of the entry', `not after ${entryUntil}`, at.toISOString());
  }
  const there = countThere(before);
  return there < maxEntries ? null : checkFailure('number of entries', `at most ${maxEntries}`, there + 1);
}

/** Checks that an entry may return: from a pause or, before the start, from a withdrawal. */
function resuming(before: Competition, entry: Entry | undefined, at: Date): CheckFailure | null {
  const isBack = entry?.status === 'withdrawn' && before.status === 'open';
  return isBack ? closedObjection(before, at) : changing(before, entry, ['paused']);
}

function changing(before: Competition, entry: Entry | undefined, from: Entry['status'][]): CheckFailure | null {
  if (before.seedPublished || entry === undefined) return checkFailure('entry', 'one that was made', entry ?? null);
  return from.includes(entry.status) ? null : checkFailure('status of the entry', from, entry.status);
}
