import type { ComponentChildren } from 'preact';
import type { PickValue } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';

interface PieceProps {
  choice: Choice;
  field: string;
  value: PickValue;
  /** what is said of it; left out: what is in it */
  name?: string | undefined;
  /** `card` and the like: what it looks like in every state */
  class?: string;
  /** what it is, to fly from where it lay, and where it comes from when it is new: see `Felt` */
  thing?: string;
  from?: string;
  children: ComponentChildren;
}

/**
 * Something on the table: a button as long as it can be picked or is picked, and else just what it shows. A second,
 * separate tap on the one thing that is picked does what is meant.
 */
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
