import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type RulesetSummary, type Schemas } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { Scene } from '../../parts/scene.tsx';

const SHOWN = 3;

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
  useEffect(() => {
    const path = { ruleset: ruleset.id };
    void answerOf(api.GET('/v1/rulesets/{ruleset}/daily', { params: { path } })).then((answer) => {
      if (answer.ok) setResults(answer.value.results);
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
      </span>
      <button type="button" aria-label={WORDS.daily.playOf(ruleset.name)} onClick={() => onPlay(ruleset)}>
        {WORDS.daily.play}
      </button>
    </li>
  );
}
