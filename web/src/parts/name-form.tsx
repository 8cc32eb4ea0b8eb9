import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import type { Answer } from '../core/api.ts';
import { emptied } from '../core/unsent.ts';
import { useCall } from '../core/use-call.ts';
import { WORDS } from '../core/words.ts';
import { Fault } from './fault.tsx';

const LONGEST_NAME = 40;

interface NameFormProps {
  label: string;
  /** `nameless`: the words on the button while no name is typed */
  go: string;
  nameless?: string;
  isOptional?: boolean;
  isMain?: boolean;
  onName(name: string): Promise<Answer<unknown>>;
}

/** If the typed name is taken, offers one that is free. */
export function NameForm({ label, go, nameless = go, isOptional = false, isMain = false, onName }: NameFormProps) {
  const [name, setName] = useState('');
  const { run, refusal, busy } = useCall();
  const send = async (wanted: string) => {
    const typed = name; // may differ from `wanted`, which is the suggestion if the player took it
    if ((await run(() => onName(wanted))) !== null) setName(emptied(typed));
  };
  const suggestion = refusal?.suggestion ?? null;
  return (
    <>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          void send(name);
        }}
      >
        <label class="line">
          {label}
          <input
            required={!isOptional}
            maxLength={LONGEST_NAME}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class={isMain ? 'go' : ''} disabled={busy}>
          {name === '' ? nameless : go}
        </button>
      </form>
      <Fault refusal={refusal} />
      {suggestion !== null && (
        <button type="button" disabled={busy} onClick={() => void send(suggestion)}>
          {WORDS.start.taken(isolated(suggestion))}
        </button>
      )}
    </>
  );
}
