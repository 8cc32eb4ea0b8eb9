import { type Answer, answerOf, api, type Refusal, type Schemas } from '../../core/api.ts';
import { isFinal } from '../../core/final-refusal.ts';
import { pause } from '../../core/pause.ts';
import { Store } from '../../core/store.ts';
import { heard, lastHeard } from './heard.ts';

export type Message = Schemas['Message'];
type MessageList = Schemas['MessageList'];

export interface ChatState {
  /** the oldest first; null until they were read */
  messages: readonly Message[] | null;
  hasEarlier: boolean;
  isOpen: boolean;
  /** messages of others since the chat was last open */
  unread: number;
  refusal: Refusal | null;
}

const PAGE = 50;
const WAIT_SECONDS = 25;
const PAUSE_MS = 3_000;

export class ChatModel {
  readonly state = new Store<ChatState>({ messages: null, hasEarlier: false, isOpen: false, unread: 0, refusal: null });
  readonly #gameId: string;
  readonly #playerId: string | null;
  readonly #header: Record<string, string>;

  /** `playerId` is the reader, whose own messages do not count as unread */
  constructor(gameId: string, playerId: string | null, inviteCode: string | null) {
    this.#gameId = gameId;
    this.#playerId = playerId;
    this.#header = inviteCode === null ? {} : { 'invite-code': inviteCode };
  }

  forget(): void {
    this.state.patch({ messages: null });
  }

  /** Reads the messages that the event stream has announced. `newest` is the id of the last one. */
  async catchUp(newest: string | null, signal: AbortSignal): Promise<void> {
    const { messages } = this.state.value;
    if (messages?.some(({ id }) => id === newest)) return;
    await this.#readNews(signal);
  }

  /** Reads by long polling until the signal aborts or the service refuses. Tries again after interruptions. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { messages } = this.state.value;
      const after = messages?.at(-1)?.id;
      const wait = messages === null ? {} : { wait: WAIT_SECONDS };
      const answer = await this.#read({ ...wait, ...(after === undefined ? {} : { after }) }, signal);
      if (signal.aborted) return;
      if (answer.ok) this.#add(answer.value.messages);
      else {
        this.state.patch({ refusal: answer.refusal });
        if (isFinal(answer.refusal)) return;
        await pause(PAUSE_MS, signal);
      }
    }
  }

  open(isOpen: boolean): void {
    this.state.patch({ isOpen });
    if (!isOpen) return;
    this.#hasRead();
    void this.#read({ limit: 1 }); // tells the service that all is read, so that it notifies about the next message
  }

  async earlier(): Promise<void> {
    const { messages } = this.state.value;
    const before = messages?.[0]?.id;
    if (messages === null || before === undefined) return;
    const answer = await this.#read({ before });
    if (!answer.ok) return this.state.patch({ refusal: answer.refusal });
    const { messages: found } = answer.value;
    this.state.patch({ messages: [...found, ...messages], hasEarlier: found.length === PAGE, refusal: null });
  }

  async say(text: string, audience: Message['audience']): Promise<Answer<Message>> {
    const params = { path: { gameId: this.#gameId } };
    const answer = await answerOf(api.POST('/v1/games/{gameId}/messages', { params, body: { text, audience } }));
    if (answer.ok) await this.#readNews();
    return answer;
  }

  without(playerId: string): void {
    const { messages } = this.state.value;
    this.state.patch({ messages: messages?.filter(({ player }) => player.id !== playerId) ?? null });
  }

  async #readNews(signal?: AbortSignal): Promise<void> {
    const after = this.state.value.messages?.at(-1)?.id;
    const answer = await this.#read(after === undefined ? {} : { after }, signal);
    if (answer.ok) this.#add(answer.value.messages);
    else if (signal !== undefined) this.state.patch({ refusal: answer.refusal });
  }

  #read(
    query: { after?: string; before?: string; wait?: number; limit?: number },
    signal?: AbortSignal,
  ): Promise<Answer<MessageList>> {
    const { isOpen } = this.state.value;
    const params = {
      path: { gameId: this.#gameId },
      query: { limit: PAGE, peek: !isOpen, ...query },
      header: this.#header,
    };
    return answerOf(api.GET('/v1/games/{gameId}/messages', { params, ...(signal && { signal }) }));
  }

  #add(news: readonly Message[]): void {
    const { messages, hasEarlier } = this.state.value;
    const known = new Set(messages?.map(({ id }) => id));
    const fresh = news.filter(({ id }) => !known.has(id));
    const all = [...(messages ?? []), ...fresh];
    const isMore = messages === null ? fresh.length === PAGE : hasEarlier;
    this.state.patch({ messages: all, hasEarlier: isMore, unread: this.#unreadIn(all), refusal: null });
    if (this.state.value.isOpen) this.#hasRead();
  }

  #unreadIn(messages: readonly Message[]): number {
    const last = lastHeard(this.#gameId);
    const from = messages.findIndex(({ id }) => id === last) + 1;
    return messages.slice(from).filter(({ player }) => player.id !== this.#playerId).length;
  }

  #hasRead(): void {
    const last = this.state.value.messages?.at(-1);
    if (last !== undefined) heard(this.#gameId, last.id);
    this.state.patch({ unread: 0 });
  }
}
