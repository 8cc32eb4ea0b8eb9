import { useEffect, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { type Answer, answerOf, api, connection, followTurns, type Game } from '../../core/api.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { useCall } from '../../core/use-call.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS_OF_LESSONS } from '../../core/words/lesson.ts';
import { WORDS } from '../../core/words.ts';
import { rematchGame } from './endings.ts';
import { startUsual } from './start-usual.ts';

interface AfterwardsProps {
  game: Game;
  /** true: the game was a tutorial */
  learns: boolean;
  onAnswer(answer: Answer<Game>): void;
  onLookBack(): void;
}

export default function Afterwards({ game, learns, onAnswer, onLookBack }: AfterwardsProps) {
  const { id, status, ruleset, you } = game;
  const { run, busy } = useCall();
  const rival = useRivalWhoWaits(game);
  const waits = rival === null ? '' : WORDS.doings.waits(isolated(rival));
  const begin = async (start: (id: string) => Promise<Answer<Game>>, of: string) => {
    let answer: Answer<Game> | null = null;
    await run(async () => {
      answer = await start(of);
      return answer;
    });
    const made = answer as Answer<Game> | null;
    if (made?.ok) goTo('g', made.value.id);
    else if (made !== null) onAnswer(made);
  };
  return (
    <>
      {!learns && (
        <a class="act" href={hrefTo('new', ruleset)}>
          {WORDS.doings.another}
        </a>
      )}
      {status === 'finished' && (
        <button type="button" class="act" onClick={onLookBack}>
          {WORDS.doings.lookBack}
        </button>
      )}
      {status === 'finished' && you.length > 0 && (
        <button
          type="button"
          class={learns ? 'act' : 'act go'}
          disabled={busy}
          onClick={() => void begin(rematchGame, id)}
        >
          {WORDS.doings.rematch}
          {rival !== null && <small>{waits}</small>}
        </button>
      )}
      {learns && (
        <button type="button" class="act go" disabled={busy} onClick={() => void begin(startUsual, ruleset)}>
          {WORDS_OF_LESSONS.whole}
        </button>
      )}
      <span class="sr" role="status">
        {waits}
      </span>
    </>
  );
}

function useRivalWhoWaits({ id, status, seats, you }: Game): string | null {
  const [rival, setRival] = useState<string | null>(null);
  const mine = session.value?.playerId;
  const others = seats.flatMap(({ player }) => (player === null || player.id === mine ? [] : [player]));
  const mayBeAsked = status === 'finished' && you.length > 0 && others.length > 0;
  useEffect(() => {
    if (!mayBeAsked) return;
    const asked = { only: 'invitations', limit: 50 } as const;
    return whileVisible((signal) => {
      return followTurns(connection, {
        signal,
        asked,
        onTurns({ invitations }) {
          if (invitations.length === 0) return setRival(null);
          const query = { rematchOf: id, status: 'open', limit: 1 } as const;
          void answerOf(api.GET('/v1/games', { params: { query } })).then((answer) => {
            const host = answer.ok ? answer.value.games[0]?.createdBy : undefined;
            setRival(others.find((player) => player.id === host)?.name ?? null);
          });
        },
        onLine() {},
      });
    });
  }, [id, mayBeAsked]);
  return rival;
}
