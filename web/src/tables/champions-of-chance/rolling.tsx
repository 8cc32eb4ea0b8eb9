import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isStill } from '../../core/motion.ts';
import { play } from '../../core/sound.ts';
import { momentOf } from '../../core/table-props.ts';
import { useNarrow } from '../../core/use-narrow.ts';
import { Hidden, Middle, Side } from './arena.tsx';
import type { ChampionsProps, View } from './champions-props.ts';
import { Face } from './number-card.tsx';
import { inOrder } from './sides.ts';
import { WORDS } from './words.ts';

/** The first face is shown for `FIRST_MS`; each further face is shown by `SLOWER_MS` longer than the one before. */
const FIRST_MS = 40;
const SLOWER_MS = 9;
const STEPS = 10;
const ALL_MS = (STEPS + 1) * (FIRST_MS + (STEPS * SLOWER_MS) / 2);

interface Rolling {
  before: View;
  end(): void;
}

/** Returns the running animation of a roll; null: none is running. A question to the viewer ends the animation. */
export function useRolling({ game, view, choice }: ChampionsProps): Rolling | null {
  const shown = useRef(view);
  const [before, setBefore] = useState<View | null>(null);
  useLayoutEffect(() => {
    const last = shown.current;
    shown.current = view;
    const wasMade = last.number !== null && (last.phase === 'die' || last.phase === 'challenge');
    const isMaking = view.phase === 'die' || view.phase === 'challenge';
    if (wasMade && !isMaking && view.phase !== 'number' && !isStill()) setBefore(last);
    else if (isMaking || choice.all.length > 0) setBefore(null);
  }, [momentOf(game)]);
  return before === null ? null : { before, end: () => setBefore(null) };
}

/** A light runs around both dice, becomes slower and stops at the faces that were rolled. */
export function LitDice(props: ChampionsProps & Rolling) {
  const { game, view, choice, seatName, before, end } = props;
  const isNarrow = useNarrow();
  const arena = useRef<HTMLDivElement>(null);
  const step = useSteps(arena, end);
  const number = before.number ?? 1;
  const seats = inOrder(game.viewer, [before.active, before.opponent ?? before.active]);
  return (
    <div ref={arena} class="arena">
      {seats.map((seat, nth) => {
        const die = seat === game.viewer ? before.die : null;
        const rolled = view.lastBattle?.rolls.find((roll) => roll.seat === seat)?.card.id;
        const rest = Math.max(0, die?.findIndex(({ id }) => id === rolled) ?? 0);
        const lit = (rest + STEPS - step + nth) % number;
        const title = seat === game.viewer ? WORDS.die.own : WORDS.die.of(seatName(seat));
        return (
          <Side key={seat} title={title} foe={nth > 0} count={number}>
            {die?.map((card, i) => (
              <li key={card.id}>
                <Face
                  choice={choice}
                  card={card}
                  withIcons={view.topCardUsed !== null}
                  big={isNarrow}
                  class={i === lit ? '' : 'dim'}
                  thing={`rolling ${card.id}`}
                />
              </li>
            ))}
            {die === null && <Hidden count={number} seat={seat} lit={lit} />}
          </Side>
        );
      })}
      <Middle {...props} title={WORDS.rolling} isSettled />
    </div>
  );
}

/** An animation of the arena that changes nothing keeps the time, so that the roll ends as other motion does. */
function useSteps(arena: { current: HTMLElement | null }, end: () => void): number {
  const [step, setStep] = useState(0);
  useLayoutEffect(() => {
    play('roll');
    const clock = arena.current?.animate(null, ALL_MS);
    clock?.finished.then(end, () => {});
    return () => clock?.cancel();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setStep(Math.min(step + 1, STEPS)), FIRST_MS + step * SLOWER_MS);
    return () => clearTimeout(timer);
  }, [step]);
  return step;
}
