// Input that was not sent yet. It is kept when its component is removed, and the browser asks before the tab is closed.
import { useEffect, useState } from 'preact/hooks';

const drafts = new Map<string, unknown>();

/** A state that is kept as long as the tab is open. `name` is its key. */
export function useDraft<T>(name: string, usual: T): [T, (change: (now: T) => T) => void] {
  const [, redraw] = useState({});
  const now = () => (drafts.has(name) ? (drafts.get(name) as T) : usual);
  const change = (next: (now: T) => T) => {
    drafts.set(name, next(now()));
    redraw({});
  };
  return [now(), change];
}

export function dropDraft(name: string): void {
  drafts.delete(name);
}

/** Empties a field after its text was sent, unless the player has typed more since. */
export function emptied(sent: string): (now: string) => string {
  return (now) => (now === sent ? '' : now);
}

export function useAskBeforeLeaving(hasUnsent: () => boolean): void {
  useEffect(() => {
    const ask = (event: Event) => {
      if (hasUnsent()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
}
