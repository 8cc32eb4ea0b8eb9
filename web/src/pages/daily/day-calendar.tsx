import { type DailyDays, markOf, weeksUpTo } from '../../core/daily.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { WORDS_OF_DAILY as WORDS } from './daily-words.ts';

const WEEKS = 5;

interface DayCalendarProps {
  ruleset: string;
  today: string;
  days: DailyDays | null;
}

export function DayCalendar({ ruleset, today, days }: DayCalendarProps) {
  const byDate = new Map(days?.days.toReversed().map((day) => [day.date, day]));
  return (
    <section class="panel" aria-labelledby="days">
      <h2 id="days">{days === null ? WORDS.calendar : WORDS.streaks}</h2>
      {days !== null && (
        <>
          <p>{WORDS.played(days.streaks.played.current, days.streaks.played.longest)}</p>
          <p>{WORDS.best(days.streaks.best.current, days.streaks.best.longest)}</p>
        </>
      )}
      <table class="calendar">
        <caption>{WORDS.calendar}</caption>
        <thead>
          <tr>
            {WORDS.weekdays.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksUpTo(today, WEEKS).map((week) => (
            <tr key={week[0]}>
              {week.map((date, i) => (
                <td key={date ?? `later ${i}`}>
                  {date !== null && <Day ruleset={ruleset} date={date} mark={markOf(byDate.get(date), today)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <label class="on-screen">
        {WORDS.another}{' '}
        <input
          type="date"
          max={today}
          onChange={({ currentTarget: { value } }) => value !== '' && goTo('daily', ruleset, value)}
        />
      </label>
    </section>
  );
}

function Day({ ruleset, date, mark }: { ruleset: string; date: string; mark: ReturnType<typeof markOf> }) {
  const { sign, name } = WORDS.marks[mark];
  return (
    <a class={`day ${mark}`} href={hrefTo('daily', ruleset, date)} aria-label={`${WORDS.day(date)}: ${name}`}>
      {Number(date.slice(-2))} <span aria-hidden="true">{sign}</span>
    </a>
  );
}
