import { isolated } from '#rules/kernel/isolated.ts';
import { takeName } from '../../core/registering.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS } from '../../core/words.ts';
import { NameForm } from '../../parts/name-form.tsx';

/** Offers a guest a name once there is something to keep. */
export default function KeepGuest({ name }: { name: string }) {
  return (
    <details class="panel keep">
      <summary>{WORDS.start.keep}</summary>
      <p>{WORDS.start.keepText(isolated(name))}</p>
      <NameForm label={WORDS.start.name} go={WORDS.start.keepName} onName={takeName} />
      <p>
        <a href={hrefTo('me')}>{WORDS.start.ways}</a>
      </p>
    </details>
  );
}
