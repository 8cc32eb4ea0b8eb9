import type { ComponentChildren } from 'preact';
import type { Action } from '../core/api.ts';
import { isSame } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';

interface OfferProps {
  choice: Choice;
  /** one whole action, which needs no other piece */
  action: Action;
  children: ComponentChildren;
}

/** A choice of its own on the table, whatever is picked elsewhere: a button as long as it is legal, and else a sign. */
export function Offer({ choice, action, children }: OfferProps) {
  const isLegal = choice.all.some((listed) => isSame(listed.action, action));
  if (!isLegal) return <span class="offered">{children}</span>;
  const isMeant = choice.meant !== null && isSame(choice.meant.action, action);
  const propose = () => {
    choice.clear();
    if (!isMeant) choice.propose(action);
  };
  return (
    <button
      type="button"
      class={isMeant ? 'piece is offered' : 'piece can offered'}
      aria-pressed={isMeant}
      onClick={propose}
    >
      {children}
    </button>
  );
}
