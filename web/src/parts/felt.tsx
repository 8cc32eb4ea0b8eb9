import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Lattice } from '../art/card.tsx';
import { fly, isStill } from '../core/motion.ts';
import { play } from '../core/sound.ts';

interface FeltProps {
  /** class of the cloth and the table */
  cloth: string;
  /** changes with each state; elements at new places then move */
  moment: string;
  children: ComponentChildren;
}

/** Shorter movements, in pixels, are layout changes. */
const NEAR = 24;
/** Rendering is complete by then, even on a slow phone. */
const DRAWN_MS = 200;

/** The cloth of a table. Elements with `data-thing` fly from their old place when `moment` changes; a new one comes
 * from the element named in `data-from`. Nothing moves on arrival. */
export function Felt({ cloth, moment, children }: FeltProps) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(moment);
  const before = shown.current === moment ? null : placesIn(root.current);
  useLayoutEffect(() => {
    const felt = root.current;
    if (felt === null) return;
    shown.current = moment;
    if (before !== null && !isStill()) moveThings(felt, before);
    letScroll(felt);
    const soon = setTimeout(() => felt.classList.add('live'), DRAWN_MS); // a die checks this after rendering
    return () => clearTimeout(soon);
  }, [moment]);
  return (
    <div ref={root} class={`felt cloth ${cloth}`} onPointerDown={endMotion}>
      <Lattice />
      {children}
    </div>
  );
}

/** Makes the cloth focusable if it has no focusable elements, so that the keyboard can scroll it. */
function letScroll(felt: Element): void {
  if (felt.querySelector('button, a, input, select') === null) felt.setAttribute('tabindex', '0');
  else felt.removeAttribute('tabindex');
}

type Places = ReadonlyMap<string, DOMRect>;

const thingsIn = (root: Element) => [...root.querySelectorAll<HTMLElement>('[data-thing]')];

function placesIn(root: Element | null): Places {
  if (root === null) return new Map();
  return new Map(thingsIn(root).map((thing) => [thing.dataset.thing ?? '', thing.getBoundingClientRect()]));
}

function moveThings(felt: Element, before: Places): void {
  let flights = 0;
  for (const thing of thingsIn(felt)) {
    const from = before.get(thing.dataset.thing ?? '') ?? before.get(thing.dataset.from ?? '');
    if (from === undefined || from.width === 0) continue;
    const to = thing.getBoundingClientRect();
    if (Math.hypot(from.left - to.left, from.top - to.top) < NEAR) continue;
    fly(thing, from);
    flights++;
  }
  if (flights > 0) play('card');
}

/** A tap finishes running animations, except endless ones. */
function endMotion({ currentTarget }: { currentTarget: Element }): void {
  for (const animation of currentTarget.getAnimations({ subtree: true })) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
