import { useState } from 'preact/hooks';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { Lazy } from '../../parts/lazy.tsx';
import type { DecidedTable } from './decided-table.ts';

/** The version at which the set-up of a game is complete. */
const SET_UP = 2;

const loadPastTable = () => import('./past-table.tsx');

interface TablesAtStepProps {
  tables: readonly DecidedTable[];
  stepOf(table: DecidedTable): number;
  place: number;
  last: number;
  goTogether(to: number): void;
  goAlone(table: DecidedTable, to: number): void;
}

export function TablesAtStep({ tables, stepOf, place, last, goTogether, goAlone }: TablesAtStepProps) {
  const [areShown, setShown] = useState(false);
  return (
    <div class="at-step">
      <fieldset class="question">
        <legend>{WORDS_OF_BOARDS.together}</legend>
        <Steps step={place} last={last} go={goTogether} back={WORDS_OF_BOARDS.back} on={WORDS_OF_BOARDS.on} />
      </fieldset>
      <label class="question">
        <input type="checkbox" checked={areShown} onChange={({ currentTarget }) => setShown(currentTarget.checked)} />{' '}
        {WORDS_OF_BOARDS.showTables}
      </label>
      {areShown && (
        <ul class="plain tables">
          {tables.map((table) => (
            <li key={table.gameId} class="panel" data-game={table.gameId}>
              <h3>
                {table.who} <small>{table.name}</small>
              </h3>
              <Steps
                step={stepOf(table)}
                last={table.decisions.length}
                go={(to) => goAlone(table, to)}
                back={WORDS_OF_BOARDS.backAt(table.name)}
                on={WORDS_OF_BOARDS.onAt(table.name)}
              />
              <Lazy load={loadPastTable} with={{ gameId: table.gameId, version: versionAt(table, stepOf(table)) }} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface StepsProps {
  step: number;
  last: number;
  go(to: number): void;
  back: string;
  on: string;
}

function Steps({ step, last, go, back, on }: StepsProps) {
  const [isFirst, isLast] = [step === 0, step >= last];
  return (
    <span class="row" data-repeated>
      <button type="button" aria-label={back} aria-disabled={isFirst} onClick={() => isFirst || go(step - 1)}>
        ◀
      </button>
      <span>{step === 0 ? WORDS_OF_BOARDS.atStart : WORDS_OF_BOARDS.of(step, last)}</span>
      <button type="button" aria-label={on} aria-disabled={isLast} onClick={() => isLast || go(step + 1)}>
        ▶
      </button>
    </span>
  );
}

/** Step 0 is the state before the first decision. */
function versionAt({ decisions }: DecidedTable, step: number): number {
  return decisions[step - 1]?.version ?? (decisions[0]?.version ?? SET_UP) - 1;
}
