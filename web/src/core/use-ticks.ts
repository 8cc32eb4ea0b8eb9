import { useEffect, useState } from 'preact/hooks';
import { pause } from './pause.ts';
import { whileVisible } from './visible.ts';

/** Counts every `ms` milliseconds while `runs` is true and the page is visible. */
export function useTicks(ms: number, runs: boolean): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!runs) return;
    return whileVisible(async (signal) => {
      for (;;) {
        await pause(ms, signal);
        if (signal.aborted) return;
        setTicks((before) => before + 1);
      }
    });
  }, [ms, runs]);
  return ticks;
}
