import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { type Game, policyAt } from '../../games/model/game.ts';
import type { TakenAction } from '../../games/queries/game-reader.ts';
import type { Estimate } from '../../statistics/fitted-strengths.ts';
import type { AnalysedDecisionRow } from '../../store/analyses.ts';
import type { Judgement, Measure } from './judgement.ts';

/** Who made a decision. `bot`: a bot that holds the seat or plays for a player who left; `clock`: the time was up, so
 * the action was drawn at random. */
export type Decider = 'player' | 'bot' | 'clock';

export interface Decision {
  before: Game;
  version: number;
  seat: Seat;
  by: Decider;
  action: ActionShape;
  /** all legal actions */
  options: ActionShape[];
}

export interface OptionKept extends Estimate {
  action: ActionShape;
  label: string;
  deals: number;
}

export interface DecisionKept {
  by: Decider;
  options: OptionKept[];
  optionsInAll: number;
  /** index of the chosen option in `options` */
  taken: number;
  best: number;
  /** an approximate number, because deals are played in groups */
  playouts: number;
}

/** Returns the decision behind an action; null: only one action was legal, so there was nothing to decide. */
export function decisionIn({ before, row }: TakenAction): Decision | null {
  const seat = row.seat as Seat;
  const options: ActionShape[] = before.header.ruleset.legalActions(before.state, seat);
  if (options.length < 2) return null;
  const by = row.kind === 'timeout' ? 'clock' : policyAt(before, seat) === null ? 'player' : 'bot';
  return { before, version: row.version, seat, by, action: row.action as unknown as ActionShape, options };
}

export function measureOf({ header }: Game): Measure {
  return header.ruleset.solo ? 'score' : 'chance';
}

/** Returns the row to store. The search negates scores if the lowest wins, so this function negates them back. */
export function decisionRow(decision: Decision, judged: Judgement, playouts: number): AnalysedDecisionRow {
  const { candidates, best, loss } = judged;
  const { before, version, seat, by, options } = decision;
  const { ruleset, options: rules, id } = before.header;
  const view = ruleset.view(before.state, seat);
  const isTurned = ruleset.solo && ruleset.scoring(rules) === 'lowest';
  const kept: DecisionKept = {
    by,
    options: candidates.map(({ place, estimate, deals }) => {
      const action = options[place] as ActionShape;
      return { action, label: ruleset.label(action, view), ...(isTurned ? turned(estimate) : estimate), deals };
    }),
    optionsInAll: options.length,
    taken: candidates.findIndex(({ place }) => place === takenIn(decision)),
    best: candidates.findIndex(({ place }) => place === best),
    playouts,
  };
  const holder = before.seats[seat];
  const playerId = by === 'player' && holder?.kind === 'player' ? holder.player.id : null;
  const { value, low, high } = loss;
  return { gameId: id, version, seat, playerId, loss: value, lossLow: low, lossHigh: high, data: JSON.stringify(kept) };
}

function turned({ value, low, high }: Estimate): Estimate {
  return { value: 0 - value, low: 0 - high, high: 0 - low };
}

export function takenIn({ action, options }: Decision): number {
  const place = options.findIndex((option) => sameJson(option, action));
  if (place === -1) throw new Error(`the action ${JSON.stringify(action)} of the log is not among the legal ones`);
  return place;
}
