import { useEffect, useState } from 'preact/hooks';
import type { Game } from '../../core/api.ts';
import type { Past } from '../../core/past.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { isCasual, mustAgree, requestTakeback } from '../../core/takebacks.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_TAKEBACKS as WORDS } from '../../core/words/takebacks.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';

interface BackToVersionProps {
  game: Game;
  version: number;
  past: Past;
  onDone(): void;
}

export default function BackToVersion({ game, version, past, onDone }: BackToVersionProps) {
  const who = useStore(session);
  const { run, refusal } = useCall();
  const mayGoBack = game.status === 'playing' && game.you.length > 0 && isCasual(game);
  const [start, setStart] = useState<number | null>(null);
  useEffect(() => {
    if (mayGoBack) void past.start().then(setStart);
  }, [past, mayGoBack]);
  if (!mayGoBack || start === null || version < start || version >= game.version) return null;
  if (who !== null && game.takeback?.to === version && game.takeback.agreedBy.includes(who.playerId)) {
    return <p role="status">{WORDS.asked(WORDS.here)}</p>;
  }
  const asks = mustAgree(game, who?.playerId);
  const back = async () => {
    if ((await run(() => requestTakeback(game.id, version))) !== null) onDone();
  };
  return (
    <div class="line">
      <Sure
        key={version}
        label={asks ? WORDS.askThis : WORDS.goesThis}
        question={asks ? WORDS.backMeans : WORDS.goesMeans}
        onSure={() => void back()}
      />
      <Fault refusal={refusal} />
    </div>
  );
}
