import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Game, Refusal } from '../../core/api.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import { Past } from '../../core/past.ts';
import { WORDS } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Fault } from '../../parts/fault.tsx';

interface PastTableProps {
  gameId: string;
  version: number;
}

export default function PastTable({ gameId, version }: PastTableProps) {
  const past = useMemo(() => new Past(gameId, 'spectator', [], null), [gameId]);
  const [game, setGame] = useState<Game | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    void past.state(version).then((answer) => {
      if (!isWanted) return;
      if (answer.ok) setGame(answer.value);
      setRefusal(answer.ok ? null : answer.refusal);
    });
    return () => {
      isWanted = false;
    };
  }, [past, version]);
  return (
    <div data-version={game?.version ?? ''}>
      <Fault refusal={refusal} />
      {game === null && refusal === null && <p class="dim">{WORDS.loading}</p>}
      {game !== null && <Board game={game} choice={NO_CHOICE} />}
    </div>
  );
}
