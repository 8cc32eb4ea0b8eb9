import { Card, CardBack } from '../../art/card.tsx';
import type { View } from './ruin-props.ts';
import { WORDS } from './words.ts';

/** The deck, of which only the number of cards is known, and the discard pile, of which the top lies open. */
export function Piles({ view: { deckCount, discardTop } }: { view: View }) {
  return (
    <div class="ruin-piles">
      <figure>
        {deckCount > 0 ? <CardBack name={WORDS.deck(deckCount)} /> : <span class="ruin-gap" />}
        <figcaption>
          {WORDS.deckShort} <b>{deckCount}</b>
        </figcaption>
      </figure>
      <figure>
        {discardTop === null ? <span class="ruin-gap">{WORDS.discardEmpty}</span> : <Card id={discardTop} />}
        <figcaption>{WORDS.discard}</figcaption>
      </figure>
    </div>
  );
}
