import type { Choice } from '../../core/table-props.ts';
import { CardPiece, Face } from './card.tsx';
import type { CardPicking } from './picking.ts';
import { type Card, SAID, type View } from './words.ts';

interface HandProps {
  view: View;
  choice: Choice;
  picking: CardPicking;
  arrows: boolean;
}

/** The own hand: the faces of one's die. */
export function Hand({ view: { hand, setAside, phase }, choice, picking, arrows }: HandProps) {
  if (hand.length === 0) return null;
  const isAside = (id: string) => setAside.some((card) => card.id === id);
  return (
    <section class="ff-hand" aria-label={SAID.hand}>
      {phase === 'row' && choice.left.length > 0 && <FirstRow hand={hand} choice={choice} arrows={arrows} />}
      <h2>{SAID.hand}</h2>
      <div class="ff-row">
        {hand.map((card) => (
          <span class={isAside(card.id) ? 'ff-slot aside' : 'ff-slot'} key={card.id}>
            {isAside(card.id) && <small>{SAID.setAside}</small>}
            <CardPiece card={card} picking={picking} arrows={arrows} />
          </span>
        ))}
      </div>
    </section>
  );
}

/** The two cards that are chosen for the first row, in their order. */
function FirstRow({ hand, choice, arrows }: { hand: readonly Card[]; choice: Choice; arrows: boolean }) {
  const picked = choice.picks.filter(({ field }) => field === 'cards').map(({ value }) => value);
  return (
    <div class="ff-row">
      {[SAID.handLeft, SAID.handRight].map((end, place) => {
        const card = hand.find(({ id }) => id === picked[place]);
        return (
          <span class="ff-slot" key={end}>
            <small>{end}</small>
            {card === undefined ? (
              <span class="ff-card empty" role="img" aria-label={SAID.emptySlot(end)} />
            ) : (
              <Face card={card} arrows={arrows} />
            )}
          </span>
        );
      })}
    </div>
  );
}
