import { PlotTable, type PlotTableProps } from './plot-table.tsx';
import {
  bandBetween,
  type Domain,
  domainOf,
  type EstimateAt,
  lineThrough,
  percent,
  placeOf,
  ticksOf,
} from './scale.ts';
import './plots.css';

/** The area of the curve, in percent of the picture. Below it is room for the labels of the axis. */
const ACROSS = { from: 3, to: 97 };
const UP = { from: 86, to: 6 };
const UPRIGHT_TICKS = 5;
const MOST_MARKS = 60;
/** Labels beyond these percentages are moved inward. */
const EDGES = { left: 10, right: 90 };

export interface Tick {
  at: number;
  words: string;
}

interface LinePlotProps {
  caption: string;
  spoken: string;
  /** at least one, sorted by `at`; the band goes from `low` to `high` */
  points: readonly EstimateAt[];
  ticks: readonly Tick[];
  wordsOf(value: number): string;
  references?: readonly Tick[];
  /** left out: covers all intervals and references */
  across?: Domain | undefined;
  upright?: Domain | undefined;
  table: PlotTableProps;
}

export function LinePlot(props: LinePlotProps) {
  const { caption, spoken, points, ticks, wordsOf, references = [], table } = props;
  const across = props.across ?? { low: points[0]?.at ?? 0, high: points.at(-1)?.at ?? 1 };
  const known = references.map(({ at: value }) => ({ low: value, value, high: value }));
  const upright = props.upright ?? domainOf([...points, ...known]);
  const x = (at: number) => placeOf(at, across, ACROSS);
  const y = (value: number) => placeOf(value, upright, UP);
  const line = points.map(({ at, value }) => [x(at), y(value)] as const);
  const [upper, lower] = [
    points.map(({ at, high }) => [x(at), y(high)] as const),
    points.map(({ at, low }) => [x(at), y(low)] as const),
  ];
  return (
    <figure class="plot">
      <figcaption>{caption}</figcaption>
      <svg class="line-plot" role="img" aria-label={spoken}>
        {ticksOf(upright, UPRIGHT_TICKS).map((value) => (
          <line class="grid" key={value} x1="0" x2="100%" y1={percent(y(value))} y2={percent(y(value))} />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
          <path class="band" d={bandBetween(upper, lower)} />
          <path class="line" d={lineThrough(line)} />
        </svg>
        {points.length <= MOST_MARKS &&
          line.map(([left, top], i) => (
            <circle class="point" key={`${i}`} cx={percent(left)} cy={percent(top)} r="3" />
          ))}
        {references.map(({ at, words }) => (
          <g key={words}>
            <line class="reference" x1="0" x2="100%" y1={percent(y(at))} y2={percent(y(at))} />
            <text class="label" x="100%" y={percent(y(at))} dy="-4" text-anchor="end">
              {words}
            </text>
          </g>
        ))}
        {ticksOf(upright, UPRIGHT_TICKS).map((value) => (
          <text class="label" key={value} x="0" y={percent(y(value))} dy="-4">
            {wordsOf(value)}
          </text>
        ))}
        {ticks.map(({ at, words }) => (
          <text class="label" key={words} x={percent(x(at))} y="100%" dy="-6" text-anchor={anchorAt(x(at))}>
            {words}
          </text>
        ))}
      </svg>
      <PlotTable {...table} />
    </figure>
  );
}

function anchorAt(place: number): 'start' | 'middle' | 'end' {
  if (place < EDGES.left) return 'start';
  return place > EDGES.right ? 'end' : 'middle';
}
