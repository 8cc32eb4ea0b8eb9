import { useEffect, useState } from 'preact/hooks';
import { type Answer, answerOf, api } from '../../core/api.ts';
import { pause } from '../../core/pause.ts';
import type { Estimate, NewCompetition } from './new-competition.ts';

const REST_MS = 400;

interface Estimated {
  answer: Answer<Estimate>;
  asked: string;
}

/** Requests the estimate again after each change. `isCurrent` is true if the estimate is for the present choice. */
export function useEstimate(body: NewCompetition, entries: number, secondsPerDecision: number) {
  const [estimated, setEstimated] = useState<Estimated | null>(null);
  const asked = JSON.stringify({ ...body, entries, secondsPerDecision });
  useEffect(() => {
    const { signal, abort } = controlled();
    void (async () => {
      await pause(REST_MS, signal);
      if (signal.aborted) return;
      const answer = await answerOf(api.POST('/v1/competition-estimates', { body: JSON.parse(asked) }));
      if (!signal.aborted) setEstimated({ answer, asked });
    })();
    return abort;
  }, [asked]);
  return { answer: estimated?.answer ?? null, isCurrent: estimated?.asked === asked };
}

function controlled(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
