import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type Schemas } from '../../core/api.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_TIME as words } from '../../core/words/calendar.ts';
import { Fault } from '../../parts/fault.tsx';
import { Vacations } from './vacations.tsx';
import './calendar.css';

type Own = Schemas['Calendar'];

const HOUR = 3600;
const REMINDERS = [HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
const NIGHT = { from: '22:00', to: '07:00' };

/** Suggests the browser's time zone if the player has not set anything. */
function hereIn(calendar: Own): Own {
  const isUnsaid = calendar.timeZone === 'UTC' && calendar.workingDays.length === 7 && calendar.quietHours === null;
  return isUnsaid ? { ...calendar, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : calendar;
}

export default function Calendar() {
  const [calendar, setCalendar] = useState<Own | null>(null);
  const latest = useRef(calendar);
  latest.current = calendar;
  const [isSaved, setSaved] = useState(false);
  const { run, refusal, busy } = useCall();
  const read = async () => {
    const found = await run(() => answerOf(api.GET('/v1/me/calendar')));
    if (found !== null) setCalendar(hereIn(found));
  };
  useEffect(() => void read(), []);
  const change = (changes: Partial<Own>) => {
    setSaved(false);
    if (calendar !== null) setCalendar({ ...calendar, ...changes });
  };
  const save = async (body: Own) => {
    const kept = await run(() => answerOf(api.PUT('/v1/me/calendar', { body })));
    if (kept === null) return;
    // changes that the player made while sending are not saved yet
    const isAll = latest.current === body;
    if (isAll) setCalendar(kept);
    setSaved(isAll);
  };
  return (
    <section class="panel form calendar" aria-labelledby="calendar">
      <h2 id="calendar">{words.title}</h2>
      <p>{words.text}</p>
      {calendar !== null && (
        <form
          class="form wide"
          onSubmit={(event) => {
            event.preventDefault();
            void save(calendar);
          }}
        >
          <Fields calendar={calendar} onChange={change} />
          <button type="submit" disabled={busy}>
            {words.save}
          </button>
        </form>
      )}
      <p role="status">{isSaved ? words.saved : ''}</p>
      <Fault refusal={inWords(refusal)} />
      <Vacations />
    </section>
  );
}

/** Replaces the error of a field by a text for people, who do not read JSON pointers. */
function inWords(refusal: Refusal | null): Refusal | null {
  const pointer = refusal?.errors[0]?.pointer;
  const detail = { '/timeZone': words.unknownZone, '/workingDays': words.fewDays }[pointer ?? ''];
  return refusal === null || detail === undefined ? refusal : { ...refusal, detail, errors: [] };
}

function Fields({ calendar, onChange }: { calendar: Own; onChange(changes: Partial<Own>): void }) {
  const { timeZone, workingDays, quietHours, reminderSeconds } = calendar;
  const turn = (day: number, isOn: boolean) =>
    onChange({ workingDays: [...workingDays.filter((other) => other !== day), ...(isOn ? [day] : [])].sort() });
  return (
    <>
      <label class="field">
        {words.zone}
        <input required value={timeZone} onInput={(event) => onChange({ timeZone: event.currentTarget.value })} />
      </label>
      <fieldset>
        <legend>{words.days}</legend>
        {words.weekdays.map((name, i) => (
          <label class="check" key={name}>
            <input
              type="checkbox"
              checked={workingDays.includes(i + 1)}
              onChange={(event) => turn(i + 1, event.currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={quietHours !== null}
          onChange={(event) => onChange({ quietHours: event.currentTarget.checked ? NIGHT : null })}
        />
        {words.hasQuiet}
      </label>
      {quietHours !== null && (
        <div class="line">
          {(['from', 'to'] as const).map((end) => (
            <label class="field" key={end}>
              {words[end]}
              <input
                type="time"
                required
                value={quietHours[end]}
                onInput={(event) => onChange({ quietHours: { ...quietHours, [end]: event.currentTarget.value } })}
              />
            </label>
          ))}
        </div>
      )}
      <label class="field">
        {words.reminder}
        <select
          value={reminderSeconds ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ reminderSeconds: value === '' ? null : Number(value) })
          }
        >
          <option value="">{words.reminders.usual}</option>
          <option value="0">{words.reminders.none}</option>
          {remindersWith(reminderSeconds).map((seconds) => (
            <option key={seconds} value={seconds}>
              {words.reminders.before(seconds)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function remindersWith(own: number | null): number[] {
  const all = own === null || own === 0 || REMINDERS.includes(own) ? REMINDERS : [...REMINDERS, own];
  return [...all].sort((one, other) => one - other);
}
