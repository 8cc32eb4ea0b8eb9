import { createHash } from 'node:crypto';
import type { CrossTableCell } from '../../../src/statistics/cross-table.ts';
import { type CompetedAgent, type CompeteResult, LOSS_RULES, type LossRule, type RuleLoss } from '../result.ts';
import { historySection } from './history-section.ts';
import { luckSection } from './luck-section.ts';
import { html, Markup } from './markup.ts';
import { ratingsSection } from './ratings-section.ts';
import { standingsSection } from './standings-section.ts';
import { STYLE } from './style.ts';
import { summary } from './summary.ts';
import { axis, scaleOf, track } from './track.ts';
import { counted, duration, grouped, moment, namesOf, printable } from './words.ts';

// Returns the report as one file without scripts. Its content security policy forbids the browser to load anything.
// Each plot has a table with the same numbers.
export function reportPage(result: CompeteResult): string {
  const policy = `default-src 'none'; style-src '${digest(STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const title = printable(result.settings.name);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
${summary(result, title)}
${standingsSection(result)}
${ratingsSection(result)}
${crossTableSection(result)}
${historySection(result)}
${luckSection(result)}
${byRule(result)}
${howItWasPlayed(result)}
</main>
</body>
</html>
`.text;
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

const RULES = Object.keys(LOSS_RULES) as LossRule[];
const MOST_TOLD = 100;

function byRule(result: CompeteResult): Markup {
  const { losses, agents } = result;
  const names = namesOf(result);
  const heading = html`<h2>Lost by rule</h2>`;
  if (losses.length === 0) {
    return html`<section>${heading}<p>Nothing: every game was played to its end by those who sat there.</p></section>`;
  }
  const rules = RULES.filter((rule) => losses.some((loss) => loss.rule === rule));
  const guilty = agents
    .map(({ entry }) => ({ entry, own: losses.filter((loss) => loss.entry === entry) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => b.own.length - a.own.length);
  const scale = scaleOf([0, ...guilty.map(({ own }) => own.length)]);
  return html`<section>
${heading}
<p>What agents lost without playing on, and by which rule:</p>
<dl class="rules">${rules.map((rule) => html`<div><dt>${rule}</dt><dd>${LOSS_RULES[rule]}</dd></div>`)}</dl>
<div class="scroll" role="region" aria-label="How often by which rule" tabindex="0"><table class="tracks">
<thead><tr><th scope="col">Agent</th>${rules.map((rule) => html`<th scope="col" class="number">${rule}</th>`)}<th scope="col" class="number">All</th>
<td class="plot">${axis(scale, String)}</td></tr></thead>
<tbody>${guilty.map(({ entry, own }) => {
    const drawn = track({
      scale,
      reference: null,
      span: { low: 0, high: own.length },
      marks: [{ at: own.length, shape: 'disc' }],
    });
    return html`<tr><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th>${rules.map((rule) => html`<td class="number">${own.filter((loss) => loss.rule === rule).length}</td>`)}
<td class="number">${own.length}</td><td class="plot">${drawn}</td></tr>
`;
  })}</tbody></table></div>
${told(losses, names)}
</section>`;
}

function told(losses: readonly RuleLoss[], names: ReadonlyMap<number, string>): Markup {
  const more = losses.length - MOST_TOLD;
  return html`<div class="scroll" role="region" aria-label="What happened" tabindex="0"><table>
<caption>What happened${more > 0 ? `: the first ${MOST_TOLD} of ${grouped(losses.length)}; the rest is in losses.csv` : ''}</caption>
<thead><tr><th scope="col">When</th><th scope="col">Agent</th><th scope="col">Rule</th><th scope="col">What</th><th scope="col">Game</th></tr></thead>
<tbody>${losses.slice(0, MOST_TOLD).map(({ entry, gameId, rule, detail, at }) => {
    return html`<tr><td class="when">${moment(at)}</td><th scope="row"><bdi>${names.get(entry) ?? ''}</bdi></th><td>${rule}</td><td class="what">${printable(detail)}</td>
<td class="which">${gameId === null ? 'all from here on' : html`<code>${gameId}</code>`}</td></tr>
`;
  })}</tbody></table></div>`;
}

/** The highest shade: 0 is "all lost", 10 is "all won". The style sheet has a class for each shade. */
const SHADES = 10;
/** With more entries than this, the cells of the cross table omit the number of games. */
const ROOM_FOR_GAMES = 12;

function crossTableSection(result: CompeteResult): Markup | null {
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

function howItWasPlayed(result: CompeteResult): Markup {
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
