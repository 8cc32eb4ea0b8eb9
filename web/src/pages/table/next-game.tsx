import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOf, api, type Game } from '../../core/api.ts';
import { goTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { setWaiting } from '../../core/tab.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { type NextGame as Next, nextGame, TURNS_FOR_NEXT } from './next-game.ts';

const ASKED = { only: 'turns', limit: TURNS_FOR_NEXT } as const;

/** Reads how many other games wait: after each event of this game, and before the player goes to the next one. */
export default function NextGame({ game: { id, status, version, toAct, you } }: { game: Game }) {
  const who = useStore(session);
  const isTurn = status === 'playing' && toAct.some((seat) => you.includes(seat));
  const [found, setFound] = useState<Next | null>(null);
  const [hasGone, setGone] = useState(false);
  const read = async () => {
    const answer = await answerOf(api.GET('/v1/me/turns', { params: { query: ASKED } }));
    const next = answer.ok ? nextGame(answer.value, { id, isTurn }) : null;
    setFound(next);
    return next;
  };
  // while it is the player's turn here, new events of this game do not make the page read the other games again
  const moment = isTurn ? 'turn' : `${status} ${version}`;
  useEffect(() => {
    setGone(false);
    if (who !== null) void read();
  }, [who?.token, id, moment]);
  const others = found?.others ?? 0;
  useEffect(() => {
    setWaiting(others === 0 ? 0 : others + (isTurn ? 1 : 0));
    return () => setWaiting(0);
  }, [others, isTurn]);
  const go = async () => {
    const next = await read();
    if (next?.next) goTo('g', next.next.gameId);
    else setGone(true);
  };
  const button = useRef<HTMLButtonElement>(null);
  useKeys({ n: () => button.current?.focus() }, '.playing');
  if (who === null || ((found?.next ?? null) === null && !hasGone)) return null;
  return (
    <>
      <button ref={button} type="button" class="sign" aria-keyshortcuts="n" onClick={() => void go()}>
        <span class="sr">{WORDS_OF_MANY.next}</span>
        <Icon of="next" />
        {found?.next && (
          <span class="unread" aria-hidden="true">
            {found.others}
          </span>
        )}
      </button>
      {found?.next && <span class="sr">{WORDS_OF_MANY.nextWaits(found.others)}</span>}
      <span class="sr" role="status">
        {found?.next ? '' : WORDS_OF_MANY.noNext}
      </span>
    </>
  );
}
