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
import { Past } from '../../core/past.ts';
import { pause } from '../../core/pause.ts';
import { session } from '../../core/session.ts';
import { settings } from '../../core/settings.ts';
import { Store } from '../../core/store.ts';
import type { Choice } from '../../core/table-props.ts';
import { type Chosen, choiceOf, stillChosen } from './choice-of.ts';

export interface TableState extends Chosen {
  /** null until it has been read */
  game: Game | null;
  /** the version at which the table came into sight; 0: it has not */
  opened: number;
  /** what happened, oldest first */
  events: readonly GameEvent[];
  line: Line;
  /** the newest message about the game, as the stream tells; null: it has told of none */
  said: string | null;
  /** an action is under way, or what follows from it is not read yet */
  busy: boolean;
  /** why the last call was refused */
  refusal: Refusal | null;
}

const NOTHING_TO_CHOOSE = new Choices([]);
const NOTHING_CHOSEN = { picks: [], proposed: [] };
const MOST_EVENTS = 500;
/** The newest that are read at first. */
const EVENTS_AT_FIRST = 200;
const GLANCE_MS = 30_000;
/** What others do is shown for so long before what follows, and so many of their moves one after another. */
const PACE_MS = 800;
const MOST_IN_ORDER = 3;

type Unsent = Pick<Chosen, 'picks' | 'proposed'> & Pick<Game, 'head' | 'viewer'>;

/** What was chosen at tables that have been left, by game: it is still there when the player comes back before anything happens. */
const unsent = new Map<string, Unsent>();

/** One table as it is now: what is shown, what may be done, and what is being chosen. It knows no rule of any game. */
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
    refusal: null,
  });
  readonly #gameId: string;
  readonly #inviteCode: string | null;
  readonly #isQuick: () => boolean;
  /** as long as the table is open */
  #life = new AbortController();
  #following: AbortController | null = null;
  #glancing: ReturnType<typeof setInterval> | undefined;
  #reading: Promise<void> | null = null;
  #isOutdated = false;
  #isOpening = false;
  /** when the state that is shown came, by the clock of the page */
  #showing = Promise.resolve();
  #shownAt = Number.NEGATIVE_INFINITY;
  #choice: { of: TableState; choice: Choice } | null = null;

  /** `isQuick`: whether a choice is sent without being confirmed */
  constructor(gameId: string, inviteCode: string | null, isQuick: () => boolean) {
    this.#gameId = gameId;
    this.#inviteCode = inviteCode;
    this.#isQuick = isQuick;
  }

  /** Reads the game and what has happened, and follows it until `close`. */
  async open(): Promise<void> {
    clearInterval(this.#glancing);
    this.#isOpening = true;
    if (this.#life.signal.aborted) this.#life = new AbortController();
    // of what others choose in secret there is no news, but that they have chosen
    this.#glancing = setInterval(() => void this.read(), GLANCE_MS);
    await this.read();
    this.#follow();
  }

  /** Leaves the table: all that it waits for is cancelled, but for an action that is under way. */
  close(): void {
    this.#stopFollowing();
    this.#life.abort();
    this.#keepChosen();
    clearInterval(this.#glancing);
  }

  /** Nobody looks: no connection is kept, and the title of the tab is still right. */
  rest(): void {
    this.#stopFollowing();
    this.state.patch({ line: 'waiting' });
  }

  #stopFollowing(): void {
    this.#following?.abort();
    this.#following = null;
  }

  /** Whether a choice would be lost with the page: it is being sent, or waits to be. */
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

  /** One reading at a time; what changes meanwhile makes one more. */
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
      await this.#showInOrder(answer.value, signal);
    } while (this.#isOutdated);
  }

  /**
   * Shows what others did version by version, at a pace that one can follow; of more than a few only the last. Nothing
   * waits where nothing moves.
   */
  #showInOrder(newest: Game, signal: AbortSignal): Promise<void> {
    this.#showing = this.#showing.then(() => this.#showNext(newest, signal));
    return this.#showing;
  }

  async #showNext(newest: Game, signal: AbortSignal): Promise<void> {
    const { game: before } = this.state.value;
    const isNews = before !== null && before.viewer === newest.viewer && before.version < newest.version;
    if (isNews && settings.value.paced && !isStill()) {
      const past = new Past(this.#gameId, newest.viewer, newest.you, this.#inviteCode);
      const first = Math.max(before.version + 1, newest.version - MOST_IN_ORDER);
      for (let version = first; version < newest.version && !signal.aborted; version++) {
        const answer = await past.state(version);
        if (!answer.ok) break;
        await this.#keepPace(signal);
        this.show(answer.value);
        this.state.patch({ busy: false }); // what was sent is shown, and nothing can be chosen yet
      }
      await this.#keepPace(signal);
    }
    this.show(newest);
  }

  /** Until the state that is shown has been there for a moment. */
  async #keepPace(signal: AbortSignal): Promise<void> {
    const ms = this.#shownAt + PACE_MS - performance.now();
    if (ms > 0) await pause(ms, signal);
  }

  #getState(signal: AbortSignal): Promise<Answer<Game>> {
    const query = { labels: true, odds: settings.value.chances, names: true };
    const path = { gameId: this.#gameId };
    return answerOf(api.GET('/v1/games/{gameId}', { params: { path, query, header: this.#headers() }, signal }));
  }

  #headers(): Record<string, string> {
    return this.#inviteCode === null ? {} : { 'invite-code': this.#inviteCode };
  }

  /** Takes over a newer state; what was picked stays picked as far as it still fits. */
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
    if (before !== null && before.version < game.version) this.#shownAt = performance.now();
    this.state.patch({ game, ...chosen, ...(this.#isOpening && { opened: game.version }) });
    this.#isOpening = false;
    if (isOtherViewer && this.#following !== null) this.#followAnew();
  }

  /** Another seat is told other things. */
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
          this.#add(events);
          void this.read();
        },
        onRewound: (last) => this.#rewind(last),
        ...(hearsChat && { onChat: (said: string) => this.state.patch({ said }) }),
        onLine: (line) => {
          this.state.patch({ line });
          if (line === 'refused') void this.read(); // which says why
        },
      },
    );
  }

  async #readEvents(viewer: Viewer, signal: AbortSignal): Promise<void> {
    const query = { seat: viewer, order: 'desc' as const, limit: EVENTS_AT_FIRST, text: true, names: true };
    const params = { path: { gameId: this.#gameId }, query, header: this.#headers() };
    const page = await answerOf(api.GET('/v1/games/{gameId}/events', { params, signal }));
    if (page.ok && typeof page.value !== 'string' && !signal.aborted) this.#add(page.value.events);
  }

  #add(news: readonly GameEvent[]): void {
    const byId = new Map([...this.state.value.events, ...news].map((event) => [event.id, event]));
    const inOrder = [...byId.values()].sort((a, b) => a.version - b.version || a.index - b.index);
    this.state.patch({ events: inOrder.slice(-MOST_EVENTS) });
  }

  /** The service has lost what came after this version: what is shown of it never happened. */
  #rewind(last: number): void {
    const { events } = this.state.value;
    this.state.patch({ game: null, events: events.filter(({ version }) => version <= last) });
    void this.read();
  }

  /** Shows what became of a call that changes the whole game, such as sitting down. Its answer has neither labels nor names. */
  take(answer: Answer<Game>): void {
    this.state.patch({ refusal: answer.ok ? null : answer.refusal });
    void this.read();
  }

  /**
   * Sends an action once, however often it takes; stays busy until the choices that follow are there. Resolves to whether
   * it was done.
   */
  async act(action: Action): Promise<boolean> {
    const { game, busy } = this.state.value;
    if (game === null || busy || typeof game.viewer !== 'number') return false;
    this.state.patch({ busy: true, refusal: null });
    const body = { action, seat: game.viewer, expectedVersion: game.version, expectedHead: game.head };
    const params = {
      path: { gameId: this.#gameId },
      query: { labels: true, odds: settings.value.chances, names: true, text: true },
    };
    const answer = await answerOf(api.POST('/v1/games/{gameId}/actions', { params, body }));
    if (answer.ok) {
      const rest = this.state.value.proposed.filter((other) => !isSame(other, action));
      this.state.patch({ picks: [], proposed: rest });
      await this.#showInOrder(answer.value.state, this.#life.signal);
    } else {
      this.state.patch({ refusal: answer.refusal });
      if (!isOfTheLine(answer.refusal)) await this.read(); // the choice stays as far as it fits
    }
    this.state.patch({ busy: false });
    return answer.ok;
  }

  /** One after another. Of several, one that meets a game which has gone on is sent again as long as it is legal. */
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

  /** What a table may use of all this: the same thing as long as the choice is the same. */
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

  /** Who wants it so sends a choice by making it. */
  #choose = (goOn: (now: Chosen) => Omit<Chosen, 'choices'>, mayAct = true): void => {
    const { value: before } = this.state;
    if (before.busy) return;
    const chosen = goOn(before);
    this.state.patch(chosen);
    const isMore = chosen.proposed.length > 0 || chosen.picks.length > before.picks.length;
    if (isMore && mayAct && this.#isQuick()) this.choice.confirm();
  };
}

/** Whether people chat at the table, and this browser may read it. */
export function canReadChat({ chat, seats }: Game): boolean {
  return chat === 'on' && seats.length > 1 && session.value?.turnIn === undefined;
}

/** Whether it says nothing about the call, only that nobody answered it. */
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
