import { LRUCache } from 'lru-cache';
import type { Game } from '../model/game.ts';
import type { GameLog } from '../runtime/game-log.ts';
import { Semaphore } from '../runtime/semaphore.ts';
import { TranscriptWriter } from './transcript.ts';

const MOST_BYTES = 64 * 1024 * 1024;
/** Each takes as much memory as it is long. */
const WRITTEN_AT_ONCE = 2;
const PART_CHARACTERS = 64 * 1024;

/**
 * The transcripts of games that are over, as the JSON that is sent: each is written once, for all who ask meanwhile, gives
 * way to everything else on the way, and is kept, since what is over does not change.
 */
export class PublishedTranscripts {
  readonly #log: GameLog;
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: MOST_BYTES, sizeCalculation: (bytes) => bytes.length });
  readonly #writing = new Map<string, Promise<Buffer>>();
  readonly #places = new Semaphore(WRITTEN_AT_ONCE);

  constructor(log: GameLog) {
    this.#log = log;
  }

  /** The transcript of a game that is over, as UTF-8. */
  async of(game: Game): Promise<Buffer> {
    const { id, erased = 0 } = game.header;
    const key = `${id} ${game.head} ${erased}`; // after a loss the same game may have ended otherwise
    const known = this.#kept.get(key) ?? this.#writing.get(key);
    if (known !== undefined) return known;
    const writing = this.#places.pass(() => this.#write(game)).finally(() => this.#writing.delete(key));
    this.#writing.set(key, writing);
    const bytes = await writing;
    this.#kept.set(key, bytes);
    return bytes;
  }

  async #write({ header, version }: Game): Promise<Buffer> {
    const writer = new TranscriptWriter(header);
    const parts: Buffer[] = [];
    let text = '';
    let separator = '';
    for await (const { row, change } of this.#log.told(header, null, { upTo: version })) {
      text += `${separator}${JSON.stringify(writer.entryOf(row, change.game))}`;
      separator = ',';
      if (text.length < PART_CHARACTERS) continue;
      parts.push(Buffer.from(text));
      text = '';
    }
    const frame = JSON.stringify(writer.frame());
    return Buffer.concat([Buffer.from(`${frame.slice(0, -1)},"log":[`), ...parts, Buffer.from(`${text}]}`)]);
  }
}
