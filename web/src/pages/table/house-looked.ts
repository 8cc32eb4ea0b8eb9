import { answerOf, api } from '../../core/api.ts';

/** Between two calls that tell of one game: who watches every move need not tell of each. */
const TELL_MS = 3_000;

/** Tells the house how far its player has looked at a game, so that their other devices know. */
export class HouseLooked {
  readonly #gameId: string;
  #version = 0;
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(gameId: string) {
    this.#gameId = gameId;
  }

  /** The version that they had looked at before, on whichever device; null: the house does not say. */
  async begin(version: number): Promise<number | null> {
    this.#version = version;
    this.#told = version;
    return this.#send(version);
  }

  /** A later version is in sight. */
  reached(version: number): void {
    this.#version = Math.max(this.#version, version);
    this.#timer ??= setTimeout(() => this.#tell(), TELL_MS);
  }

  /** What has been seen is told before the page goes. */
  end(): void {
    if (this.#timer !== undefined) this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#version <= this.#told) return;
    this.#told = this.#version;
    void this.#send(this.#version);
  }

  async #send(version: number): Promise<number | null> {
    const params = { path: { gameId: this.#gameId } };
    const answer = await answerOf(api.PUT('/v1/games/{gameId}/looked', { params, body: { version } }));
    return answer.ok ? answer.value.before : null;
  }
}
