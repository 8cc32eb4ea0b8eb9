import {
  type Action,
  type Answer,
  answerOf,
  api,
  connection,
  followGame,
  type Game,
  type GameEvent,
  type LabelledAction,
  type Line,
  labelledActions,
  type Refusal,
  type Viewer,
} from './api.ts';
import { Choices, isPicked, isSame, meantBy, type Openings, type Pick, type PickValue } from './choose.ts';
import { Store } from './store.ts';
import type { Choice } from './table-props.ts';

export interface TableState {
  /** null until it has been read */
  game: Game | null;
  choices: Choices;
  picks: readonly Pick[];
  proposed: Action | null;
  /** what happened, oldest first */
  events: readonly GameEvent[];
  line: Line;
  /** an action is under way, or what follows from it is not read yet */
  busy: boolean;
  /** why the last call was refused */
  refusal: Refusal | null;
}

const NOTHING_TO_CHOOSE = new Choices([]);
const MOST_EVENTS = 500;
const EVENTS_A_PAGE = 200;

/** One table as it is now: what is shown, what may be done, and what is being chosen. It knows no rule of any game. */
export class TableModel {
  readonly state = new Store<TableState>({
    game: null,
    choices: NOTHING_TO_CHOOSE,
    picks: [],
    proposed: null,
    events: [],
    line: 'waiting',
    busy: false,
    refusal: null,
  });
  readonly #gameId: string;
  readonly #inviteCode: string | null;
  #viewer: Viewer | null = null;
  #following: AbortController | null = null;
  #reading: Promise<void> | null = null;
  #isOutdated = false;

  constructor(gameId: string, inviteCode: string | null) {
    this.#gameId = gameId;
    this.#inviteCode = inviteCode;
  }

  /** Reads the game and what has happened, and follows it. */
  async open(): Promise<void> {
    await this.read();
    this.#follow();
  }

  close(): void {
    this.#following?.abort();
    this.#following = null;
  }

  /** Looks at the game through the eyes of a seat, when several are one's own. */
  async lookAs(viewer: Viewer): Promise<void> {
    this.#viewer = viewer;
    this.close();
    this.state.patch({ picks: [], proposed: null, events: [] });
    await this.open();
  }

  /** One reading at a time; what changes meanwhile makes one more. */
  read(): Promise<void> {
    if (this.#reading !== null) {
      this.#isOutdated = true;
      return this.#reading;
    }
    this.#reading = this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    do {
      this.#isOutdated = false;
      const answer = await this.#getState();
      if (!answer.ok) return this.state.patch({ refusal: answer.refusal });
      this.show(answer.value);
    } while (this.#isOutdated);
  }

  #getState(): Promise<Answer<Game>> {
    const query = { labels: true, names: true, ...(this.#viewer === null ? {} : { seat: this.#viewer }) };
    const path = { gameId: this.#gameId };
    return answerOf(api.GET('/v1/games/{gameId}', { params: { path, query, header: this.#headers() } }));
  }

  #headers(): { 'invite-code'?: string } {
    return this.#inviteCode === null ? {} : { 'invite-code': this.#inviteCode };
  }

  /** Takes over a newer state; what was picked stays picked as far as it still fits. */
  show(game: Game): void {
    const { game: before, picks, proposed } = this.state.value;
    if (before !== null && before.version > game.version && before.viewer === game.viewer) return;
    const isSameMoment = before?.head === game.head && before.viewer === game.viewer;
    const choices = isSameMoment ? this.state.value.choices : new Choices(labelledActions(game));
    const stillProposed = proposed !== null && choices.all.some(({ action }) => isSame(action, proposed));
    this.state.patch({
      game,
      choices,
      picks: choices.fitting(picks),
      proposed: stillProposed ? proposed : null,
    });
  }

  #follow(): void {
    const { game } = this.state.value;
    if (game === null || this.#following !== null) return;
    const following = new AbortController();
    this.#following = following;
    const { viewer, version } = game;
    void this.#readEvents(viewer, following.signal);
    void followGame(
      connection,
      { gameId: this.#gameId, viewer, version },
      {
        signal: following.signal,
        onEvents: (events) => {
          this.#add(events);
          void this.read();
        },
        onTakenBack: (last) => this.#takeBack(last),
        onLine: (line) => this.state.patch({ line }),
      },
    );
  }

  async #readEvents(viewer: Viewer, signal: AbortSignal): Promise<void> {
    const path = { gameId: this.#gameId };
    let after = 0;
    for (;;) {
      const query = { seat: viewer, after, limit: EVENTS_A_PAGE, text: true, names: true };
      const params = { path, query, header: this.#headers() };
      const page = await answerOf(api.GET('/v1/games/{gameId}/events', { params }));
      if (!page.ok || typeof page.value === 'string' || signal.aborted) return;
      this.#add(page.value.events);
      if (page.value.next === null) return;
      after = page.value.next;
    }
  }

  #add(news: readonly GameEvent[]): void {
    const byId = new Map([...this.state.value.events, ...news].map((event) => [event.id, event]));
    const inOrder = [...byId.values()].sort((a, b) => a.version - b.version || a.index - b.index);
    this.state.patch({ events: inOrder.slice(-MOST_EVENTS) });
  }

  /** The service has lost what came after this version: what is shown of it never happened. */
  #takeBack(last: number): void {
    const { events } = this.state.value;
    this.state.patch({ game: null, events: events.filter(({ version }) => version <= last) });
    void this.read();
  }

  /** Sends an action once, however often it takes; stays busy until the choices that follow are there. */
  async act(action: Action): Promise<void> {
    const { game, busy } = this.state.value;
    if (game === null || busy || typeof game.viewer !== 'number') return;
    this.state.patch({ busy: true, refusal: null });
    const body = { action, seat: game.viewer, expectedVersion: game.version, expectedHead: game.head };
    const params = { path: { gameId: this.#gameId }, query: { labels: true, names: true } };
    const answer = await answerOf(api.POST('/v1/games/{gameId}/actions', { params, body }));
    if (answer.ok) {
      this.state.patch({ picks: [], proposed: null });
      this.#add(answer.value.events);
      this.show(answer.value.state);
    } else {
      this.state.patch({ refusal: answer.refusal });
      await this.read(); // the choice stays as far as it fits
    }
    this.state.patch({ busy: false });
  }

  #pick(field: string, value: PickValue): void {
    const { picks, choices, busy } = this.state.value;
    if (busy) return;
    const picked = isPicked(picks, field, value)
      ? picks.filter((pick) => pick.field !== field || pick.value !== value)
      : choices.fitting([...choices.beside(picks, { field, value }), { field, value }]);
    this.state.patch({ picks: picked, proposed: null });
  }

  /** What a table may use of all this. */
  get choice(): Choice {
    const { choices, picks, proposed, busy } = this.state.value;
    const left = choices.left(picks);
    const meant = this.#meant(left);
    let openings: Openings | null = null;
    return {
      left,
      picks,
      meant,
      canPick: (field, value) => {
        openings ??= choices.open(picks);
        return openings.has(field, value);
      },
      isPicked: (field, value) => isPicked(picks, field, value),
      pick: (field, value) => this.#pick(field, value),
      propose: (action) => busy || this.state.patch({ proposed: action }),
      clear: () => this.state.patch({ picks: [], proposed: null }),
      confirm: () => {
        const action = proposed ?? meant?.action;
        if (action !== undefined) void this.act(action);
      },
    };
  }

  #meant(left: readonly LabelledAction[]): LabelledAction | null {
    const { choices, picks, proposed } = this.state.value;
    if (proposed === null) return meantBy(left, picks);
    return choices.all.find(({ action }) => isSame(action, proposed)) ?? null;
  }
}
