import type { ComponentChildren } from 'preact';
import type { Action } from '../core/api.ts';
import { isSame } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';

interface OfferProps {
  choice: Choice;
  action: Action;
  name?: string;
  class?: string;
  /** true: one tap sends the action, because it can be undone or the tap can mean nothing else */
  atOnce?: boolean;
  thing?: string;
  from?: string;
  children: ComponentChildren;
}

/** An action on the table that needs no picks. It is a button while it is legal. */
export function Offer({ choice, action, name, class: more = '', atOnce = false, thing, from, children }: OfferProps) {
  const isLegal = choice.all.some((listed) => isSame(listed.action, action));
  const places = { 'data-thing': thing, 'data-from': from };
  if (!isLegal) {
    const said = name === undefined ? {} : { role: 'img' as const, 'aria-label': name };
    return (
      <span class={`offered ${more}`} {...places} {...said}>
        {children}
      </span>
    );
  }
  const hasChosen = choice.picks.length + choice.proposed.length > 0;
  const isMeant = hasChosen && choice.meant !== null && isSame(choice.meant.action, action);
  const take = () => {
    if (atOnce) return choice.act(action);
    if (isMeant) return choice.confirm();
    choice.clear();
    choice.propose(action);
  };
  return (
    <button
      type="button"
      class={`piece offered ${more} ${isMeant ? 'is' : 'can'}`}
      aria-pressed={isMeant}
      onClick={take}
      {...places}
    >
      {name !== undefined && <span class="sr">{name}</span>}
      {children}
    </button>
  );
}
