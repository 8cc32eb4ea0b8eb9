import { CardPiece, Face } from './card.tsx';
import type { CardPicking } from './picking.ts';
import { SAID, type View } from './words.ts';

interface PilesProps {
  view: View;
  picking: CardPicking;
  arrows: boolean;
  seatName(seat: number): string;
}

/** What lies beside the rows: the piles, the newest discard first, and a hand that one was shown. */
export function Piles({ view, picking, arrows, seatName }: PilesProps) {
  const { drawCount, discardCount, discardPile, studied } = view;
  const isAsked = discardPile.some(({ id }) => picking.can(id));
  return (
    <div class="ff-piles">
      <p>{SAID.drawPile(drawCount)}</p>
      {discardCount === 0 ? (
        <p>{SAID.discardPile(0)}</p>
      ) : (
        <details open={isAsked}>
          <summary>{SAID.discardPile(discardCount)}</summary>
          <div class="ff-row">
            {[...discardPile].reverse().map((card) => (
              <CardPiece key={card.id} card={card} picking={picking} arrows={arrows} />
            ))}
          </div>
        </details>
      )}
      {studied !== null && (
        <details>
          <summary>{SAID.studied(seatName(studied.seat))}</summary>
          <div class="ff-row">
            {studied.cards.map((card) => (
              <Face key={card.id} card={card} arrows={arrows} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
