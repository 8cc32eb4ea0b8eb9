import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { type Domain, domainOf } from '../../plots/scale.ts';

type Decision = Schemas['AnalysedDecision'];

export interface DecisionsWanted {
  seat: number | null;
  /** true: leaves out decisions that may have lost nothing (their interval contains 0) */
  onlySure: boolean;
  order: 'game' | 'loss';
}

export function decisionsShown(decisions: readonly Decision[], wanted: DecisionsWanted): Decision[] {
  const { seat, onlySure, order } = wanted;
  const shown = decisions.filter(
    (decision) => (seat === null || decision.seat === seat) && (!onlySure || decision.verdict !== null),
  );
  return order === 'game' ? shown : shown.sort((one, other) => other.loss.interval.low - one.loss.interval.low);
}

export function lossDomain(decisions: readonly Decision[]): Domain {
  const losses = decisions.map(({ loss: { value, interval } }) => ({ value, ...interval }));
  return domainOf([...losses, { low: 0, value: 0, high: 0 }]);
}

/** Counts the decisions of each seat, and those that certainly lost something. */
export function surelyLost(decisions: readonly Decision[]): { seat: number; sure: number; all: number }[] {
  const seats = [...new Set(decisions.map(({ seat }) => seat))].sort((one, other) => one - other);
  return seats.map((seat) => {
    const own = decisions.filter((decision) => decision.seat === seat);
    return { seat, sure: own.filter(({ loss }) => loss.interval.low > 0).length, all: own.length };
  });
}
