import { useEffect, useMemo, useState } from 'preact/hooks';
import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { type Message, TalkModel } from '../core/talk-model.ts';
import { useCall } from '../core/use-call.ts';
import { whileVisible } from '../core/visible.ts';
import { WORDS_OF_TALK } from '../core/words/talk.ts';
import { Fault } from './fault.tsx';
import { OneMessage } from './message.tsx';
import './talk.css';

interface TalkProps {
  gameId: string;
  /** whether who looks plays, and so may write */
  plays: boolean;
  invite: string | null;
}

/** What is said about a game: closed at first, with how much of it is new. */
export default function Talk({ gameId, plays, invite }: TalkProps) {
  const who = useStore(session);
  const playerId = who?.playerId ?? null;
  const talk = useMemo(() => new TalkModel(gameId, playerId, invite), [gameId, playerId, invite]);
  useEffect(() => whileVisible((signal) => void talk.follow(signal)), [talk]);
  const { messages, hasEarlier, isOpen, unread, refusal } = useStore(talk.state);
  const words = WORDS_OF_TALK;
  return (
    <div class="panel talk">
      <p class="sr" role="status">
        {spoken(messages, playerId, isOpen, unread)}
      </p>
      <details open={isOpen} onToggle={(event) => talk.open(event.currentTarget.open)}>
        <summary>
          {words.title} {unread > 0 && <span class="unread">{words.count(unread)}</span>}
        </summary>
        {isOpen && (
          <>
            {hasEarlier && (
              <button type="button" onClick={() => void talk.earlier()}>
                {words.earlier}
              </button>
            )}
            {messages?.length === 0 && <p class="dim">{words.none}</p>}
            <ul class="plain said" aria-label={words.list}>
              {messages?.map((message) => (
                <OneMessage
                  key={message.id}
                  gameId={gameId}
                  message={message}
                  isOthers={playerId !== null && message.player.id !== playerId}
                  onAvoided={() => talk.without(message.player.id)}
                />
              ))}
            </ul>
            <Fault refusal={refusal} />
            {plays ? <Saying talk={talk} /> : <p class="dim">{words.watching}</p>}
          </>
        )}
      </details>
    </div>
  );
}

/** Read out politely: what others said, or while it is closed how much that is. */
function spoken(messages: readonly Message[] | null, playerId: string | null, isOpen: boolean, unread: number): string {
  if (!isOpen) return unread === 0 ? '' : WORDS_OF_TALK.unread(unread);
  const last = messages?.at(-1);
  if (last === undefined || last.player.id === playerId || last.text === null) return '';
  return `${last.player.name}: ${last.text}`;
}

function Saying({ talk }: { talk: TalkModel }) {
  const [text, setText] = useState('');
  const [audience, setAudience] = useState<Message['audience']>('table');
  const { run, busy, refusal } = useCall();
  const words = WORDS_OF_TALK;
  const say = async () => {
    const said = await run(() => talk.say(text.trim(), audience));
    if (said !== null) setText('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void say();
      }}
    >
      <label class="words">
        {words.say}
        <input
          value={text}
          maxLength={500}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <label>
        {words.to}{' '}
        <select
          value={audience}
          onChange={(event) => setAudience(event.currentTarget.value === 'public' ? 'public' : 'table')}
        >
          <option value="table">{words.audiences.table}</option>
          <option value="public">{words.audiences.public}</option>
        </select>
      </label>
      <button type="submit" disabled={busy}>
        {words.send}
      </button>
      <Fault refusal={refusal} />
    </form>
  );
}
