import { addressOf, hrefTo } from '../core/router.ts';
import type { Session } from '../core/session.ts';
import { WORDS } from '../core/words.ts';
import { CopyField } from './copy-field.tsx';

export default function KeepsNothing({ who }: { who: Session | null }) {
  const words = WORDS.keepsNothing;
  if (who === null) {
    return (
      <p class="panel on-screen keeps-nothing">
        <strong>{words.title}</strong> {words.stranger} <a href={hrefTo('me')}>{words.back}</a>
      </p>
    );
  }
  const { turnIn, recoveryCode, token } = who;
  return (
    <details class="panel on-screen keeps-nothing" open>
      <summary>
        <strong>{words.title}</strong>
      </summary>
      <p>{turnIn === undefined ? words.player : words.turn}</p>
      {recoveryCode !== null && <CopyField label={words.code} value={recoveryCode} isLong />}
      {turnIn === undefined && <CopyField label={words.link} value={addressOf({ token }, 'carried')} />}
    </details>
  );
}
