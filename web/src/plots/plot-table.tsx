import type { ComponentChildren } from 'preact';
import { WORDS_OF_PLOTS } from '../core/words/plots.ts';
import './plots.css';

export interface PlotTableProps {
  caption: string;
  /** the first column has the row headers */
  columns: readonly string[];
  /** the first cell of a row is its header */
  rows: readonly (readonly ComponentChildren[])[];
}

export function PlotTable({ caption, columns, rows }: PlotTableProps) {
  return (
    <details class="plot-table">
      <summary>{WORDS_OF_PLOTS.asTable}</summary>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={`${row}`}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
