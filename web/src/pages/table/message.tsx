import { useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { api, doneOf, type Schemas } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { hrefTo } from '../../core/router.ts';
import { useDraft } from '../../core/unsent.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_CHAT } from '../../core/words/chat.ts';
import { Fault } from '../../parts/fault.tsx';
import { Name } from '../../parts/name.tsx';
import { Sure } from '../../parts/sure.tsx';
import type { Message } from './chat-model.ts';

interface OneMessageProps {
  gameId: string;
  message: Message;
  /** true: the message is another player's and can be muted or reported */
  isOthers: boolean;
  onAvoided(): void;
}

type Reason = Schemas['NewReport']['reason'];

export function OneMessage({ gameId, message, isOthers, onAvoided }: OneMessageProps) {
  const { player, audience, text, removedBy, at } = message;
  const words = WORDS_OF_CHAT;
  return (
    <li>
      <p>
        <a href={hrefTo('p', player.id)}>
          <strong>
            <Name of={player.name} />
          </strong>
        </a>{' '}
        <small>
          <time dateTime={at}>{momentOf(at)}</time>
          {audience === 'public' && `, ${words.toAll}`}
        </small>
        <br />
        {text === null ? <em class="dim">{words.removed[removedBy ?? 'house']}</em> : <bdi>{text}</bdi>}
      </p>
      {isOthers && <Doings gameId={gameId} message={message} onAvoided={onAvoided} />}
    </li>
  );
}

function Doings({ gameId, message, onAvoided }: Omit<OneMessageProps, 'isOthers'>) {
  const { run, refusal } = useCall();
  const words = WORDS_OF_CHAT;
  const { id: playerId, name } = message.player;
  const params = { path: { playerId } };
  const avoid = async (path: '/v1/me/mutes/{playerId}' | '/v1/me/blocks/{playerId}') => {
    const done = await run(() => doneOf(api.PUT(path, { params, body: {} })));
    if (done !== null) onAvoided();
  };
  return (
    <details>
      <summary>
        <small>{words.about(isolated(name))}</small>
      </summary>
      <div class="line">
        <Sure label={words.mute} question={words.muteMeans} onSure={() => void avoid('/v1/me/mutes/{playerId}')} />
        <Sure label={words.block} question={words.blockMeans} onSure={() => void avoid('/v1/me/blocks/{playerId}')} />
      </div>
      <Fault refusal={refusal} />
      <Reporting gameId={gameId} messageId={message.id} />
    </details>
  );
}

function Reporting({ gameId, messageId }: { gameId: string; messageId: string }) {
  const [reason, setReason] = useState<Reason>('abuse');
  const [note, change] = useDraft(`report ${messageId}`, '');
  const [isReported, setReported] = useState(false);
  const { run, busy, refusal } = useCall();
  const words = WORDS_OF_CHAT;
  const report = async () => {
    const wanted = note.trim();
    const body = wanted === '' ? { reason } : { reason, note: wanted };
    const params = { path: { gameId, messageId } };
    const path = '/v1/games/{gameId}/messages/{messageId}/reports';
    if ((await run(() => doneOf(api.POST(path, { params, body })))) !== null) setReported(true);
  };
  if (isReported) return <p role="status">{words.reported}</p>;
  return (
    <form
      aria-label={words.report}
      onSubmit={(event) => {
        event.preventDefault();
        void report();
      }}
    >
      <label>
        {words.reason}{' '}
        <select value={reason} onChange={(event) => setReason(event.currentTarget.value as Reason)}>
          {Object.entries(words.reasons).map(([each, meaning]) => (
            <option key={each} value={each}>
              {meaning}
            </option>
          ))}
        </select>
      </label>
      <label class="words">
        {words.note}
        <input value={note} maxLength={1000} onInput={({ currentTarget: { value } }) => change(() => value)} />
      </label>
      <button type="submit" disabled={busy}>
        {words.sendReport}
      </button>
      <Fault refusal={refusal} />
    </form>
  );
}
