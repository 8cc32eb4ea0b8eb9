import { useEffect, useState } from 'preact/hooks';
import type { Answer, Refusal } from './api.ts';
import { isFinal } from './final-refusal.ts';
import { pause } from './pause.ts';

/** The time between attempts if the service does not respond. */
const AGAIN_MS = 5_000;

export interface Reading<T> {
  value: T | null;
  refusal: Refusal | null;
}

const NOTHING = { value: null, refusal: null };

/** Reads once, and tries again until the service responds. `key` identifies what is read. */
export function useReading<T>(read: () => Promise<Answer<T>>, key: string): Reading<T> {
  const [reading, setReading] = useState<Reading<T> & { key: string }>({ ...NOTHING, key });
  useEffect(() => {
    const leaving = new AbortController();
    void readOn(read, leaving.signal, (found) => setReading({ ...found, key }));
    return () => leaving.abort();
  }, [key]);
  return reading.key === key ? reading : NOTHING; // the old value was read for another key
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
