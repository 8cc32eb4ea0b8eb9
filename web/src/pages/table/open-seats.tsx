import { useEffect, useState } from 'preact/hooks';
import type { Answer, Game } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { listRulesets } from '../../core/rulesets.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { clockInWords } from '../../core/words/clocks.ts';
import { WORDS } from '../../core/words.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { joinGame, leaveGame } from './endings.ts';

interface OpenSeatsProps {
  game: Game;
  inviteCode: string | null;
  onAnswer(answer: Answer<Game>): void;
}

export default function OpenSeats({ game, inviteCode, onAnswer }: OpenSeatsProps) {
  const who = useStore(session);
  const { id, seats, you } = game;
  const isFree = seats.some(({ kind }) => kind === 'open');
  const sitDown = () => void joinGame(id, inviteCode ?? game.inviteCode).then(onAnswer);
  if (who === null) {
    if (!isFree) return null;
    return (
      <>
        <Terms game={game} />
        <SitDown purpose={WORDS.open.title} onSeated={sitDown} />
      </>
    );
  }
  const kept = seats.find(({ kind, player }) => kind === 'invited' && player?.id === who.playerId);
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

function Terms({ game: { ruleset, clock, rated } }: { game: Game }) {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    void listRulesets().then((answer) => {
      if (answer.ok) setName(answer.value.find(({ id }) => id === ruleset)?.name ?? ruleset);
    });
  }, [ruleset]);
  if (name === null) return null;
  const terms = [
    name,
    rated ? WORDS.open.rated : WORDS.open.casual,
    clock === null ? WORDS.open.noClock : clockInWords(clock),
  ];
  return <p>{terms.join(' · ')}</p>;
}

/** The code is in the fragment, which no server or log sees. */
function InviteLink({ game: { id, inviteCode } }: { game: Game }) {
  const query = inviteCode === null ? '' : `?invite=${encodeURIComponent(inviteCode)}`;
  return (
    <CopyField label={WORDS.open.link} value={`${new URL('.', document.baseURI).href}${hrefTo('g', id)}${query}`} />
  );
}
