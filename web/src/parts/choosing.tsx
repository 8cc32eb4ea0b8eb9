import { facetsOf, isSame, type PickValue } from '../core/choose.ts';
import type { Choice } from '../core/table-props.ts';
import { spoken, WORDS } from '../core/words.ts';

interface ChoosingProps {
  choice: Choice;
  busy: boolean;
}

/** More buttons than this are a heap: then it goes piece by piece. */
const MOST_BUTTONS = 12;
/** A field with more values than this is picked on the table, or after another field has narrowed it. */
const MOST_VALUES = 45;

/** What is meant, with its label, to be confirmed; and all that may be done, as buttons. */
export function Choosing({ choice, busy }: ChoosingProps) {
  const { left, meant, picks, proposed } = choice;
  if (left.length === 0 && !busy) return null;
  return (
    <>
      <div class="meant">
        <output data-testid="meant">{busy ? WORDS.table.busy : (meant?.label ?? WORDS.table.nothingMeant)}</output>
        {picks.length + proposed.length > 0 && (
          <button type="button" onClick={choice.clear} disabled={busy}>
            {WORDS.table.clear}
          </button>
        )}
        <button
          type="button"
          class="go"
          data-testid="confirm"
          onClick={choice.confirm}
          disabled={busy || meant === null}
        >
          {WORDS.table.confirm}
        </button>
      </div>
      {left.length > 1 && left.length <= MOST_BUTTONS && <AsButtons choice={choice} busy={busy} />}
      {left.length > MOST_BUTTONS && <PieceByPiece choice={choice} busy={busy} />}
    </>
  );
}

function AsButtons({ choice, busy }: ChoosingProps) {
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
            disabled={busy}
            onClick={() => choice.propose(action)}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

function PieceByPiece({ choice, busy }: ChoosingProps) {
  const facets = [...facetsOf(choice.left, choice.picks)].filter(([, values]) => values.length <= MOST_VALUES);
  return (
    <details open data-testid="choices">
      <summary>{WORDS.table.all(choice.left.length)}</summary>
      {facets.map(([field, values]) => (
        <fieldset key={field}>
          <legend>{spoken(field)}</legend>
          {values.map((value) => (
            <button
              type="button"
              key={`${typeof value} ${value}`}
              class="piece can"
              disabled={busy}
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
