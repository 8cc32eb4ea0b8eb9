import type { NumberedCard } from './champions-props.ts';
import { WORDS } from './words.ts';

interface NumberCardProps {
  card: NumberedCard;
  /** whether icons count, and so are spoken */
  withIcons: boolean;
}

/** A card with its number, its dice icons and, when it has one, its power. */
export function NumberCard({ card, withIcons }: NumberCardProps) {
  const { id, number, icons, power } = card;
  const left = 31 - (icons * 13 - 3) / 2;
  return (
    <svg class="card" viewBox="0 0 62 88" role="img" aria-label={WORDS.card(card, withIcons)}>
      <rect class="face" x="1" y="1" width="60" height="86" rx="7" />
      <rect class={`champ-field n${number}`} x="5" y="5" width="52" height="62" rx="4" />
      <text class="champ-number" x="31" y={power === null ? 37 : 31}>
        {number}
      </text>
      {power !== null && (
        <>
          <rect class="champ-band" x="3" y="51" width="56" height="15" />
          <text class="champ-power" x="31" y="59">
            {power}
          </text>
        </>
      )}
      {Array.from({ length: icons }, (_, i) => left + i * 13).map((x) => (
        <g key={x}>
          <rect class="face" x={x} y="71.5" width="10" height="10" rx="2" />
          <path class="champ-pips" d={`M${x + 3} 74.5h0M${x + 7} 78.5h0M${x + 5} 76.5h0`} />
        </g>
      ))}
      <text class="champ-id" x="9" y="14">
        {id}
      </text>
    </svg>
  );
}
