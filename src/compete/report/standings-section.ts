import type { Standing } from '../../standings/results.ts';
import type { CompetedAgent, CompeteResult } from '../result.ts';
import { html, type Markup, type Part } from './markup.ts';
import { fixed, grouped, namesOf, playsOf } from './words.ts';

interface Row {
  standing: Standing;
  agent: CompetedAgent;
  lost: number;
}

/** Everybody's row, the best first. */
export function standingsSection(result: CompeteResult): Markup {
  const { agents, standings, losses, settings } = result;
  const names = namesOf(result);
  const rows = standings.flatMap((standing): Row[] => {
    const agent = agents.find(({ entry }) => entry === standing.entry);
    const lost = losses.filter(({ entry }) => entry === standing.entry).length;
    return agent === undefined ? [] : [{ standing, agent, lost }];
  });
  const columns = COLUMNS.filter(({ shown }) => rows.some(({ standing }) => shown(standing, settings.format)));
  return html`<section aria-labelledby="standings">
<h2 id="standings">Standings</h2>
<div class="scroll" role="region" aria-labelledby="standings" tabindex="0"><table>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Agent</th><th scope="col">Plays</th>
${columns.map(({ head }) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
<tbody>${rows.map(({ standing, agent, lost }) => {
    return html`<tr><td class="number">${standing.rank}</td><th scope="row"><bdi>${names.get(agent.entry) ?? ''}</bdi>${gone(agent)}</th>
<td>${playsOf(agent)}</td>${columns.map(({ cell }) => html`<td class="number">${cell({ standing, agent, lost })}</td>`)}</tr>
`;
  })}</tbody></table></div>
</section>`;
}

interface Column {
  head: string;
  /** a column is there when it says something of somebody */
  shown: (standing: Standing, format: CompeteResult['settings']['format']) => boolean;
  cell: (row: Row) => Part;
}

const always = () => true;

const COLUMNS: Column[] = [
  { head: 'Points', shown: always, cell: ({ standing }) => fixed(standing.points, 2) },
  { head: 'Games', shown: always, cell: ({ standing }) => grouped(standing.games) },
  { head: 'Walkovers', shown: ({ walkovers }) => walkovers > 0, cell: ({ standing }) => standing.walkovers },
  { head: 'Byes', shown: ({ byes }) => byes > 0, cell: ({ standing }) => standing.byes },
  {
    head: 'Buchholz',
    shown: ({ buchholz }) => buchholz !== null,
    cell: ({ standing }) => figure(standing.buchholz, 2),
  },
  {
    head: 'Sonneborn–Berger',
    shown: ({ sonnebornBerger }) => sonnebornBerger !== null,
    cell: ({ standing }) => figure(standing.sonnebornBerger, 2),
  },
  { head: 'Actions', shown: always, cell: ({ agent }) => grouped(agent.actions) },
  { head: 'Lost by rule', shown: always, cell: ({ lost }) => lost },
];

function figure(number: number | null, digits: number): string {
  return number === null ? '–' : fixed(number, digits);
}

function gone({ status, disqualified }: CompetedAgent): Markup | null {
  if (disqualified !== null) return html` <small>disqualified: ${disqualified}</small>`;
  return status === 'active' ? null : html` <small>${status}</small>`;
}
