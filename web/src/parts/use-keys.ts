import { useLayoutEffect, useRef } from 'preact/hooks';

/** What takes these keys itself. */
const TAKES_KEYS = 'select, textarea, input:not([type=range]), dialog *';

/** What keys do that print nothing, wherever the focus is but where they mean something already. */
export function useKeys(doings: Readonly<Record<string, () => void>>): void {
  const newest = useRef(doings);
  newest.current = doings;
  // with what it belongs to, not after the next paint: a key that is pressed at once is not lost
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const doing = newest.current[event.key];
      if (doing === undefined || event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.matches(TAKES_KEYS)) return;
      event.preventDefault();
      doing();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
