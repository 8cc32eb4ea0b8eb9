import { useEffect, useState } from 'preact/hooks';
import type { Answer, Refusal } from './api.ts';
import { isFinal } from './final-refusal.ts';
import { pause } from './pause.ts';

/** Between two attempts, where the service did not answer. */
const AGAIN_MS = 5_000;

export interface Reading<T> {
  /** null until it is there */
  value: T | null;
  /** why it could not be read the last time */
  refusal: Refusal | null;
}

const NOTHING = { value: null, refusal: null };

/** What a page reads once: attempts go on until the service has answered. `key` names what is read. */
export function useReading<T>(read: () => Promise<Answer<T>>, key: string): Reading<T> {
  const [reading, setReading] = useState<Reading<T> & { key: string }>({ ...NOTHING, key });
  useEffect(() => {
    const leaving = new AbortController();
    void readOn(read, leaving.signal, (found) => setReading({ ...found, key }));
    return () => leaving.abort();
  }, [key]);
  return reading.key === key ? reading : NOTHING; // what was read before is of something else
}

async function readOn<T>(
  read: () => Promise<Answer<T>>,
  signal: AbortSignal,
  show: (reading: Reading<T>) => void,
): Promise<void> {
  while (!signal.aborted) {
    const answer = await read();
    if (signal.aborted) return;
    show(answer.ok ? { value: answer.value, refusal: null } : { value: null, refusal: answer.refusal });
    if (answer.ok || isFinal(answer.refusal)) return;
    await pause(AGAIN_MS, signal);
  }
}
