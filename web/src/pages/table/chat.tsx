import { useEffect, useMemo, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import type { Line } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useAskBeforeLeaving, useDraft } from '../../core/unsent.ts';
import { useCall } from '../../core/use-call.ts';
import { whileVisible } from '../../core/visible.ts';
import { WORDS_OF_CHAT } from '../../core/words/chat.ts';
import { Drawer } from '../../parts/drawer.tsx';
import { Fault } from '../../parts/fault.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ChatModel, type Message } from './chat-model.ts';
import { OneMessage } from './message.tsx';
import './chat.css';

interface ChatProps {
  gameId: string;
  plays: boolean;
  invite: string | null;
  /** state of the connection; `polling` and `over` announce no messages, so the chat then polls */
  line: Line;
  said: string | null;
}

export default function Chat({ gameId, plays, invite, line, said }: ChatProps) {
  const who = useStore(session);
  const playerId = who?.playerId ?? null;
  const chat = useMemo(() => new ChatModel(gameId, playerId, invite), [gameId, playerId, invite]);
  const polls = line === 'polling' || line === 'over';
  useEffect(() => chat.forget(), [chat, plays]); // with a seat, the reader may also see earlier messages to players
  useEffect(
    () => whileVisible((signal) => (polls ? chat.follow(signal) : chat.catchUp(said, signal))),
    [chat, plays, polls, polls ? null : said],
  );
  const { messages, hasEarlier, isOpen, unread, refusal } = useStore(chat.state);
  const words = WORDS_OF_CHAT;
  return (
    <>
      <p class="sr" role="status">
        {spoken(messages, playerId, isOpen, unread)}
      </p>
      <button type="button" class="sign" aria-haspopup="dialog" onClick={() => chat.open(true)}>
        <span class="sr">{words.title}</span>
        <Icon of="chat" />
        {unread > 0 && <span class="unread">{unread}</span>}
      </button>
      <Drawer title={words.title} isOpen={isOpen} onClose={() => chat.open(false)}>
        <div class="chat">
          {hasEarlier && (
            <button type="button" onClick={() => void chat.earlier()}>
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
                onAvoided={() => chat.without(message.player.id)}
              />
            ))}
          </ul>
          <Fault refusal={refusal} />
          {plays ? <Saying chat={chat} gameId={gameId} /> : <p class="dim">{words.watching}</p>}
        </div>
      </Drawer>
    </>
  );
}

/** Returns what screen readers announce: the last message of others, or the number of unread ones. */
function spoken(messages: readonly Message[] | null, playerId: string | null, isOpen: boolean, unread: number): string {
  if (!isOpen) return unread === 0 ? '' : WORDS_OF_CHAT.unread(unread);
  const last = messages?.at(-1);
  if (last === undefined || last.player.id === playerId || last.text === null) return '';
  return `${isolated(last.player.name)}: ${isolated(last.text)}`;
}

function Saying({ chat, gameId }: { chat: ChatModel; gameId: string }) {
  const [text, change] = useDraft(`message ${gameId}`, '');
  useAskBeforeLeaving(() => text.trim() !== '');
  const [audience, setAudience] = useState<Message['audience']>('table');
  const { run, busy, refusal } = useCall();
  const words = WORDS_OF_CHAT;
  const say = async () => {
    const said = await run(() => chat.say(text.trim(), audience));
    // text that is typed during sending begins the next message
    if (said !== null) change((now) => (now.startsWith(text) ? now.slice(text.length) : now));
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
          onInput={({ currentTarget: { value } }) => change(() => value)}
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
