import { useState } from 'preact/hooks';
import { type DailyDay, type DailyDays, dayFrom, markOf } from '../../core/daily.ts';
import { saveFile } from '../../core/save-file.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { WORDS_OF_DAILY } from './daily-words.ts';
import { CARD_HEIGHT, CARD_WIDTH, type Shape, shapesOf } from './day-card.ts';
import { pngOf } from './day-png.ts';

const WORDS = WORDS_OF_DAILY.share;
const PNG = 'image/png';
const SHOWN_DAYS = 14;

interface DayPictureProps {
  day: DailyDay;
  days: DailyDays;
  game: string;
}

export function DayPicture({ day, days, game }: DayPictureProps) {
  const [said, setSaid] = useState('');
  const date = WORDS_OF_DAILY.day(day.date);
  const result = WORDS.result(day.score ?? 0, day.won);
  const streak = WORDS.streak(streakUpTo(day, days));
  const shapes = shapesOf({ title: WORDS.card, game, date, result, streak, marks: marksUpTo(day, days) });
  const alt = WORDS.altOf(game, date, result, streak);
  const name = WORDS.file(days.ruleset, day.date);
  const withPng = (work: (png: Blob) => void | Promise<void>, done: string) => async () => {
    const png = await pngOf(shapes);
    try {
      if (png === null) throw new Error('no canvas');
      await work(png);
      setSaid(done);
    } catch (error) {
      // closing the share dialog is no failure
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(WORDS.cannot);
    }
  };
  return (
    <section class="panel on-screen" aria-labelledby="picture">
      <h2 id="picture">{WORDS.title}</h2>
      <p class="dim">{WORDS.text}</p>
      <svg class="day-card" viewBox={`0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`} role="img" aria-label={alt}>
        {shapes.map((shape, i) => (
          <Drawn key={`${shape.kind} ${i}`} shape={shape} />
        ))}
      </svg>
      <p class="line">
        <button type="button" onClick={withPng((png) => saveFile(name, PNG, png), '')}>
          {WORDS.save}
        </button>
        {typeof navigator.clipboard?.write === 'function' && (
          <button
            type="button"
            onClick={withPng((png) => navigator.clipboard.write([new ClipboardItem({ [PNG]: png })]), WORDS.copied)}
          >
            {WORDS.copy}
          </button>
        )}
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            onClick={withPng(
              (png) => navigator.share({ files: [new File([png], name, { type: PNG })], text: alt }),
              '',
            )}
          >
            {WORDS.share}
          </button>
        )}
      </p>
      <p role="status">{said}</p>
      <CopyField label={WORDS.alt} value={alt} isLong />
    </section>
  );
}

function Drawn({ shape }: { shape: Shape }) {
  if (shape.kind === 'rect') {
    const { x, y, width, height, radius, fill } = shape;
    return <rect x={x} y={y} width={width} height={height} rx={radius} fill={fill} />;
  }
  const { x, y, size, weight, fill, text } = shape;
  return (
    <text x={x} y={y} font-size={size} font-weight={weight} fill={fill}>
      {text}
    </text>
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
