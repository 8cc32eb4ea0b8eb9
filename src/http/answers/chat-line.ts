import type { Watch } from '../../eventlog/subscriptions.ts';
import type { Chat } from '../../games/chat/chat.ts';
import { type Reader, seatsOf } from '../../games/model/access.ts';
import type { Game } from '../../games/model/game.ts';

const NEWEST = { limit: 1, peek: true };
/** A timer of more rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Tells in the stream of a game which message about it is the newest that its reader may read. */
export class ChatLine {
  readonly #chat: Chat;
  readonly #reader: Reader;
  readonly #gameId: string;
  #watch: Watch | null = null;
  #isOld = true;
  #sits = false;
  #newest: string | null = null;
  #wake = () => {};

  constructor(chat: Chat, reader: Reader, gameId: string) {
    this.#chat = chat;
    this.#reader = reader;
    this.#gameId = gameId;
  }

  /** From now on this wait, of the same stream, ends when something is said. */
  wakes(watch: Watch): void {
    this.#wake = watch.stop;
    if (this.#isOld) watch.stop();
  }

  /** The event that names the newest message; empty: it was told, or there is none. */
  async news(game: Game): Promise<string> {
    const { playerId } = this.#reader;
    const sits = playerId !== null && seatsOf(game, playerId).length > 0;
    if (!this.#isOld && sits === this.#sits) return '';
    this.#sits = sits;
    this.stop();
    this.#isOld = false;
    const watch = this.#chat.watch(this.#gameId);
    this.#watch = watch;
    const listed = await this.#chat.list(this.#reader, this.#gameId, NEWEST);
    if (!listed.ok) return '';
    const { messages, mark } = listed.value;
    void watch.until(LONGEST_TIMER_MS, mark).then((woken) => {
      if (woken === 'gone') return;
      this.#isOld = true;
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
