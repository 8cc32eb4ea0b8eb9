import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns a value that follows the first change at once, and later ones at most once in `ms`. */
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
