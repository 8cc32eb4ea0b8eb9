import { useEffect, useState } from 'preact/hooks';
import { dueHint, type Hint } from '#rules/kernel/due-hint.ts';
import type { Game, GameEvent } from '../../core/api.ts';
import { isOver } from '../../core/is-over.ts';
import { endLesson, keepLesson, lessonIn } from '../../core/lesson.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import type { Choice } from '../../core/table-props.ts';
import { WORDS_OF_LESSONS } from '../../core/words/lesson.ts';
import './lesson.css';

interface LessonProps {
  game: Game;
  choice: Choice;
  events: readonly GameEvent[];
}

const NONE: readonly Hint[] = [];

/** Shows the hint for the present decision until the next one. */
export default function LessonCard({ game, choice, events }: LessonProps) {
  const { ruleset, rulesVersion, version } = game;
  const hints = valueIn(useRuleset({ ruleset, rulesVersion }))?.tutorial?.hints ?? NONE;
  const [lesson, setLesson] = useState(() => lessonIn(game.id));
  useEffect(() => {
    const isSame = lesson?.version === version;
    if (lesson === null || (choice.all.length === 0 && !isOver(game)) || (isSame && lesson.hint !== null)) return;
    const hint = dueHint(hints, lesson.shown, {
      actions: new Set(choice.all.map(({ action }) => action.type)),
      // events may arrive before the state
      events: new Set(events.flatMap((event) => (event.version <= version ? [event.type] : []))),
      isOver: isOver(game),
    });
    if (isSame && hint === null) return; // or after the state
    const next = { ...lesson, hint, version, shown: hint === null ? lesson.shown : [...lesson.shown, hint] };
    keepLesson(next);
    setLesson(next);
  }, [hints, lesson, game, choice.all, events]);
  if (lesson === null) return null;
  const text = lesson.hint === null ? undefined : hints[lesson.hint]?.text;
  const words = WORDS_OF_LESSONS.ends[isOver(game) ? 'over' : 'playing'];
  const end = () => {
    endLesson();
    setLesson(null);
  };
  return (
    <aside class={text === undefined ? 'sr' : 'lesson'} aria-label={WORDS_OF_LESSONS.hint}>
      <p role="status" data-testid="hint">
        {text}
      </p>
      {text !== undefined && (
        <button type="button" aria-label={words.all} onClick={end}>
          {words.short}
        </button>
      )}
    </aside>
  );
}
