import { useEffect, useState } from 'preact/hooks';
import { connection } from './api.ts';

const TICK_MS = 1_000;

/** Returns the time of the service in milliseconds. While `counts` is true, the component renders every second. */
export function useServiceTime(counts: boolean, { aheadMs } = connection): number {
  const [, tick] = useState({});
  useEffect(() => {
    if (!counts) return;
    const ticking = setInterval(() => tick({}), TICK_MS);
    return () => clearInterval(ticking);
  }, [counts]);
  return Date.now() + aheadMs;
}
