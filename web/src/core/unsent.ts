// What a player has typed or chosen and not sent: it outlives the part of the page where it was typed, and its tab is not closed
// without a question.
import { useEffect, useState } from 'preact/hooks';

const drafts = new Map<string, unknown>();

/** A state that is still there when the player comes back to the page. `name`: of what is typed, in this tab. */
export function useDraft<T>(name: string, usual: T): [T, (change: (now: T) => T) => void] {
  const [, redraw] = useState({});
  const now = () => (drafts.has(name) ? (drafts.get(name) as T) : usual);
  const change = (next: (now: T) => T) => {
    drafts.set(name, next(now()));
    redraw({});
  };
  return [now(), change];
}

/** Once it is sent, or not wanted any more. */
export function dropDraft(name: string): void {
  drafts.delete(name);
}

/** Empties a field whose text was sent, unless the player has typed something else meanwhile. */
export function emptied(sent: string): (now: string) => string {
  return (now) => (now === sent ? '' : now);
}

/** Has the browser ask before it closes or leaves the page. */
export function useAskBeforeLeaving(hasUnsent: () => boolean): void {
  useEffect(() => {
    const ask = (event: Event) => {
      if (hasUnsent()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
}
