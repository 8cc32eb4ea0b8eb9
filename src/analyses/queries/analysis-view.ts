import { type Static, Type } from '@sinclair/typebox';
import type { AnyRuleset, Scoring } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { count, GameId, Moment, numbered, RulesetId, RulesVersion } from '../../games/model/game-fields.ts';
import { SeatedPlayer } from '../../games/model/seat-shapes.ts';
import type { Player } from '../../players/players.ts';
import type { Estimate } from '../../statistics/fitted-strengths.ts';
import { interval } from '../../statistics/results.ts';
import type { AnalysedDecisionRow, AnalysedMove, AnalysisRow, MovesCounted } from '../../store/analyses.ts';
import type { DecisionKept } from '../model/decision.ts';
import type { Measure } from '../model/judgement.ts';

const MEASURE = Words(['chance', 'score'], {
  description:
    'What is estimated: `chance`, the expected share of the win, from 0 to 1; in games for one `score`, the ' +
    'expected points.',
});

const estimate = (value: string, ends: string) => ({
  value: Type.Number({ description: value }),
  interval: interval(Type.Number(), ends),
});

const AnalysedOption = Type.Object(
  {
    action: Type.Unsafe<{ type: string }>({
      type: 'object',
      properties: { type: { type: 'string', description: 'The type of the action.' } },
      required: ['type'],
      additionalProperties: true,
      description: 'The action, in the form that `submitAction` takes.',
    }),
    label: Type.String({ description: 'The same in plain words, with seats as `seat 1`.' }),
    ...estimate(
      'Its expected value, in terms of `measure`.',
      'The 95 % interval of the value, if all play on by the `policy` of `method`.',
    ),
    deals: numbered('The number of deals in which it was measured.'),
  },
  { $id: 'AnalysedOption', description: 'An option of a seat and its value.' },
);

const LOSS = Type.Object(
  estimate(
    'How much more the option at `best` is worth than the one taken. Below 0: it turned out to be worth less.',
    'The 95 % interval of the difference, measured in common deals that were not used to choose `best`.',
  ),
  { description: 'The loss. All zero if `best` is the option taken.' },
);

const AnalysedDecision = Type.Object(
  {
    version: numbered('The game version created by the decision, which was made on the previous one.'),
    seat: SeatNumber,
    by: Words(['player', 'bot', 'clock'], {
      description:
        'Who decided: the `player` of the seat, a `bot` that holds it or plays on for a player who left, or ' +
        'chance after a timeout (`clock`).',
    }),
    options: Type.Array(Ref(AnalysedOption), {
      description: 'The compared options, at most eight, in the order of the ruleset.',
    }),
    optionsInAll: numbered('The number of legal actions.'),
    taken: count('The index of the option that was taken, from 0.'),
    best: count('The index of the best option, from 0, chosen in separate deals; the one taken if none was better.'),
    loss: LOSS,
    playouts: numbered('The approximate number of playouts for this decision: use it to repeat the judgment.'),
    verdict: Nullable(Type.String(), {
      description: 'The verdict in plain words; null if the interval of `loss` contains 0.',
    }),
  },
  { $id: 'AnalysedDecision', description: 'A decision with several options and the value of each.' },
);

const Method = Type.Object(
  {
    version: numbered('The version of the method: see docs/analysis.md.'),
    policy: Type.String({
      description: 'The policy of all seats in playouts; random play if the game has no such policy.',
    }),
    seed: Type.String({ description: 'The seed of all draws: the head of the game.' }),
    playoutsMost: numbered('The maximum number of playouts.'),
    secondsMost: numbered('The maximum seconds of a thread.'),
    playouts: count('The number of playouts so far.'),
    seconds: Type.Number({ minimum: 0, description: 'The seconds used so far.' }),
  },
  { $id: 'AnalysisMethod', description: 'The settings needed to repeat the analysis.' },
);

export const Analysis = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of this analysis.' }),
    gameId: GameId,
    ruleset: RulesetId,
    rulesVersion: RulesVersion,
    status: Words(['waiting', 'running', 'done', 'failed'], {
      description: 'The progress. `failed`: the server failed; request it again.',
    }),
    version: numbered('Increases with each change: send it as `after` to wait for the next.'),
    ahead: Nullable(Type.Integer({ minimum: 0 }), {
      description:
        'The number of games analysed before this one starts or continues; null: it does not wait, or this ' +
        'server analyzes no games and cannot know.',
    }),
    measure: MEASURE,
    scoring: Words(['highest', 'lowest'], { description: 'Which scores are good if `measure` is `score`.' }),
    progress: Type.Object(
      {
        decisionsInAll: Nullable(Type.Integer({ minimum: 0 }), {
          description: 'The number of decisions with more than one option; null: not yet counted.',
        }),
        decisionsToJudge: Nullable(Type.Integer({ minimum: 0 }), {
          description:
            'The number of decisions to judge: all, or those of players first if each would get too few ' +
            'playouts; null: not yet counted.',
        }),
        decisionsJudged: count(
          'The number judged so far. When done, fewer than `decisionsToJudge` if the time ran out.',
        ),
      },
      { description: 'The progress.' },
    ),
    decisions: Type.Array(Ref(AnalysedDecision), {
      description: 'The decisions judged so far, in the order of the game.',
    }),
    method: Ref(Method),
    askedAt: { ...Moment, description: 'When it was first requested.' },
    finishedAt: Nullable(Moment, { description: 'When it finished or failed; null before.' }),
  },
  {
    $id: 'Analysis',
    description: 'The value of each decision of a finished game, judged by what its seat could know at the time.',
  },
);

export type AnalysisView = Static<typeof Analysis>;

/** `ahead` is the number of analyses that run before this one; null: this one does not wait. If the server of a running
 * analysis has died, the analysis waits again. */
export function analysisView(
  row: AnalysisRow,
  decisions: readonly AnalysedDecisionRow[],
  measure: Measure,
  scoring: Scoring,
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

function methodOf({ method: version, head: seed, ...row }: AnalysisRow): Static<typeof Method> {
  const { playoutsMost, secondsMost, playouts } = row;
  const seconds = Math.round(row.seconds * 10) / 10;
  return { version, policy: 'plain', seed, playoutsMost, secondsMost, playouts, seconds };
}

function decisionView(row: AnalysedDecisionRow, measure: Measure): Static<typeof AnalysedDecision> {
  const { by, options, optionsInAll, taken, best, playouts } = JSON.parse(row.data) as DecisionKept;
  const loss = { value: row.loss, low: row.lossLow, high: row.lossHigh };
  const { version, seat } = row;
  return {
    ...{ version, seat, by, optionsInAll, taken, best, playouts },
    options: options.map(({ action, label, deals, ...estimate }) => ({ action, label, ...shown(estimate), deals })),
    loss: shown(loss),
    verdict: verdictOn(loss, options[taken]?.label ?? '', options[best]?.label ?? '', measure),
  };
}

function shown({ value, low, high }: Estimate): { value: number; interval: { low: number; high: number } } {
  return { value, interval: { low, high } };
}

/** Says which action was better; null: the interval contains 0, so neither is proved better. */
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

export const MoveList = Type.Object(
  {
    player: Ref(SeatedPlayer, { description: 'The player.' }),
    ruleset: RulesetId,
    measure: MEASURE,
    games: count('The number of analysed public games of this ruleset with decisions of the player.'),
    decisions: count('The number of judged decisions in these games.'),
    moves: Type.Array(
      Type.Object({
        gameId: GameId,
        version: numbered('The game version created by the decision.'),
        seat: SeatNumber,
        loss: LOSS,
        at: Type.String({ format: 'date-time', description: 'When the game ended.' }),
      }),
      { description: 'In the requested order.' },
    ),
  },
  { $id: 'MoveList', description: 'The analysed decisions of a player.' },
);

export function moveListView(
  { id, name, kind }: Player,
  ruleset: AnyRuleset,
  counted: Omit<MovesCounted, 'ruleset'>,
  moves: readonly AnalysedMove[],
): Static<typeof MoveList> {
  return {
    player: { id, name, kind },
    ruleset: ruleset.id,
    measure: ruleset.solo ? 'score' : 'chance',
    ...counted,
    moves: moves.map(({ gameId, version, seat, loss: value, lossLow: low, lossHigh: high, at }) => ({
      ...{ gameId, version, seat },
      loss: { value, interval: { low, high } },
      at: at.toISOString(),
    })),
  };
}
