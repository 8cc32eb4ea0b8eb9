import { LeftAlone } from '../../eventlog/loop.ts';
import { done } from '../../eventlog/result.ts';
import type { CalendarStore, DueLook } from '../../store/calendars.ts';
import type { HouseClock, Notification } from '../../store/game-rows.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { type Decision, plainDeadline } from '../model/clock.ts';
import type { Game, Proposal } from '../model/game.ts';
import { isStaying } from '../model/seats.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import type { Calendar } from './calendar.ts';
import type { Calendars } from './calendars.ts';
import { calendarNow, movesIn, NO_TIME_SAID, type PlayerTime, quietSpanAt, withMoves } from './working-time.ts';

const AT_ONCE = 100;

interface LookParts {
  store: CalendarStore;
  clock: HouseClock;
  calendars: Calendars;
  games: LiveGames;
  commands: CommandHandler;
  onTrouble(error: unknown, gameId: string | null): void;
}

/** A reminder that is to come. */
interface Due {
  at: number;
  /** names the decision */
  key: string;
  notification: Notification;
}

/**
 * Looks at the calendars of those for whom games wait, where something has changed or a reminder is due. When that is stands
 * on the game, so that any server does it, and one only: a look counts if nobody else has looked since it began.
 */
export class Looks {
  readonly #parts: LookParts;
  readonly #failed: LeftAlone;

  constructor(parts: LookParts) {
    this.#parts = parts;
    this.#failed = new LeftAlone(() => parts.clock.now().getTime());
  }

  /** Looks at all that is due. */
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

  /** Moves deadlines, which makes another look due; where they are right, reminds. */
  async #settle(found: DueLook): Promise<void> {
    const { store, clock, calendars, games, commands } = this.#parts;
    const game = await games.current(found.gameId);
    if (game === null || game.version !== found.version) return;
    const now = clock.now();
    const times = await calendars.times(game);
    if (movesIn(game, times, now).length > 0) {
      await commands.handle({
        gameId: found.gameId,
        by: null,
        request: null,
        decide: (newest, at) => done(movedIn(newest, times, at)),
      });
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
      notifications: sent
        .filter(({ notification }) => isInTime(game, notification, now))
        .map(({ notification }) => notification),
    });
  }
}

function movedIn(game: Game, times: ReadonlyMap<string, PlayerTime>, now: Date): Proposal | null {
  const moves = movesIn(game, times, now);
  return moves.length === 0 ? null : withMoves({ game, events: [], rows: [] }, moves, now);
}

/** When which player is to be reminded of which decision. */
function remindersIn(game: Game, times: ReadonlyMap<string, PlayerTime>): Due[] {
  return game.decisions.flatMap((decision): Due[] => {
    const { seat, openedAt, deadline } = decision;
    const holder = game.seats[seat];
    if (deadline === null || holder?.kind !== 'player' || !isStaying(holder)) return [];
    const { id: playerId } = holder.player;
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

/** Of what is over nobody is reminded. */
function isInTime(game: Game, { seat }: Notification, now: Date): boolean {
  return game.decisions.some((open) => open.seat === seat && open.deadline !== null && now < open.deadline);
}

const HOUR_MS = 60 * 60 * 1000;
/** For less time than this nobody is reminded. */
const SHORTEST_REMINDED_MS = HOUR_MS;
const LONGEST_BEFORE_MS = 12 * HOUR_MS;
/** After quiet hours so much has to be left, or the reminder comes as long before them. */
const ENOUGH_MS = HOUR_MS / 4;

/** A decision as far as a reminder goes, in milliseconds since 1970. */
interface Reminded {
  openedAt: number;
  deadline: number;
  /** how long its clock gave for it, before anything moved the deadline */
  ms: number;
}

/** When the player is to be reminded of a decision; null: not at all. Never in the first half of its time. */
export function reminderTime({ openedAt, deadline, ms }: Reminded, calendar: Calendar): number | null {
  const { timeZone, quietHours, reminderSeconds } = calendar;
  if (ms < SHORTEST_REMINDED_MS || reminderSeconds === 0) return null;
  const asked = reminderSeconds === null ? Math.min(ms / 4, LONGEST_BEFORE_MS) : reminderSeconds * 1000;
  const at = Math.ceil(deadline - Math.min(asked, ms / 2));
  const quiet = quietHours === null ? null : quietSpanAt(timeZone, quietHours, at);
  if (quiet === null) return at;
  if (quiet.to + ENOUGH_MS <= deadline) return quiet.to;
  // of what began in quiet hours that last to its end there is no better time
  return quiet.from - ENOUGH_MS > openedAt ? quiet.from - ENOUGH_MS : at;
}
