import type { Refusal } from '../core/api.ts';
import { ofAddress, WORDS } from '../core/words.ts';
import { Fault } from './fault.tsx';

/** Says why the page has no content, or that it is loading. */
export function PageFault({ title, refusal }: { title: string; refusal: Refusal | null }) {
  return (
    <section class="panel">
      <h1>{title}</h1>
      <Fault refusal={refusal === null ? null : ofAddress(refusal)} />
      {refusal === null && <p class="dim">{WORDS.loading}</p>}
    </section>
  );
}
