import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSame } from '../../core/choose.ts';
import { endMotion } from '../../core/motion.ts';
import { effectOf, oddsOf } from '../../core/odds.ts';
import { choicesChanged } from '../../core/one-intention.ts';
import type { BarParts, Choice } from '../../core/table-props.ts';
import { WORDS } from '../../core/words.ts';

interface BarProps extends BarParts {
  choice: Choice;
  /** true: an action is being sent; the buttons stay where they are, so that they keep the focus */
  busy: boolean;
  /** true: the bar still tells of the state before; a click on a button of that state only ends the motion */
  isMoving: boolean;
  /** what just happened; shown instead of hint and lesson until the player picks something */
  told: ComponentChildren;
  hadFocus: boolean;
  /** shown instead of the hint */
  lesson: ComponentChildren;
  children?: ComponentChildren;
}

/** Shows the question and at most three buttons. The bar always has the same height. */
export function Bar({
  ask,
  hint,
  pick,
  acts = [],
  go,
  choice,
  busy,
  isMoving,
  told,
  hadFocus,
  lesson,
  children,
}: BarProps) {
  const place = useFocusOfTable(hadFocus);
  const { meant, picks, proposed } = choice;
  const hasChosen = picks.length + proposed.length > 0;
  const legal = acts.filter(({ action }) => choice.left.some((listed) => isSame(listed.action, action)));
  const offered = hasChosen && meant !== null ? [] : legal;
  const mayPick = choice.all.length > legal.length && !legal.some(({ gold }) => gold);
  const [early, setEarly] = useState<Choice | null>(null);
  const isEarly = early === choice && meant === null;
  const effect = meant === null ? undefined : (go?.small ?? effectOf(meant.odds));
  const isOff = busy || isMoving;
  // when the motion ends, other buttons are under the pointer
  useLayoutEffect(() => (isMoving ? choicesChanged : undefined), [isMoving]);
  const endFirst = (event: MouseEvent) => {
    endMotion();
    if ((event.target as Element).closest('[aria-disabled]') !== null) event.stopPropagation();
  };
  return (
    <div
      class="bar"
      data-busy={isOff || undefined}
      data-asked={choice.all.length > 0 || undefined}
      {...(isMoving && { onClickCapture: endFirst })}
    >
      <div class="ask">
        <h2 ref={place} tabIndex={-1}>
          {busy ? WORDS.table.busy : ask}
        </h2>
        {!hasChosen && !isEarly && told}
        {isEarly ? <p class="early">{WORDS.table.early}</p> : hint !== undefined && <p>{hint}</p>}
        {lesson}
        <span class="sr" role="status">
          {isEarly ? WORDS.table.early : !isOff && hasChosen && meant?.label}
        </span>
      </div>
      <div class="acts">
        {hasChosen ? (
          <button type="button" class="act" onClick={choice.clear} aria-disabled={isOff}>
            {WORDS.table.clear}
          </button>
        ) : (
          children
        )}
        {offered.map(({ action, words, small = effectOf(oddsOf(choice, action)), gold = false }) => (
          <button
            type="button"
            key={JSON.stringify(action)}
            class={gold || hasChosen ? 'act go' : 'act'}
            aria-disabled={isOff}
            onClick={() => choice.act(action)}
          >
            {words}
            {small !== undefined && <small>{small}</small>}
          </button>
        ))}
        {choice.all.length > 0 && (hasChosen ? offered.length === 0 : mayPick) && (
          <button
            type="button"
            class={go?.quiet ? 'act' : 'act go'}
            data-testid="confirm"
            onClick={() => (meant === null ? setEarly(choice) : choice.confirm())}
            aria-disabled={isOff || meant === null}
          >
            <span data-testid="meant">{meant === null ? (pick ?? WORDS.table.pick) : (go?.words ?? meant.label)}</span>
            {effect !== undefined && <small>{effect}</small>}
          </button>
        )}
      </div>
    </div>
  );
}

/** When a piece with the focus is removed, the question gets the focus, so that keyboard users do not start at the top
 * again. */
function useFocusOfTable(hadFocus: boolean) {
  const place = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) place.current?.focus();
  });
  return place;
}
