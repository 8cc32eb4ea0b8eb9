import type { Watch } from '../../eventlog/subscriptions.ts';
import type { Chat } from '../../games/chat/chat.ts';
import { type Reader, seatsOf } from '../../games/model/access.ts';
import type { Game } from '../../games/model/game.ts';

const NEWEST = { limit: 1, peek: true };
/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The `chat` events of one stream: each names the newest message that this reader may read. */
export class ChatLine {
  readonly #chat: Chat;
  readonly #reader: Reader;
  readonly #gameId: string;
  #watch: Watch | null = null;
  #isStale = true;
  #sits = false;
  #newest: string | null = null;
  #wake = () => {};

  constructor(chat: Chat, reader: Reader, gameId: string) {
    this.#chat = chat;
    this.#reader = reader;
    this.#gameId = gameId;
  }

  wakes(streamWatch: Watch): void {
    this.#wake = streamWatch.stop;
    if (this.#isStale) streamWatch.stop();
  }

  /** Empty: already sent, no message, or none that the reader may read. */
  async news(game: Game): Promise<string> {
    const { playerId } = this.#reader;
    const sits = playerId !== null && seatsOf(game, playerId).length > 0;
    if (!this.#isStale && sits === this.#sits) return '';
    this.#sits = sits;
    this.stop();
    this.#isStale = false;
    const watch = this.#chat.watch(this.#gameId);
    this.#watch = watch;
    const listed = await this.#chat.list(this.#reader, this.#gameId, NEWEST);
    if (!listed.ok) return '';
    const { messages, mark } = listed.value;
    void watch.until(LONGEST_TIMER_MS, mark).then((woken) => {
      if (woken === 'gone') return;
      this.#isStale = true;
      this.#wake();
    });
    const newest = messages[0]?.id ?? null;
    if (newest === null || newest === this.#newest) return '';
    this.#newest = newest;
    return `event: chat\ndata: ${JSON.stringify({ newest })}\n\n`;
  }

  stop(): void {
    this.#watch?.stop();
  }
}
