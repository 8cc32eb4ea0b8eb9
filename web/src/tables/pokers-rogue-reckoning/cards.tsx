import { SUITS } from '../../art/faces.ts';
import { Card } from '../../art/old-card.tsx';
import type { LabelledAction, Ruleset } from '../../core/api.ts';
import type { Choice } from '../../core/table-props.ts';
import { Piece } from '../../parts/piece.tsx';
import { begin, canKeep, fieldFor, verbsOf } from './picking.ts';
import { type CardWords, POTION_VERBS, SAID, type View, wordsOfCard } from './words.ts';

/** What everything on this table is drawn from. */
export interface Around {
  view: View;
  choice: Choice;
  legal: readonly LabelledAction[];
  glossary: Ruleset['glossary'];
}

export function wordsFor(card: string, { glossary, view }: Around): CardWords {
  return wordsOfCard(card, glossary, view.abilities);
}

/** A card of the deck; the jokers are hearts. */
export function Picture({ card, name }: { card: string; name: string }) {
  if (!card.startsWith('X')) return <Card id={card} name={name} />;
  return (
    <svg class="card" viewBox="0 0 62 88" role="img" aria-label={name}>
      <rect class="face" x="1" y="1" width="60" height="86" rx="7" />
      <path class="heart" transform="translate(10 22) scale(1.75)" d={SUITS.H?.path} />
    </svg>
  );
}

/** A card with its name and what its ability does, and with buttons for all that begins with it. */
export function CardTile({ card, around }: { card: string; around: Around }) {
  const { choice, legal, view } = around;
  const { name, ability, text } = wordsFor(card, around);
  const field = fieldFor(card, choice, view);
  const picture = <Picture card={card} name={ability === null ? name : `${name}, ${ability}`} />;
  return (
    <li class="prr-tile" data-tile={card}>
      {field === null ? (
        picture
      ) : (
        <Piece choice={choice} field={field} value={card}>
          {picture}
        </Piece>
      )}
      <span class="prr-words">
        <b>{ability ?? name}</b>
        {text !== null && <small>{text}</small>}
        <span class="line">
          {verbsOf(card, legal).map((type) => (
            <Verb key={type} type={type} card={card} name={name} choice={choice} />
          ))}
          {canKeep(card, choice) && (
            <Piece choice={choice} field="miracle" value={true}>
              {SAID.keep}
            </Piece>
          )}
        </span>
      </span>
    </li>
  );
}

interface VerbProps {
  type: string;
  card: string;
  name: string;
  choice: Choice;
}

function Verb({ type, card, name, choice }: VerbProps) {
  const isBegun = choice.isPicked('type', type) && choice.isPicked('card', card);
  return (
    <button
      type="button"
      class={isBegun ? 'piece is' : 'piece can'}
      aria-pressed={isBegun}
      aria-label={`${POTION_VERBS[type]} ${name}`}
      onClick={() => begin(choice, type, card, isBegun)}
    >
      {POTION_VERBS[type]}
    </button>
  );
}

interface CardListProps {
  title: string;
  cards: readonly string[];
  around: Around;
}

/** Cards that lie together, under what they are; nothing where there are none. */
export function CardList({ title, cards, around }: CardListProps) {
  if (cards.length === 0) return null;
  return (
    <section class="prr-cards" aria-label={title}>
      <h2>{title}</h2>
      <ul class="prr-list">
        {cards.map((card) => (
          <CardTile key={card} card={card} around={around} />
        ))}
      </ul>
    </section>
  );
}
