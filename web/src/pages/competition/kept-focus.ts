import { useLayoutEffect, useRef } from 'preact/hooks';

/** Moves the focus of a removed element to `place`, so that keyboard users do not restart at the top. */
export function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLHeadingElement>(null);
  const hadFocus = root.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) place.current?.focus();
  });
  return { root, place };
}
