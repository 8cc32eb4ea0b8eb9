import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Lattice } from '../art/card.tsx';
import { fly, isStill } from '../core/motion.ts';
import { play } from '../core/sound.ts';

interface FeltProps {
  /** the class of its cloth, which is that of its table too */
  cloth: string;
  /** changes with each state of the game: what lies elsewhere then has moved */
  moment: string;
  children: ComponentChildren;
}

/** What moves less than this, in pixels, only makes room. */
const NEAR = 24;
/** Everything has been drawn by then, even on a slow phone. */
const DRAWN_MS = 200;

/**
 * The cloth of a table. Things that carry `data-thing` fly from where they lay when the moment changes; one that is new
 * and carries `data-from` comes from the thing that is named there. Nothing moves for who has just come.
 */
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
    const soon = setTimeout(() => felt.classList.add('live'), DRAWN_MS); // a die asks after it has been drawn
    return () => clearTimeout(soon);
  }, [moment]);
  return (
    <div ref={root} class={`felt cloth ${cloth}`} onPointerDown={endMotion}>
      <Lattice />
      {children}
    </div>
  );
}

/** Who has only a keyboard scrolls a cloth by what can be reached on it; where nothing can, the cloth itself can. */
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

/** A tap ends what moves at once; what breathes for ever goes on. */
function endMotion({ currentTarget }: { currentTarget: Element }): void {
  for (const animation of currentTarget.getAnimations({ subtree: true })) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}
