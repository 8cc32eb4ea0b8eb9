import { useLayoutEffect } from 'preact/hooks';
import type { Choice } from '../core/table-props.ts';

/** What does something of its own with the space bar. */
const TAKES_SPACE = 'button, a, input, select, textarea, summary, [contenteditable]';

/** The space bar takes the only choice there is, unless something that takes it itself has the focus. */
export function useSpaceForOnlyChoice({ left, confirm }: Choice): void {
  const isOnly = left.length === 1;
  useLayoutEffect(() => {
    if (!isOnly) return;
    const take = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== ' ' || event.repeat || (target instanceof Element && target.closest(TAKES_SPACE))) return;
      event.preventDefault(); // it would scroll
      confirm();
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, [isOnly, confirm]);
}
