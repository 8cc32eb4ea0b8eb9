import { Card as Lying } from '../../parts/card.tsx';
import type { Card } from './folly-props.ts';
import type { CardPicking } from './picking.ts';
import { type Fit, FollyPicture } from './picture.tsx';
import { spokenCard } from './words.ts';

interface FollyCardProps {
  card: Card;
  fit: Fit;
  arrows: boolean;
  /** what it counts in a row now; left out: as printed */
  health?: number | undefined;
  /** left out: it cannot be picked here */
  picking?: CardPicking | undefined;
  /** `now`, `past` … */
  class?: string;
  /** what is said and shown of it besides: `in force` */
  tag?: string | undefined;
  /** a picture of a card that lies elsewhere: it does not fly */
  isCopy?: boolean;
  /** what it flies from when it is new: see `Felt` */
  from?: string;
}

/** A card on the cloth, which is a button as long as it can be picked. */
export function FollyCard({
  card,
  fit,
  arrows,
  health = card.health,
  picking,
  class: more = '',
  tag,
  isCopy = false,
  from,
}: FollyCardProps) {
  const { id } = card;
  const name = spokenCard(card, health) + (tag === undefined ? '' : `; ${tag}`);
  const shown = (
    <>
      <FollyPicture card={card} health={health} fit={fit} arrows={arrows} />
      {tag !== undefined && (
        <span class="chip tag" aria-hidden="true">
          {tag}
        </span>
      )}
    </>
  );
  const is = picking?.is(id) === true;
  if (picking === undefined || !(is || picking.can(id))) {
    return (
      <Lying name={name} class={more} {...(!isCopy && { thing: id })} {...(from !== undefined && { from })}>
        {shown}
      </Lying>
    );
  }
  return (
    <button
      type="button"
      class={`piece card ${more} ${is ? 'is' : 'can'}`}
      aria-pressed={is}
      data-thing={id}
      onClick={({ detail }) => detail < 2 && picking.take(id)}
    >
      <span class="sr">{name}</span>
      {shown}
    </button>
  );
}
