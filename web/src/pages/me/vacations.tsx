import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../../core/api.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_TIME as words } from '../../core/words/calendar.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';

type Own = Schemas['VacationList'];

export function Vacations() {
  const [own, setOwn] = useState<Own | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { run, refusal, busy } = useCall();
  const list = async () => {
    const found = await run(() => answerOf(api.GET('/v1/me/vacations')));
    if (found !== null) setOwn(found);
  };
  useEffect(() => void list(), []);
  const take = async () => {
    const taken = await run(() => answerOf(api.POST('/v1/me/vacations', { body: { from, to } })));
    if (taken !== null) await list();
  };
  const end = async (vacationId: string) => {
    const params = { path: { vacationId } };
    const left = await run(() => answerOf(api.DELETE('/v1/me/vacations/{vacationId}', { params })));
    if (left !== null) setOwn(left);
  };
  if (own === null) return <Fault refusal={refusal} />;
  const { vacations, today, years } = own;
  return (
    <>
      <h3>{words.vacations}</h3>
      <p>{words.vacationsText}</p>
      <p class="dim">{years.map(({ left, year }) => words.left(left, year)).join(', ')}</p>
      {vacations.length === 0 && <p class="dim">{words.none}</p>}
      <ul class="plain wide">
        {vacations.map((vacation) => (
          <li class="offer" key={vacation.id}>
            <span>
              {vacation.from} – {vacation.to}
            </span>
            {vacation.to >= today && (
              <Sure label={words.end(vacation.from)} question={words.endMeans} onSure={() => void end(vacation.id)} />
            )}
          </li>
        ))}
      </ul>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <label class="field">
          {words.first}
          <input
            type="date"
            required
            min={today}
            value={from}
            onInput={(event) => setFrom(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          {words.last}
          <input
            type="date"
            required
            min={from === '' ? today : from}
            value={to}
            onInput={(event) => setTo(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={busy}>
          {words.take}
        </button>
      </form>
      <Fault refusal={refusal} />
    </>
  );
}
