import { useState } from 'preact/hooks';
import { WORDS } from '../core/words.ts';

interface SureProps {
  label: string;
  question: string;
  onSure(): void;
}

/** Takes the focus, because the button that had it has disappeared. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

export function Sure({ label, question, onSure }: SureProps) {
  const [asks, setAsks] = useState<boolean | null>(null);
  if (asks !== true) {
    return (
      <button type="button" ref={asks === null ? null : takeFocus} onClick={() => setAsks(true)}>
        {label}
      </button>
    );
  }
  const sure = () => {
    setAsks(false);
    onSure();
  };
  return (
    <span class="line">
      <span role="alert">{question}</span>
      <button type="button" class="go" onClick={sure}>
        {WORDS.sure.yes(label)}
      </button>
      <button type="button" ref={takeFocus} onClick={() => setAsks(false)}>
        {WORDS.sure.no}
      </button>
    </span>
  );
}
