import { useState } from 'preact/hooks';
import type { Call } from '../../core/use-call.ts';
import { CallingForm } from './calling-form.tsx';

interface NamingFormProps {
  label: string;
  go: string;
  given?: string;
  call: Pick<Call, 'busy' | 'refusal'>;
  /** null removes the name. Resolves to true if the field should become empty */
  onName(name: string | null): Promise<boolean>;
}

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
