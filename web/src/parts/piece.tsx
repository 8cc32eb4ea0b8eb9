import type { ComponentChildren } from 'preact';
import type { PickValue } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';

interface PieceProps {
  choice: Choice;
  field: string;
  value: PickValue;
  /** the spoken name of the button; left out: what is in it */
  name?: string | undefined;
  children: ComponentChildren;
}

/** Something on the table: a button as long as it can be picked or is picked, and else just what it shows. */
export function Piece({ choice, field, value, name, children }: PieceProps) {
  const isPicked = choice.isPicked(field, value);
  if (!isPicked && !choice.canPick(field, value)) return <span class="piece">{children}</span>;
  return (
    <button
      type="button"
      class={isPicked ? 'piece is' : 'piece can'}
      aria-pressed={isPicked}
      aria-label={name}
      onClick={() => choice.pick(field, value)}
    >
      {children}
    </button>
  );
}
