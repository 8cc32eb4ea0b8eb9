// Input that was not sent yet. It is kept when its component goes, and the browser asks before the tab is closed.
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

/** Keeps text that was typed while the rest was being sent. */
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
