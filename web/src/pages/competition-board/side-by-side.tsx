import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../../core/api.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import type { ComparedTable, DecidedTable } from './decided-table.ts';
import { DecisionRows } from './decision-rows.tsx';
import { partingOf } from './same-board.ts';
import { TableRecord } from './table-record.ts';
import { TablesAtStep } from './tables-at-step.tsx';

interface SideBySideProps {
  tables: readonly ComparedTable[];
  seat: number | null;
}

export function SideBySide({ tables, seat }: SideBySideProps) {
  const { records, refusal } = useRecords(tables);
  const decided = tables.flatMap((table) => {
    const record = records.get(table.gameId);
    return record === undefined ? [] : [{ ...table, record, decisions: record.decisions(seat) }];
  });
  const [steps, setSteps] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => setSteps({}), [seat]);
  if (refusal !== null) return <Fault refusal={refusal} />;
  if (decided.length < tables.length) return <p class="dim">{WORDS.loading}</p>;
  const parting = partingOf(decided.map(({ decisions }) => decisions));
  const last = Math.max(0, ...decided.map(({ decisions }) => decisions.length));
  const stepOf = ({ gameId }: DecidedTable) => steps[gameId] ?? 0;
  const place = Math.max(0, ...decided.map(stepOf));
  const goTogether = (to: number) => {
    setSteps(Object.fromEntries(decided.map(({ gameId, decisions }) => [gameId, within(to, decisions.length)])));
  };
  return (
    <>
      <p role="status" class="parting">
        {sentenceOf(decided.length, parting, last)}{' '}
        {decided.length > 1 && parting !== null && (
          <button type="button" onClick={() => goTogether(parting + 1)}>
            {WORDS_OF_BOARDS.toParting}
          </button>
        )}
      </p>
      <TablesAtStep
        tables={decided}
        stepOf={stepOf}
        place={place}
        last={last}
        goTogether={(to) => goTogether(within(to, last))}
        goAlone={({ gameId, decisions }, to) => setSteps({ ...steps, [gameId]: within(to, decisions.length) })}
      />
      <DecisionRows tables={decided} parting={decided.length > 1 ? parting : null} stepOf={stepOf} place={place} />
    </>
  );
}

function sentenceOf(tables: number, parting: number | null, last: number): string {
  if (tables < 2) return WORDS_OF_BOARDS.alone;
  return parting === null ? WORDS_OF_BOARDS.same(last) : WORDS_OF_BOARDS.parts(parting + 1);
}

function within(place: number, last: number): number {
  return Math.max(0, Math.min(place, last));
}

interface Records {
  records: ReadonlyMap<string, TableRecord>;
  refusal: Refusal | null;
}

function useRecords(tables: readonly ComparedTable[]): Records {
  const [read, setRead] = useState<Records>({ records: new Map(), refusal: null });
  const ids = tables.map(({ gameId }) => gameId).join(' ');
  useEffect(() => {
    let isWanted = true;
    const missing = tables.filter(({ gameId }) => !read.records.has(gameId));
    void Promise.all(missing.map(async ({ gameId }) => ({ gameId, answer: await TableRecord.read(gameId) }))).then(
      (answers) => {
        if (!isWanted) return;
        const refused = answers.flatMap(({ answer }) => (answer.ok ? [] : [answer.refusal]));
        const found = answers.flatMap(({ gameId, answer }) => (answer.ok ? [[gameId, answer.value] as const] : []));
        setRead(({ records }) => ({ records: new Map([...records, ...found]), refusal: refused[0] ?? null }));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [ids]);
  return read;
}
