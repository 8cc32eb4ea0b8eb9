import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Pip } from '../../art/card.tsx';
import { SUIT_PATHS } from '../../art/faces.ts';
import { Drawing, type Tints } from './drawing.tsx';
import type { Kind } from './words.ts';

// Drawings in a box of 100 by 140: kings, queens, and in place of jacks demons (red suits) and orcs (black suits).

const NAMES = [
  'ground',
  'edge',
  'light',
  'robe',
  'lapel',
  'hair',
  'skin',
  'crown',
  'gem',
  'eyes',
  'lips',
  'beard',
  'hide',
];

const TINTS: Readonly<Record<string, Tints>> = Object.fromEntries(
  [
    'S 1c1626 8a6fd0 7d5bd6 35225e 5b3f9e 0d0914 cdb7dd 2b1b4e ff6fae ffe27a 9b1d4f e8e2f0 7f86a8',
    'H 25101a d4647c d0304f 5c1024 98213f 2a0710 eed3cc 430b1b fff0d0 ff6a5a 7d0a1c 2a0710 c23a3f',
    'D 231a0d d6a346 d8922a 5a3a0c 94671a e9dcc0 d9b07c 6b4608 8fe0ff eaffff 7c3d16 e9dcc0 c9772b',
    'C 0f1c16 57b184 2fa562 123d29 21704b 1a2b12 a9c595 0d3322 c8ff7a e2ff6a 46303d 1a2b12 7fa658',
  ].map((line) => {
    const [suit = '', ...colors] = line.split(' ');
    return [suit, { gold: '#e5ac2e', ...Object.fromEntries(colors.map((color, i) => [NAMES[i], `#${color}`])) }];
  }),
);

const EYES = 'eyes M37 62Q43 58 46 64Q41 67 37 62ZM63 62Q57 58 54 64Q59 67 63 62Z';
const FACE = `${EYES}\ncrown,crown,2 M36 57L46 60M64 57L54 60`;

const QUEEN = `
robe M10 136Q12 98 36 92L50 100L64 92Q88 98 90 136Z
lapel M36 92L50 136L64 92L50 100Z
hair M22 60Q20 104 36 108Q30 84 34 62ZM78 60Q80 104 64 108Q70 84 66 62Z
skin M32 52Q32 90 50 92Q68 90 68 52Q50 40 32 52Z`;
const QUEEN_FACE = `
gem M50 28L54 36L50 44L46 36Z
${FACE}
lips M44 80Q50 77 56 80Q50 85 44 80Z`;
const CROWNS: Tints = {
  S: 'M26 56L20 22L36 40L50 10L64 40L80 22L74 56Q50 42 26 56Z',
  H: 'M26 56Q16 38 26 20Q30 34 38 40Q40 22 50 8Q60 22 62 40Q70 34 74 20Q84 38 74 56Q50 42 26 56Z',
  D: 'M26 56L14 40L24 38L20 20L35 34L41 12L50 30L59 12L65 34L80 20L76 38L86 40L74 56Q50 42 26 56Z',
  C: 'M26 56Q8 44 12 18Q20 34 34 38Q42 36 50 18Q58 36 66 38Q80 34 88 18Q92 44 74 56Q50 42 26 56Z',
};

/** Details of kings and queens by suit: fangs, painted diamonds, stitches. Spades have none. */
const MARKS: Tints = {
  S: '',
  H: '\n#fff M46 81L47.5 87L49 81.4ZM51 81.4L52.5 87L54 81Z',
  D: '\ngem,crown,1 M60 68L63 73L60 78L57 73ZM40 68L43 73L40 78L37 73Z',
  C: '\n-,hair,1.8 M34 74L44 70M36 69L39 76M41 68L44 74M66 76L58 70',
};

const KING = `
robe M6 136Q6 96 30 88Q50 104 70 88Q94 96 94 136Z
lapel M6 118Q8 94 30 88Q36 98 30 112Q18 110 6 118ZM94 118Q92 94 70 88Q64 98 70 112Q82 110 94 118Z
-,gold,2 M14 108h10M76 108h10
skin M31 48Q30 88 50 92Q70 88 69 48Q50 38 31 48Z
beard M31 64Q28 108 50 124Q72 108 69 64Q64 76 56 76Q50 72 44 76Q36 76 31 64Z
lips M43 82Q50 80 57 82Q50 87 43 82Z
crown,gold,1.6 M28 54L27 23L38 35L50 16L62 35L73 23L72 54Q50 44 28 54Z
gold M28 54Q50 44 72 54L71.4 47Q50 37 28.6 47Z
-,gem,6 M27 22h.01M50 15h.01M73 22h.01
${FACE}`;

const DEMON = `
robe M4 136Q2 96 22 84L34 100H66L78 84Q98 96 96 136Z
lapel M34 100L50 136L66 100Q50 108 34 100Z
hide M30 50L18 62L31 68ZM70 50L82 62L69 68ZM31 46Q28 78 42 94L50 102L58 94Q72 78 69 46Q50 28 31 46Z
hair M31 46Q50 28 69 46Q58 44 50 56Q42 44 31 46Z
#ffe27a M37 66Q43 62 46 68Q41 71 37 66ZM63 66Q57 62 54 68Q59 71 63 66Z
-,#2a0710,2 M36 61L46 64M64 61L54 64
#2a0710 M38 80Q50 88 62 80Q58 92 50 92Q42 92 38 80Z
#fff M42 82L44 88L46.5 83.6ZM53.5 83.6L56 88L58 82Z`;
const ORC = `
robe M2 136Q4 100 26 90H74Q96 100 98 136Z
#efe2c8 M18 96L24 82L31 92ZM82 96L76 82L69 92Z
lapel M30 92L50 118L70 92Q50 102 30 92Z
hide M30 54L12 46L27 72ZM70 54L88 46L73 72ZM28 48Q26 66 30 80Q36 100 50 100Q64 100 70 80Q74 66 72 48Q50 30 28 48Z
eyes M37 65Q43 61 46 67Q41 70 37 65ZM63 65Q57 61 54 67Q59 70 63 65Z
-,#141a10,2 M36 60L46 63M64 60L54 63
#0005 M45 74Q50 71 55 74L53 77H47Z
#241a1c M36 84Q50 79 64 84Q60 92 50 92Q40 92 36 84Z
#f6edd8 M38 86L41 73L44.5 84ZM62 86L59 73L55.5 84Z`;

const HEADS: Tints = {
  S: `${ORC}
#565b70,#20222e,1 M26 54Q26 24 50 20Q74 24 74 54Q62 46 53 48L50 62L47 48Q38 46 26 54Z
-,gem,6 M50 27h.01`,
  H: `#efe2c8,#6b4a26,1.4 M38 44Q24 34 30 8Q34 26 46 36ZM62 44Q76 34 70 8Q66 26 54 36Z${DEMON}
hair M46 96L50 110L54 96Z`,
  D: `#efe2c8,#6b4a26,1.4 M36 42Q14 44 11 62Q11 78 25 78Q17 67 24 60Q30 55 40 53ZM64 42Q86 44 89 62Q89 78 75 78Q83 67 76 60Q70 55 60 53Z${DEMON}
gem M47 72L50 66L53 72ZM50 38L54 45L50 52L46 45Z`,
  C: `${ORC}
hair,#0a1408,1 M44 40Q40 20 46 10Q50 20 52 12Q60 22 56 40Q50 36 44 40Z
-,#3c5a28,2 M60 54L68 70`,
};

function bustOf(rank: string, suit: string): string {
  if (rank === 'K') return `${KING}${MARKS[suit]}`;
  return rank === 'Q' ? `${QUEEN}\ncrown,gold,1.6 ${CROWNS[suit]}${QUEEN_FACE}${MARKS[suit]}` : (HEADS[suit] ?? '');
}

function Enemy({ rank, suit }: { rank: string; suit: string }) {
  const light = useId();
  const tints = TINTS[suit] ?? {};
  return (
    <>
      <rect width="100" height="140" rx="8.5" fill={tints.ground} />
      <rect x="4" y="4" width="92" height="132" rx="6" fill="none" stroke={tints.edge} />
      <radialGradient id={light}>
        <stop stop-color={tints.light} stop-opacity=".8" />
        <stop offset="1" stop-color={tints.light} stop-opacity="0" />
      </radialGradient>
      <circle cx="50" cy="72" r="46" fill={`url(#${light})`} />
      <Drawing of={bustOf(rank, suit)} tints={tints} />
      <g fill="#f4ecff">
        <text x="13" y="28" font-size="26" text-anchor="middle">
          {rank}
        </text>
        <Pip suit={suit} x={13} y={38} scale={0.62} />
      </g>
    </>
  );
}

const DRAWN: Tints = {
  curse: `
#2c8a52,#10452a,2.5 M60 44Q88 62 82 92Q78 118 60 120Q42 118 38 92Q34 74 46 66Q46 76 52 76Q62 66 60 44Z
#f4efe2,#10452a,2 M60 76Q76 78 75 94Q74 101 69 102V109H51V102Q46 101 45 94Q44 78 60 76Z
-,#10452a,9 M53.5 92h.01M66.5 92h.01
#10452a,#10452a,2 M57 109V104M63 109V104M60 98L58 101.5H62Z`,
  sword: `
#e7edf4,#5d6b7c,2 M46 92L73 50L83 44L83 56L56 98Z
-,#9fb0c2,2 M52 94L80 48
#e5ac2e,#8a5a08,1.6 M36 86Q50 98 66 105L62 111Q46 104 32 92Z
-,#6b3f1c,8 M44 102L36 115
ink,#8a5a08,1.6 M39 119a5.5 5.5 0 1 1 -11 0a5.5 5.5 0 1 1 11 0Z`,
  heart: '-,#fff8,5 M27 56Q30 45 41 46',
};

function Coins({ rank }: { rank: number }) {
  const coin = `
#8a5a08 M-25 0V7A25 11 0 0 0 25 7V0Z
#f0bf4c,#8a5a08,2 M25 0A25 11 0 1 1 -25 0A25 11 0 1 1 25 0Z
#8a5a08 M0-8L6 0L0 8L-6 0Z`;
  const places = [57, 66, 57].slice(0, rank > 7 ? 3 : rank > 4 ? 2 : 1);
  return (
    <>
      {places.map((x, i) => (
        <g key={i} transform={`translate(${x} ${108 - i * 20})`}>
          <Drawing of={coin} tints={{}} />
        </g>
      ))}
    </>
  );
}

interface ArtProps {
  kind: Kind;
  rank: string;
  suit: string;
  ink: string;
}

export default function Art({ kind, rank, suit, ink }: ArtProps): JSX.Element {
  if (kind === 'enemy') return <Enemy rank={rank} suit={suit} />;
  if (kind === 'money') return <Coins rank={Number(rank)} />;
  return (
    <>
      {kind === 'heart' && <path transform="translate(50 72) scale(3.7)" d={SUIT_PATHS.H} fill={ink} />}
      <Drawing of={DRAWN[kind] ?? ''} tints={{ ink }} />
    </>
  );
}
