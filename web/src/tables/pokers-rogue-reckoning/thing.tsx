import { BackPicture } from '../../art/card.tsx';
import type { Action } from '../../core/api.ts';
import { oddsOf } from '../../core/odds.ts';
import { Card } from '../../parts/card.tsx';
import { Piece } from '../../parts/piece.tsx';
import { pickOf } from './picking.ts';
import { Picture } from './picture.tsx';
import type { RogueProps } from './rogue-props.ts';
import { SAID, saidOf, wordsOfCard } from './words.ts';

interface ThingProps extends RogueProps {
  card: string;
  from?: string;
  class?: string;
  told?: boolean;
}

/** A tap picks the card if that is possible. Otherwise it shows the card's effect in the bar. */
export function Thing({ told = false, ...props }: ThingProps) {
  const { title, text } = wordsOfCard(props.card, props);
  if (!told) return <Touched {...props} />;
  return (
    <li class="told" data-card={props.card}>
      <Touched {...props} />
      <span class="words" aria-hidden="true">
        <b>{title}</b>
        {text !== null && <span>{text}</span>}
      </span>
    </li>
  );
}

function Touched(props: ThingProps) {
  const { card, choice, view, shown, show, from, class: more = '' } = props;
  const { text } = wordsOfCard(card, props);
  const pick = pickOf(card, choice, view);
  const name = text === null ? saidOf(card, props) : `${saidOf(card, props)}: ${text}`;
  const places = { thing: card, ...(from !== undefined && { from }) };
  if (pick !== null) {
    const said = pick[0] === 'miracle' ? SAID.keep : name;
    const [change] = oddsOf(choice, { type: 'drink', card } as Action)?.hitPoints ?? [];
    return (
      <Piece choice={choice} field={pick[0]} value={pick[1]} class={`card ${more}`} name={said} {...places}>
        <Picture card={card} />
        {change !== undefined && <span class="chip price">{SAID.healed(change.to - change.from)}</span>}
      </Piece>
    );
  }
  if (text === null) {
    return (
      <Card name={name} class={more} {...places}>
        <Picture card={card} />
      </Card>
    );
  }
  const isTold = typeof shown === 'object' && shown?.card === card;
  return (
    <button
      type="button"
      class={`piece card ${more}`}
      data-thing={card}
      data-from={from}
      aria-pressed={isTold}
      onClick={() => show(isTold ? null : { card })}
    >
      <span class="sr">{name}</span>
      <Picture card={card} />
    </button>
  );
}

export function Back({ name }: { name: string }) {
  return (
    <Card name={name}>
      <BackPicture />
    </Card>
  );
}
