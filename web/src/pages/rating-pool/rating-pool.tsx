import type { RulesetSummary } from '../../core/api.ts';
import type { PageProps } from '../../core/page-props.ts';
import { gameOf, poolOf } from '../../core/pool-words.ts';
import { type PoolRatings, readRatings } from '../../core/rated.ts';
import { hrefTo, hrefWith } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useReading } from '../../core/use-reading.ts';
import { useTab } from '../../core/use-tab.ts';
import { WORDS_OF_RATINGS } from '../../core/words/ratings.ts';
import { PageFault } from '../../parts/page-fault.tsx';
import { RatingRows, scaleOf } from './rating-rows.tsx';

export default function RatingPoolPage({ params: { pool = '' } }: PageProps) {
  const { value, refusal } = useReading(() => readRatings(pool), pool);
  const rulesets = useReading(listRulesets, 'rulesets').value ?? [];
  const game = value === null ? WORDS_OF_RATINGS.title : gameOf(value.pool, rulesets);
  useTab(WORDS_OF_RATINGS.of(game));
  if (value === null) return <PageFault title={WORDS_OF_RATINGS.title} refusal={refusal} />;
  return (
    <>
      <Heading found={value} rulesets={rulesets} />
      <Lists found={value} />
    </>
  );
}

function Heading({ found, rulesets }: { found: PoolRatings; rulesets: readonly RulesetSummary[] }) {
  const { pool, version, behind } = found;
  return (
    <section class="panel">
      <h1>{WORDS_OF_RATINGS.of(gameOf(pool, rulesets))}</h1>
      <p>{poolOf(pool, rulesets)}</p>
      <p class="dim">
        {WORDS_OF_RATINGS.version(version, behind)} {WORDS_OF_RATINGS.explained}
      </p>
      <p class="line">
        <a href={hrefWith({ pool: pool.id }, 'compare')}>{WORDS_OF_RATINGS.compare}</a>
        <a href={hrefTo('ratings')}>{WORDS_OF_RATINGS.kinds}</a>
      </p>
    </section>
  );
}

function Lists({ found: { pool, items, hasMore } }: { found: PoolRatings }) {
  const own = useStore(session)?.playerId;
  const scale = scaleOf(items);
  const known = items.filter(({ bot }) => bot !== null);
  const rows = { pool: pool.id, scale, own };
  return (
    <>
      <section class="panel">
        <h2>{WORDS_OF_RATINGS.known}</h2>
        <p class="dim">{known.length === 0 ? WORDS_OF_RATINGS.noKnown : WORDS_OF_RATINGS.knownMean}</p>
        {known.length > 0 && <RatingRows {...rows} caption={WORDS_OF_RATINGS.known} ratings={known} canFind={false} />}
      </section>
      <section class="panel">
        <h2>{WORDS_OF_RATINGS.everybody}</h2>
        {items.length === 0 && <p>{WORDS_OF_RATINGS.nobody}</p>}
        {items.some(({ provisional }) => provisional) && <p class="dim">{WORDS_OF_RATINGS.provisionalMean}</p>}
        {items.length > 0 && <RatingRows {...rows} caption={WORDS_OF_RATINGS.everybody} ratings={items} canFind />}
        {hasMore && <p class="dim">{WORDS_OF_RATINGS.more(items.length)}</p>}
      </section>
    </>
  );
}
