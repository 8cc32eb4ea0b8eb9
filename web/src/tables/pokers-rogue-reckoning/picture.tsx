import type { JSX } from 'preact';
import { FOUR_COLORS, Index, Paper, SUIT_PATHS } from '../../art/card.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { Drawing } from './drawing.tsx';
import { type Kind, kindOf } from './words.ts';

const loadEnemies = () => import('./enemies.tsx');

/** A card of this game: what it is, drawn, with its rank and suit in the corner. */
export function Picture({ card }: { card: string }): JSX.Element {
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  const kind = kindOf(card);
  if (kind === 'enemy') return <Lazy load={loadEnemies} with={{ rank, suit }} quiet />;
  const ink = FOUR_COLORS[suit] ?? 'var(--red)'; // the jokers have no suit
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <Paper />
      <rect x="5" y="5" width="90" height="130" rx="5.5" fill={ink} opacity=".09" />
      {kind === 'heart' && <path transform="translate(50 72) scale(3.7)" d={SUIT_PATHS.H} fill={ink} />}
      {kind === 'money' ? <Coins rank={Number(rank)} /> : <Drawing of={DRAWN[kind]} tints={{ ink }} />}
      {kind !== 'heart' && <Index rank={rank} suit={suit} ink={ink} big />}
    </svg>
  );
}

const FLASK = `
#ffffffb3,ink,3 M50 52H70M53 52V70Q40 76 36 92Q34 116 60 118Q86 116 84 92Q80 76 67 70V52
ink M38 92Q49 86 60 92T82 92Q83 113 60 114.5Q37 113 38 92Z
#8a5a2a M52 44H68Q71 44 71 47V50Q71 53 68 53H52Q49 53 49 50V47Q49 44 52 44Z
-,#fff9,7 M52 101h.01
-,#fff9,5 M66 106h.01
-,ink,4.4 M60 78h.01`;

const DRAWN: Readonly<Record<Exclude<Kind, 'enemy' | 'money'>, string>> = {
  red: FLASK,
  blue: FLASK,
  // a green flame with a skull in it
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

/** One, two or three coins on each other, by what the card is worth. */
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
