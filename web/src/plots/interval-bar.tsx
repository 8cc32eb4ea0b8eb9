import { type Domain, type Estimate, percent, placeOf } from './scale.ts';
import './plots.css';

const WIDTH = { from: 2, to: 98 };
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const RADIUS = 4.5;
const WHISKER = 5;

interface IntervalBarProps extends Estimate {
  /** the values at the left and right ends; the same in all rows that are compared */
  domain: Domain;
  /** value of a dashed line, such as one half or the rating of random play */
  reference?: number | undefined;
  /** values at which thin lines mark other known points */
  marks?: readonly number[];
  /** text for screen readers; left out if the row also shows the numbers as text, so that they are not read twice */
  spoken?: string | undefined;
  /** true: the value is known exactly and drawn as a diamond */
  isKnown?: boolean;
}

/** Draws a point with its interval. An end inside the domain is drawn as a whisker, an end outside as an arrow. */
export function IntervalBar({ domain, spoken, ...drawn }: IntervalBarProps) {
  const marks = <Marks domain={domain} {...drawn} />;
  return spoken === undefined ? (
    <svg class="interval-bar" width="100%" height={HEIGHT} aria-hidden="true">
      {marks}
    </svg>
  ) : (
    <svg class="interval-bar" width="100%" height={HEIGHT} role="img" aria-label={spoken}>
      {marks}
    </svg>
  );
}

function Marks({ low, value, high, domain, reference, marks = [], isKnown = false }: Omit<IntervalBarProps, 'spoken'>) {
  const at = (number: number) => percent(placeOf(number, domain, WIDTH));
  const ends = [...new Set([low, high])].filter((end) => end >= domain.low && end <= domain.high);
  return (
    <>
      {marks.map((mark) => (
        <line class="mark" key={mark} x1={at(mark)} x2={at(mark)} y1={0} y2={HEIGHT} />
      ))}
      {reference !== undefined && <line class="reference" x1={at(reference)} x2={at(reference)} y1={0} y2={HEIGHT} />}
      <line class="interval" x1={at(low)} x2={at(high)} y1={MIDDLE} y2={MIDDLE} />
      {ends.map((end) => (
        <line class="interval" key={end} x1={at(end)} x2={at(end)} y1={MIDDLE - WHISKER} y2={MIDDLE + WHISKER} />
      ))}
      {low < domain.low && <Arrow place={WIDTH.from} sign="◂" />}
      {high > domain.high && <Arrow place={WIDTH.to} sign="▸" />}
      {isKnown ? (
        <text class="point" x={at(value)} y={MIDDLE}>
          ◆
        </text>
      ) : (
        <circle class="point" cx={at(value)} cy={MIDDLE} r={RADIUS} />
      )}
    </>
  );
}

function Arrow({ place, sign }: { place: number; sign: string }) {
  return (
    <text class="beyond" x={percent(place)} y={MIDDLE}>
      {sign}
    </text>
  );
}
