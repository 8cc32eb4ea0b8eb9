import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns the value with delayed changes: the first one at once, later ones at most one in `ms` milliseconds. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const left = changedAt.current + ms - performance.now();
    const timer = setTimeout(
      () => {
        changedAt.current = performance.now();
        setSettled(value);
      },
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
