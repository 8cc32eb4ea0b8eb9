import type { Choice } from '../../core/table-props.ts';
import {
  fieldActions,
  needsOf,
  type PascalAction,
  type PascalProps,
  type PascalView,
  pickedDice,
  sumOf,
} from './view.ts';
import { spokenField, WORDS } from './words.ts';

export function Triangle({ view, choice }: PascalProps) {
  const actions = fieldActions(choice);
  const needs = needsOf(choice);
  const sum = sumOf(view, pickedDice(choice));
  const { deadEntry } = view;
  return (
    <article class="tri" aria-label={WORDS.board}>
      {rowsOf(view).map((ids) => (
        <ol key={ids[0]} class={ids[0]?.endsWith('+') ? 'row hung' : 'row'}>
          {ids.map((id) => (
            <li key={id}>
              <Field id={id} view={view} choice={choice} action={actions.get(id)} needs={needs.get(id)} sum={sum} />
            </li>
          ))}
        </ol>
      ))}
      {deadEntry !== null && (
        <p class="dead-entry" role="status">
          {WORDS.dead(deadEntry)}
          <span class="means">{WORDS.deadMeans}</span>
        </p>
      )}
    </article>
  );
}

interface FieldProps {
  id: string;
  view: PascalView;
  choice: Choice;
  action: PascalAction | undefined;
  needs: number | undefined;
  sum: number;
}

function Field({ id, view, choice, action, needs, sum }: FieldProps) {
  const entryId = id.replace('+', '') as keyof PascalView['entries'];
  const field = view.fields[id as keyof PascalView['fields']];
  const { free, minimum } = view.entries[entryId];
  const { value, crossed, pencil } = field;
  const isBonus = id !== entryId;
  const writes = action?.type === 'write';
  const canCross = action?.type === 'crossOut';
  const isDead = entryId === view.deadEntry;
  const least = free || isBonus ? null : minimum;
  const name = spokenField(id, field, { least, needs, isFree: free, isDead, sum: writes ? sum : null, canCross });
  const isMeant = action !== undefined && (choice.meant?.action as PascalAction | undefined) === action;
  const look = classOf('field', {
    full: value !== null,
    pencil,
    bonus: isBonus,
    corner: CORNERS.has(id),
    left: free && id.endsWith('.0'),
    right: free && !id.endsWith('.0'),
    dead: isDead,
    exact: writes && sum === needs,
  });
  if (action === undefined) {
    const die = view.used.indexOf(id as PascalView['used'][number]);
    return (
      <span class={look} role="img" aria-label={name} data-field={id}>
        {crossed ? (
          <Stroke />
        ) : value === null ? (
          <Bound least={least} needs={needs} isBonus={isBonus} />
        ) : (
          <b data-thing={`${id} ${value}`} data-from={die < 0 ? 'tray' : `die ${die}`}>
            {value}
          </b>
        )}
      </span>
    );
  }
  const take = ({ detail }: { detail: number }) => {
    if (detail > 1) return; // a double click only picks
    if (writes) choice.act(action);
    else if (isMeant) choice.confirm();
    else choice.propose(action);
  };
  return (
    <button
      type="button"
      class={`piece ${look} ${isMeant ? 'is' : writes ? 'can' : 'can quiet'}`}
      aria-pressed={writes ? undefined : isMeant}
      onClick={take}
      data-field={id}
    >
      <span class="sr">{name}</span>
      {writes ? <i aria-hidden="true">{sum}</i> : isMeant && <Stroke />}
      {!isMeant && <Bound least={least} needs={needs} isBonus={isBonus} />}
    </button>
  );
}

interface BoundProps {
  least: number | null;
  needs: number | undefined;
  isBonus: boolean;
}

function Bound({ least, needs, isBonus }: BoundProps) {
  if (isBonus) return <small aria-hidden="true">{WORDS.bonus}</small>;
  const words = needs !== undefined ? WORDS.needs(needs) : least === null ? null : WORDS.bound(least);
  return words === null ? null : <small aria-hidden="true">{words}</small>;
}

function Stroke() {
  return (
    <svg class="stroke" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 17Q9 9 16 3" />
    </svg>
  );
}

const CORNERS: ReadonlySet<string> = new Set(['0.0', '7.0', '7.7']);

/** Groups the fields by row, the first digit of their ids. Bonus fields form rows of their own. */
function rowsOf({ fields }: PascalView): string[][] {
  const rows = new Map<string, string[]>();
  for (const id of Object.keys(fields)) {
    const row = `${id[0]}${id.endsWith('+') ? '+' : ''}`;
    rows.set(row, [...(rows.get(row) ?? []), id]);
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, ids]) => ids);
}

function classOf(name: string, flags: Record<string, boolean>): string {
  return [name, ...Object.keys(flags).filter((flag) => flags[flag])].join(' ');
}
