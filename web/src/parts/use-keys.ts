import { useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../core/settings.ts';

/** Elements that use the keys of shortcuts themselves. */
const TAKES_KEYS = 'select, textarea, input:not([type=range]), dialog *';

/** Adds shortcuts of a single key, unless the player has turned them off. No shortcut sends an action. They work only
 * while the focus is in an element that the selector `place` matches. */
export function useKeys(doings: Readonly<Record<string, () => void>>, place = '*'): void {
  const newest = useRef(doings);
  newest.current = doings;
  // a layout effect, so that a key pressed before the next paint is not lost
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const doing = newest.current[event.key];
      if (doing === undefined || event.defaultPrevented || !settings.value.keys) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(event.target instanceof Element) || event.target.matches(TAKES_KEYS)) return;
      if (event.target.closest(place) === null) return;
      event.preventDefault();
      doing();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [place]);
}
