import { Offer } from '../../parts/offer.tsx';
import { cardsToCome, isChooseDie } from './battle.tsx';
import type { ChampionsProps, NumberedCard } from './champions-props.ts';
import { NumberCard } from './number-card.tsx';
import { WORDS } from './words.ts';

/** The viewer's hand as a fan, without the cards that lie in the die as long as it is not rolled. */
export function Hand(props: ChampionsProps) {
  const { view } = props;
  const isRolled = view.phase !== 'die' && view.phase !== 'challenge';
  const inDie = new Set(isRolled ? [] : view.die?.map(({ id }) => id));
  const held = view.hand.filter(({ id }) => !inDie.has(id));
  if (view.hand.length === 0) return <p class="dim">{WORDS.handEmpty}</p>;
  return (
    <ul class="champ-fan" aria-label={WORDS.hand}>
      {held.map((card) => (
        <li key={card.id}>
          <HandCard {...props} card={card} />
        </li>
      ))}
    </ul>
  );
}

/** Cards for a die are collected and sent together; a card that is given up goes alone. */
function HandCard({ view, choice, card }: ChampionsProps & { card: NumberedCard }) {
  const picture = <NumberCard card={card} withIcons={view.topCardUsed !== null} />;
  const choosing = choice.all.map(({ action }) => action).filter(isChooseDie);
  const chosen = choosing.find((action) => action.card === card.id);
  if (chosen === undefined) {
    return (
      <Offer choice={choice} action={{ type: 'discardCard', card: card.id }}>
        {picture}
      </Offer>
    );
  }
  const isComing = cardsToCome(view, choice).some(({ id }) => id === card.id);
  const collect = () => {
    const others = choice.proposed.filter(isChooseDie).filter((action) => action.card !== card.id);
    const places = (view.number ?? 0) - (view.die?.length ?? 0);
    choice.clear();
    choice.propose(...(isComing ? others : [...others, chosen].slice(-places)));
  };
  return (
    <button type="button" class={isComing ? 'piece is' : 'piece can'} aria-pressed={isComing} onClick={collect}>
      {picture}
    </button>
  );
}
