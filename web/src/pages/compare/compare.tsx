import { useEffect, useMemo } from 'preact/hooks';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { useStore } from '../../core/store.ts';
import { useReading } from '../../core/use-reading.ts';
import { useTab } from '../../core/use-tab.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS_OF_RATINGS } from '../../core/words/ratings.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { comparisonSource } from './comparison-source.ts';
import { WORDS_OF_COMPARISON } from './comparison-words.ts';
import { PairChoice } from './pair-choice.tsx';
import { Verdict } from './verdict.tsx';
import { type Pair, WatchedComparison } from './watched-comparison.ts';
import './compare.css';

export default function ComparePage({ query }: PageProps) {
  const rulesets = useReading(listRulesets, 'rulesets').value ?? [];
  const chosen = { pool: query.get('pool') ?? '', one: query.get('one') ?? '', other: query.get('other') ?? '' };
  const isChosen = chosen.pool !== '' && chosen.one !== '' && chosen.other !== '';
  useTab(WORDS_OF_COMPARISON.title);
  return (
    <>
      <section class="panel compare" aria-labelledby="compare">
        <h1 id="compare">{WORDS_OF_COMPARISON.title}</h1>
        <PairChoice chosen={chosen} rulesets={rulesets} />
        {!isChosen && <p>{WORDS_OF_COMPARISON.chooseTwo}</p>}
        {isChosen && chosen.one === chosen.other && <p>{WORDS_OF_COMPARISON.same}</p>}
        <p class="line">
          {chosen.pool !== '' && <a href={hrefTo('ratings', chosen.pool)}>{WORDS_OF_RATINGS.everybody}</a>}
          <a href={hrefTo('ratings')}>{WORDS_OF_RATINGS.kinds}</a>
        </p>
      </section>
      {isChosen && chosen.one !== chosen.other && <Watched {...chosen} />}
    </>
  );
}

function Watched({ pool, one, other }: Pair) {
  const watched = useMemo(() => new WatchedComparison({ pool, one, other }, comparisonSource), [pool, one, other]);
  useEffect(() => whileVisible((signal) => watched.follow(signal)), [watched]);
  const { comparison, trail, refusal } = useStore(watched.state);
  return (
    <>
      {refusal !== null && (
        <section class="panel">
          <Fault refusal={refusal} />
        </section>
      )}
      {comparison === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {comparison !== null && <Verdict comparison={comparison} trail={trail} />}
    </>
  );
}
