import { type Answer, answerOf, api, type Game, type GameEvent, type Viewer } from './api.ts';
import { viewsBeside } from './verifier.ts';

const EVENTS_AT_ONCE = { around: 50, whole: 200 };

type PageQuery = { after: number } | { order: 'desc'; before: number };

interface NotOpened {
  ok: true;
  value: null;
}

export class Past {
  readonly #gameId: string;
  readonly #viewer: Viewer;
  readonly #inviteCode: string | null;
  /** another player's seat to look from: its views are computed from the transcript. Null: the service has the views */
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

  know(newest: Game): void {
    if (newest.viewer === this.#viewer && this.#open === null) {
      this.#states.set(newest.version, Promise.resolve({ ok: true, value: newest }));
    }
  }

  state(version: number): Promise<Answer<Game>> {
    const known = this.#states.get(version);
    if (known !== undefined) return known;
    const asked = this.#read(version);
    this.#states.set(version, asked);
    void asked.then(({ ok }) => ok || this.#states.delete(version)); // a failure is not cached
    return asked;
  }

  /** The address contains the head of the hash chain, so its response never changes and the browser caches it. */
  async #read(version: number): Promise<Answer<Game>> {
    const head = this.#events.get(version)?.[0]?.head;
    const query = { seat: this.#viewer, at: version, ...(head === undefined ? {} : { head }) };
    const params = { path: { gameId: this.#gameId }, query, header: this.#headers() };
    const answer = await answerOf(api.GET('/v1/games/{gameId}', { params }));
    if (!answer.ok || this.#open === null) return answer;
    this.#views ??= this.#readViews(this.#open);
    const views = await this.#views;
    if (!views.ok) return views;
    if (views.value === null) return answer;
    return { ok: true, value: { ...answer.value, viewer: this.#open, view: views.value[version - 1] ?? null } as Game };
  }

  /** Returns the views of a seat, replayed from the transcript; null: no valid transcript, or the rules are missing. */
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

  async readEvents(): Promise<Answer<true>> {
    for (let after: number | null = 0; after !== null; ) {
      const page: Answer<number | null> = await this.#readPage({ after }, EVENTS_AT_ONCE.whole);
      if (!page.ok) return page;
      after = page.value;
    }
    return { ok: true, value: true };
  }

  async happenedAt(version: number): Promise<Answer<readonly GameEvent[]>> {
    if (!this.#events.has(version)) {
      const goesBack = this.#events.has(version + 1);
      const asked: PageQuery = goesBack ? { order: 'desc', before: version + 1 } : { after: version - 1 };
      const page = await this.#readPage(asked, EVENTS_AT_ONCE.around);
      if (!page.ok) return page;
    }
    return { ok: true, value: this.eventsAt(version) };
  }

  /** Returns the version at which the game started; null: it never started, or its events cannot be read. */
  async start(): Promise<number | null> {
    for (let after: number | null = 0; after !== null; ) {
      const page: Answer<number | null> = await this.#readPage({ after }, EVENTS_AT_ONCE.around);
      const started = [...this.#events].find(([, events]) => events.some(({ type }) => type === 'gameStarted'));
      if (started !== undefined) return started[0];
      after = page.ok ? page.value : null;
    }
    return null;
  }

  eventsAt(version: number): readonly GameEvent[] {
    return this.#events.get(version) ?? [];
  }

  /** Reads the events of whole versions. Resolves to where the next page begins; null: this was the last one. */
  async #readPage(asked: PageQuery, limit: number): Promise<Answer<number | null>> {
    const query = { seat: this.#viewer, ...asked, limit, text: true, names: true };
    const params = { path: { gameId: this.#gameId }, query, header: this.#headers() };
    const page = await answerOf(api.GET('/v1/games/{gameId}/events', { params }));
    if (!page.ok) return page;
    if (typeof page.value === 'string') throw new Error('a stream where a page was asked for');
    const { events, next, version } = page.value;
    const isLost = 'after' in asked && next !== null && next <= asked.after;
    if (isLost) return { ok: true, value: null };
    const [first, last] = 'after' in asked ? [asked.after + 1, next ?? version] : [next ?? 1, asked.before - 1];
    for (let each = first; each <= last; each++) this.#events.set(each, []);
    for (const event of 'after' in asked ? events : events.toReversed()) this.#events.get(event.version)?.push(event);
    return { ok: true, value: next };
  }
}
