import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { momentOf } from '../../core/moments.ts';
import { withSpokenFields } from '../../core/words.ts';
import { isoOf } from './new-competition.ts';
import { WORDS_OF_NEW_COMPETITION as WORDS } from './new-competition-words.ts';

export interface Said {
  name: string;
  text: string;
}

/** Errors of the service, by JSON pointer into the body. */
export type Faults = readonly { pointer: string; message: string }[];

interface FieldProps {
  said: Said;
  faults: Faults;
  pointer: string;
}

export function FieldFaults({ id, faults, pointer }: { id?: string; faults: Faults; pointer: string }) {
  const own = faultsAt(faults, pointer);
  if (own.length === 0) return null;
  return (
    <small id={id} class="misfit">
      {own.map(({ message }) => `${WORDS.wrong} ${withSpokenFields(message)}.`).join(' ')}
    </small>
  );
}

export function faultsAt(faults: Faults, pointer: string): Faults {
  return faults.filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
}

function Field({
  said,
  faults,
  pointer,
  children,
}: FieldProps & { children(described: Described): ComponentChildren }) {
  const id = useId();
  const isWrong = faultsAt(faults, pointer).length > 0;
  return (
    <div class="asked">
      <label for={id}>
        <b>{said.name}</b>
      </label>{' '}
      <small id={`${id}-text`}>{said.text}</small>
      {children({
        id,
        'aria-describedby': isWrong ? `${id}-text ${id}-fault` : `${id}-text`,
        'aria-invalid': isWrong,
      })}
      <FieldFaults id={`${id}-fault`} faults={faults} pointer={pointer} />
    </div>
  );
}

interface Described {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
}

interface NumberFieldProps extends FieldProps {
  value: number;
  least: number;
  most: number;
  step?: number;
  onChange(value: number): void;
}

export function NumberField({ value, least, most, step = 1, onChange, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      {(described) => (
        <input
          {...described}
          type="number"
          required
          min={least}
          max={most}
          step={step}
          value={String(value)}
          onInput={({ currentTarget: { valueAsNumber } }) => Number.isNaN(valueAsNumber) || onChange(valueAsNumber)}
        />
      )}
    </Field>
  );
}

export function TextField({
  value,
  onChange,
  ...field
}: FieldProps & { value: string; onChange(value: string): void }) {
  return (
    <Field {...field}>
      {(described) => (
        <input
          {...described}
          required
          maxLength={80}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  value: string;
  choices: readonly { value: string; name: string }[];
  onChange(value: string): void;
}

export function SelectField({ value, choices, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(described) => (
        <select {...described} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function MomentField({ value, onChange, ...field }: FieldProps & { value: string; onChange(to: string): void }) {
  const iso = isoOf(value);
  return (
    <Field {...field}>
      {(described) => (
        <span class="line">
          <input
            {...described}
            type="datetime-local"
            value={value}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {iso !== null && <time dateTime={iso}>{momentOf(iso)}</time>}
        </span>
      )}
    </Field>
  );
}

interface RadiosProps<T extends string> extends FieldProps {
  value: T;
  choices: readonly (Said & { value: T })[];
  onChange(value: T): void;
}

export function Radios<T extends string>({ said, faults, pointer, value, choices, onChange }: RadiosProps<T>) {
  return (
    <fieldset class="question">
      <legend>
        <b>{said.name}</b> <small>{said.text}</small>
      </legend>
      {choices.map((choice) => (
        <label key={choice.value} class="question">
          <input type="radio" name={pointer} checked={value === choice.value} onChange={() => onChange(choice.value)} />
          <span>
            {choice.name} <small>{choice.text}</small>
          </span>
        </label>
      ))}
      <FieldFaults faults={faults} pointer={pointer} />
    </fieldset>
  );
}

export function Tick({ said, checked, onChange }: { said: Said; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label class="question">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>
        {said.name} <small>{said.text}</small>
      </span>
    </label>
  );
}
