import type { Ref } from 'preact';
import type { Choice } from '../../core/table-props.ts';
import { WORDS } from './words.ts';

/** Asks once more before a board is given up. It is opened once that is what is meant; its first button has the focus, and costs nothing. */
export function CancelDialog({ ref, choice }: { ref: Ref<HTMLDialogElement>; choice: Choice }) {
  return (
    <dialog ref={ref} aria-labelledby="really" onCancel={choice.clear}>
      <h2 id="really">{WORDS.really}</h2>
      <form method="dialog" class="line">
        <button type="submit" onClick={choice.clear}>
          {WORDS.keep}
        </button>
        <button type="submit" class="go" onClick={choice.confirm}>
          {choice.meant?.label}
        </button>
      </form>
    </dialog>
  );
}
