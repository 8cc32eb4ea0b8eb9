export interface Hint {
  when: { action?: string; event?: string; isOver?: boolean };
  text: string;
}

interface Moment {
  /** the types of the actions that are legal now */
  actions: ReadonlySet<string>;
  /** the types of all events up to now */
  events: ReadonlySet<string>;
  isOver: boolean;
}

/** Returns the index of the hint that the tutorial should show now; null: there is none. */
export function dueHint(hints: readonly Hint[], shown: readonly number[], now: Moment): number | null {
  const due = hints.findIndex(({ when: { action, event, isOver = false } }, index) => {
    if (shown.includes(index) || isOver !== now.isOver) return false;
    return (action === undefined || now.actions.has(action)) && (event === undefined || now.events.has(event));
  });
  return due === -1 ? null : due;
}
