import { cardIn } from './faces.ts';

/** A playing card such as `QH`, as a picture with a spoken name; a card without a face is drawn with its name. */
export function Card({ id, name }: { id: string; name?: string }) {
  const card = cardIn(id);
  return (
    <svg class="old-card" viewBox="0 0 62 88" role="img" aria-label={name ?? card?.name ?? id}>
      <rect class="face" x="1" y="1" width="60" height="86" rx="7" />
      {card === null ? (
        <text x="31" y="46" class="letters small">
          {id}
        </text>
      ) : (
        <g class={card.suit.colour}>
          <text x="6" y="24" class="rank">
            {card.rank}
          </text>
          <path transform="translate(6 29) scale(.6)" d={card.suit.path} />
          <path transform="translate(19 40) scale(1.65)" d={card.suit.path} />
        </g>
      )}
    </svg>
  );
}

/** A card that lies face down. */
export function CardBack({ name }: { name: string }) {
  return (
    <svg class="old-card" viewBox="0 0 62 88" role="img" aria-label={name}>
      <rect class="face" x="1" y="1" width="60" height="86" rx="7" />
      <rect class="back" x="6" y="6" width="50" height="76" rx="4" />
      <path class="weave" d="M6 31 31 6 56 31 31 56ZM6 57 31 32 56 57 31 82Z" />
    </svg>
  );
}
