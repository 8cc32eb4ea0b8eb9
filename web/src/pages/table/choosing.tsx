import { facetsOf, isSame, type PickValue } from '../../core/choose.ts';
import type { Choice } from '../../core/table-props.ts';
import { spoken, WORDS } from '../../core/words.ts';

interface ChoosingProps {
  choice: Choice;
  busy: boolean;
}

/** If more actions are legal, the player chooses field by field instead of from a button for each. */
const MOST_BUTTONS = 12;
/** A field with more values gets no buttons: the player picks on the table, or chooses another field first. */
const MOST_VALUES = 45;

/** The player confirms in the bar what is chosen here. */
export function Choosing({ choice, busy }: ChoosingProps) {
  const { left } = choice;
  if (left.length === 0) return <p class="dim">{WORDS.table.noChoice}</p>;
  const facets = left.length > MOST_BUTTONS ? pickable(choice) : [];
  if (facets.length > 0) return <PieceByPiece choice={choice} busy={busy} facets={facets} />;
  return <AsButtons choice={choice} busy={busy} />;
}

type Facet = [field: string, values: PickValue[]];

function pickable({ left, picks }: Choice): Facet[] {
  return [...facetsOf(left, picks)].filter(([, values]) => values.length <= MOST_VALUES);
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

function PieceByPiece({ choice, busy, facets }: ChoosingProps & { facets: Facet[] }) {
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
