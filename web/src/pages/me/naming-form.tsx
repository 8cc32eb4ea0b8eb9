import { useState } from 'preact/hooks';
import type { Call } from '../../core/use-call.ts';
import { CallingForm } from './calling-form.tsx';

interface NamingFormProps {
  label: string;
  go: string;
  /** the name that it has */
  given?: string;
  call: Pick<Call, 'busy' | 'refusal'>;
  /** null: it is to have no name. Resolves to whether it is done, and the field is for another one */
  onName(name: string | null): Promise<boolean>;
}

/** What a token is called, of the device that plays with it or of the board that only reads. */
export function NamingForm({ label, go, given = '', call, onName }: NamingFormProps) {
  const [name, setName] = useState(given);
  const send = async () => {
    if (await onName(name.trim() || null)) setName(given);
  };
  return (
    <CallingForm go={go} call={call} onSend={send}>
      <label class="field">
        {label}
        <input maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
    </CallingForm>
  );
}
