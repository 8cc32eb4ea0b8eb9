import type { ComponentChildren } from 'preact';
import type { Action } from '../core/api.ts';
import { isSame } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';

interface OfferProps {
  choice: Choice;
  /** one whole action, which needs no other piece */
  action: Action;
  /** what is said of it; left out: what is in it */
  name?: string;
  class?: string;
  /** one tap does it, since it can be taken back or means only one thing */
  atOnce?: boolean;
  /** what it is, to fly from where it lay, and where it comes from when it is new: see `Felt` */
  thing?: string;
  from?: string;
  children: ComponentChildren;
}

/** A choice of its own on the table, whatever is picked elsewhere: a button as long as it is legal, and else a sign. */
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
