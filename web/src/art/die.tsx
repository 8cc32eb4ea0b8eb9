import type { JSX } from 'preact';

// Draws dice as translucent facets over one color. The CSS class of the seat sets the color, and the kind of die sets
// the outline.

type Point = readonly [x: number, y: number];

/** Polygons are stored as texts of SVG, because a tumbling die is drawn every 70 ms. */
interface Solid {
  outline: string;
  /** each facet with the CSS class of its shade: `l1` and `l2` are light, `k1` to `k3` are dark */
  facets: readonly (readonly [points: string, light: string])[];
  y: number;
  size: number;
}

/** Returns the corners of a regular polygon in a box of 100 by 100, starting at the top. */
function ring(n: number, radius: number): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = ((360 / n) * i - 90) * (Math.PI / 180);
    return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)] as const;
  });
}

const written = (points: readonly Point[]) =>
  points.map((point) => point.map((n) => +n.toFixed(1)).join(',')).join(' ');

function twelve(): Solid {
  const outline = ring(10, 47);
  const front = ring(5, 31);
  const at = (points: readonly Point[], i: number) => points[i % points.length] as Point;
  const sides = ['l2', 'k1', 'k3', 'k2', 'l2'].map((light, i) => {
    const points = [at(front, i), at(outline, 2 * i), at(outline, 2 * i + 1), at(outline, 2 * i + 2), at(front, i + 1)];
    return [written(points), light] as const;
  });
  return { outline: written(outline), facets: [[written(front), 'l1'], ...sides], y: 51, size: 33 };
}

function twenty(): Solid {
  const outline = ring(6, 48);
  const front = ring(3, 33).map(([x, y]) => [x, y + 2] as const);
  const [a, b, c] = front as [Point, Point, Point];
  const [h0, h1, h2, h3, h4, h5] = outline as [Point, Point, Point, Point, Point, Point];
  const facets: readonly (readonly [Point[], string])[] = [
    [front, 'l1'],
    [[a, h0, h1], 'l2'],
    [[a, h5, h0], 'l1'],
    [[a, b, h1], 'k1'],
    [[b, h1, h2], 'k2'],
    [[b, h2, h3], 'k3'],
    [[b, c, h3], 'k2'],
    [[c, h3, h4], 'k3'],
    [[c, h4, h5], 'k1'],
    [[a, c, h5], 'l2'],
  ];
  return {
    outline: written(outline),
    facets: facets.map(([points, light]) => [written(points), light] as const),
    y: 55,
    size: 32,
  };
}

const SOLIDS: Readonly<Record<string, Solid>> = {
  d4: {
    outline: '50,6 95,84 5,84',
    facets: [
      ['50,6 50,60 5,84', 'l1'],
      ['50,6 95,84 50,60', 'l2'],
      ['50,60 95,84 5,84', 'k2'],
    ],
    y: 52,
    size: 26,
  },
  d8: {
    outline: '50,3 95,66 50,97 5,66',
    facets: [
      ['50,3 95,66 5,66', 'l1'],
      ['5,66 95,66 50,97', 'k2'],
    ],
    y: 47,
    size: 33,
  },
  d10: {
    outline: '50,3 97,42 97,58 50,97 3,58 3,42',
    facets: [
      ['50,3 82,58 50,75 18,58', 'l1'],
      ['50,3 97,42 97,58 82,58', 'k1'],
      ['50,3 3,42 3,58 18,58', 'l2'],
      ['18,58 50,75 50,97 3,58', 'k2'],
      ['82,58 50,75 50,97 97,58', 'k3'],
    ],
    y: 47,
    size: 31,
  },
  d12: twelve(),
  d20: twenty(),
};

/** Each dot is a line without length. Another face thus changes one attribute, which costs less than new elements. */
const PIPS: Readonly<Record<number, string>> = {
  1: 'M50 50h0',
  2: 'M30 30h0M70 70h0',
  3: 'M30 30h0M50 50h0M70 70h0',
  4: 'M30 30h0M30 70h0M70 30h0M70 70h0',
  5: 'M30 30h0M30 70h0M70 30h0M70 70h0M50 50h0',
  6: 'M30 30h0M30 50h0M30 70h0M70 30h0M70 50h0M70 70h0',
};

interface DiePictureProps {
  /** `d6`, `d20` …; an unknown kind is drawn as a d6 with its number */
  kind: string;
  value?: number | string | undefined;
  plain?: boolean | undefined;
}

/** Draws a die. The picture has no accessible name: the caller adds one. */
export function DiePicture({ kind, value, plain = false }: DiePictureProps): JSX.Element {
  const solid = SOLIDS[kind];
  if (solid === undefined) return <Cube value={value} plain={plain || kind !== 'd6'} />;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <polygon class="body" points={solid.outline} />
      {solid.facets.map(([points, light], i) => (
        <polygon key={i} class={`facet ${light}`} points={points} />
      ))}
      {value !== undefined && (
        <text x="50" y={solid.y} font-size={solid.size}>
          {value}
        </text>
      )}
    </svg>
  );
}

function Cube({ value, plain }: { value: DiePictureProps['value']; plain: boolean }) {
  const pips = plain ? undefined : PIPS[Number(value)];
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <rect class="body" x="5" y="5" width="90" height="90" rx="19" />
      <path class="facet l2" d="M9 24Q9 9 24 9H76Q91 9 91 24L82 29Q80 18 70 18H30Q20 18 18 29Z" />
      <path class="facet k2" d="M9 76Q9 91 24 91H76Q91 91 91 76L82 71Q80 82 70 82H30Q20 82 18 71Z" />
      <rect class="facet l1" x="15" y="15" width="70" height="70" rx="17" />
      {pips === undefined ? (
        <text x="50" y="51" font-size="42">
          {value}
        </text>
      ) : (
        <path class="pip" d={pips} />
      )}
    </svg>
  );
}
