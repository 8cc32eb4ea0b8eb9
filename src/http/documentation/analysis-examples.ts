import { type AnalysisView, analysisView } from '../../analyses/queries/analysis-view.ts';
import { moveListView } from '../../analyses/queries/move-list.ts';
import type { CatalogueEntry } from '../../rulesets/catalogue.ts';
import type { AnalysedDecisionRow, AnalysisRow } from '../../store/contract/analyses.ts';
import { EXAMPLE_PLAYER, examplesOf } from './examples.ts';

/** Examples for the operations about analyses: moments of one analysis. */
export interface AnalysisExamples {
  waiting: AnalysisView;
  running: AnalysisView;
  done: AnalysisView;
  moves: object;
}

const ID = '01930000-0000-7000-8000-000000000030';
const AT = new Date('2026-01-01T12:30:00.000Z');
const LATER = new Date('2026-01-01T12:30:20.000Z');
const ESTIMATES = [
  { value: 0.31, low: 0.25, high: 0.38, deals: 185 },
  { value: 0.47, low: 0.4, high: 0.54, deals: 185 },
];
const LOSS = { loss: 0.16, lossLow: 0.07, lossHigh: 0.25 };

/** Of this ruleset: they are the same at every start of the service. The figures are made up, all else is played. */
export function analysisExamplesOf(entry: CatalogueEntry): AnalysisExamples {
  const { ruleset } = entry;
  const measured = { measure: 'chance', scoring: 'highest' } as const;
  const decision = decisionOf(entry);
  const row = rowOf(entry);
  const counted = { decisionsInAll: 90, decisionsToJudge: 90, startedAt: AT };
  const running: AnalysisRow = { ...row, ...counted, status: 'running', version: 3, playouts: 555, seconds: 0.2 };
  const done: AnalysisRow = { ...running, status: 'done', version: 24, playouts: 49_980, finishedAt: LATER };
  const { gameId, version, seat } = decision;
  return {
    waiting: analysisView(row, [], measured, 2),
    running: analysisView(running, [decision], measured, null),
    done: analysisView({ ...done, seconds: 18.4 }, [decision], measured, null),
    moves: moveListView(EXAMPLE_PLAYER, ruleset, { games: 3, decisions: 112 }, [
      { gameId, version, seat, ...LOSS, ruleset: ruleset.id, at: LATER },
    ]),
  };
}

function decisionOf(entry: CatalogueEntry): AnalysedDecisionRow {
  const { game, actionList } = examplesOf(entry);
  const { actions } = actionList as { actions: { action: { type: string }; label: string }[] };
  const options = ESTIMATES.flatMap((estimate, nth) =>
    actions[nth] === undefined ? [] : { ...actions[nth], ...estimate },
  );
  const data = {
    by: 'player',
    options,
    optionsInAll: options.length,
    taken: 0,
    best: options.length - 1,
    playouts: 555,
  };
  return {
    gameId: game.id,
    version: game.version + 1,
    seat: game.toAct[0] ?? 0,
    playerId: EXAMPLE_PLAYER.id,
    ...LOSS,
    data: JSON.stringify(data),
  };
}

function rowOf(entry: CatalogueEntry): AnalysisRow {
  const { ruleset } = entry;
  const { game } = examplesOf(entry);
  return {
    id: ID,
    gameId: game.id,
    askedBy: EXAMPLE_PLAYER.id,
    askedAt: AT,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    head: game.head,
    method: 1,
    playoutsMost: 50_000,
    secondsMost: 60,
    status: 'waiting',
    version: 1,
    decisionsInAll: null,
    decisionsToJudge: null,
    decisionsJudged: 0,
    playouts: 0,
    seconds: 0,
    startedAt: null,
    finishedAt: null,
  };
}
