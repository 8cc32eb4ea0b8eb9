import type { ComponentChildren } from 'preact';

interface CardProps {
  /** what is said of it; empty: whatever is around it says it */
  name: string;
  /** `now`, `last`, `turned` … */
  class?: string;
  /** what it is, to fly from where it lay, and where it comes from when it is new: see `Felt` */
  thing?: string;
  from?: string;
  /** its picture */
  children: ComponentChildren;
}

/** A card that lies on the cloth and cannot be taken: one that can is a `Piece` of class `card`. */
export function Card({ name, class: more = '', thing, from, children }: CardProps) {
  const said = name === '' ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': name };
  return (
    <span class={`card ${more}`} data-thing={thing} data-from={from} {...said}>
      {children}
    </span>
  );
}
