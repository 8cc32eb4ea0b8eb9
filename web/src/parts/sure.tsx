import { useId, useState } from 'preact/hooks';
import { WORDS } from '../core/words.ts';

interface SureProps {
  label: string;
  question: string;
  /** true: the question is also shown below the button before the first tap */
  isSaid?: boolean;
  disabled?: boolean;
  onSure(): void;
}

/** Focuses the element, because the button that had the focus has disappeared. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

export function Sure({ label, question, isSaid = false, disabled = false, onSure }: SureProps) {
  const id = useId();
  const [asks, setAsks] = useState<boolean | null>(null);
  if (asks !== true || disabled) {
    const button = (
      <button
        type="button"
        disabled={disabled}
        ref={asks === null ? null : takeFocus}
        aria-describedby={isSaid ? id : undefined}
        onClick={() => setAsks(true)}
      >
        {label}
      </button>
    );
    if (!isSaid) return button;
    return (
      <span class="said">
        {button}
        <small id={id}>{question}</small>
      </span>
    );
  }
  const sure = () => {
    setAsks(false);
    onSure();
  };
  return (
    <span class="line">
      <span role="alert">{question}</span>
      <button type="button" onClick={sure}>
        {WORDS.sure.yes(label)}
      </button>
      <button type="button" ref={takeFocus} onClick={() => setAsks(false)}>
        {WORDS.sure.no}
      </button>
    </span>
  );
}
