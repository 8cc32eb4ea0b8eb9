import { useState } from 'preact/hooks';
import type { RulesetSummary } from '../../core/api.ts';
import { gameOf, optionsOf } from '../../core/pool-words.ts';
import { type ListedPool, readPools } from '../../core/rated.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { useReading } from '../../core/use-reading.ts';
import { useTab } from '../../core/use-tab.ts';
import { WORDS_OF_RATINGS } from '../../core/words/ratings.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import './ratings.css';

/** The filters of the list. An empty text selects all. */
interface Wanted {
  ruleset: string;
  seats: string;
  rules: string;
}

export default function RatingsPage() {
  const pools = useReading(() => readPools(), 'pools');
  const rulesets = useReading(listRulesets, 'rulesets').value ?? [];
  const [wanted, setWanted] = useState<Wanted>({ ruleset: '', seats: '', rules: '' });
  useTab(WORDS_OF_RATINGS.title);
  return (
    <section class="panel ratings" aria-labelledby="ratings">
      <h1 id="ratings">{WORDS_OF_RATINGS.title}</h1>
      <p>{WORDS_OF_RATINGS.text}</p>
      <p class="dim">{WORDS_OF_RATINGS.meaning}</p>
      <Fault refusal={pools.refusal} />
      {pools.value === null && pools.refusal === null && <p class="dim">{WORDS.loading}</p>}
      {pools.value?.items.length === 0 && <p>{WORDS_OF_RATINGS.noPool}</p>}
      {pools.value !== null && pools.value.items.length > 0 && (
        <>
          <Choices pools={pools.value.items} rulesets={rulesets} wanted={wanted} onChange={setWanted} />
          <Pools pools={pools.value.items.filter((pool) => fits(pool, wanted))} rulesets={rulesets} />
          {pools.value.hasMore && <p class="dim">{WORDS_OF_RATINGS.more(pools.value.items.length)}</p>}
          <p>
            <a href={hrefTo('compare')}>{WORDS_OF_RATINGS.compare}</a>
          </p>
        </>
      )}
    </section>
  );
}

function fits({ ruleset, seats, rulesVersion }: ListedPool, wanted: Wanted): boolean {
  const isOf = (choice: string, value: string | number) => choice === '' || choice === String(value);
  return isOf(wanted.ruleset, ruleset) && isOf(wanted.seats, seats) && isOf(wanted.rules, rulesVersion);
}

interface ChoicesProps {
  pools: readonly ListedPool[];
  rulesets: readonly RulesetSummary[];
  wanted: Wanted;
  onChange(wanted: Wanted): void;
}

function Choices({ pools, rulesets, wanted, onChange }: ChoicesProps) {
  const ofGame = pools.filter((pool) => fits(pool, { ...wanted, seats: '', rules: '' }));
  const games = unique(pools.map(({ ruleset }) => ruleset));
  const seats = unique(ofGame.map((pool) => pool.seats)).sort((one, other) => one - other);
  const rules = unique(ofGame.map(({ rulesVersion }) => rulesVersion)).sort((one, other) => other - one);
  return (
    <div class="row on-screen">
      <Choice
        name={WORDS_OF_RATINGS.game}
        value={wanted.ruleset}
        options={games.map((ruleset) => [ruleset, gameOf({ ruleset }, rulesets)])}
        onChange={(ruleset) => onChange({ ruleset, seats: '', rules: '' })}
      />
      <Choice
        name={WORDS_OF_RATINGS.seatsOf}
        value={wanted.seats}
        options={seats.map((each) => [String(each), WORDS_OF_RATINGS.seats(each)])}
        onChange={(each) => onChange({ ...wanted, seats: each })}
      />
      <Choice
        name={WORDS_OF_RATINGS.rulesOf}
        value={wanted.rules}
        options={rules.map((each) => [String(each), WORDS_OF_RATINGS.rules(each)])}
        onChange={(each) => onChange({ ...wanted, rules: each })}
      />
    </div>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange(value: string): void;
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  return (
    <label class="line">
      {name}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{WORDS_OF_RATINGS.all}</option>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function Pools({ pools, rulesets }: { pools: readonly ListedPool[]; rulesets: readonly RulesetSummary[] }) {
  const columns: Column<ListedPool>[] = [
    {
      name: WORDS_OF_RATINGS.game,
      isHeader: true,
      cell: (pool) => <a href={hrefTo('ratings', pool.id)}>{gameOf(pool, rulesets)}</a>,
    },
    { name: WORDS_OF_RATINGS.seatsOf, isNumber: true, cell: ({ seats }) => seats },
    { name: WORDS_OF_RATINGS.gamesOf, isNumber: true, cell: ({ games }) => games.toLocaleString('en') },
    { name: WORDS_OF_RATINGS.optionsOf, cell: (pool) => optionsOf(pool, rulesets) },
    { name: WORDS_OF_RATINGS.rulesOf, cell: ({ rulesVersion }) => WORDS_OF_RATINGS.rules(rulesVersion) },
  ];
  if (pools.length === 0) return <p role="status">{WORDS_OF_RATINGS.noSuch}</p>;
  return <WindowedRows caption={WORDS_OF_RATINGS.pools} columns={columns} rows={pools} keyOf={({ id }) => id} />;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
