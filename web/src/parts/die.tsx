import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DiePicture } from '../art/die.tsx';
import { isStill, tumble } from '../core/motion.ts';
import { play } from '../core/sound.ts';

interface DieProps {
  kind: string;
  value?: number | undefined;
  plain?: boolean;
  /** CSS classes: `s1`, `white`, `spent`, `now` … */
  class?: string;
  name: string;
  /** identifies the roll: a new one starts the animation; left out: the die was not rolled */
  roll?: string | number | undefined;
  /** index of the die in its roll: each die starts to tumble a little later than the one before */
  nth?: number;
  thing?: string;
}

const FLICK_MS = 70;
const BETWEEN_MS = 85;

/** Lets a new roll tumble if the player watches it live, then shows the value that the service rolled. */
export function Die({ kind, value, plain = false, class: more = '', name, roll, nth = 0, thing }: DieProps) {
  const root = useRef<HTMLSpanElement>(null);
  const flicking = useRolling(root, kind, roll, nth, thing);
  const said = name === '' ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': name };
  return (
    <span ref={root} class={`die ${more} ${flicking === null ? '' : 'rolls'}`} data-thing={thing} {...said}>
      <DiePicture kind={kind} value={flicking ?? value} plain={plain} />
    </span>
  );
}

/** By table (`Felt`), the last roll of each die: a die that is rendered again with the same roll does not tumble. */
const lastRolls = new WeakMap<Element, Map<string, DieProps['roll']>>();

function isNewRoll(felt: Element, roll: DieProps['roll'], thing: string): boolean {
  const rolls = lastRolls.get(felt) ?? new Map<string, DieProps['roll']>();
  const isNew = rolls.get(thing) !== roll;
  lastRolls.set(felt, rolls.set(thing, roll));
  return isNew;
}

/** Returns random faces while the die tumbles, then null. */
function useRolling(
  root: { current: HTMLElement | null },
  kind: string,
  roll: DieProps['roll'],
  nth: number,
  thing: string | undefined,
) {
  const [flicking, setFlicking] = useState<number | null>(null);
  // before the browser draws, because a player must not see the rolled value before the die tumbles
  useLayoutEffect(() => {
    const picture = root.current?.firstElementChild;
    const felt = root.current?.closest('.felt');
    if (roll === undefined || picture == null || felt == null) return;
    if (thing !== undefined && !isNewRoll(felt, roll, thing)) return;
    if (!felt.matches('.live') || isStill()) return;
    const faces = Number(kind.slice(1)) || 6;
    const tumbling = tumble(picture, nth * BETWEEN_MS);
    if (nth === 0) play('roll');
    const showSome = () => setFlicking(1 + Math.floor(Math.random() * faces));
    showSome();
    const flick = setInterval(showSome, FLICK_MS);
    const rest = () => {
      clearInterval(flick);
      setFlicking(null);
    };
    tumbling.finished.then(rest, rest);
    return rest;
  }, [roll]);
  return flicking;
}
