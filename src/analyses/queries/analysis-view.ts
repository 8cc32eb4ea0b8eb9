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
    'What is estimated: `chance`, the share of the win that the seat may expect, from 0 to 1; in games for one `score`, the points that it may expect.',
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
      description: 'The action, as it would have been sent.',
    }),
    label: Type.String({ description: 'The same in plain words, with seats as `seat 1`.' }),
    ...estimate(
      'What the seat could expect of it, after `measure`.',
      'Where that lies with 95 % certainty, if all play on by the `policy` of `method`.',
    ),
    deals: numbered('In how many deals it was measured.'),
  },
  { $id: 'AnalysedOption', description: 'What a seat could do, and what that was worth.' },
);

const LOSS = Type.Object(
  estimate(
    'By how much the option at `best` is worth more than the one that was taken. Below 0: it turned out to be worth less.',
    'Where the difference lies with 95 % certainty, measured in common deals that had no part in choosing `best`.',
  ),
  { description: 'What was given away. All zero where `best` is what was taken.' },
);

const AnalysedDecision = Type.Object(
  {
    version: numbered('The version of the game that the decision made; it was made on the one before.'),
    seat: SeatNumber,
    by: Words(['player', 'bot', 'clock'], {
      description:
        'Who decided: the `player` of the seat, a `bot` that holds it or plays on for who left, or chance when the time was up (`clock`).',
    }),
    options: Type.Array(Ref(AnalysedOption), {
      description: 'What was compared, at most eight of all, in the order of the ruleset.',
    }),
    optionsInAll: numbered('How many legal actions there were.'),
    taken: count('Which of the `options` was taken, from 0.'),
    best: count('Which did best in deals that count for nothing else, from 0; what was taken, where none did better.'),
    loss: LOSS,
    playouts: numbered('How many playouts the decision was judged with, about: with this it can be judged again.'),
    verdict: Nullable(Type.String(), {
      description: 'What can be told, in plain words; null where the interval of `loss` holds 0.',
    }),
  },
  { $id: 'AnalysedDecision', description: 'A choice among several options, and what each was worth.' },
);

const Method = Type.Object(
  {
    version: numbered('Of the way in which figures are made: docs/analysis.md describes it.'),
    policy: Type.String({
      description: 'How all seats play on, where the game has such a policy; by lot where it has none.',
    }),
    seed: Type.String({ description: 'All draws follow from it: the head of the game.' }),
    playoutsMost: numbered('How many playouts may be made in all.'),
    secondsMost: numbered('How many seconds of a thread they may take in all.'),
    playouts: count('How many were made so far.'),
    seconds: Type.Number({ minimum: 0, description: 'How many seconds they took so far.' }),
  },
  { $id: 'AnalysisMethod', description: 'What it takes to make the analysis again.' },
);

export const Analysis = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names this analysis.' }),
    gameId: GameId,
    ruleset: RulesetId,
    rulesVersion: RulesVersion,
    status: Words(['waiting', 'running', 'done', 'failed'], {
      description: 'How far it is. `failed`: the house made a mistake; ask for it again.',
    }),
    version: numbered('One more with each change: send it as `after` to wait for the next.'),
    ahead: Nullable(Type.Integer({ minimum: 0 }), {
      description:
        'How many other games are analysed before this one begins, or goes on; null: it does not wait, or the server that answers ' +
        'analyses no games, and cannot say whether another does.',
    }),
    measure: MEASURE,
    scoring: Words(['highest', 'lowest'], { description: 'Which scores are good, where `measure` is `score`.' }),
    progress: Type.Object(
      {
        decisionsInAll: Nullable(Type.Integer({ minimum: 0 }), {
          description: 'Decisions of the game with more than one option; null: not yet counted.',
        }),
        decisionsToJudge: Nullable(Type.Integer({ minimum: 0 }), {
          description:
            'How many of them are judged: all, or where that would leave too few playouts for each, those of players first; null: not yet counted.',
        }),
        decisionsJudged: count(
          'How many are so far. When it is done, fewer than `decisionsToJudge` where the time was up.',
        ),
      },
      { description: 'How far it has come.' },
    ),
    decisions: Type.Array(Ref(AnalysedDecision), {
      description: 'In the order of the game, as far as they are judged.',
    }),
    method: Ref(Method),
    askedAt: { ...Moment, description: 'When it was asked for first.' },
    finishedAt: Nullable(Moment, { description: 'When it was done, or failed; null before.' }),
  },
  {
    $id: 'Analysis',
    description: 'What each decision of a game that is over was worth, judged by what its seat could know at the time.',
  },
);

export const ANALYSIS_PARTS = [AnalysedOption, AnalysedDecision, Method, Analysis];

export type AnalysisView = Static<typeof Analysis>;

/** `ahead`: how many run before it. Null: it does not wait. A running one whose server has died waits again. */
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

/** Null: the interval contains 0. */
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
    player: Ref(SeatedPlayer, { description: 'Whose decisions these are.' }),
    ruleset: RulesetId,
    measure: MEASURE,
    games: count('In how many analysed public games of this ruleset the player has decided something.'),
    decisions: count('How many decisions of theirs are judged in these: all others are not known here.'),
    moves: Type.Array(
      Type.Object({
        gameId: GameId,
        version: numbered('The version of the game that the decision made.'),
        seat: SeatNumber,
        loss: LOSS,
        at: Type.String({ format: 'date-time', description: 'When the game was over.' }),
      }),
      { description: 'In the order that was asked for.' },
    ),
  },
  { $id: 'MoveList', description: 'Decisions of a player, among those that have been analysed.' },
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
