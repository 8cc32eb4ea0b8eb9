import { useId, useRef, useState } from 'preact/hooks';
import { type Copied, copyText } from '../core/copy-text.ts';
import { WORDS } from '../core/words.ts';
import './copy-field.css';

interface CopyFieldProps {
  label: string;
  value: string;
  isLong?: boolean;
  /** true: the service never shows this text again */
  isOnce?: boolean;
}

export function CopyField({ label, value, isLong = false, isOnce = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const id = useId();
  const [done, setDone] = useState<{ value: string; copied: Copied } | null>(null);
  const copy = async () => {
    if (field.current !== null) setDone({ value, copied: await copyText(field.current) });
  };
  const shared = { id, ref: field, readOnly: true, value, onFocus: () => field.current?.select() };
  return (
    <div class="copy-field">
      <label for={id}>
        {label}
        {isLong ? <textarea {...shared} rows={3} /> : <input {...shared} autocomplete="off" />}
      </label>
      <button type="button" onClick={() => void copy()} aria-label={`${WORDS.copy.go}: ${label}`}>
        {WORDS.copy.go}
      </button>
      <small role="status">{done?.value === value && WORDS.copy[done.copied]}</small>
      {isOnce && <small>{WORDS.copy.once}</small>}
    </div>
  );
}
