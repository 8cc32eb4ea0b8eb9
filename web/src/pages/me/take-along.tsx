import { useState } from 'preact/hooks';
import { type Answer, answerOf, connection } from '../../core/api.ts';
import { saveFile } from '../../core/save-file.ts';
import type { Session } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_ACCOUNT } from './account-words.ts';

const ZIP = 'application/zip';

export default function TakeAlong({ who }: { who: Session }) {
  const { run, refusal, busy } = useCall();
  const [isSaved, setIsSaved] = useState(false);
  const words = WORDS_OF_ACCOUNT.export;
  const save = async () => {
    setIsSaved(false);
    const archive = await run(fetchArchive);
    if (archive === null) return;
    saveFile(`croupier-${who.playerId}.zip`, ZIP, archive);
    setIsSaved(true);
  };
  return (
    <section class="panel form" aria-labelledby="take-along">
      <h2 id="take-along">{words.title}</h2>
      <p>{words.text}</p>
      <button type="button" disabled={busy} onClick={() => void save()}>
        {words.go}
      </button>
      <p role="status">{busy ? words.busy : isSaved && words.saved}</p>
      <Fault refusal={refusal} />
    </section>
  );
}

/** Fetches the archive by a request with a header for the token. A link could not send this header. */
function fetchArchive(): Promise<Answer<Blob>> {
  const call = async () => {
    const response = await fetch('v1/me/export', { headers: { ...connection.headers(), accept: ZIP } });
    return response.ok ? { response, data: await response.blob() } : { response, error: await response.json() };
  };
  return answerOf<Blob>(call());
}
