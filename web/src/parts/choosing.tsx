import { useState } from 'preact/hooks';
import { facetsOf, isSame, type PickValue } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';
import { spoken, WORDS } from '../core/words.ts';

interface ChoosingProps {
  choice: Choice;
  /** an action is under way; its buttons stay where they are, so that the keyboard finds them again */
  busy: boolean;
  /** there will be something to choose again */
  isPlaying: boolean;
}

/** More buttons than this are a heap: then it goes piece by piece. */
const MOST_BUTTONS = 12;
/** A field with more values than this is picked on the table, or after another field has narrowed it. */
const MOST_VALUES = 45;

/** What is meant, with its label, to be confirmed; and all that may be done, as buttons: on a small screen on demand, as the table needs it. */
export function Choosing({ choice, busy, isPlaying }: ChoosingProps) {
  const { left, meant, picks, proposed } = choice;
  const [isUnfolded, setUnfolded] = useState(false);
  if (!isPlaying) return <p class="dim">{WORDS.table.noChoice}</p>;
  const facets = left.length > MOST_BUTTONS ? pickable(choice) : [];
  return (
    <>
      <div class="meant" data-busy={busy || undefined}>
        <output data-testid="meant" aria-live="off">
          {busy ? WORDS.table.busy : (meant?.label ?? nothingMeant(choice))}
        </output>
        <span class="sr" role="status">
          {!busy && picks.length + proposed.length > 0 && meant?.label}
        </span>
        {picks.length + proposed.length > 0 && (
          <button type="button" onClick={choice.clear} aria-disabled={busy}>
            {WORDS.table.clear}
          </button>
        )}
        <button
          type="button"
          class="go"
          data-testid="confirm"
          onClick={choice.confirm}
          aria-disabled={busy || meant === null}
        >
          {WORDS.table.confirm}
        </button>
      </div>
      {left.length > 1 && (
        <button type="button" class="unfold" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? WORDS.table.fold : WORDS.table.unfold(left.length)}
        </button>
      )}
      {left.length > 1 && facets.length === 0 && <AsButtons choice={choice} busy={busy} />}
      {facets.length > 0 && <PieceByPiece choice={choice} busy={busy} facets={facets} />}
    </>
  );
}

function nothingMeant({ left }: Choice): string {
  return left.length === 0 ? WORDS.table.noChoice : WORDS.table.nothingMeant;
}

type Facet = [field: string, values: PickValue[]];

function pickable({ left, picks }: Choice): Facet[] {
  return [...facetsOf(left, picks)].filter(([, values]) => values.length <= MOST_VALUES);
}

type ButtonsProps = Pick<ChoosingProps, 'choice' | 'busy'>;

function AsButtons({ choice, busy }: ButtonsProps) {
  const { left, meant } = choice;
  return (
    <div class="choices" data-testid="choices">
      {left.map(({ action, label }) => {
        const isMeant = meant !== null && isSame(meant.action, action);
        return (
          <button
            type="button"
            key={JSON.stringify(action)}
            class={isMeant ? 'piece is' : 'piece can'}
            aria-pressed={isMeant}
            aria-disabled={busy}
            onClick={() => choice.propose(action)}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

function PieceByPiece({ choice, busy, facets }: ButtonsProps & { facets: Facet[] }) {
  return (
    <details open class="by-piece" data-testid="choices">
      <summary>{WORDS.table.all(choice.left.length)}</summary>
      {facets.map(([field, values]) => (
        <fieldset key={field}>
          <legend>{spoken(field)}</legend>
          {values.map((value) => (
            <button
              type="button"
              key={`${typeof value} ${value}`}
              class="piece can"
              aria-disabled={busy}
              onClick={() => choice.pick(field, value)}
            >
              {valueWords(field, value)}
            </button>
          ))}
        </fieldset>
      ))}
    </details>
  );
}

function valueWords(field: string, value: PickValue): string {
  if (typeof value === 'boolean') return value ? WORDS.auto.yes : WORDS.auto.no;
  return field === 'type' ? spoken(String(value)) : String(value);
}
