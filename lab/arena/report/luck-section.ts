import type { CompeteResult } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { axis, scaleOf, track } from './track.ts';
import { fixed, namesOf, signed } from './words.ts';

interface Lucky {
  entry: number;
  share: number;
  adjusted: number;
}

/** Shows results corrected for luck: by par (the result of random play) or, on shared boards, by matchpoints. */
export function luckSection(result: CompeteResult): Markup | null {
  const lucky = luckyOf(result);
  const compared = isCompared(result)
    ? result.standings.flatMap(({ entry, matchpoints }) => (matchpoints === null ? [] : [{ entry, matchpoints }]))
    : [];
  if (lucky.length === 0 && compared.length === 0) return null;
  return html`<section>
<h2>Luck</h2>
${lucky.length === 0 ? null : byPar(lucky, namesOf(result))}
${compared.length === 0 ? null : byMatchpoints(compared, namesOf(result))}
</section>`;
}

/** True if each board is played in several games. Only then can matchpoints compare games with the same cards. */
function isCompared({ settings }: CompeteResult): boolean {
  return settings.format === 'cup' || settings.duplicate !== 'none';
}

function luckyOf({ standings, games, boards }: CompeteResult): Lucky[] {
  const known = new Set(boards.filter(({ par }) => par !== null).map(({ board }) => board));
  const played = games.filter(({ counted, board }) => counted === 'played' && known.has(board));
  return standings
    .flatMap(({ entry, adjustedShare }) => {
      if (adjustedShare === null) return [];
      const shares = played.flatMap(({ entries, shares }) => shares.filter((_, seat) => entries[seat] === entry));
      const share = shares.reduce((sum, each) => sum + each, 0) / Math.max(1, shares.length);
      return [{ entry, share, adjusted: adjustedShare }];
    })
    .sort((a, b) => b.adjusted - a.adjusted);
}

function byPar(lucky: readonly Lucky[], names: ReadonlyMap<number, string>): Markup {
  const scale = scaleOf(lucky.flatMap(({ share, adjusted }) => [100 * share, 100 * adjusted]));
  return html`<p>The share of wins as it was (ring), and with the luck of the deal taken out (disc): the chance of every game was replayed with random
play on all seats, and what a seat was worth by that is no merit of its player. In percent.</p>
<table class="tracks stacked four">
<thead><tr><th scope="col">Agent</th><th scope="col" class="number">Won</th><th scope="col" class="number">Luck</th><th scope="col" class="number">Without</th>
<td class="plot">${axis(scale, String)}</td></tr></thead>
<tbody>${lucky.map(({ entry, share, adjusted }) => {
    const [was, is] = [100 * share, 100 * adjusted];
    const drawn = track({
      scale,
      reference: null,
      span: { low: Math.min(was, is), high: Math.max(was, is) },
      marks: [
        { at: was, shape: 'ring' },
        { at: is, shape: 'disc' },
      ],
    });
    return html`<tr><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th><td class="number">${fixed(was, 1)}</td><td class="number">${signed(was - is, 1)}</td>
<td class="number">${fixed(is, 1)}</td><td class="plot">${drawn}</td></tr>
`;
  })}</tbody></table>`;
}

function byMatchpoints(
  compared: readonly { entry: number; matchpoints: number }[],
  names: ReadonlyMap<number, string>,
): Markup {
  const sorted = [...compared].sort((a, b) => b.matchpoints - a.matchpoints);
  const scale = scaleOf([50, ...sorted.map(({ matchpoints }) => matchpoints)]);
  return html`<p>Matchpoints: how many of the others did worse on the same seat of the same board, in percent, a tie counting half. All had
the same chance there, so luck does not count: 50 is the average. Where several sit at a table, opponents differ from table to
table, and what is compared are margins, not wins: the player with most wins may not have most matchpoints.</p>
<table class="tracks stacked three">
<thead><tr><th scope="col">Agent</th><th scope="col" class="number">Matchpoints</th><td class="plot">${axis(scale, String)}</td></tr></thead>
<tbody>${sorted.map(({ entry, matchpoints }) => {
    const span = { low: Math.min(50, matchpoints), high: Math.max(50, matchpoints) };
    return html`<tr><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th><td class="number">${fixed(matchpoints, 1)}</td>
<td class="plot">${track({ scale, reference: 50, span, marks: [{ at: matchpoints, shape: 'disc' }] })}</td></tr>
`;
  })}</tbody></table>`;
}
