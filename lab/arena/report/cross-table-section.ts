import type { CrossTableCell } from '../../../src/standings/cross-table.ts';
import type { CompeteResult } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { namesOf } from './words.ts';

/** Shades from all lost to all won; the style sheet has one for each. */
const SHADES = 10;
/** With more entries than this, cells have no room for how many games they are of. */
const ROOM_FOR_GAMES = 12;

/** Everyone against everyone, in the order of the standings: a table whose cells are shaded by what they say. */
export function crossTableSection(result: CompeteResult): Markup | null {
  if (result.crossTable.length === 0) return null;
  const names = namesOf(result);
  const order = result.standings.map(({ entry }) => entry);
  const cells = new Map(result.crossTable.map((cell) => [`${cell.entry} ${cell.opponent}`, cell]));
  const games = order.length <= ROOM_FOR_GAMES;
  return html`<section>
<h2>Everyone against everyone</h2>
<p>How much of every hundred that the two won the agent of the row won against the agent of the column, who has the number before
their row. The more, the stronger the blue; the less, the stronger the orange.${games ? ' Below it: of how many games.' : ''}</p>
<div class="scroll" role="region" aria-label="Everyone against everyone" tabindex="0"><table class="cross">
<thead><tr><th scope="col">Agent</th>${order.map((entry, i) => html`<th scope="col" class="number"><abbr title="${names.get(entry) ?? ''}">${i + 1}</abbr></th>`)}</tr></thead>
<tbody>${order.map((entry, i) => {
    return html`<tr><th scope="row"><span class="place">${i + 1}</span> <bdi>${names.get(entry) ?? ''}</bdi></th>${order.map(
      (opponent) =>
        entry === opponent ? html`<td class="self"></td>` : cellOf(cells.get(`${entry} ${opponent}`), games),
    )}</tr>
`;
  })}</tbody></table></div>
</section>`;
}

function cellOf(cell: CrossTableCell | undefined, games: boolean): Markup {
  if (cell === undefined) return html`<td>–</td>`;
  const shade = Math.min(SHADES, Math.max(0, Math.round(cell.share * SHADES)));
  return html`<td class="h${shade}">${Math.round(100 * cell.share)}${games ? html`<small>${cell.games}</small>` : null}</td>`;
}
