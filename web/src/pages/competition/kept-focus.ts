import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For the place where a table says what is asked: it takes the focus of a piece that is gone after an update, so that
 * who plays by keyboard goes on at the table and not at the top of the page. Give `root` to the table around it.
 */
export function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLHeadingElement>(null);
  const hadFocus = root.current?.contains(document.activeElement) ?? false; // before anything is drawn
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) place.current?.focus();
  });
  return { root, place };
}
