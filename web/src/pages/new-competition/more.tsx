import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Faults, faultsAt } from './fields.tsx';
import { WORDS_OF_NEW_COMPETITION } from './new-competition-words.ts';

const ABOVE = ['/name', '/ruleset', '/format', '/visibility', '/clock'];

/** Fields that have defaults. They are folded until the player opens them or one of them has an error. */
export function More({ faults, children }: { faults: Faults; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const above = ABOVE.flatMap((pointer) => faultsAt(faults, pointer));
  const hasFault = faults.some((fault) => !above.includes(fault));
  useEffect(() => {
    if (hasFault) setOpen(true);
  }, [hasFault]);
  return (
    <details
      class="section"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onInvalidCapture={() => setOpen(true)}
    >
      <summary>{WORDS_OF_NEW_COMPETITION.more}</summary>
      {children}
    </details>
  );
}
