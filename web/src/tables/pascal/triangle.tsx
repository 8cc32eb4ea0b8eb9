import type { Choice } from '../../core/table-props.ts';
import { Piece } from '../../parts/piece.tsx';
import { fittingFields, type PascalEntry, type PascalField, type PascalView, pickedSum } from './view.ts';
import { spokenField, WORDS } from './words.ts';

interface TriangleProps {
  view: PascalView;
  choice: Choice;
}

/** The board: rows of entries, an entry of one field or two. */
export function Triangle({ view, choice }: TriangleProps) {
  const fits = fittingFields(choice);
  const sum = pickedSum(view, choice);
  return (
    <section class="triangle" aria-label={WORDS.board}>
      {rowsOf(view).map((row) => (
        <ol key={row[0]?.id} class="entries">
          {row.map(({ id, entry, fields }) => (
            <li key={id} class={classOf('entry', { free: entry.free, dead: id === view.deadEntry })}>
              {fields.map(([fieldId, field]) => (
                <Field
                  key={fieldId}
                  id={fieldId}
                  field={field}
                  entry={entry}
                  isDead={id === view.deadEntry}
                  sum={fits.has(fieldId) ? sum : null}
                  choice={choice}
                />
              ))}
            </li>
          ))}
        </ol>
      ))}
      {choice.left.length > 0 && <p class="dim keys">{WORDS.keys}</p>}
    </section>
  );
}

interface FieldProps {
  id: string;
  field: PascalField;
  entry: PascalEntry;
  isDead: boolean;
  /** what would be written here with the dice that are picked */
  sum: number | null;
  choice: Choice;
}

function Field({ id, field, entry, isDead, sum, choice }: FieldProps) {
  const { value, crossed, pencil } = field;
  const fits = sum !== null && !choice.isPicked('field', id);
  const shown = sum ?? (entry.free ? '' : WORDS.bound(entry.minimum));
  const spoken = spokenField(id, field, { shown: String(shown), isFree: entry.free, isDead, fits: sum !== null });
  return (
    <span data-field={id} class={classOf('field', { filled: value !== null, pencil, crossed, fits })}>
      <Piece choice={choice} field="field" value={id} name={spoken}>
        {value === null ? (
          <>
            <small>{id}</small> {sum === null ? <i>{shown}</i> : <b>{sum}</b>}
          </>
        ) : (
          <span role="img" aria-label={spoken}>
            {crossed ? '✕' : value}
          </span>
        )}
      </Piece>
    </span>
  );
}

interface EntryOnBoard {
  id: string;
  entry: PascalEntry;
  fields: [string, PascalField][];
}

/** The entries by the row in their ids; the fields of one have its id, with a plus or without. */
function rowsOf({ entries, fields }: PascalView): EntryOnBoard[][] {
  const rows: EntryOnBoard[][] = [];
  for (const [id, entry] of Object.entries(entries) as [string, PascalEntry][]) {
    const [row = 0, place = 0] = id.split('.').map(Number);
    const own = Object.entries(fields) as [string, PascalField][];
    const places = rows[row] ?? [];
    places[place] = { id, entry, fields: own.filter(([field]) => field.replace('+', '') === id) };
    rows[row] = places;
  }
  return rows;
}

function classOf(name: string, flags: Record<string, boolean>): string {
  return [name, ...Object.keys(flags).filter((flag) => flags[flag])].join(' ');
}
