import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { type DailyDays, dayFrom } from '../../core/daily.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { Scene } from '../../parts/scene.tsx';

const SHOWN = 3;
const DAYS = 7;

interface DailiesProps {
  rulesets: readonly RulesetSummary[];
  onPlay(ruleset: RulesetSummary): void;
}

export function Dailies({ rulesets, onPlay }: DailiesProps) {
  const alone = rulesets.filter(({ solo }) => solo);
  if (alone.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="daily">
      <h2 id="daily">{WORDS.daily.title}</h2>
      <p class="dim">{WORDS.daily.text}</p>
      <ul class="plain lines">
        {alone.map((ruleset) => (
          <Daily key={ruleset.id} ruleset={ruleset} onPlay={onPlay} />
        ))}
      </ul>
    </section>
  );
}

function Daily({ ruleset, onPlay }: { ruleset: RulesetSummary; onPlay(ruleset: RulesetSummary): void }) {
  const [results, setResults] = useState<Schemas['DailyResults']['results']>([]);
  const [days, setDays] = useState<DailyDays | null>(null);
  useEffect(() => {
    const path = { ruleset: ruleset.id };
    void answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path } })).then((answer) => {
      if (answer.ok) setResults(answer.value.results);
    });
    void answerOf(api.GET('/v1/rulesets/{ruleset}/daily/days', { params: { path } })).then((answer) => {
      if (answer.ok) setDays(answer.value);
    });
  }, [ruleset.id]);
  return (
    <li class="offer">
      <Scene of={ruleset.id} />
      <span>
        <a href={hrefTo('daily', ruleset.id)}>
          <strong>{ruleset.name}</strong>
        </a>{' '}
        <small>
          {results.length === 0
            ? WORDS.daily.none
            : results
                .slice(0, SHOWN)
                .map(({ rank, player, score }) => WORDS.daily.result(rank, isolated(player.name), score))
                .join(' · ')}
        </small>
        {days !== null && days.streaks.played.current > 0 && <Streak days={days} />}
      </span>
      <button type="button" aria-label={WORDS.daily.playOf(ruleset.name)} onClick={() => onPlay(ruleset)}>
        {WORDS.daily.play}
      </button>
    </li>
  );
}

/** Shows a dot for each of the last seven days. The dot is full if the game of that day was finished. */
function Streak({ days: { days, to, streaks } }: { days: DailyDays }) {
  const played = new Set(days.flatMap(({ date, state }) => (state === 'completed' ? [date] : [])));
  return (
    <small class="streak">
      {Array.from({ length: DAYS }, (_, i) => dayFrom(to, i + 1 - DAYS)).map((date) => (
        <i key={date} class={played.has(date) ? 'full' : ''} />
      ))}
      {WORDS.daily.inARow(streaks.played.current)}
    </small>
  );
}
