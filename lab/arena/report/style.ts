/** The style sheet, with colors for both themes. Everything that a color says is also said by a shape or a number. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf6, #14211b);
  --ink: light-dark(#1b1b1b, #ecece6);
  --dim: light-dark(#55554d, #b7beb8);
  --edge: light-dark(#c9c7bd, #40514a);
  --grid: light-dark(#e4e2d8, #2a3a33);
  --mark: light-dark(#0b5c3f, #7be0b0);
  --band: light-dark(#0b5c3f30, #7be0b038);
  --warn: light-dark(#8b0016, #ffb3bd);
  --high: light-dark(#2f7fc1, #3a86c8);
  --low: light-dark(#e08a2c, #b96a1c);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  font: 1rem/1.45 system-ui, sans-serif;
  color: var(--ink);
  background: var(--ground);
  overflow-wrap: break-word;
}
bdi, code { overflow-wrap: anywhere; }
main { max-width: 68rem; margin: auto; padding: 1.5rem 1rem 3rem; }
section { margin-top: 2.5rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.2rem; margin: 0 0 0.5rem; padding-top: 0.6rem; border-top: 2px solid var(--ink); }
p { max-width: 48rem; margin: 0 0 0.8rem; color: var(--dim); }
.lead { font-size: 1.15rem; color: var(--ink); }
.warning { color: var(--warn); font-weight: 600; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.6rem 1.2rem; margin: 1rem 0; }
dt { font-size: 0.8rem; color: var(--dim); }
dd { margin: 0; }
.rules div { display: flex; gap: 0 0.6rem; }
.rules dt { flex: none; }
.rules dt { font: 0.85rem/1.6 ui-monospace, monospace; }
code { font: 0.85em ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-size: 0.85rem; color: var(--dim); padding: 0.4rem 0; }
th, td { padding: 0.3rem 0.5rem; text-align: start; vertical-align: middle; }
th:first-child, td:first-child { padding-inline-start: 0; }
thead th { font-size: 0.8rem; font-weight: 400; color: var(--dim); vertical-align: bottom; overflow-wrap: normal; }
tbody tr { border-top: 1px solid var(--grid); }
tbody th { font-weight: 600; min-width: 9rem; }
.number { text-align: end; white-space: nowrap; }
small { color: var(--dim); font-weight: 400; }
.scroll { overflow-x: auto; }
.when, .which { white-space: nowrap; }
.what { min-width: 14rem; }
.scroll:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.tracks .plot { width: 45%; padding-block: 0; padding-inline: 1.2rem; min-width: 9rem; }
.axis, .course, .track { display: block; width: 100%; overflow: visible; }
.axis { height: 1.25rem; }
.axis text, .course text { font-size: 0.75rem; fill: var(--dim); paint-order: stroke; stroke: var(--ground); stroke-width: 3px; }
.tracks td.plot { position: relative; height: 2rem; }
.track { position: absolute; top: 0; left: 1.2rem; width: calc(100% - 2.4rem); height: 100%; }
.grid { stroke: var(--grid); }
.reference { stroke: var(--dim); stroke-dasharray: 3 3; }
.span { stroke: var(--mark); stroke-width: 2; }
.end { fill: var(--mark); }
.disc { fill: var(--mark); stroke: var(--mark); stroke-width: 2; }
.ring { fill: var(--ground); stroke: var(--mark); stroke-width: 2; }
.cross { width: auto; }
.cross td { width: 3.2rem; height: 2.4rem; padding: 0.1rem; text-align: center; border: 1px solid var(--ground); }
.cross thead .number { text-align: center; }
.cross abbr { text-decoration: none; }
.cross .place { color: var(--dim); font-weight: 400; display: inline-block; min-width: 1.4rem; }
.cross td small { display: block; line-height: 1; font-size: 0.7rem; color: inherit; }
.self { background: repeating-linear-gradient(135deg, var(--grid) 0 2px, transparent 2px 7px); }
${shades()}
.others { position: absolute; width: 0; height: 0; }
.courses { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem; margin-bottom: 1rem; }
figure { margin: 0; break-inside: avoid; min-width: 0; }
figcaption { display: flex; justify-content: space-between; gap: 0.5rem; font-size: 0.9rem; }
figcaption bdi { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
figcaption span { font-variant-numeric: tabular-nums; white-space: nowrap; }
.course { height: 7rem; border: 1px solid var(--edge); overflow: hidden; }
.course path, #all path { fill: none; vector-effect: non-scaling-stroke; }
.course .band { fill: var(--band); }
#all path { stroke: var(--edge); stroke-width: 1; }
.course .line { stroke: var(--mark); stroke-width: 2.5; }
@media (max-width: 40rem) {
  body { font-size: 0.9rem; }
  th, td { padding-inline: 0.3rem; }
  .facts { grid-template-columns: 1fr 1fr; }
  .wide { display: none; }
  .stacked thead, .stacked tbody { display: block; }
  .stacked tr { display: grid; grid-template-columns: 3.4rem 6.4rem 1fr; align-items: center; }
  .stacked tr > :first-child { grid-column: 1 / -1; padding-bottom: 0; }
  .stacked tr > :nth-child(2) { padding-inline-start: 0; text-align: start; }
  .stacked .plot { width: auto; min-width: 0; padding-inline: 1.1rem; }
  .stacked .track { left: 1.1rem; width: calc(100% - 2.2rem); }
  .stacked.four tr { grid-template-columns: 3.2rem 3.4rem 3.2rem 1fr; }
  .axis text:nth-child(even) { display: none; }
  .stacked.three tr { grid-template-columns: 5rem 1fr; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; }
  * { print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  body { font-size: 9.5pt; }
  table { font-size: 8.5pt; }
  th, td { padding-inline: 0.25rem; }
  thead th { white-space: normal; }
  tbody th { min-width: 5rem; }
  .which { white-space: normal; }
  .scroll { overflow: visible; }
  tr { break-inside: avoid; }
  h2, p, thead { break-after: avoid; }
}
`;

/** Returns the classes of the shades: h0 (all lost, orange), h5 (even, no color) to h10 (all won, blue). */
function shades(): string {
  return Array.from({ length: 11 }, (_, i) => {
    const strength = Math.abs(i - 5) * 15;
    return `.h${i} { background: color-mix(in oklab, var(--${i < 5 ? 'low' : 'high'}) ${strength}%, var(--ground)); }`;
  }).join('\n');
}
