import { useRef, useState } from 'preact/hooks';
import type { Answer, Game } from '../core/api.ts';
import { joinGame, leaveGame } from '../core/endings.ts';
import { hrefTo } from '../core/router.ts';
import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { WORDS } from '../core/words.ts';
import { SitDown } from './sit-down.tsx';

interface OpenSeatsProps {
  game: Game;
  inviteCode: string | null;
  onAnswer(answer: Answer<Game>): void;
}

/** A game that waits for players: sitting down, and asking others to. */
export function OpenSeats({ game, inviteCode, onAnswer }: OpenSeatsProps) {
  const who = useStore(session);
  if (who === null) return <SitDown />;
  const { id, seats, you } = game;
  const kept = seats.find(({ kind, player }) => kind === 'invited' && player?.id === who.playerId);
  const isFree = seats.some(({ kind }) => kind === 'open');
  const sitDown = () => void joinGame(id, inviteCode ?? game.inviteCode).then(onAnswer);
  return (
    <div class="open">
      {you.length === 0 && (kept !== undefined || isFree) && (
        <button type="button" class="go" onClick={sitDown}>
          {kept === undefined ? WORDS.open.sitDown : WORDS.open.accept}
        </button>
      )}
      {kept !== undefined && (
        <button type="button" onClick={() => void leaveGame(id, kept.seat).then(onAnswer)}>
          {WORDS.open.decline}
        </button>
      )}
      {you.length > 0 && isFree && <InviteLink game={game} />}
    </div>
  );
}

/** The code stays in the fragment of the address, which no server and no log ever sees. */
function InviteLink({ game: { id, inviteCode } }: { game: Game }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const query = inviteCode === null ? '' : `?invite=${encodeURIComponent(inviteCode)}`;
  const link = `${new URL('.', document.baseURI).href}${hrefTo('g', id)}${query}`;
  const copy = () => {
    field.current?.select();
    // pages that came over plain HTTP may not write to the clipboard: what is marked is copied by hand
    void navigator.clipboard?.writeText(link).then(
      () => setIsCopied(true),
      () => {},
    );
  };
  return (
    <p>
      <label>
        {WORDS.open.link} <input ref={field} readOnly value={link} />
      </label>{' '}
      <button type="button" onClick={copy}>
        {isCopied ? WORDS.open.copied : WORDS.open.copy}
      </button>
    </p>
  );
}
