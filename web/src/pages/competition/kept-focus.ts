import { useLayoutEffect, useRef } from 'preact/hooks';

/** When the element with the focus is removed, moves the focus to `place`, so that keyboard users do not start at the
 * top again. */
export function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLHeadingElement>(null);
  const hadFocus = root.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) place.current?.focus();
  });
  return { root, place };
}
