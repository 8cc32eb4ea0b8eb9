import type { Refusal } from '../core/api.ts';
import { ofAddress, WORDS } from '../core/words.ts';
import { Fault } from './fault.tsx';

/** A page of which nothing is there yet, or for good: why, or that it is on its way. */
export function PageFault({ title, refusal }: { title: string; refusal: Refusal | null }) {
  return (
    <section class="panel">
      <h1>{title}</h1>
      <Fault refusal={refusal === null ? null : ofAddress(refusal)} />
      {refusal === null && <p class="dim">{WORDS.loading}</p>}
    </section>
  );
}
