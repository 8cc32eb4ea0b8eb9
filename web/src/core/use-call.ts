import { useRef, useState } from 'preact/hooks';
import type { Answer, Refusal } from './api.ts';

/** Makes one call at a time, and keeps its refusal to show next to the button that made the call. */
export interface Call {
  busy: boolean;
  refusal: Refusal | null;
  /** makes the call and resolves to its answer; null: it was refused, or another call is running */
  run<T>(call: () => Promise<Answer<T>>): Promise<T | null>;
}

export function useCall(): Call {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isUnderWay = useRef(false);
  const run = async <T>(call: () => Promise<Answer<T>>): Promise<T | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setBusy(true);
    const answer = await call();
    isUnderWay.current = false;
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    return answer.ok ? answer.value : null;
  };
  return { busy, refusal, run };
}
