import { useState } from 'preact/hooks';
import type { Schemas } from '../../core/api.ts';
import { named } from '../../core/seat-names.ts';
import { WORDS_OF_ANALYSIS as words } from '../../core/words/analysis.ts';
import { type Column, WindowedRows } from '../../parts/windowed-rows.tsx';
import { IntervalBar } from '../../plots/interval-bar.tsx';
import type { Domain } from '../../plots/scale.ts';
import { type DecisionsWanted, decisionsShown, lossDomain } from './decisions-shown.ts';

type Analysis = Schemas['Analysis'];
type Decision = Schemas['AnalysedDecision'];

interface DecisionListProps {
  analysis: Analysis;
  names: readonly string[];
  at: number | null;
  hrefOf(version: number): string;
}

export function DecisionList({ analysis: { decisions, measure }, names, at, hrefOf }: DecisionListProps) {
  const [wanted, setWanted] = useState<DecisionsWanted>({ seat: null, onlySure: false, order: 'game' });
  const shown = decisionsShown(decisions, wanted);
  const columns = columnsOf({ measure, names, hrefOf, domain: lossDomain(decisions) });
  return (
    <section class="panel" aria-labelledby="decisions">
      <h2 id="decisions">{words.decisions}</h2>
      <Filters wanted={wanted} names={names} onChange={setWanted} />
      {shown.length === 0 ? (
        <p class="dim">{words.none}</p>
      ) : (
        <WindowedRows
          caption={words.list}
          columns={columns}
          rows={shown}
          keyOf={({ version }) => version}
          isMarked={({ version }) => version === at}
        />
      )}
    </section>
  );
}

interface ColumnsFor {
  measure: Analysis['measure'];
  domain: Domain;
  names: readonly string[];
  hrefOf(version: number): string;
}

function columnsOf({ measure, domain, names, hrefOf }: ColumnsFor): Column<Decision>[] {
  const { columns } = words;
  return [
    {
      name: columns.version,
      isHeader: true,
      cell: ({ version }) => <a href={hrefOf(version)}>{version}</a>,
    },
    { name: columns.amount[measure], isNumber: true, cell: ({ loss }) => words.estimate(loss, measure) },
    {
      name: columns.plot,
      isPlot: true,
      cell: ({ loss: { value, interval } }) => (
        <IntervalBar {...interval} value={value} domain={domain} reference={0} />
      ),
    },
    { name: columns.who, cell: ({ seat }) => names[seat] ?? String(seat) },
    { name: columns.taken, cell: ({ options, taken }) => named(options[taken]?.label ?? '', names) },
    {
      name: columns.best,
      cell: ({ options, taken, best }) => (taken === best ? words.same : named(options[best]?.label ?? '', names)),
    },
  ];
}

interface FiltersProps {
  wanted: DecisionsWanted;
  names: readonly string[];
  onChange(wanted: DecisionsWanted): void;
}

function Filters({ wanted, names, onChange }: FiltersProps) {
  return (
    <div class="decision-filters on-screen">
      {names.length > 1 && (
        <label>
          {words.seat}{' '}
          <select
            value={wanted.seat ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...wanted, seat: value === '' ? null : Number(value) })
            }
          >
            <option value="">{words.everybody}</option>
            {names.map((name, seat) => (
              <option key={name} value={seat}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {words.order}{' '}
        <select
          value={wanted.order}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...wanted, order: value === 'loss' ? 'loss' : 'game' })
          }
        >
          <option value="game">{words.orders.game}</option>
          <option value="loss">{words.orders.loss}</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={wanted.onlySure}
          onChange={({ currentTarget: { checked } }) => onChange({ ...wanted, onlySure: checked })}
        />{' '}
        {words.onlySure}
      </label>
    </div>
  );
}
