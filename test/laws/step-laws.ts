import type { AnyRuleset, Outcome } from '#rules/kernel/ruleset.ts';
import { jsonFault } from './plain-json.ts';
import { sentenceFault } from './plain-words.ts';
import { bytes, type Law, seatsOf } from './position.ts';
import { prospectsAreShares } from './prospects-law.ts';

const actorsAct: Law = {
  name: 'actors have actions, others have none',
  complaint({ actors, listed, seats }) {
    if (new Set(actors).size < actors.length) return `the actors ${bytes(actors)} repeat a seat`;
    const strange = actors.find((seat) => !seatsOf(seats).includes(seat));
    if (strange !== undefined) return `there is no seat ${strange} to act`;
    for (const [seat, actions] of listed.entries()) {
      const acts = actors.includes(seat);
      if (acts && actions.length === 0) return `seat ${seat} is to act and has no action`;
      if (!acts && actions.length > 0) return `seat ${seat} is not to act and has ${bytes(actions[0])}`;
    }
    return null;
  },
};

const outcomeAtTheEnd: Law = {
  name: 'outcome exactly when no seat must act',
  complaint(at) {
    const outcome = at.subject.ruleset.outcome(at.state);
    if (at.actors.length > 0)
      return outcome === null ? null : `there is an outcome while ${bytes(at.actors)} are to act`;
    return outcome === null
      ? 'no seat must act and there is no outcome'
      : outcomeFault(outcome, at.subject.ruleset, at.seats);
  },
};

const whoConcedesLoses: Law = {
  name: 'who concedes loses',
  complaint(at) {
    const { ruleset } = at.subject;
    for (const seat of at.actors) {
      const scores = ruleset.conceded?.(at.state, seat);
      if (scores === undefined) continue;
      const fault = scoresFault(scores, at.seats);
      if (fault !== null) return `when seat ${seat} concedes, ${fault}`;
      const again = bytes(ruleset.conceded?.(at.state, seat));
      if (again !== bytes(scores)) return `asked again, it ends with ${again} and not ${bytes(scores)}`;
    }
    return null;
  },
};

function outcomeFault(
  { winners, scores, reason, text }: Outcome,
  { endings }: AnyRuleset,
  count: number,
): string | null {
  const seats = seatsOf(count);
  if (winners.some((seat) => !seats.includes(seat)) || new Set(winners).size < winners.length) {
    return `the winners ${bytes(winners)} are not different seats`;
  }
  const fault = scoresFault(scores, count) ?? sentenceFault(text);
  if (fault !== null) return fault;
  return Object.hasOwn(endings, reason) ? null : `the reason ${bytes(reason)} is none of the ruleset's endings`;
}

function scoresFault(scores: readonly number[], count: number): string | null {
  if (scores.length === count && scores.every(Number.isFinite)) return null;
  return `the scores ${bytes(scores)} are not one number for each of ${count} seats`;
}

const sound: Law = {
  name: 'invariants hold',
  complaint(at) {
    const faults = at.subject.ruleset.invariants?.(at.state) ?? [];
    return faults.length === 0 ? null : faults.join('; ');
  },
};

const eventsFit: Law = {
  name: 'everything fits its schema',
  complaint({ origin, subject, seats }) {
    for (const event of origin.events) {
      const fault = subject.book.eventFault(event) ?? jsonFault(event, `the event ${event.type}`);
      if (fault !== null) return fault;
      if (event.seat !== null && !seatsOf(seats).includes(event.seat)) {
        return `the event ${event.type} is of seat ${event.seat}`;
      }
    }
    return null;
  },
};

/** Laws that are cheap enough for every position. */
export const STEP_LAWS: readonly Law[] = [
  actorsAct,
  outcomeAtTheEnd,
  whoConcedesLoses,
  prospectsAreShares,
  sound,
  eventsFit,
];
