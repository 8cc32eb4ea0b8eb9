import {
  type Action,
  type Answer,
  answerOf,
  api,
  connection,
  followGame,
  type Game,
  type GameEvent,
  type Line,
  labelledActions,
  type Refusal,
  type Viewer,
} from '../../core/api.ts';
import { Choices, isSame } from '../../core/choose.ts';
import { isStill } from '../../core/motion.ts';
import { choicesChanged } from '../../core/one-intention.ts';
import { session } from '../../core/session.ts';
import { settings } from '../../core/settings.ts';
import { Store } from '../../core/store.ts';
import type { Choice } from '../../core/table-props.ts';
import { type Chosen, choiceOf, stillChosen } from './choice-of.ts';

export interface TableState extends Chosen {
  game: Game | null;
  /** the version at which the table became visible; 0: it is not visible yet */
  opened: number;
  events: readonly GameEvent[];
  line: Line;
  /** id of the newest message in the stream; null: none */
  said: string | null;
  /** true: an action is being sent, or its result is not read yet */
  busy: boolean;
  /** true: moves of others are being shown one by one, and the newest is not shown yet */
  behind: boolean;
  refusal: Refusal | null;
}

const NOTHING_TO_CHOOSE = new Choices([]);
const NOTHING_CHOSEN = { picks: [], proposed: [] };
const MOST_EVENTS = 500;
const EVENTS_AT_FIRST = 200;
const GLANCE_MS = 30_000;
/** Loads a module separately from the page, because the first move does not need it. */
const loadInOrder = () => import('./in-order.ts').catch(() => null);

type Unsent = Pick<Chosen, 'picks' | 'proposed'> & Pick<Game, 'head' | 'viewer'>;

/** Choices that were not sent when the player left a table, by game. They come back if nothing has changed. */
const unsent = new Map<string, Unsent>();

/** The state of one table: what is shown, legal and chosen. It knows no rules of any game. */
export class TableModel {
  readonly state = new Store<TableState>({
    game: null,
    opened: 0,
    choices: NOTHING_TO_CHOOSE,
    ...NOTHING_CHOSEN,
    events: [],
    line: 'waiting',
    said: null,
    busy: false,
    behind: false,
    refusal: null,
  });
  readonly #gameId: string;
  readonly #inviteCode: string | null;
  readonly #isQuick: () => boolean;
  #life = new AbortController();
  #following: AbortController | null = null;
  #glancing: ReturnType<typeof setInterval> | undefined;
  #reading: Promise<void> | null = null;
  #isOutdated = false;
  #isOpening = false;
  /** resolves when all moves received so far were shown; `shownAt` is when the last one appeared, by
   * `performance.now()` */
  #showing = Promise.resolve();
  shownAt = Number.NEGATIVE_INFINITY;
  #hurry = new AbortController();
  #choice: { of: TableState; choice: Choice } | null = null;

  /** `isQuick` returns true if choices are sent without confirmation */
  constructor(gameId: string, inviteCode: string | null, isQuick: () => boolean) {
    this.#gameId = gameId;
    this.#inviteCode = inviteCode;
    this.#isQuick = isQuick;
  }

  async open(): Promise<void> {
    clearInterval(this.#glancing);
    this.#isOpening = true;
    if (this.#life.signal.aborted) this.#life = new AbortController();
    // the state is also polled, because secret choices of others have no events
    this.#glancing = setInterval(() => void this.read(), GLANCE_MS);
    void loadInOrder();
    await this.read();
    this.#follow();
  }

  /** Cancels everything except an action that is being sent. */
  close(): void {
    this.#stopFollowing();
    this.#life.abort();
    this.skip();
    this.#keepChosen();
    clearInterval(this.#glancing);
  }

  /** Call when the page becomes hidden: closes the stream, but keeps the title of the tab up to date. */
  rest(): void {
    this.#stopFollowing();
    this.state.patch({ line: 'waiting' });
  }

  #stopFollowing(): void {
    this.#following?.abort();
    this.#following = null;
  }

  get hasUnsent(): boolean {
    const { busy, picks, proposed } = this.state.value;
    return busy || picks.length + proposed.length > 0;
  }

  #keepChosen(): void {
    const { game, picks, proposed } = this.state.value;
    if (game === null) return;
    if (picks.length + proposed.length === 0) unsent.delete(this.#gameId);
    else unsent.set(this.#gameId, { picks, proposed, head: game.head, viewer: game.viewer });
  }

  #keptOf({ head, viewer }: Game): Unsent | undefined {
    const kept = unsent.get(this.#gameId);
    return kept?.head === head && kept.viewer === viewer ? kept : undefined;
  }

  /** Reads the game. Only one request runs at a time; calls during a request cause one more. */
  read(): Promise<void> {
    if (this.#reading !== null) {
      this.#isOutdated = true;
      return this.#reading;
    }
    const { signal } = this.#life;
    this.#reading = this.#readAll(signal)
      .catch((error) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    do {
      this.#isOutdated = false;
      const answer = await this.#getState(signal);
      if (!answer.ok) return this.state.patch({ refusal: answer.refusal });
      if (isOfTheLine(this.state.value.refusal)) this.state.patch({ refusal: null });
      await this.#showInOrder(answer.value);
    } while (this.#isOutdated);
  }

  /** Shows the last moves of others one by one; shows only the newest state if the player wants no pauses or motion. */
  #showInOrder(newest: Game): Promise<void> {
    this.#showing = this.#showing.then(() => this.#showNext(newest));
    return this.#showing;
  }

  async #showNext(newest: Game): Promise<void> {
    const { game: before } = this.state.value;
    const isNews = before !== null && before.viewer === newest.viewer && before.version < newest.version;
    // after a skip, moves that come while the table is still behind are not shown one by one either
    if (!this.state.value.behind) this.#hurry = new AbortController();
    const isHurried = this.#hurry.signal.aborted || this.#life.signal.aborted;
    if (isNews && settings.value.paced && !isStill() && !isHurried) {
      const inOrder = await loadInOrder();
      await inOrder?.showBetween(this, before.version, newest, this.#inviteCode, this.#hurry.signal);
    }
    this.show(newest);
    this.state.patch({ behind: this.#isOutdated });
  }

  /** Shows the newest state at once instead of the moves before it. */
  skip(): void {
    this.#hurry.abort();
  }

  #getState(signal: AbortSignal): Promise<Answer<Game>> {
    const query = { labels: true, odds: settings.value.chances, names: true };
    const path = { gameId: this.#gameId };
    return answerOf(api.GET('/v1/games/{gameId}', { params: { path, query, header: this.#headers() }, signal }));
  }

  #headers(): Record<string, string> {
    return this.#inviteCode === null ? {} : { 'invite-code': this.#inviteCode };
  }

  /** Shows a newer state and keeps the picks that still fit. */
  show(game: Game): void {
    const { value: state } = this.state;
    const { game: before } = state;
    const isOtherViewer = before !== null && before.viewer !== game.viewer;
    if (before !== null && before.version > game.version && !isOtherViewer) return;
    const isSameMoment = before?.head === game.head && !isOtherViewer;
    const choices = isSameMoment ? state.choices : new Choices(labelledActions(game));
    if (!isSameList(choices, state.choices)) choicesChanged();
    const kept = before === null ? this.#keptOf(game) : undefined;
    const chosen = isOtherViewer ? { choices, ...NOTHING_CHOSEN } : stillChosen({ ...state, ...kept }, choices);
    if (before !== null && before.version < game.version) this.shownAt = performance.now();
    this.state.patch({ game, ...chosen, ...(this.#isOpening && { opened: game.version }) });
    this.#isOpening = false;
    if (isOtherViewer && this.#following !== null) this.#followAnew();
  }

  #followAnew(): void {
    this.#stopFollowing();
    this.state.patch({ events: [] });
    this.#follow();
  }

  #follow(): void {
    const { game } = this.state.value;
    if (game === null || this.#following !== null) return;
    const following = new AbortController();
    this.#following = following;
    const { viewer, version } = game;
    this.#readEvents(viewer, following.signal).catch((error) => {
      if (!following.signal.aborted) throw error;
    });
    const hearsChat = canReadChat(game);
    void followGame(
      connection,
      { gameId: this.#gameId, viewer, version, headers: this.#headers() },
      {
        signal: following.signal,
        onEvents: (events) => {
          this.add(events);
          void this.read();
        },
        onRewound: (last) => this.#rewind(last),
        ...(hearsChat && { onChat: (said: string) => this.state.patch({ said }) }),
        onLine: (line) => {
          this.state.patch({ line });
          if (line === 'refused') void this.read();
        },
      },
    );
  }

  async #readEvents(viewer: Viewer, signal: AbortSignal): Promise<void> {
    const query = { seat: viewer, order: 'desc' as const, limit: EVENTS_AT_FIRST, text: true, names: true };
    const params = { path: { gameId: this.#gameId }, query, header: this.#headers() };
    const page = await answerOf(api.GET('/v1/games/{gameId}/events', { params, signal }));
    if (page.ok && typeof page.value !== 'string' && !signal.aborted) this.add(page.value.events);
  }

  add(news: readonly GameEvent[]): void {
    const byId = new Map([...this.state.value.events, ...news].map((event) => [event.id, event]));
    const inOrder = [...byId.values()].sort((a, b) => a.version - b.version || a.index - b.index);
    this.state.patch({ events: inOrder.slice(-MOST_EVENTS) });
  }

  /** Goes back to `last`, because the service has lost later versions. */
  #rewind(last: number): void {
    const { events } = this.state.value;
    this.state.patch({ game: null, events: events.filter(({ version }) => version <= last) });
    void this.read();
  }

  /** Handles the response of a call such as joining. The response lacks labels and names, so the game is read again. */
  take(answer: Answer<Game>): void {
    this.state.patch({ refusal: answer.ok ? null : answer.refusal });
    void this.read();
  }

  /** Sends an action exactly once. The table is busy until the next choices are there. Resolves to true if the action
   * was made. */
  async act(action: Action): Promise<boolean> {
    const { game, busy } = this.state.value;
    if (game === null || busy || typeof game.viewer !== 'number') return false;
    this.state.patch({ busy: true, refusal: null });
    this.shownAt = Number.NEGATIVE_INFINITY; // a player's own move is shown without a pause before it
    const body = { action, seat: game.viewer, expectedVersion: game.version, expectedHead: game.head };
    const params = {
      path: { gameId: this.#gameId },
      query: { labels: true, odds: settings.value.chances, names: true, text: true },
    };
    const answer = await answerOf(api.POST('/v1/games/{gameId}/actions', { params, body }));
    if (answer.ok) {
      const rest = this.state.value.proposed.filter((other) => !isSame(other, action));
      this.state.patch({ picks: [], proposed: rest });
      await this.#showInOrder(answer.value.state);
    } else {
      this.state.patch({ refusal: answer.refusal });
      if (!isOfTheLine(answer.refusal)) await this.read(); // drops picks that no longer fit
    }
    this.state.patch({ busy: false });
    return answer.ok;
  }

  /** Sends several actions one after another. If an action is refused because the game has changed, sends it again
   * while it is legal. */
  async #actOneByOne(actions: readonly Action[]): Promise<void> {
    const waiting = [...actions];
    for (let next = waiting[0]; next !== undefined && this.#isLegal(next); next = waiting[0]) {
      const version = this.state.value.game?.version;
      if (await this.act(next)) waiting.shift();
      else if (actions.length === 1 || this.state.value.game?.version === version) return;
    }
  }

  #isLegal(action: Action): boolean {
    return this.state.value.choices.find(action) !== undefined;
  }

  /** Returns the same object while the choice is the same. */
  get choice(): Choice {
    const { value: of } = this.state;
    if (this.#choice === null || !isSameChoice(this.#choice.of, of)) {
      const doings = {
        onChosen: this.#choose,
        onAct: (action: Action) => {
          if (settings.value.ask) this.choice.propose(action);
          else void this.#actOneByOne([action]);
        },
        onConfirmed: (actions: readonly Action[]) => void this.#actOneByOne(actions),
      };
      this.#choice = { of, choice: choiceOf(of, doings) };
    }
    return this.#choice.choice;
  }

  /** Changes the choice, and sends it at once if the player wants no confirmation. */
  #choose = (goOn: (now: Chosen) => Omit<Chosen, 'choices'>, mayAct = true): void => {
    const { value: before } = this.state;
    if (before.busy) return;
    const chosen = goOn(before);
    this.state.patch(chosen);
    const isMore = chosen.proposed.length > 0 || chosen.picks.length > before.picks.length;
    if (isMore && mayAct && this.#isQuick()) this.choice.confirm();
  };
}

export function canReadChat({ chat, seats }: Game): boolean {
  return chat === 'on' && seats.length > 1 && session.value?.turnIn === undefined;
}

/** True if the service did not respond, so that the result is unknown. */
function isOfTheLine(refusal: Refusal | null): boolean {
  return refusal?.code === 'unreachable' || refusal?.code === 'unreadable';
}

function isSameList({ all: some }: Choices, { all: others }: Choices): boolean {
  if (some === others) return true;
  return some.length === others.length && JSON.stringify(some) === JSON.stringify(others);
}

function isSameChoice(one: Chosen, other: Chosen): boolean {
  return one.choices === other.choices && one.picks === other.picks && one.proposed === other.proposed;
}
