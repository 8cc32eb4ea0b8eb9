import { useRef } from 'preact/hooks';
import { settings } from './settings.ts';
import { Store, useStore } from './store.ts';

/** True if the player wants no motion, or the page is hidden. */
export function isStill(): boolean {
  return settings.value.still || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The last states, named by `momentOf`, whose motion has ended on the table. */
export const landed = new Store<readonly string[]>([]);

/** Returns the value of the last state whose motion has ended, so that words tell no result before the dice do. */
export function useLanded<Value>(moment: string, value: Value): Value {
  const told = useRef(value);
  if (useStore(landed).includes(moment) || isStill()) told.current = value;
  return told.current;
}

/** Resolves when no die, no flying card and no turning card moves any more in the element. */
export async function landing(root: Element): Promise<void> {
  for (let moving = movingIn(root); moving.length > 0; moving = movingIn(root)) {
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await rendered();
  }
}

/** Resolves when what follows the end of a motion is rendered. Uses no timer, because browsers and tests stop timers. */
function rendered(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port2.postMessage(null);
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
  });
}

/** Numbers that pop and things that shake do not count, because they show the result itself. */
function movingIn(root: Element): Animation[] {
  return root.getAnimations({ subtree: true }).filter((animation) => {
    if (animation instanceof CSSTransition) return false;
    return !(animation instanceof CSSAnimation) || animation.animationName === 'turn';
  });
}

/** Ends animations, except endless ones, and then those that follow them. */
export function endMotion(): void {
  const end = () => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  };
  end();
  setTimeout(end);
}

const FLIGHT_MS = 340;

/** Moves an element from its old place on a small arc. */
export function fly(element: Element, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = from.width / to.width;
  const halfway = `translate(${x * 0.4}px,${y * 0.5 - 30}px) scale(${((1 + scale) / 2) * 1.08}) rotate(4deg)`;
  element.animate(
    [
      { transform: `translate(${x}px,${y}px) scale(${scale})` },
      { transform: halfway, offset: 0.55 },
      { transform: 'none' },
    ],
    { duration: FLIGHT_MS, easing: 'cubic-bezier(.2,.8,.25,1)' },
  );
}

export const ROLL_MS = 820;

/** Lets a die tumble, beginning `late` milliseconds from now. */
export function tumble(element: Element, late: number): Animation {
  const turn = 360 + Math.random() * 360;
  return element.animate(
    [
      { transform: 'none', easing: 'cubic-bezier(.2,.7,.5,1)' },
      {
        transform: `translate(14px,-64px) rotate(${turn * 0.45}deg) scale(1.22)`,
        offset: 0.3,
        easing: 'cubic-bezier(.5,0,.8,.5)',
      },
      {
        transform: `translate(6px,0) rotate(${turn * 0.72}deg) scale(1.04,.94)`,
        offset: 0.54,
        easing: 'cubic-bezier(.2,.7,.5,1)',
      },
      { transform: `translate(3px,-20px) rotate(${turn * 0.9}deg) scale(1.07)`, offset: 0.72 },
      { transform: `rotate(${turn}deg) scale(1.1,.88)`, offset: 0.9 },
      { transform: `rotate(${Math.round(turn / 360) * 360}deg)` },
    ],
    { duration: ROLL_MS, delay: late },
  );
}
