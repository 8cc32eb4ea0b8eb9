import { FailedItems } from '../../eventlog/loop.ts';
import type { CalendarStore, DueLook } from '../../store/calendars.ts';
import type { Notification, ServerClock } from '../../store/game-rows.ts';
import { serverCommand } from '../commands/command.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { type Decision, plainDeadline } from '../model/clock.ts';
import { type Game, type Proposal, stayingAt } from '../model/game.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import type { Calendar } from './calendar.ts';
import type { Calendars } from './calendars.ts';
import { calendarNow, movesIn, NO_TIME_SAID, type PlayerTime, quietSpanAt, withMoves } from './working-time.ts';

const AT_ONCE = 100;

interface LookParts {
  store: CalendarStore;
  clock: ServerClock;
  calendars: Calendars;
  games: LiveGames;
  commands: CommandHandler;
  onTrouble(error: unknown, gameId: string | null): void;
}

interface Due {
  at: number;
  key: string;
  notification: Notification;
}

/** Moves deadlines and sends reminders when a check of a game is due. If two servers make the same check, the
 * database accepts only one result. */
export class Looks {
  readonly #parts: LookParts;
  readonly #failed: FailedItems;

  constructor(parts: LookParts) {
    this.#parts = parts;
    this.#failed = new FailedItems(() => parts.clock.now().getTime());
  }

  async look(): Promise<void> {
    const { store, clock } = this.#parts;
    for (;;) {
      const now = clock.now();
      const due = await store.due(now, AT_ONCE + this.#failed.size);
      const found = due.filter(({ gameId }) => !this.#failed.has(gameId));
      for (const each of found) await this.#lookAt(each);
      if (found.length < AT_ONCE) return;
    }
  }

  async #lookAt(found: DueLook): Promise<void> {
    try {
      await this.#settle(found);
    } catch (error) {
      this.#failed.leave(found.gameId);
      this.#parts.onTrouble(error, found.gameId);
    }
  }

  /** Moves deadlines, or else sends reminders. Never both, because a moved deadline makes another check due. */
  async #settle(found: DueLook): Promise<void> {
    const { store, clock, calendars, games, commands } = this.#parts;
    const game = await games.current(found.gameId);
    if (game === null || game.version !== found.version) return;
    const now = clock.now();
    const times = await calendars.times(game);
    if (movesIn(game, times, now).length > 0) {
      await commands.handle(serverCommand(found.gameId, (newest, at) => movedIn(newest, times, at)));
      return;
    }
    const dues = remindersIn(game, times).filter(({ key }) => !found.reminded.includes(key));
    const sent = dues.filter(({ at }) => at <= now.getTime());
    const next = Math.min(...dues.filter(({ at }) => at > now.getTime()).map(({ at }) => at));
    await store.looked({
      found,
      now,
      lookAt: next === Number.POSITIVE_INFINITY ? null : new Date(next),
      reminded: [...found.reminded.filter((key) => isOpen(game, key)), ...sent.map(({ key }) => key)],
      notifications: sent.map(({ notification }) => notification).filter((each) => isInTime(game, each, now)),
    });
  }
}

function movedIn(game: Game, times: ReadonlyMap<string, PlayerTime>, now: Date): Proposal | null {
  const moves = movesIn(game, times, now);
  return moves.length === 0 ? null : withMoves({ game, events: [], rows: [] }, moves, now);
}

function remindersIn(game: Game, times: ReadonlyMap<string, PlayerTime>): Due[] {
  return game.decisions.flatMap((decision): Due[] => {
    const { seat, openedAt, deadline } = decision;
    const player = stayingAt(game.seats, seat);
    if (deadline === null || player === null) return [];
    const { id: playerId } = player;
    const reminded = { openedAt: openedAt.getTime(), deadline: deadline.getTime(), ms: msOf(game, decision, deadline) };
    const at = reminderTime(reminded, calendarNow(times.get(playerId) ?? NO_TIME_SAID));
    return at === null ? [] : [{ at, key: keyOf(decision), notification: { playerId, type: 'reminder', seat } }];
  });
}

function msOf({ header: { clock } }: Game, decision: Decision, deadline: Date): number {
  const until = clock !== null && 'perAction' in clock ? plainDeadline(clock, decision) : deadline;
  return until.getTime() - decision.openedAt.getTime();
}

function keyOf({ seat, since, opened = since }: Decision): string {
  return `${seat}.${opened}`;
}

function isOpen(game: Game, key: string): boolean {
  return game.decisions.some((decision) => keyOf(decision) === key);
}

function isInTime(game: Game, { seat }: Notification, now: Date): boolean {
  return game.decisions.some((open) => open.seat === seat && open.deadline !== null && now < open.deadline);
}

const HOUR_MS = 60 * 60 * 1000;
/** A decision with less time than this gets no reminder. */
const SHORTEST_REMINDED_MS = HOUR_MS;
const LONGEST_BEFORE_MS = 12 * HOUR_MS;
/** If quiet hours end less than this before the deadline, the reminder is sent this long before they begin. */
const ENOUGH_MS = HOUR_MS / 4;

/** Times are in milliseconds since 1970. */
interface Reminded {
  openedAt: number;
  deadline: number;
  /** the clock's time for the decision in milliseconds, without extensions */
  ms: number;
}

/** Returns when to remind (null: never): in the second half of the decision's time, unless quiet hours move it. */
export function reminderTime({ openedAt, deadline, ms }: Reminded, calendar: Calendar): number | null {
  const { timeZone, quietHours, reminderSeconds } = calendar;
  if (ms < SHORTEST_REMINDED_MS || reminderSeconds === 0) return null;
  const asked = reminderSeconds === null ? Math.min(ms / 4, LONGEST_BEFORE_MS) : reminderSeconds * 1000;
  const at = Math.ceil(deadline - Math.min(asked, ms / 2));
  const quiet = quietHours === null ? null : quietSpanAt(timeZone, quietHours, at);
  if (quiet === null) return at;
  if (quiet.to + ENOUGH_MS <= deadline) return quiet.to;
  // returns `at` if the decision opened in these quiet hours or shortly before: no better time is left
  return quiet.from - ENOUGH_MS > openedAt ? quiet.from - ENOUGH_MS : at;
}
