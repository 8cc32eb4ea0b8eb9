import type { CompetedAgent, CompeteResult } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { printable } from './printable.ts';
import { counted, duration, namesOf } from './words.ts';

/** All that it takes to play it again, and to check it. */
export function howItWasPlayed(result: CompeteResult): Markup {
  const { settings, competitionId, seed, timing, agents } = result;
  const names = namesOf(result);
  return html`<section>
<h2>How it was played</h2>
<div class="scroll" role="region" aria-label="Agents as they were started" tabindex="0"><table>
<thead><tr><th scope="col">Agent</th><th scope="col">Plays</th><th scope="col">Bounds</th><th scope="col" class="number">Starts</th></tr></thead>
<tbody>${agents.map((agent) => {
    return html`<tr><th scope="row"><bdi>${names.get(agent.entry) ?? ''}</bdi></th><td>${program(agent)}</td><td>${bounds(agent)}</td><td class="number">${agent.starts}</td></tr>
`;
  })}</tbody></table></div>
<dl class="facts">
<div><dt>Seed</dt><dd><code>${printable(seed)}</code></dd></div>
<div><dt>Competition</dt><dd><code>${competitionId}</code></dd></div>
<div><dt>Options</dt><dd><code>${JSON.stringify(settings.options)}</code></dd></div>
<div><dt>Boards and rounds</dt><dd>${counted(settings.boards, 'board')} a table and round, <code>rounds</code> ${settings.rounds}, <code>scoring</code> ${settings.scoring}</dd></div>
<div><dt>Time</dt><dd>${duration(timing.seconds)} in ${counted(timing.runs, 'run')}</dd></div>
</dl>
<p>All figures are in <code>result.json</code> and, as tables, in the files <code>.csv</code> beside this one. Ratings are the most likely ones by all games that
were played, each game once, with intervals that count boards and not games as evidence; the order of games does not matter.</p>
</section>`;
}

function program({ plays }: CompetedAgent): Markup {
  switch (plays.kind) {
    case 'policy':
      return html`policy <code>${plays.policy}</code>`;
    case 'command':
      return html`over HTTP: <code>${printable(plays.command.join(' '))}</code>`;
    case 'pipe':
      return html`by lines: <code>${printable(plays.command.join(' '))}</code>`;
    default:
      return plays satisfies never;
  }
}

function bounds({ bounds }: CompetedAgent): string {
  if (bounds === null) return '–';
  return `${bounds.seconds} s an action, ${bounds.memoryMb} MB, ${counted(bounds.restarts, 'restart')}`;
}
