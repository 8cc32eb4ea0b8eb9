import type { Standing } from '../../../src/statistics/results.ts';
import type { CompetedAgent, CompeteResult } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { digitsOf, namesOf, playsOf, printable } from './words.ts';

interface Row {
  standing: Standing;
  agent: CompetedAgent;
  lost: number;
}

export function standingsSection(result: CompeteResult): Markup {
  const { agents, standings, losses } = result;
  const names = namesOf(result);
  const rows = standings.flatMap((standing): Row[] => {
    const agent = agents.find(({ entry }) => entry === standing.entry);
    const lost = losses.filter(({ entry }) => entry === standing.entry).length;
    return agent === undefined ? [] : [{ standing, agent, lost }];
  });
  const columns = COLUMNS.filter((column) => column.optional !== true || rows.some((row) => (column.of(row) ?? 0) > 0));
  const cells = columns.map((column) => cellsOf(column, rows));
  return html`<section>
<h2>Standings</h2>
<div class="scroll" role="region" aria-label="Standings" tabindex="0"><table>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Agent</th><th scope="col">Plays</th>
${columns.map(({ head }) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
<tbody>${rows.map(({ standing, agent }, i) => {
    return html`<tr><td class="number">${standing.rank}</td><th scope="row"><bdi>${names.get(agent.entry) ?? ''}</bdi>${gone(agent)}</th>
<td>${playsOf(agent)}</td>${cells.map((column) => html`<td class="number">${column[i] ?? ''}</td>`)}</tr>
`;
  })}</tbody></table></div>
</section>`;
}

interface Column {
  head: string;
  of: (row: Row) => number | null;
  /** true: the column is omitted if it is empty in all rows */
  optional?: true;
}

const COLUMNS: Column[] = [
  { head: 'Points', of: ({ standing }) => standing.points },
  { head: 'Games', of: ({ standing }) => standing.games },
  { head: 'Walkovers', of: ({ standing }) => standing.walkovers, optional: true },
  { head: 'Byes', of: ({ standing }) => standing.byes, optional: true },
  { head: 'Buchholz', of: ({ standing }) => standing.buchholz, optional: true },
  { head: 'Sonneborn–Berger', of: ({ standing }) => standing.sonnebornBerger, optional: true },
  { head: 'Actions', of: ({ agent }) => agent.actions },
  { head: 'Lost by rule', of: ({ lost }) => lost },
];

function cellsOf({ of }: Column, rows: readonly Row[]): string[] {
  const numbers = rows.map(of);
  const digits = digitsOf(numbers);
  const form = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return numbers.map((number) => (number === null ? '–' : form.format(number)));
}

function gone({ status, disqualified }: CompetedAgent): Markup | null {
  if (disqualified !== null) return html` <small>disqualified: ${printable(disqualified)}</small>`;
  return status === 'active' ? null : html` <small>${status}</small>`;
}
