import type { ComponentChildren } from 'preact';
import type { Call } from '../../core/use-call.ts';
import { Fault } from '../../parts/fault.tsx';

interface CallingFormProps {
  layout?: 'form wide' | 'line';
  go: string;
  isMain?: boolean;
  call: Pick<Call, 'busy' | 'refusal'>;
  onSend(): Promise<void>;
  children: ComponentChildren;
}

export function CallingForm({ layout = 'line', go, isMain = false, call, onSend, children }: CallingFormProps) {
  return (
    <form
      class={layout}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend();
      }}
    >
      {children}
      <button type="submit" class={isMain ? 'go' : undefined} disabled={call.busy}>
        {go}
      </button>
      <Fault refusal={call.refusal} />
    </form>
  );
}
