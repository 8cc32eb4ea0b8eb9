import { answerOf, api } from '../../core/api.ts';

const TELL_MS = 3_000;

/** Tells the service up to which version the player has looked, for the player's other devices. */
export class HouseLooked {
  readonly #gameId: string;
  #version = 0;
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(gameId: string) {
    this.#gameId = gameId;
  }

  /** Reports that the player has seen this version. Resolves to the version reported before; null: unknown. */
  async begin(version: number): Promise<number | null> {
    this.#version = version;
    this.#told = version;
    return this.#send(version);
  }

  reached(version: number): void {
    this.#version = Math.max(this.#version, version);
    this.#timer ??= setTimeout(() => this.#tell(), TELL_MS);
  }

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
