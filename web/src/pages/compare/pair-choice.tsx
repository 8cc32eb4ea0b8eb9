import type { RulesetSummary } from '../../core/api.ts';
import { poolOf } from '../../core/pool-words.ts';
import { participantId, participantName, type Rating, readPools, readRatings } from '../../core/rated.ts';
import { hrefWith } from '../../core/router.ts';
import { useReading } from '../../core/use-reading.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_COMPARISON } from './comparison-words.ts';
import type { Pair } from './watched-comparison.ts';

interface PairChoiceProps {
  chosen: Pair;
  rulesets: readonly RulesetSummary[];
}

export function PairChoice({ chosen, rulesets }: PairChoiceProps) {
  const pools = useReading(readPools, 'pools');
  const { pool } = chosen;
  const ratings = useReading<{ items: readonly Rating[] }>(
    async () => (pool === '' ? NOBODY : readRatings(pool)),
    pool,
  );
  const refusal = pools.refusal ?? ratings.refusal;
  const items = pools.value?.items ?? [];
  if (pools.value !== null && items.length === 0) return <p>{WORDS_OF_COMPARISON.noPool}</p>;
  const isLoading = pools.value === null || ratings.value === null;
  return (
    <form class="row on-screen" aria-label={WORDS_OF_COMPARISON.choose} aria-busy={isLoading}>
      <Choice
        name={WORDS_OF_COMPARISON.pool}
        value={pool}
        options={items.map((each) => [each.id, poolOf(each, rulesets)])}
        onChange={(id) => choose({ ...chosen, pool: id })}
      />
      <Choice
        name={WORDS_OF_COMPARISON.one}
        value={chosen.one}
        options={named(ratings.value?.items ?? [])}
        onChange={(one) => choose({ ...chosen, one })}
      />
      <Choice
        name={WORDS_OF_COMPARISON.other}
        value={chosen.other}
        options={named(ratings.value?.items ?? [])}
        onChange={(other) => choose({ ...chosen, other })}
      />
      {isLoading && refusal === null && <p class="dim">{WORDS.loading}</p>}
      <Fault refusal={refusal} />
    </form>
  );
}

const NOBODY = { ok: true, value: { items: [] as readonly Rating[] } } as const;

function choose({ pool, one, other }: Pair): void {
  const query = Object.entries({ pool, one, other }).filter(([, value]) => value !== '');
  location.hash = hrefWith(Object.fromEntries(query), 'compare');
}

/** Sorts by name, with the bots first, because readers look for names. */
function named(ratings: readonly Rating[]): [id: string, name: string][] {
  const isBot = ({ bot }: Rating) => (bot === null ? 1 : 0);
  return ratings
    .toSorted((a, b) => isBot(a) - isBot(b) || participantName(a).localeCompare(participantName(b), 'en'))
    .map((rating) => [participantId(rating), participantName(rating)]);
}

interface ChoiceProps {
  name: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  const isThere = options.some(([each]) => each === value);
  return (
    <label class="line">
      {name}
      <select value={isThere ? value : ''} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{WORDS_OF_COMPARISON.notChosen}</option>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
