import type { Refusal } from '../core/api.ts';
import { goTo } from '../core/router.ts';
import { session, signOut } from '../core/session.ts';
import { WORDS, wordsOf } from '../core/words.ts';

/** Why something was refused, read out at once. */
export function Fault({ refusal }: { refusal: Refusal | null }) {
  return (
    <div role="alert" class={refusal === null ? 'sr' : 'fault'}>
      {refusal !== null && wordsOf(refusal)}
      {refusal !== null && refusal.errors.length > 1 && (
        <ul>
          {refusal.errors.map(({ pointer, message }) => (
            <li key={pointer + message}>{`${pointer} ${message}`}</li>
          ))}
        </ul>
      )}
      {refusal?.code === 'unauthorized' && session.value?.turnIn !== undefined && (
        <button type="button" onClick={sitDownAnew}>
          {WORDS.start.anew}
        </button>
      )}
    </div>
  );
}

function sitDownAnew(): void {
  signOut();
  goTo();
}
