import { CardBack } from '../../art/old-card.tsx';
import { type Around, CardTile, Picture, wordsFor } from './cards.tsx';
import { fieldFor } from './picking.ts';
import { SAID } from './words.ts';

/** What is known of the deck, and what has left it, the newest first. */
export function Piles({ around }: { around: Around }) {
  const { view, choice } = around;
  const { discard, setAside, knownTop } = view;
  const isAsked = discard.some((card) => fieldFor(card, choice, view) !== null);
  return (
    <div class="prr-piles">
      {knownTop.length > 0 && (
        <section aria-label={SAID.topOfDeck}>
          <h2>{SAID.topOfDeck}</h2>
          <span class="line">
            {knownTop.map((card, i) =>
              card === null ? (
                <CardBack key={i} name={SAID.unknown} />
              ) : (
                <Picture key={card} card={card} name={wordsFor(card, around).name} />
              ),
            )}
          </span>
        </section>
      )}
      <Pile title={SAID.discard(discard.length)} cards={discard} around={around} isOpen={isAsked} />
      <Pile title={SAID.setAside(setAside.length)} cards={setAside} around={around} />
    </div>
  );
}

interface PileProps {
  title: string;
  cards: readonly string[];
  around: Around;
  isOpen?: boolean;
}

function Pile({ title, cards, around, isOpen = false }: PileProps) {
  if (cards.length === 0) return <p>{title}</p>;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul class="prr-list">
        {[...cards].reverse().map((card) => (
          <CardTile key={card} card={card} around={around} />
        ))}
      </ul>
    </details>
  );
}
