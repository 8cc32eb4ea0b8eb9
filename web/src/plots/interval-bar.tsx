import { type Domain, type Estimate, percent, placeOf } from './scale.ts';
import './plots.css';

const WIDTH = { from: 2, to: 98 };
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const RADIUS = 4.5;
/** How far the ends of an interval reach up and down. */
const WHISKER = 5;

interface IntervalBarProps extends Estimate {
  /** the numbers that the whole width shows, the same in each row that is to be compared */
  domain: Domain;
  /** a number that a dashed upright line marks, such as one half or the rating of random play */
  reference?: number | undefined;
  /** other known points, each a fine upright line */
  marks?: readonly number[];
  /** spoken in its place; left out where the row says the same in numbers, so that nobody hears it twice */
  spoken?: string | undefined;
  /** a known point, which is drawn as a diamond */
  isKnown?: boolean;
}

/**
 * An estimate as a point and its interval as a line, on a scale that all rows share, as wide as its place. An end of the interval
 * has a whisker, and one that lies outside the scale an arrow.
 */
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

/** The interval goes on where the picture ends. */
function Arrow({ place, sign }: { place: number; sign: string }) {
  return (
    <text class="beyond" x={percent(place)} y={MIDDLE}>
      {sign}
    </text>
  );
}
