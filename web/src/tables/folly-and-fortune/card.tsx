import { SUITS } from '../../art/faces.ts';
import type { CardPicking } from './picking.ts';
import { type Card, powerWords, SAID, spokenCard, TRIGGERS } from './words.ts';

interface FaceProps {
  card: Card;
  /** what it counts in a row now; left out: as printed */
  health?: number | undefined;
  /** whether its arrow matters in this game */
  arrows?: boolean;
}

/** A card with its number as a die, its health as a heart, and what its powers do. */
export function Face({ card, health = card.health, arrows = false }: FaceProps) {
  const { id, number, arrow, powers } = card;
  return (
    <span class="ff-card" role="img" aria-label={spokenCard(card, health)}>
      <span class="ff-number">{number < 0 ? `−${-number}` : number}</span>
      <span class="ff-health">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path class="heart" d={SUITS.H?.path} />
        </svg>
        <b>{health}</b>
        {health !== card.health && <s>{card.health}</s>}
      </span>
      <span class="ff-powers">
        {powers.map((power) => (
          <span key={power.trigger}>
            <i>{TRIGGERS[power.trigger]}</i> {powerWords(power)}
          </span>
        ))}
      </span>
      <span class="ff-foot">
        {id}
        {card.shield && ` ${SAID.shield}`}
        {arrows && arrow !== null && <span class="ff-arrow">{arrow === 'left' ? '◀' : '▶'}</span>}
      </span>
    </span>
  );
}

interface CardPieceProps extends FaceProps {
  picking: CardPicking;
}

/** A card that is a button as long as it can be picked. */
export function CardPiece({ picking, ...face }: CardPieceProps) {
  const { id } = face.card;
  const isPicked = picking.is(id);
  if (!isPicked && !picking.can(id)) {
    return (
      <span class="piece">
        <Face {...face} />
      </span>
    );
  }
  return (
    <button
      type="button"
      class={isPicked ? 'piece is' : 'piece can'}
      aria-pressed={isPicked}
      data-card={id}
      onClick={() => picking.pick(id)}
    >
      <Face {...face} />
    </button>
  );
}
