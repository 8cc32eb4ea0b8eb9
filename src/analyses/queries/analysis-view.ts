import type { ActionShape, Scoring, Seat } from '#rules/kernel/ruleset.ts';
import type { AnalysedDecisionRow, AnalysisRow } from '../../store/contract/analyses.ts';
import type { Decider, DecisionKept } from '../model/decision.ts';
import type { Estimate, Measure } from '../model/estimates.ts';

interface OptionView {
  action: ActionShape;
  label: string;
  value: number;
  interval: { low: number; high: number };
  deals: number;
}

interface DecisionView {
  version: number;
  seat: Seat;
  by: Decider;
  options: OptionView[];
  optionsInAll: number;
  taken: number;
  best: number;
  loss: { value: number; interval: { low: number; high: number } };
  playouts: number;
  verdict: string | null;
}

/** How an analysis is made: with this and the transcript of the game anybody makes it again. */
export interface MethodView {
  version: number;
  policy: string;
  seed: string;
  playoutsMost: number;
  secondsMost: number;
  playouts: number;
  seconds: number;
}

/** The analysis of a game as far as it has come: the body of `getAnalysis`. */
export interface AnalysisView {
  id: string;
  gameId: string;
  ruleset: string;
  rulesVersion: number;
  status: AnalysisRow['status'];
  version: number;
  ahead: number | null;
  measure: Measure;
  scoring: Scoring;
  progress: { decisionsInAll: number | null; decisionsToJudge: number | null; decisionsJudged: number };
  decisions: DecisionView[];
  method: MethodView;
  askedAt: string;
  finishedAt: string | null;
}

/** What of a game has to be known to show its analysis. */
export interface Measured {
  measure: Measure;
  scoring: Scoring;
}

/** `ahead`: how many are taken before it; null where it does not wait. What is taken for running waits where nobody has it any more. */
export function analysisView(
  row: AnalysisRow,
  decisions: readonly AnalysedDecisionRow[],
  { measure, scoring }: Measured,
  ahead: number | null,
): AnalysisView {
  const { id, gameId, ruleset, rulesVersion, version, decisionsInAll, decisionsToJudge } = row;
  const status = ahead === null ? row.status : 'waiting';
  return {
    ...{ id, gameId, ruleset, rulesVersion, status, version, ahead, measure, scoring },
    progress: { decisionsInAll, decisionsToJudge, decisionsJudged: decisions.length },
    decisions: decisions.map((decision) => decisionView(decision, measure)),
    method: methodOf(row),
    askedAt: row.askedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function methodOf({ method: version, head: seed, ...row }: AnalysisRow): MethodView {
  const { playoutsMost, secondsMost, playouts } = row;
  const seconds = Math.round(row.seconds * 10) / 10;
  return { version, policy: 'plain', seed, playoutsMost, secondsMost, playouts, seconds };
}

function decisionView(row: AnalysedDecisionRow, measure: Measure): DecisionView {
  const { by, options, optionsInAll, taken, best, playouts } = JSON.parse(row.data) as DecisionKept;
  const loss = { value: row.loss, low: row.lossLow, high: row.lossHigh };
  return {
    version: row.version,
    seat: row.seat,
    by,
    options: options.map(({ action, label, deals, ...estimate }) => ({ action, label, ...shown(estimate), deals })),
    optionsInAll,
    taken,
    best,
    loss: shown(loss),
    playouts,
    verdict: verdictOn(loss, options[taken]?.label ?? '', options[best]?.label ?? '', measure),
  };
}

function shown({ value, low, high }: Estimate): { value: number; interval: { low: number; high: number } } {
  return { value, interval: { low, high } };
}

/** In words, where it can be told which of the two is better; null where it cannot. */
export function verdictOn(loss: Estimate, taken: string, best: string, measure: Measure): string | null {
  if (loss.low <= 0 && loss.high >= 0) return null;
  const [better, other] = loss.low > 0 ? [best, taken] : [taken, best];
  const [least, most] = loss.low > 0 ? [loss.low, loss.high] : [-loss.high, -loss.low];
  const amount =
    measure === 'chance'
      ? `${figure(least * 100)} to ${figure(most * 100)} percentage points more of the win`
      : `${figure(least)} to ${figure(most)} points better`;
  return `“${better}” is ${measure === 'chance' ? 'worth ' : ''}${amount} than “${other}”.`;
}

function figure(value: number): string {
  return value.toFixed(value < 1 ? 2 : 1);
}
