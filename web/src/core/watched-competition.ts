import {
  type Answer,
  answerOf,
  type Competition,
  type CompetitionEvent,
  type Connection,
  followCompetition,
  type Line,
  type Refusal,
} from './api.ts';
import { allIsNews, type News, NO_NEWS, newsAfter } from './competition-news.ts';
import { isFinal } from './final-refusal.ts';
import { pause } from './pause.ts';
import { Store } from './store.ts';

export interface CompetitionState {
  competition: Competition | null;
  news: News;
  /** events since the page was opened, the newest at the end, at most `EVENTS_KEPT` */
  events: readonly CompetitionEvent[];
  /** state of the connection; null: the competition is not followed, or is being read */
  line: Line | null;
  refusal: Refusal | null;
}

/** Events within this time are handled together, because a round may have hundreds. */
const TOGETHER_MS = 300;
const EVENTS_KEPT = 200;
const PAUSE_MS = 3_000;

export class WatchedCompetition {
  readonly id: string;
  readonly state = new Store<CompetitionState>({
    competition: null,
    news: NO_NEWS,
    events: [],
    line: null,
    refusal: null,
  });
  readonly headers: Record<string, string>;
  readonly #connection: Connection;
  #pending: CompetitionEvent[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<boolean> | null = null;
  #isOld = false;

  /** `inviteCode` is needed for a private competition that the player has not entered */
  constructor(connection: Connection, id: string, inviteCode: string | null = null) {
    this.#connection = connection;
    this.id = id;
    this.headers = inviteCode === null ? {} : { 'invite-code': inviteCode };
  }

  /** Follows until the signal aborts or the competition is complete. It can be called again. */
  async follow(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.state.patch({ line: null }), { once: true });
    if (!navigator.onLine) this.state.patch({ line: 'waiting' });
    const before = this.state.value.competition;
    if (!(await this.#readUntilThere(signal))) return;
    const now = this.state.value.competition;
    if (now === null) return;
    if (before !== null && before.head !== now.head) this.#allIsOld();
    await followCompetition(
      this.#connection,
      { competitionId: this.id, version: now.version, headers: this.headers },
      {
        signal,
        onEvents: (events) => this.#gather(events),
        onRewound: () => this.#rewind(),
        onLine: (line) => this.state.patch({ line }),
      },
    );
    if (!signal.aborted) await this.read(); // the competition is complete, or this caller may no longer see it
  }

  /** Calls at the same time share one request. Resolves to false if the competition cannot be read. */
  read(): Promise<boolean> {
    this.#isOld = true;
    this.#reading ??= this.#readWhileOld();
    return this.#reading;
  }

  take(competition: Competition): void {
    this.state.patch({ competition, refusal: null });
  }

  /** Reads until it succeeds. Resolves to false if the signal aborts or the service refuses for good. */
  async #readUntilThere(signal: AbortSignal): Promise<boolean> {
    while (!(await this.read())) {
      const { refusal } = this.state.value;
      if (signal.aborted || (refusal !== null && isFinal(refusal))) return false;
      await pause(PAUSE_MS, signal);
    }
    return !signal.aborted;
  }

  async #readWhileOld(): Promise<boolean> {
    let answer: Answer<Competition>;
    do {
      this.#isOld = false;
      const params = { path: { competitionId: this.id }, header: this.headers };
      answer = await answerOf(this.#connection.api.GET('/v1/competitions/{competitionId}', { params }));
    } while (this.#isOld);
    this.#reading = null;
    if (answer.ok) this.take(answer.value);
    else this.state.patch({ refusal: answer.refusal });
    return answer.ok;
  }

  #gather(events: readonly CompetitionEvent[]): void {
    this.#pending.push(...events);
    this.#gathering ??= setTimeout(() => this.#tell(), TOGETHER_MS);
  }

  #tell(): void {
    this.#gathering = undefined;
    const told = this.#pending;
    this.#pending = [];
    const { news, events } = this.state.value;
    void this.read();
    this.state.patch({ news: newsAfter(news, told), events: [...events, ...told].slice(-EVENTS_KEPT) });
  }

  #rewind(): void {
    this.#pending = [];
    this.state.patch({ events: [] });
    this.#allIsOld();
    void this.read();
  }

  #allIsOld(): void {
    this.state.patch({ news: allIsNews(this.state.value.news) });
  }
}
