import { type DailyDay, type DailyDays, dayFrom, markOf } from '../../core/daily.ts';
import { WORDS_OF_SHARED_PICTURE } from '../../core/words/shared-picture.ts';
import { SharedPicture } from '../../parts/shared-picture.tsx';
import { WORDS_OF_DAILY } from './daily-words.ts';
import { shapesOf } from './day-card.ts';

const WORDS = WORDS_OF_DAILY.share;
const SHOWN_DAYS = 14;

interface DayPictureProps {
  day: DailyDay;
  days: DailyDays;
  game: string;
}

export function DayPicture({ day, days, game }: DayPictureProps) {
  const date = WORDS_OF_DAILY.day(day.date);
  const result = WORDS.result(day.score ?? 0, day.won);
  const streak = WORDS.streak(streakUpTo(day, days));
  const shapes = shapesOf({ title: WORDS.card, game, date, result, streak, marks: marksUpTo(day, days) });
  return (
    <section class="panel on-screen" aria-labelledby="picture">
      <h2 id="picture">{WORDS_OF_SHARED_PICTURE.title}</h2>
      <p class="dim">{WORDS.text}</p>
      <SharedPicture
        shapes={shapes}
        alt={WORDS.altOf(game, date, result, streak)}
        name={WORDS.file(days.ruleset, day.date)}
      />
    </section>
  );
}

function streakUpTo(day: DailyDay, { days }: DailyDays): number {
  const completed = new Set(days.flatMap(({ date, state }) => (state === 'completed' ? [date] : [])));
  let streak = 0;
  while (completed.has(dayFrom(day.date, -streak))) streak++;
  return streak;
}

function marksUpTo(day: DailyDay, { days, to }: DailyDays) {
  const byDate = new Map(days.toReversed().map((each) => [each.date, each]));
  return Array.from({ length: SHOWN_DAYS }, (_, i) => markOf(byDate.get(dayFrom(day.date, i + 1 - SHOWN_DAYS)), to));
}
