import { type CompeteResult, LOSS_RULES, type LossRule, type RuleLoss } from '../result.ts';
import { html, type Markup } from './markup.ts';
import { printable } from './printable.ts';
import { scaleOf } from './scale.ts';
import { axis, track } from './track.ts';
import { grouped, moment, namesOf } from './words.ts';

const RULES = Object.keys(LOSS_RULES) as LossRule[];
/** The rest is in losses.csv. */
const MOST_TOLD = 100;

/** What was lost without being played: how often by whom, and what happened each time. */
export function byRule(result: CompeteResult): Markup {
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
