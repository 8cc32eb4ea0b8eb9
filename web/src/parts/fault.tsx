import type { Refusal } from '../core/api.ts';
import { goTo } from '../core/router.ts';
import { session, signOut } from '../core/session.ts';
import { useEnded } from '../core/use-ended.ts';
import { spoken, WORDS, withSpokenFields, wordsOf } from '../core/words.ts';

interface FaultProps {
  refusal: Refusal | null;
  hasChoice?: boolean;
}

/** Shows a refusal, which screen readers announce at once. If the token has ended, `Ended` says so instead. */
export function Fault({ refusal, hasChoice = false }: FaultProps) {
  const hasEnded = useEnded() !== null;
  if (refusal === null || (hasEnded && refusal.code === 'unauthorized')) return <div role="alert" class="sr" />;
  const { code, errors } = refusal;
  const isMisfit = code === 'invalid-request' && errors.length > 0;
  return (
    <div role="alert" class="fault">
      {isMisfit ? WORDS.misfit : wordsOf(refusal)}
      {hasChoice && code in WORDS.keptChoice && ` ${WORDS.keptChoice[code]}`}
      {(isMisfit || errors.length > 1) && (
        <ul>
          {errors.map(({ pointer, message }) => (
            <li key={pointer + message}>{`${placeOf(pointer)} ${withSpokenFields(message)}`}</li>
          ))}
        </ul>
      )}
      {code === 'unauthorized' && session.value?.turnIn !== undefined && (
        <button type="button" onClick={sitDownAnew}>
          {WORDS.start.anew}
        </button>
      )}
    </div>
  );
}

/** Writes `/clock/perAction` as “clock per action” and `/seats/0` as “seats 1”. */
function placeOf(pointer: string): string {
  const parts = pointer.slice(1).split('/');
  return spoken(parts.map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part)).join(' '));
}

function sitDownAnew(): void {
  signOut();
  goTo();
}
