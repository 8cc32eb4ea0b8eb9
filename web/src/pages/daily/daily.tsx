import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Refusal, type RulesetSummary } from '../../core/api.ts';
import { type DailyDay, type DailyDays, type DailyResults, dayFrom } from '../../core/daily.ts';
import { momentOf } from '../../core/moments.ts';
import { newGameOf, usualWishes } from '../../core/new-game.ts';
import type { PageProps } from '../../core/page-props.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { useCall } from '../../core/use-call.ts';
import { ofAddress, WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { WORDS_OF_DAILY } from './daily-words.ts';
import { DayCalendar } from './day-calendar.tsx';
import { DayPicture } from './day-picture.tsx';
import { DayResults } from './day-results.tsx';
import { SideBySide } from './side-by-side.tsx';
import '../../look/player.css';
import './daily.css';

interface Known {
  ruleset: RulesetSummary;
  today: DailyResults;
  /** results of the day that the address names, or else of yesterday */
  shown: DailyResults;
  days: DailyDays | null;
}

export default function DailyPage({ params: { ruleset: id = '', date } }: PageProps) {
  const who = useStore(session);
  const [known, setKnown] = useState<Known | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    setKnown(null);
    setRefusal(null);
    void readAll(id, date, who !== null).then((answer) => {
      if (!isWanted) return;
      if ('code' in answer) return setRefusal(ofAddress(answer));
      setKnown(answer);
      setTab(WORDS_OF_DAILY.tab(answer.ruleset.name), false);
    });
    return () => {
      isWanted = false;
      setTab(WORDS.title, false);
    };
  }, [id, date, who?.playerId]);
  if (known === null) {
    return (
      <section class="panel">
        <h1>{WORDS.daily.title}</h1>
        <Fault refusal={refusal} />
        {refusal === null && <p class="dim">{WORDS.loading}</p>}
      </section>
    );
  }
  const { ruleset, today, shown, days } = known;
  const mine = days?.days.find((day) => day.date === (date ?? today.date) && day.state === 'completed');
  return (
    <div class="daily">
      {date === undefined ? (
        <Today ruleset={ruleset} today={today} day={days?.days.find((day) => day.date === today.date)} />
      ) : (
        <section class="panel">
          <h1>{WORDS_OF_DAILY.title(ruleset.name)}</h1>
        </section>
      )}
      <DayShown key={shown.date} ruleset={ruleset} shown={shown} today={today.date} me={who?.playerId ?? null} />
      <DayCalendar ruleset={id} today={today.date} days={days} />
      {mine !== undefined && days !== null && <DayPicture day={mine} days={days} game={ruleset.name} />}
    </div>
  );
}

interface TodayProps {
  ruleset: RulesetSummary;
  today: DailyResults;
  day: DailyDay | undefined;
}

function Today({ ruleset, today, day }: TodayProps) {
  const who = useStore(session);
  const { busy, refusal, run } = useCall();
  const play = async () => {
    const body = newGameOf(ruleset.id, { ...usualWishes(ruleset), daily: true });
    const game = await run(() => answerOf(api.POST('/v1/games', { params: {}, body })));
    if (game !== null) goTo('g', game.id);
  };
  return (
    <>
      <section class="panel">
        <h1>{WORDS_OF_DAILY.title(ruleset.name)}</h1>
        <p>{WORDS_OF_DAILY.text}</p>
        <p class="dim">
          {WORDS_OF_DAILY.until} <time dateTime={today.endsAt}>{momentOf(today.endsAt)}</time>.
        </p>
        {day?.state === 'completed' && <p>{WORDS_OF_DAILY.mine(day.score, day.rank)}</p>}
        {day?.state === 'conceded' && <p>{WORDS_OF_DAILY.conceded}</p>}
        {day !== undefined && day.state !== 'playing' && <p class="dim">{WORDS_OF_DAILY.practised}</p>}
        <Fault refusal={refusal} />
        {who !== null && day?.state === 'playing' && <a href={hrefTo('g', day.gameId)}>{WORDS_OF_DAILY.goOn}</a>}
        {who !== null && day?.state !== 'playing' && (
          <button type="button" class={day === undefined ? 'go' : ''} disabled={busy} onClick={() => void play()}>
            {day === undefined ? WORDS_OF_DAILY.play : WORDS_OF_DAILY.practice}
          </button>
        )}
        <h2>{WORDS_OF_DAILY.results(today.date)}</h2>
        <DayResults results={today} isToday onCompare={() => {}} />
      </section>
      {who === null && <SitDown />}
    </>
  );
}

interface DayShownProps {
  ruleset: RulesetSummary;
  shown: DailyResults;
  today: string;
  me: string | null;
}

function DayShown({ ruleset, shown, today, me }: DayShownProps) {
  const [sides, setSides] = useState<{ one: string; other: string } | null>(null);
  const { results, date } = shown;
  const compare = (gameId: string) => {
    const own = results.find(({ player }) => player.id === me) ?? results[0];
    const beside = own?.gameId === gameId ? results.find((row) => row.gameId !== gameId) : own;
    setSides({ one: beside?.gameId ?? gameId, other: gameId });
  };
  return (
    <>
      <section class="panel" aria-labelledby="results">
        <h2 id="results">{WORDS_OF_DAILY.results(date)}</h2>
        <DayResults results={shown} isToday={date === today} onCompare={compare} />
        <p class="line on-screen">
          <a href={hrefTo('daily', ruleset.id, dayFrom(date, -1))}>{WORDS_OF_DAILY.before}</a>
          {date < today && <a href={hrefTo('daily', ruleset.id, dayFrom(date, 1))}>{WORDS_OF_DAILY.after}</a>}
          <a href={hrefTo('daily', ruleset.id)}>{WORDS_OF_DAILY.toToday}</a>
        </p>
      </section>
      {sides !== null && (
        <SideBySide results={results} {...sides} choose={(side, gameId) => setSides({ ...sides, [side]: gameId })} />
      )}
    </>
  );
}

async function readAll(ruleset: string, date: string | undefined, hasName: boolean): Promise<Known | Refusal> {
  const path = { ruleset };
  const [rulesets, today] = await Promise.all([
    listRulesets(),
    answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path } })),
  ]);
  if (!rulesets.ok) return rulesets.refusal;
  if (!today.ok) return today.refusal;
  const query = { date: date ?? dayFrom(today.value.date, -1) };
  const [shown, days] = await Promise.all([
    answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path, query } })),
    hasName ? answerOf(api.GET('/v1/rulesets/{ruleset}/daily/days', { params: { path } })) : null,
  ]);
  if (!shown.ok) return shown.refusal;
  if (days?.ok === false) return days.refusal;
  const summary = rulesets.value.find(({ id }) => id === ruleset) as RulesetSummary;
  return { ruleset: summary, today: today.value, shown: shown.value, days: days?.value ?? null };
}
