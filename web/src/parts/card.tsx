import type { ComponentChildren } from 'preact';

interface CardProps {
  /** accessible name; empty: the element around it has one */
  name: string;
  class?: string;
  /** `thing` identifies the card and `from` the place it came from, to animate its movement: see `Felt` */
  thing?: string | undefined;
  from?: string | undefined;
  children: ComponentChildren;
}

/** A card that cannot be picked. For others use a `Piece` of class `card`. */
export function Card({ name, class: more = '', thing, from, children }: CardProps) {
  const said = name === '' ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': name };
  return (
    <span class={`card ${more}`} data-thing={thing} data-from={from} {...said}>
      {children}
    </span>
  );
}
