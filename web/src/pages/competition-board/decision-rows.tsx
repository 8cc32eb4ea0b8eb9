import { useState } from 'preact/hooks';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import type { DecidedTable } from './decided-table.ts';
import type { Decision } from './same-board.ts';

const ROWS = 30;

interface DecisionRowsProps {
  tables: readonly DecidedTable[];
  /** index of the first decision in which the tables differ; null: there is none */
  parting: number | null;
  /** returns how many decisions a table had made at the step that is shown */
  stepOf(table: DecidedTable): number;
  place: number;
}

export function DecisionRows({ tables, parting, stepOf, place }: DecisionRowsProps) {
  const [looked, setLooked] = useState({ place, first: 0 });
  const last = Math.max(0, ...tables.map(({ decisions }) => decisions.length));
  // shows the page that the reader turned to; after a change of step, shows the page with this step instead
  const first = Math.min(looked.place === place ? looked.first : pageOf(place), pageOf(last));
  const turn = (by: number) => setLooked({ place, first: first + by });
  const [isFirst, isLast] = [first === 0, first + ROWS >= last];
  return (
    <div class="decisions">
      <table class="of-competition">
        <thead>
          <tr>
            <th scope="col">{WORDS_OF_BOARDS.decision}</th>
            {tables.map(({ gameId, name, who }) => (
              <th key={gameId} scope="col">
                {who} <small>{name}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.min(ROWS, last - first) }, (_, i) => first + i).map((row) => (
            <tr key={row} class={row === parting ? 'parts-here' : ''}>
              <th scope="row">
                {row + 1}
                {row === parting && <span class="sign"> ≠ {WORDS_OF_BOARDS.partHere}</span>}
              </th>
              {tables.map((table) => (
                <Cell key={table.gameId} table={table} row={row} isCurrent={stepOf(table) === row + 1} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {last > ROWS && (
        <p class="row" data-repeated>
          <button type="button" aria-disabled={isFirst} onClick={() => isFirst || turn(-ROWS)}>
            {WORDS_OF_BOARDS.earlierRows}
          </button>
          <button type="button" aria-disabled={isLast} onClick={() => isLast || turn(ROWS)}>
            {WORDS_OF_BOARDS.laterRows}
          </button>
        </p>
      )}
    </div>
  );
}

function pageOf(place: number): number {
  return Math.floor(Math.max(0, place - 1) / ROWS) * ROWS;
}

function Cell({ table, row, isCurrent }: { table: DecidedTable; row: number; isCurrent: boolean }) {
  const { decisions, record, who } = table;
  const decision = decisions[row];
  return (
    <td data-of={who} aria-current={isCurrent ? 'step' : undefined}>
      {decision === undefined ? (
        row === decisions.length && <small>{WORDS_OF_BOARDS.over}</small>
      ) : (
        <Sentences words={record.wordsOf(decision)} decision={decision} />
      )}
    </td>
  );
}

function Sentences({ words, decision }: { words: readonly string[]; decision: Decision }) {
  return (
    <>
      {words.join(' ')}
      {decision.isLate && <small> ({WORDS_OF_BOARDS.late})</small>}
    </>
  );
}
