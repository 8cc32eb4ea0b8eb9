import type { JSX } from 'preact';
import { cardIn, SUIT_PATHS } from './faces.ts';

// Draws playing cards in a viewBox of 100 by 140. The pictures have no accessible names: the caller adds them.

export function Paper(): JSX.Element {
  return (
    <>
      <rect width="100" height="140" rx="8.5" fill="var(--card)" />
      <rect x="1" y="1" width="98" height="138" rx="7.6" fill="none" stroke="#0002" />
    </>
  );
}

const SUIT_COLORS: Readonly<Record<string, string>> = {
  H: 'var(--hearts)',
  D: 'var(--diamonds)',
  S: 'var(--spades)',
  C: 'var(--clubs)',
};
export const FOUR_COLORS: Readonly<Record<string, string>> = {
  H: 'var(--red)',
  D: 'var(--amber)',
  S: 'var(--blue)',
  C: 'var(--green)',
};

interface PipProps {
  suit: string;
  x: number;
  y: number;
  scale: number;
  turned?: boolean;
}

export function Pip({ suit, x, y, scale, turned = false }: PipProps): JSX.Element {
  const transform = `translate(${x} ${y}) scale(${scale})${turned ? ' rotate(180)' : ''}`;
  return <path transform={transform} d={SUIT_PATHS[suit] ?? ''} />;
}

interface IndexProps {
  rank: string;
  suit: string;
  ink: string;
  big: boolean;
}

export function Index({ rank, suit, ink, big }: IndexProps): JSX.Element {
  const isTen = rank === '10';
  const size = big ? (isTen ? 32 : 36) : 26;
  const spacing = isTen ? (big ? -3 : -4) : 0;
  const x = big ? 16 : 13.5;
  return (
    <g fill={ink}>
      <text
        x={isTen ? x + (big ? 3 : 2.5) : x}
        y={big ? 33 : 26}
        font-size={size}
        letter-spacing={spacing}
        text-anchor="middle"
      >
        {rank}
      </text>
      <Pip suit={suit} x={x} y={big ? 47 : 36} scale={big ? 1.05 : 0.66} />
    </g>
  );
}

const [L, M, R] = [37, 50, 63];
const ROWS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  2: [
    [M, 30],
    [M, 110],
  ],
  3: [
    [M, 30],
    [M, 70],
    [M, 110],
  ],
  4: [
    [L, 32],
    [R, 32],
    [L, 108],
    [R, 108],
  ],
  5: [
    [L, 32],
    [R, 32],
    [M, 70],
    [L, 108],
    [R, 108],
  ],
  6: [
    [L, 32],
    [R, 32],
    [L, 70],
    [R, 70],
    [L, 108],
    [R, 108],
  ],
  7: [
    [L, 32],
    [R, 32],
    [M, 51],
    [L, 70],
    [R, 70],
    [L, 108],
    [R, 108],
  ],
  8: [
    [L, 32],
    [R, 32],
    [M, 51],
    [L, 70],
    [R, 70],
    [M, 89],
    [L, 108],
    [R, 108],
  ],
  9: [
    [L, 30],
    [R, 30],
    [L, 56],
    [R, 56],
    [M, 70],
    [L, 84],
    [R, 84],
    [L, 110],
    [R, 110],
  ],
  10: [
    [L, 30],
    [R, 30],
    [M, 43],
    [L, 56],
    [R, 56],
    [L, 84],
    [R, 84],
    [M, 97],
    [L, 110],
    [R, 110],
  ],
};

interface CardPictureProps {
  id: string;
  /** true: one large index and one suit mark, for cards narrower than 84 pixels */
  big?: boolean;
}

export function CardPicture({ id, big = false }: CardPictureProps): JSX.Element {
  const rank = cardIn(id)?.rank ?? id;
  const suit = id.slice(-1);
  const ink = SUIT_COLORS[suit] ?? 'var(--card-ink)';
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <Paper />
      <Middle rank={rank} suit={suit} ink={ink} big={big} />
      <Index rank={rank} suit={suit} ink={ink} big={big} />
      {!big && (
        <g transform="rotate(180 50 70)">
          <Index rank={rank} suit={suit} ink={ink} big={false} />
        </g>
      )}
    </svg>
  );
}

function Middle({ rank, suit, ink, big }: IndexProps) {
  if (rank === 'A') {
    return (
      <g fill={ink}>
        {!big && <circle cx="50" cy="70" r="31" fill="none" stroke={ink} stroke-opacity=".35" stroke-width="1.5" />}
        {!big && <circle cx="50" cy="70" r="27.5" fill="none" stroke={ink} stroke-opacity=".2" />}
        <Pip suit={suit} x={big ? 60 : 50} y={big ? 92 : 70} scale={big ? 3 : 1.9} />
      </g>
    );
  }
  if (COURT[rank] !== undefined) return <Court rank={rank} ink={ink} big={big} />;
  return (
    <g fill={ink}>
      {big ? (
        <Pip suit={suit} x={63} y={96} scale={2.7} />
      ) : (
        ROWS[rank]?.map(([x, y]) => <Pip key={`${x} ${y}`} suit={suit} x={x} y={y} scale={0.84} turned={y > 70} />)
      )}
    </g>
  );
}

const CROWN = <path d="M36 33Q36 20 41 27Q45 15 50 24Q55 15 59 27Q64 20 64 33Z" fill="#e5ac2e" stroke="#6b4a06" />;

const COURT: Readonly<Record<string, { behind: JSX.Element | null; before: JSX.Element; mouth: JSX.Element }>> = {
  K: {
    behind: null,
    before: (
      <>
        <path d="M33 34L31 18L40 26L50 14L60 26L69 18L67 34Z" fill="#e5ac2e" stroke="#6b4a06" />
        <circle cx="50" cy="13" r="3" fill="#e5ac2e" stroke="#6b4a06" />
        <path d="M37 46Q37 68 50 69Q63 68 63 46Z" fill="#e9e2d4" stroke="#5b5248" />
      </>
    ),
    mouth: <path d="M44 50Q50 47 56 50" stroke="#5b5248" fill="none" stroke-width="1.4" />,
  },
  Q: {
    behind: <path d="M35 34Q30 58 36 66H64Q70 58 65 34Z" fill="#7a4a20" />,
    before: (
      <>
        <path d="M39 36Q50 28 61 36L60 40Q50 33 40 40Z" fill="#7a4a20" />
        {CROWN}
        <circle cx="50" cy="21" r="2.6" fill="#fff" stroke="#6b4a06" />
      </>
    ),
    mouth: <path d="M47 51Q50 53 53 51" stroke="#a8433a" fill="none" stroke-width="1.6" stroke-linecap="round" />,
  },
  J: {
    behind: null,
    before: (
      <>
        <path d="M33 36Q34 22 52 22Q68 22 68 36Z" stroke="#0005" />
        <path d="M60 26Q74 8 82 18Q72 20 66 31Z" fill="#e5ac2e" stroke="#6b4a06" />
        <path d="M36 36Q34 54 39 58L41 38Z" fill="#8a5a2a" />
      </>
    ),
    mouth: <path d="M47 51Q50 53 53 51" stroke="#a8433a" fill="none" stroke-width="1.6" stroke-linecap="round" />,
  },
};

function Court({ rank, ink, big }: Omit<IndexProps, 'suit'>) {
  const [x, width] = big ? [30, 62] : [25, 50];
  return (
    <>
      <rect x={x} y="13" width={width} height="114" rx="4" fill={ink} opacity=".09" />
      <rect x={x} y="13" width={width} height="114" rx="4" fill="none" stroke={ink} stroke-opacity=".5" />
      <g transform={big ? 'translate(11 0)' : undefined}>
        <Bust rank={rank} ink={ink} />
        <g transform="rotate(180 50 70.5)">
          <Bust rank={rank} ink={ink} />
        </g>
      </g>
    </>
  );
}

function Bust({ rank, ink }: Pick<IndexProps, 'rank' | 'ink'>) {
  const court = COURT[rank];
  return (
    <g fill={ink} stroke-width="1">
      <path d="M24 71Q26 58 42 57H58Q74 58 76 71Z" fill={ink} />
      <path d="M44 57L50 66L56 57Z" fill="#f3d9b8" />
      {court?.behind}
      <path d="M40 33H60V44Q60 56 50 57Q40 56 40 44Z" fill="#f3d9b8" stroke="#6b4a2a" stroke-width=".7" />
      {court?.before}
      <path d="M45 43h2.4M53 43h2.4" stroke="#3b2a1a" stroke-width="1.8" stroke-linecap="round" />
      {court?.mouth}
      <path d="M28 66L72 66" stroke="#e5ac2e" stroke-width="2.4" />
    </g>
  );
}

export function BackPicture(): JSX.Element {
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <rect width="100" height="140" rx="8.5" fill="var(--card)" />
      <rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)" />
      <rect x="6" y="6" width="88" height="128" rx="5" fill="none" stroke="#e5ac2e" stroke-opacity=".7" />
      <circle cx="50" cy="70" r="17" fill="var(--deep)" stroke="#e5ac2e" stroke-width="1.5" />
      <path d="M50 57L61 70L50 83L39 70Z" fill="none" stroke="#e5ac2e" stroke-width="1.6" />
      <circle cx="50" cy="70" r="3.4" fill="#e5ac2e" />
    </svg>
  );
}

export function Lattice(): JSX.Element {
  return (
    <svg class="sr" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="lattice" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="12" height="12" fill="var(--deep)" />
          <path d="M0 0H12M0 0V12" stroke="#e5ac2e" stroke-opacity=".5" stroke-width="1.4" />
          <circle cx="6" cy="6" r="1.5" fill="#e5ac2e" fill-opacity=".6" />
        </pattern>
      </defs>
    </svg>
  );
}
