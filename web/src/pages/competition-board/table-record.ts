import { type Answer, answerOf, connection, type Schemas } from '../../core/api.ts';
import { WORDS_OF_BOARDS } from '../../core/words/boards.ts';
import { spoken } from '../../core/words.ts';
import { type Decision, decisionsIn } from './same-board.ts';

type Transcript = Schemas['Transcript'];

const EVENTS_A_PAGE = 200;

export class TableRecord {
  readonly #transcript: Transcript;
  readonly #sentences: ReadonlyMap<number, readonly string[]>;

  private constructor(transcript: Transcript, sentences: ReadonlyMap<number, readonly string[]>) {
    this.#transcript = transcript;
    this.#sentences = sentences;
  }

  static async read(gameId: string): Promise<Answer<TableRecord>> {
    const params = { path: { gameId } };
    const transcript = await answerOf(connection.api.GET('/v1/games/{gameId}/transcript', { params }));
    if (!transcript.ok) return transcript;
    const sentences = await readSentences(gameId);
    if (!sentences.ok) return sentences;
    return { ok: true, value: new TableRecord(transcript.value, sentences.value) };
  }

  decisions(seat: number | null): Decision[] {
    return decisionsIn(this.#transcript, seat);
  }

  /** Returns the service's sentences about a decision; if there are none, because it was secret, the action itself. */
  wordsOf({ version, action }: Decision): readonly string[] {
    const told = this.#sentences.get(version) ?? [];
    return told.length > 0 ? told : [wordsOfAction(action)];
  }
}

function wordsOfAction({ type, ...fields }: Record<string, unknown>): string {
  const said = Object.entries(fields).map(([name, value]) => `${spoken(name)} ${wordsOfValue(value)}`);
  return WORDS_OF_BOARDS.secret(spoken(String(type)), said);
}

function wordsOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function readSentences(gameId: string): Promise<Answer<ReadonlyMap<number, readonly string[]>>> {
  const sentences = new Map<number, string[]>();
  for (let after = 0; ; ) {
    const query = { seat: 'spectator' as const, after, limit: EVENTS_A_PAGE, text: true, names: true };
    const page = await answerOf(
      connection.api.GET('/v1/games/{gameId}/events', { params: { path: { gameId }, query } }),
    );
    if (!page.ok) return page;
    if (typeof page.value === 'string') throw new Error('a stream where a page was asked for');
    for (const { version, text } of page.value.events) {
      if (text !== undefined) sentences.set(version, [...(sentences.get(version) ?? []), text]);
    }
    if (page.value.next === null || page.value.next <= after) return { ok: true, value: sentences };
    after = page.value.next;
  }
}
