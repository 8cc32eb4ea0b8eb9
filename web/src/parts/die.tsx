import { useEffect, useRef, useState } from 'preact/hooks';
import { DiePicture } from '../art/die.tsx';
import { isStill, ROLL_MS, tumble } from '../core/motion.ts';
import { play } from '../core/sound.ts';

interface DieProps {
  kind: string;
  value?: number | undefined;
  plain?: boolean;
  /** `s1`, `white`, `spent`, `now` … */
  class?: string;
  name: string;
  /** identifies the roll: a new one starts the animation; left out: the die was not rolled */
  roll?: string | number | undefined;
  /** index within the roll, because each die starts a little later */
  nth?: number;
  thing?: string;
}

const FLICK_MS = 70;
const BETWEEN_MS = 85;

/** Lets a die tumble before players who are watching, then shows the value of the service. */
export function Die({ kind, value, plain = false, class: more = '', name, roll, nth = 0, thing }: DieProps) {
  const root = useRef<HTMLSpanElement>(null);
  const flicking = useRolling(root, kind, roll, nth);
  const said = name === '' ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': name };
  return (
    <span ref={root} class={`die ${more}`} data-thing={thing} {...said}>
      <DiePicture kind={kind} value={flicking ?? value} plain={plain} />
    </span>
  );
}

/** Returns random faces while the die tumbles, then null. */
function useRolling(root: { current: HTMLElement | null }, kind: string, roll: DieProps['roll'], nth: number) {
  const [flicking, setFlicking] = useState<number | null>(null);
  useEffect(() => {
    const picture = root.current?.firstElementChild;
    if (roll === undefined || picture == null || root.current?.closest('.live') == null || isStill()) return;
    const faces = Number(kind.slice(1)) || 6;
    const late = nth * BETWEEN_MS;
    tumble(picture, late);
    if (nth === 0) play('roll');
    const flick = setInterval(() => setFlicking(1 + Math.floor(Math.random() * faces)), FLICK_MS);
    const rest = () => {
      clearInterval(flick);
      clearTimeout(end);
      setFlicking(null);
    };
    const end = setTimeout(rest, late + ROLL_MS);
    return rest;
  }, [roll]);
  return flicking;
}
