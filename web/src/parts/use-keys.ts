import { useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../core/settings.ts';

/** What takes these keys itself. */
const TAKES_KEYS = 'select, textarea, input:not([type=range]), dialog *';

/**
 * What single keys do, unless the player has switched them off: they show, say or move the focus, and never act in a game.
 * `place`: where the focus has to be; left out: anywhere but where keys mean something already.
 */
export function useKeys(doings: Readonly<Record<string, () => void>>, place = '*'): void {
  const newest = useRef(doings);
  newest.current = doings;
  // with what it belongs to, not after the next paint: a key that is pressed at once is not lost
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
