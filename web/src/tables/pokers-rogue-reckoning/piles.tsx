import { useEffect } from 'preact/hooks';
import { onBack } from '../../core/router.ts';
import { Card } from '../../parts/card.tsx';
import { Picture } from './picture.tsx';
import type { RogueProps } from './rogue-props.ts';
import { Back, Thing } from './thing.tsx';
import { SAID, saidOf } from './words.ts';

const PILES = ['discard', 'aside'] as const;
type Pile = (typeof PILES)[number];

const cardsOf = (pile: Pile, { discard, setAside }: RogueProps['view']) => (pile === 'discard' ? discard : setAside);

export function Piles({ view, shown, show }: RogueProps) {
  return (
    <div class="piles">
      {PILES.map((pile) => {
        const cards = cardsOf(pile, view);
        const isOpen = shown === pile;
        if (cards.length === 0) return null;
        return (
          <button
            type="button"
            key={pile}
            class="chip"
            aria-expanded={isOpen}
            onClick={() => show(isOpen ? null : pile)}
            data-thing={pile}
            data-word={pile === 'aside' ? 'set aside' : pile}
          >
            {SAID[pile](cards.length)}
          </button>
        );
      })}
    </div>
  );
}

export function Spread({ pile, ...props }: RogueProps & { pile: Pile }) {
  useEffect(() => onBack(() => props.show(null)), []);
  return (
    <article class="spread" aria-label={SAID.piles[pile]}>
      <h2>
        {SAID.piles[pile]}
        <button type="button" class="chip" onClick={() => props.show(null)}>
          {SAID.close}
        </button>
      </h2>
      <div class="laid">
        {[...cardsOf(pile, props.view)].reverse().map((card) => (
          <Thing key={card} {...props} card={card} from={pile} />
        ))}
      </div>
    </article>
  );
}

export function KnownTop(props: RogueProps) {
  const { knownTop } = props.view;
  if (knownTop.length === 0) return null;
  return (
    <article class="top-known" aria-label={SAID.topOfDeck}>
      <h2>{SAID.topOfDeck}</h2>
      {knownTop.map((card, i) =>
        card === null ? (
          <Back key={i} name={SAID.unknown} />
        ) : (
          <Card key={card} name={saidOf(card, props)}>
            <Picture card={card} />
          </Card>
        ),
      )}
    </article>
  );
}
