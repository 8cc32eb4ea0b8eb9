import type { Schemas } from '../../core/api.ts';
import { WORDS_OF_ANALYSIS as words } from '../../core/words/analysis.ts';
import { surelyLost } from './decisions-shown.ts';

type Analysis = Schemas['Analysis'];

interface AnalysisProgressProps {
  analysis: Analysis;
  names: readonly string[];
}

export function AnalysisProgress({ analysis, names }: AnalysisProgressProps) {
  const { status, progress, decisions, method } = analysis;
  const { decisionsToJudge, decisionsJudged } = progress;
  return (
    <div data-analysis={status}>
      <p role="status">{wordsOn(analysis)}</p>
      {status === 'running' && (
        <progress max={decisionsToJudge ?? 1} value={decisionsJudged} aria-label={words.progress} />
      )}
      {status === 'done' && decisions.length > 0 && (
        <>
          <ul class="plain">
            {surelyLost(decisions).map(({ seat, sure, all }) => (
              <li key={seat}>{words.sure(names[seat] ?? String(seat), sure, all)}</li>
            ))}
          </ul>
          <p class="dim">{words.chance}</p>
          <p class="method dim">
            <small>{words.method(method)}</small>
          </p>
        </>
      )}
    </div>
  );
}

function wordsOn({ status, ahead, progress }: Analysis): string {
  const { statuses } = words;
  const { decisionsInAll, decisionsToJudge, decisionsJudged } = progress;
  switch (status) {
    case 'waiting':
      return statuses.waiting(ahead);
    case 'running':
      return statuses.running(decisionsJudged, decisionsToJudge);
    case 'done':
      return decisionsInAll === 0 ? statuses.empty : statuses.done(decisionsJudged, decisionsInAll ?? 0);
    case 'failed':
      return statuses.failed;
    default:
      return status satisfies never;
  }
}
