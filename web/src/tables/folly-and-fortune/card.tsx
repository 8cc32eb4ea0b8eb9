import { Card as Lying } from '../../parts/card.tsx';
import type { Card } from './folly-props.ts';
import type { CardPicking } from './picking.ts';
import { type Fit, FollyPicture } from './picture.tsx';
import { spokenCard } from './words.ts';

interface FollyCardProps {
  card: Card;
  fit: Fit;
  arrows: boolean;
  /** the current health of a card that lies in a row; left out: the printed health */
  health?: number | undefined;
  picking?: CardPicking | undefined;
  class?: string;
  tag?: string | undefined;
  /** true: a copy of a card that is shown elsewhere, so it does not move */
  isCopy?: boolean;
  from?: string;
}

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
  const name = spokenCard(card, health, arrows) + (tag === undefined ? '' : `; ${tag}`);
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
      <Lying name={name} class={more} thing={isCopy ? undefined : id} from={from}>
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
