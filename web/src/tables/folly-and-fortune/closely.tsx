import { Drawer } from '../../parts/drawer.tsx';
import { FollyCard } from './card.tsx';
import type { Card, FollyProps, Closely as Place } from './folly-props.ts';
import { rowOf } from './seats.tsx';
import { cardLines, WORDS } from './words.ts';

export default function Closely({ at, close, ...props }: FollyProps & { at: Place; close(): void }) {
  const title = typeof at === 'number' ? WORDS.rowOf(props.seatName(at)) : WORDS.discardPile;
  return (
    <Drawer title={title} isOpen onClose={close}>
      {typeof at === 'number' ? (
        <OfSeat {...props} seat={at} />
      ) : (
        <Cards {...props} cards={props.view.discardPile.toReversed()} />
      )}
    </Drawer>
  );
}

function OfSeat({ seat, ...props }: FollyProps & { seat: number }) {
  const { view, game, seatName } = props;
  const { studied, shields } = view;
  const row = rowOf(view, seat).filter(({ isGone }) => !isGone);
  return (
    <>
      {shields
        .filter(({ owner }) => owner === seat)
        .map(({ card, power }) => (
          <p key={`${card.id} ${power.kind}`}>{WORDS.shield(power)}</p>
        ))}
      <Cards {...props} cards={row.map(({ card }) => card)} healths={row.map(({ health }) => health)} />
      {seat === game.viewer && (
        <>
          <h3>{WORDS.hand}</h3>
          <Cards {...props} cards={view.hand} />
        </>
      )}
      {studied?.seat === seat && (
        <>
          <h3>{WORDS.studied(seatName(seat))}</h3>
          <Cards {...props} cards={studied.cards} />
        </>
      )}
    </>
  );
}

function Cards({ cards, healths = [], arrows }: FollyProps & { cards: readonly Card[]; healths?: readonly number[] }) {
  if (cards.length === 0) return <p>{WORDS.empty}</p>;
  return (
    <ul class="folly closely">
      {cards.map((card, i) => (
        <li key={card.id}>
          <FollyCard card={card} health={healths[i]} fit="small" arrows={arrows} />
          <span>
            {cardLines(card, arrows).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {card.powers.length === 0 && <span>{WORDS.hints.noPower}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
