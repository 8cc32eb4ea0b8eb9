import { clockInWords } from '#rules/kernel/durations.ts';
import type { Answer, Game } from '../../core/api.ts';
import { gameAddress, hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { nameOfHolder } from '../../core/seat-names.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS } from '../../core/words.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { InShort } from '../../parts/in-short.tsx';
import { Scene } from '../../parts/scene.tsx';
import { SitDown } from '../../parts/sit-down.tsx';
import { joinGame, leaveGame } from './endings.ts';
import './invitation.css';

interface InvitationProps {
  game: Game;
  inviteCode: string | null;
  onAnswer(answer: Answer<Game>): void;
}

/** Opens the browser's dialog for sharing. Ignores a refusal, because the player can still copy the link. */
function share(name: string, game: Game): void {
  navigator.share({ text: WORDS.open.shared(name), url: gameAddress(game) }).catch(() => {});
}

/** Shows seated players the link for a friend. Its code is in the fragment, which no server or log receives. */
export default function Invitation({ game, inviteCode, onAnswer }: InvitationProps) {
  const who = useStore(session);
  const { id, ruleset, rulesVersion, seats, createdBy, clock, rated, you } = game;
  const about = valueIn(useRuleset({ ruleset, rulesVersion }));
  if (about === null) return <p class="dim">{WORDS.loading}</p>;
  const host = seats.find(({ player }) => player !== null && player.id === createdBy);
  const kept = seats.find(({ kind, player }) => kind === 'invited' && player?.id === who?.playerId);
  const nameOf = (holder: Game['seats'][number]) => nameOfHolder(holder, seats);
  const sits = you.length > 0;
  const free = seats.filter(({ kind }) => kind === 'open').length;
  const mayJoin = !sits && (kept !== undefined || free > 0);
  const others = seats.filter((seat) => {
    return seat !== host && !you.includes(seat.seat) && (seat.kind === 'player' || seat.kind === 'bot');
  });
  const sitDown = () => void joinGame(id, inviteCode ?? game.inviteCode).then(onAnswer);
  const terms = [
    ...(others.length > 0 ? [WORDS.open.with(others.map(nameOf))] : []),
    ...(about.inShort === null ? [] : [WORDS.open.takes(about.inShort.minutes)]),
    clock === null ? WORDS.open.noClock : clockInWords(clock),
    ...(sits
      ? [
          WORDS.open.waits(
            free,
            seats.flatMap((seat) => (seat.kind === 'invited' ? nameOf(seat) : [])),
          ),
        ]
      : []),
    ...(rated ? [WORDS.open.rated] : []),
  ];
  return (
    <section class="invitation" aria-labelledby="invitation">
      <Scene of={ruleset} />
      <h2 id="invitation">
        {sits ? about.name : WORDS.open.invites(host === undefined ? null : nameOf(host), about.name)}
      </h2>
      <p class="terms">{terms.join(' ')}</p>
      {sits && free > 0 && <CopyField label={WORDS.open.link} value={gameAddress(game)} isLong />}
      {sits && free > 0 && typeof navigator.share === 'function' && (
        <button type="button" class="go" onClick={() => share(about.name, game)}>
          {WORDS.open.share}
        </button>
      )}
      <InShort about={about} />
      {!sits && !mayJoin && <p>{WORDS.open.full}</p>}
      {mayJoin && who === null && <SitDown purpose={WORDS.open.title} onSeated={sitDown} />}
      {mayJoin && who !== null && (
        <p class="line">
          <button type="button" class="go" onClick={sitDown}>
            {kept === undefined ? WORDS.open.sitDown : WORDS.open.accept}
          </button>
          {kept !== undefined && (
            <button type="button" onClick={() => void leaveGame(id, kept.seat).then(onAnswer)}>
              {WORDS.open.decline}
            </button>
          )}
        </p>
      )}
      <a href={`${hrefTo('rules', ruleset)}?version=${rulesVersion}`}>{WORDS.table.allRules}</a>
    </section>
  );
}
