import type { JSX } from 'preact';
import { FOUR_COLORS, Index, Paper } from '../../art/card.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { Drawing } from './drawing.tsx';
import { kindOf } from './words.ts';

const loadArt = () => import('./art.tsx');

export function Picture({ card }: { card: string }): JSX.Element {
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  const kind = kindOf(card);
  const ink = FOUR_COLORS[suit] ?? 'var(--red)'; // jokers have no suit
  const isPotion = kind === 'red' || kind === 'blue';
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <Paper />
      <rect x="5" y="5" width="90" height="130" rx="5.5" fill={ink} opacity=".09" />
      {isPotion && <Drawing of={FLASK} tints={{ ink }} />}
      {kind !== 'heart' && kind !== 'enemy' && <Index rank={rank} suit={suit} ink={ink} big />}
      {!isPotion && <Lazy load={loadArt} with={{ kind, rank, suit, ink }} quiet />}
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
