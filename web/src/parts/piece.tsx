import type { ComponentChildren } from 'preact';
import type { PickValue } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';

interface PieceProps {
  choice: Choice;
  field: string;
  value: PickValue;
  /** accessible name; left out: the content */
  name?: string | undefined;
  class?: string;
  thing?: string;
  from?: string;
  children: ComponentChildren;
}

/** Draws a piece: a button while it can be picked or is picked. A second tap confirms, if no other piece is picked. */
export function Piece({ choice, field, value, name, class: more = '', thing, from, children }: PieceProps) {
  const isPicked = choice.isPicked(field, value);
  const places = { 'data-thing': thing, 'data-from': from };
  if (!isPicked && !choice.canPick(field, value)) {
    const said = name === undefined ? {} : { role: 'img' as const, 'aria-label': name };
    return (
      <span class={`piece ${more}`} {...places} {...said}>
        {children}
      </span>
    );
  }
  const take = () => {
    if (isPicked && choice.picks.length === 1 && choice.meant !== null) choice.confirm();
    else choice.pick(field, value);
  };
  return (
    <button
      type="button"
      class={`piece ${more} ${isPicked ? 'is' : 'can'}`}
      aria-pressed={isPicked}
      onClick={take}
      {...places}
    >
      {name !== undefined && <span class="sr">{name}</span>}
      {children}
    </button>
  );
}
