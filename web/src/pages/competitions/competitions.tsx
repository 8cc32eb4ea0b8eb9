import { useEffect, useState } from 'preact/hooks';
import type { CompetitionSummary, RulesetSummary } from '../../core/api.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { setTab } from '../../core/tab.ts';
import { FORMATS } from '../../core/words/competition-settings.ts';
import { WORDS_OF_COMPETITIONS } from '../../core/words/competitions.ts';
import { WORDS } from '../../core/words.ts';
import { CompetitionList } from './list.tsx';
import type { CompetitionsWanted } from './use-competition-list.ts';
import './competitions.css';

type Format = CompetitionSummary['format'];
type Filter = Omit<CompetitionsWanted, 'status'>;

const STATUSES = ['open', 'playing', 'finished', 'aborted'] as const;
const words = WORDS_OF_COMPETITIONS;

export default function CompetitionsPage({ query }: PageProps) {
  const who = useStore(session);
  const [rulesets, setRulesets] = useState<readonly RulesetSummary[]>([]);
  const [filter, setFilter] = useState<Filter>({
    ruleset: query.get('ruleset'),
    format: formatIn(query),
    mine: query.has('mine') && who !== null,
  });
  useEffect(() => {
    setTab(words.tab, false);
    void listRulesets().then((answer) => answer.ok && setRulesets(answer.value));
    return () => setTab(WORDS.title, false);
  }, []);
  const wanted = { ...filter, mine: filter.mine && who !== null };
  return (
    <>
      <section class="panel">
        <h1>{words.title}</h1>
        <Filters filter={wanted} rulesets={rulesets} knowsMine={who !== null} onChange={setFilter} />
      </section>
      {STATUSES.map((status) => (
        <CompetitionList
          key={status}
          wanted={{ ...wanted, status }}
          nameOf={(ruleset) => rulesets.find(({ id }) => id === ruleset)?.name ?? ruleset}
        />
      ))}
    </>
  );
}

function formatIn(query: URLSearchParams): Format | null {
  const format = query.get('format');
  return format !== null && Object.hasOwn(FORMATS, format) ? (format as Format) : null;
}

interface FiltersProps {
  filter: Filter;
  rulesets: readonly RulesetSummary[];
  knowsMine: boolean;
  onChange(filter: Filter): void;
}

function Filters({ filter, rulesets, knowsMine, onChange }: FiltersProps) {
  return (
    <div class="filters on-screen">
      <p class="dim">{words.text}</p>
      <a href={hrefTo('competitions', 'new')}>{words.make}</a>
      <label>
        {words.game}
        <select
          value={filter.ruleset ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, ruleset: value || null })}
        >
          <option value="">{words.any}</option>
          {rulesets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.format}
        <select
          value={filter.format ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, format: (value || null) as Format | null })}
        >
          <option value="">{words.any}</option>
          {Object.entries(FORMATS).map(([format, name]) => (
            <option key={format} value={format}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {knowsMine ? (
        <label>
          <input
            type="checkbox"
            checked={filter.mine}
            onChange={({ currentTarget: { checked } }) => onChange({ ...filter, mine: checked })}
          />
          {words.mine}
        </label>
      ) : (
        <a href={hrefTo()}>{words.sitDown}</a>
      )}
    </div>
  );
}
