import { useEffect, useState } from 'preact/hooks';
import { dueHint, type Hint } from '#rules/kernel/due-hint.ts';
import type { Game, GameEvent } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import { endLesson, keepLesson, lessonIn } from '../../core/lesson.ts';
import { goTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import type { Choice } from '../../core/table-props.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_LESSONS } from '../../core/words/lesson.ts';
import { Fault } from '../../parts/fault.tsx';
import { startUsual } from './start-usual.ts';
import './lesson.css';

interface LessonProps {
  game: Game;
  choice: Choice;
  events: readonly GameEvent[];
}

const NONE: readonly Hint[] = [];

/** Shows the hint of the tutorial for the present decision. Hides it when the next decision opens. */
export default function LessonCard({ game, choice, events }: LessonProps) {
  const { ruleset, rulesVersion, version } = game;
  const hints = valueIn(useRuleset({ ruleset, rulesVersion }))?.tutorial?.hints ?? NONE;
  const [lesson, setLesson] = useState(() => lessonIn(game.id));
  useEffect(() => {
    const isSame = lesson?.version === version;
    if (lesson === null || (choice.all.length === 0 && !isOver(game)) || (isSame && lesson.hint !== null)) return;
    const hint = dueHint(hints, lesson.shown, {
      actions: new Set(choice.all.map(({ action }) => action.type)),
      // events of later versions may arrive before the state
      events: new Set(events.flatMap((event) => (event.version <= version ? [event.type] : []))),
      isOver: isOver(game),
    });
    if (isSame && hint === null) return; // events of this version may still arrive
    const next = { ...lesson, hint, version, shown: hint === null ? lesson.shown : [...lesson.shown, hint] };
    keepLesson(next);
    setLesson(next);
  }, [hints, lesson, game, choice.all, events]);
  const { run, busy, refusal } = useCall();
  if (lesson === null) return null;
  const text = lesson.hint === null ? undefined : hints[lesson.hint]?.text;
  const isLast = lesson.hint === hints.length - 1;
  // after the game, the bar below has the buttons to go on, so the hint has none
  const mayEnd = text !== undefined && !isOver(game);
  const words = WORDS_OF_LESSONS.ends[isLast ? 'taught' : 'playing'];
  const startWhole = async () => {
    const made = await run(() => startUsual(ruleset));
    if (made !== null) goTo('g', made.id);
  };
  const end = () => {
    endLesson(game.id);
    setLesson(null);
  };
  return (
    <aside class={text === undefined ? 'sr' : 'lesson'} aria-label={WORDS_OF_LESSONS.hint}>
      <p role="status" data-testid="hint">
        {text}
      </p>
      <Fault refusal={refusal} />
      {mayEnd && isLast && (
        <button type="button" aria-disabled={busy} onClick={() => void startWhole()}>
          {WORDS_OF_LESSONS.whole}
        </button>
      )}
      {mayEnd && (
        <button type="button" aria-label={words.all} onClick={end}>
          {words.short}
        </button>
      )}
    </aside>
  );
}
