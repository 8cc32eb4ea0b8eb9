import { clockInWords } from '#rules/kernel/durations.ts';
import type { Answer, Game } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { nameOfHolder } from '../../core/seat-names.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS } from '../../core/words.ts';
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

export default function Invitation({ game, inviteCode, onAnswer }: InvitationProps) {
  const who = useStore(session);
  const { id, ruleset, rulesVersion, seats, createdBy, clock, rated } = game;
  const about = valueIn(useRuleset({ ruleset, rulesVersion }));
  if (about === null) return <p class="dim">{WORDS.loading}</p>;
  const host = seats.find(({ player }) => player !== null && player.id === createdBy);
  const kept = seats.find(({ kind, player }) => kind === 'invited' && player?.id === who?.playerId);
  const isFree = kept !== undefined || seats.some(({ kind }) => kind === 'open');
  const others = seats.filter((seat) => seat !== host && (seat.kind === 'player' || seat.kind === 'bot'));
  const sitDown = () => void joinGame(id, inviteCode ?? game.inviteCode).then(onAnswer);
  const terms = [
    ...(others.length > 0 ? [WORDS.open.with(others.map(nameOfHolder))] : []),
    ...(about.inShort === null ? [] : [WORDS.open.takes(about.inShort.minutes)]),
    clock === null ? WORDS.open.noClock : clockInWords(clock),
    ...(rated ? [WORDS.open.rated] : []),
  ];
  return (
    <section class="invitation" aria-labelledby="invitation">
      <Scene of={ruleset} />
      <h2 id="invitation">{WORDS.open.invites(host === undefined ? null : nameOfHolder(host), about.name)}</h2>
      <p class="terms">{terms.join(' ')}</p>
      <InShort about={about} />
      {!isFree && <p>{WORDS.open.full}</p>}
      {isFree && who === null && <SitDown purpose={WORDS.open.title} onSeated={sitDown} />}
      {isFree && who !== null && (
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
