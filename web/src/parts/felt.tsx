import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Lattice } from '../art/card.tsx';
import { endMotion, fly, isStill, landed, landing } from '../core/motion.ts';
import { play } from '../core/sound.ts';
import { Lazy } from './lazy.tsx';

interface FeltProps {
  cloth: string;
  /** changes with each state; elements that have a new place then move there */
  moment: string;
  children: ComponentChildren;
}

/** In pixels. Shorter movements are not animated, because they come only from the layout. */
const NEAR = 24;
/** The class `live`, which allows animations, is set after this time. Even a slow phone has rendered by then. */
const DRAWN_MS = 200;
/** A page may show several tables. */
const MOST_LANDED = 20;

/** When `moment` changes, elements with `data-thing` fly from their old place. New ones come from the element named by
 * `data-from`. `data-moving` is set until they have landed and the dice lie still. */
export function Felt({ cloth, moment, children }: FeltProps) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(moment);
  const before = shown.current === moment ? null : placesIn(root.current);
  useLayoutEffect(() => {
    const felt = root.current;
    if (felt === null) return;
    shown.current = moment;
    if (before !== null && !isStill()) {
      felt.dataset.moving = '';
      moveThings(felt, before);
    }
    letScroll(felt);
    const soon = setTimeout(() => felt.classList.add('live'), DRAWN_MS); // a die checks this class after rendering
    let isPast = false;
    // the dice have begun to roll, because layout effects of children run first
    void landing(felt).then(() => {
      if (isPast) return;
      delete felt.dataset.moving;
      landed.set([...landed.value.slice(-MOST_LANDED), moment]);
    });
    return () => {
      clearTimeout(soon);
      isPast = true;
    };
  }, [moment]);
  useMore(root);
  const [held, hold] = useState<Element | null>(null);
  useHolding(root, hold);
  return (
    <div ref={root} class={`felt cloth ${cloth}`} onPointerDown={endMotion}>
      <Lattice />
      {children}
      {held !== null && <Lazy load={loadHeld} with={{ card: held, close: () => hold(null) }} quiet />}
    </div>
  );
}

const loadHeld = () => import('./held.tsx');
/** browsers open a menu after about 500 ms */
const HOLD_MS = 400;
const STILL_PX = 10;

/** A long touch enlarges a card or explains another thing, and picks nothing. Shift+Enter enlarges the focused card. */
function useHolding(root: { current: HTMLElement | null }, hold: (card: Element) => void): void {
  useEffect(() => {
    const felt = root.current;
    const life = new AbortController();
    let resting: ReturnType<typeof setTimeout> | undefined;
    let from: PointerEvent | null = null;
    let isHeld = false;
    const listen = <Type extends keyof HTMLElementEventMap>(
      types: readonly Type[],
      on: (event: HTMLElementEventMap[Type]) => void,
    ) => {
      for (const type of types) felt?.addEventListener(type, on, { capture: true, signal: life.signal });
    };
    listen(['pointerdown'], (event) => {
      isHeld = false;
      if (event.pointerType === 'mouse' || (event.target as Element).closest('dialog') !== null) return;
      // a button may cover the card
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      const card = under.find((one) => one.matches('.felt .card'));
      const thing = under.find((one) => one.matches('.felt button, .felt .piece'));
      if (card === undefined && thing === undefined) return;
      from = event;
      resting = setTimeout(() => {
        isHeld = true;
        if (card === undefined) thing?.dispatchEvent(new CustomEvent('explain', { bubbles: true }));
        else hold(card);
      }, HOLD_MS);
    });
    listen(['pointermove'], ({ clientX, clientY }) => {
      if (from !== null && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PX) clearTimeout(resting);
    });
    listen(['pointerup', 'pointercancel'], () => clearTimeout(resting));
    listen(['click', 'contextmenu'], (event) => {
      if (!isHeld) return;
      event.preventDefault();
      event.stopPropagation();
    });
    listen(['keydown'], (event) => {
      const { target, shiftKey, key } = event;
      if (!shiftKey || key !== 'Enter' || !(target instanceof Element && target.matches('.card'))) return;
      event.preventDefault();
      hold(target);
    });
    return () => {
      clearTimeout(resting);
      life.abort();
    };
  }, []);
}

/** Makes the table focusable if no element on it is, so that the keyboard can scroll it. */
function letScroll(felt: Element): void {
  if (felt.querySelector('button, a, input, select') === null) felt.setAttribute('tabindex', '0');
  else felt.removeAttribute('tabindex');
}

/** Marks the table with `data-more` while its lower part must be scrolled into view. */
function useMore(root: { current: HTMLElement | null }): void {
  const tell = () => {
    const felt = root.current;
    felt?.toggleAttribute('data-more', felt.scrollHeight - felt.scrollTop - felt.clientHeight > NEAR);
  };
  useLayoutEffect(tell);
  useEffect(() => {
    const felt = root.current;
    if (felt === null) return;
    const sizes = new ResizeObserver(tell);
    sizes.observe(felt);
    felt.addEventListener('scroll', tell, { passive: true });
    return () => {
      sizes.disconnect();
      felt.removeEventListener('scroll', tell);
    };
  }, []);
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
