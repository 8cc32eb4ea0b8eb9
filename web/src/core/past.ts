import { type Answer, answerOf, api, type Game, type GameEvent, type Viewer } from './api.ts';
import { viewsBeside } from './verifier.ts';

const EVENTS_A_PAGE = 200;

interface NotOpened {
  ok: true;
  value: null;
}

/** A game at each of its versions, as one viewer may see it. What was read once is kept: the past does not change. */
export class Past {
  readonly #gameId: string;
  readonly #viewer: Viewer;
  readonly #inviteCode: string | null;
  /** somebody else’s seat, once the game is over: the service shows it to no one, but from its transcript it follows */
  readonly #open: number | null;
  #views: Promise<Answer<unknown[]> | NotOpened> | null = null;
  readonly #states = new Map<number, Promise<Answer<Game>>>();
  readonly #events = new Map<number, GameEvent[]>();

  constructor(gameId: string, viewer: Viewer, you: readonly number[], inviteCode: string | null) {
    this.#gameId = gameId;
    this.#open = typeof viewer === 'number' && !you.includes(viewer) ? viewer : null;
    this.#viewer = this.#open === null ? viewer : 'spectator';
    this.#inviteCode = inviteCode;
  }

  state(version: number): Promise<Answer<Game>> {
    const known = this.#states.get(version);
    if (known !== undefined) return known;
    const asked = this.#read(version);
    this.#states.set(version, asked);
    void asked.then(({ ok }) => ok || this.#states.delete(version)); // the next one asks again
    return asked;
  }

  /** With its head, where that is known, the answer is of this history for ever and the browser keeps it. */
  async #read(version: number): Promise<Answer<Game>> {
    const head = this.#events.get(version)?.[0]?.head;
    const query = { seat: this.#viewer, at: version, legalActions: false, ...(head === undefined ? {} : { head }) };
    const params = { path: { gameId: this.#gameId }, query, header: this.#headers() };
    const answer = await answerOf(api.GET('/v1/games/{gameId}', { params }));
    if (!answer.ok || this.#open === null) return answer;
    this.#views ??= this.#readViews(this.#open);
    const views = await this.#views;
    if (!views.ok) return views;
    if (views.value === null) return answer;
    return { ok: true, value: { ...answer.value, viewer: this.#open, view: views.value[version - 1] ?? null } as Game };
  }

  /** Null when the transcript does not hold, or cannot be played again here. */
  async #readViews(seat: number): Promise<Answer<unknown[]> | NotOpened> {
    const params = { path: { gameId: this.#gameId }, header: this.#headers() };
    const transcript = await answerOf(api.GET('/v1/games/{gameId}/transcript', { params }));
    if (!transcript.ok) return transcript;
    const asked = { transcript: transcript.value, seat };
    const seen = await viewsBeside(asked, new AbortController().signal).catch(() => null);
    return { ok: true, value: seen?.verified === true ? seen.views : null };
  }

  #headers(): { 'invite-code'?: string } {
    return this.#inviteCode === null ? {} : { 'invite-code': this.#inviteCode };
  }

  /** Reads what happened in the whole game. */
  async readEvents(): Promise<Answer<true>> {
    const path = { gameId: this.#gameId };
    for (let after = 0; ; ) {
      const query = { seat: this.#viewer, after, limit: EVENTS_A_PAGE, text: true, names: true };
      const page = await answerOf(
        api.GET('/v1/games/{gameId}/events', { params: { path, query, header: this.#headers() } }),
      );
      if (!page.ok) return page;
      if (typeof page.value === 'string') throw new Error('a stream where a page was asked for');
      for (const event of page.value.events) {
        this.#events.set(event.version, [...(this.#events.get(event.version) ?? []), event]);
      }
      if (page.value.next === null || page.value.next <= after) return { ok: true, value: true };
      after = page.value.next;
    }
  }

  /** The first version in which there was something to decide; null until what happened is read, or where the game never began. */
  get start(): number | null {
    const started = [...this.#events].find(([, events]) => events.some(({ type }) => type === 'gameStarted'));
    return started?.[0] ?? null;
  }

  /** What happened in the change that made this version, in its order. */
  eventsAt(version: number): readonly GameEvent[] {
    return this.#events.get(version) ?? [];
  }
}
