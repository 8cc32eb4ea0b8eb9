import { sameJson } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { timeObjection } from '../../games/fairness/log-validation.ts';
import { type Objection, objection } from '../../games/model/verdict.ts';
import { firstHead, nextHead } from '../model/chain.ts';
import type { Competition, CompetitionHeader } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import { BrokenLog, fold } from '../model/fold.ts';
import { entryObjection } from './entry-check.ts';
import { ScheduleCheck } from './schedule-check.ts';
import type { EventLine } from './transcript.ts';

/** Holds every entry of a competition's log against the recipes, the schedule and the chain, in order. */
export class LogCheck {
  readonly #header: CompetitionHeader;
  readonly #schedule: ScheduleCheck;
  #competition: Competition | null = null;

  constructor(header: CompetitionHeader, ruleset: AnyRuleset) {
    this.#header = header;
    this.#schedule = new ScheduleCheck(header, ruleset);
  }

  /** The competition after the entries so far; null before the first. */
  get competition(): Competition | null {
    return this.#competition;
  }

  /** The first thing in the next entry that does not hold; null when all of it does, and then it is gone on from. */
  objection(line: EventLine): Objection | null {
    const at = new Date(line.at);
    return this.#outOfPlace(line, at) ?? this.#against(line, at) ?? this.#goOn(line, at);
  }

  /** What is bound by the chain comes first, since everything else is only as good as that. */
  #outOfPlace(line: EventLine, at: Date): Objection | null {
    const before = this.#competition;
    const due = (before?.version ?? 0) + 1;
    if (line.version !== due) return objection('version', due, line.version);
    const untimely = timeObjection('time', line.at);
    if (untimely !== null) return untimely;
    const head = nextHead(before?.head ?? firstHead(this.#header), { ...line, at });
    if (line.head !== head) return objection('head of the chain', head, line.head);
    const since = before?.updatedAt ?? this.#header.createdAt;
    return at < since ? objection('time', `not before ${since.toISOString()}`, line.at) : null;
  }

  #against({ type, data }: EventLine, at: Date): Objection | null {
    const before = this.#competition;
    const event = { type, data } as unknown as CompetitionEventData;
    if (before === null) return this.#openingObjection(event, at);
    if (before.seedPublished) return objection('end of the log', 'nothing after the seed is published', type);
    return entryObjection(before, event, at) ?? this.#schedule.objection(before, event, at);
  }

  #openingObjection({ type, data }: CompetitionEventData, at: Date): Objection | null {
    const { settings, createdBy, commitment, createdAt } = this.#header;
    if (type !== 'competitionCreated') return objection('type', 'competitionCreated', type);
    const settled = { settings, createdBy, commitment };
    if (!sameJson(data, settled)) return objection('what is settled', settled, data);
    if (at.getTime() === createdAt.getTime()) return null;
    return objection('time of creation', createdAt.toISOString(), at.toISOString());
  }

  #goOn({ version, type, data }: EventLine, at: Date): Objection | null {
    try {
      const row = { competitionId: this.#header.id, version, type, data, at };
      this.#competition = fold(this.#header, this.#competition, row).competition;
      return null;
    } catch (error) {
      if (!(error instanceof BrokenLog)) throw error;
      return objection('entry of the log', 'one that can follow', error.message);
    }
  }
}
