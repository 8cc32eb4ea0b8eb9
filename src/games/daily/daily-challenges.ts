import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionsOf } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { done, type Result, refused, wrong } from '../../eventlog/result.ts';
import type { DailyBest } from '../../store/dailies.ts';
import type { ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { dayOf as dayNumberOf } from '../calendar/calendar.ts';
import { type Daily, dateOf, endOf, type Game, type Outcome } from '../model/game.ts';
import type { SeatedPlayer, SeatHolder } from '../model/seats.ts';
import {
  type DailyDay,
  type DailyDaysView,
  type DaysAsked,
  datesBack,
  nameOf,
  optionsFor,
  streaksOf,
} from './daily-days.ts';
import type { DailyResults } from './daily-shapes.ts';

export interface DailyAsked {
  date?: string | undefined;
  options?: unknown;
  /** omitted: the newest version, or for a past day the newest that was played on it */
  rulesVersion?: number | undefined;
}

interface DailyParts {
  store: Store;
  catalogue: Catalogue;
  clock: ServerClock;
}

const KEY_NAME = 'daily';
const KEY_BYTES = 32;
const MOST_RESULTS = 100;

/** Daily games: all players get the same cards and rolls, and only the first game of each player counts. */
export class DailyChallenges {
  readonly #parts: DailyParts;
  #key: Uint8Array | null = null;
  /** the latest day that this server knows to be over by the database's clock */
  #lastEnded = '';

  constructor(parts: DailyParts) {
    this.#parts = parts;
  }

  async enter(rules: AnyRuleset, options: unknown, playerId: string): Promise<Result<{ seed: string; daily: Daily }>> {
    // uses the database's clock, which decides when the day ends: this server's clock may differ
    const now = (await this.#parts.store.dailies.now()).getTime() + this.#aheadMs;
    const name = nameOf(rules, options, dayOf(now));
    const first = await this.#parts.store.dailies.entryOf(name, playerId);
    if (first !== null) {
      const game = await this.#parts.store.game(first);
      if (game?.status === 'playing') {
        return refused('daily-unfinished', 'Your game of the day is not over.', {
          hint: `Finish game ${first} first. Further games of the same day are practice.`,
        });
      }
    }
    return done({ seed: await this.#seedOf(name), daily: { name, practice: first !== null } });
  }

  /** True until the day is over, except for the game's player: other players may still get the same cards and rolls. */
  async isClosedTo({ seats }: Game, daily: Daily, playerId: string | null): Promise<boolean> {
    const own = seats.some((holder) => holder.kind === 'player' && holder.player.id === playerId);
    return !own && !(await this.isOver(daily));
  }

  /** True if the day and all its games are over. */
  async isOver(daily: Daily): Promise<boolean> {
    return (await this.#hasEnded(dateOf(daily))) && !(await this.#parts.store.dailies.isOpen(daily.name));
  }

  async view(id: string, asked: DailyAsked): Promise<Result<Static<typeof DailyResults>>> {
    const entry = this.#parts.catalogue.get(id);
    if (entry === undefined) return refused('ruleset-not-found', `There is no ruleset ${JSON.stringify(id)}.`);
    const date = asked.date ?? this.#today();
    if (dayNumberOf(date) === null)
      return wrong(`The calendar has no date ${date}.`, '/date', 'must be a date that exists');
    const rules = await this.#rulesOn(date, entry, asked);
    if (rules === undefined) {
      const versions = versionsOf(entry).map((version) => version.ruleset.rulesVersion);
      const hint = `Choose one of its versions: ${versions.join(', ')}.`;
      return refused('ruleset-not-found', `There is no version ${asked.rulesVersion} of the rules of ${id}.`, { hint });
    }
    const { ruleset } = rules;
    const options = optionsFor(rules, asked.options);
    if (!options.ok) return options;
    if (!ruleset.solo || date > this.#today()) {
      const detail = ruleset.solo
        ? `The date ${date} is in the future.`
        : `${ruleset.name} has no game of the day, because it cannot be played alone.`;
      return refused('daily-not-found', detail);
    }
    const name = nameOf(ruleset, options.value, date);
    const scoring = ruleset.scoring(options.value);
    const closed = await this.isOver({ name, practice: false });
    const [best, conceded] = await Promise.all([
      this.#parts.store.dailies.best(name, scoring, MOST_RESULTS),
      this.#parts.store.dailies.conceded(name),
    ]);
    const seed = await this.#seedOf(name);
    return done({
      ruleset: id,
      rulesVersion: ruleset.rulesVersion,
      date,
      options: options.value,
      scoring,
      endsAt: endOf(date).toISOString(),
      closed,
      // hashes the bytes of the seed, because the hash of its text is the seed of the games and would reveal all draws
      seedHash: createHash('sha256').update(seed, 'hex').digest('hex'),
      seed: closed ? seed : null,
      conceded,
      results: ranked(best, new Date(date)),
    });
  }

  /** Lists the days on which the player entered, newest first. Other readers see only days with a completed game. */
  async daysOf(id: string, { playerId, readerId, options: asked }: DaysAsked): Promise<Result<DailyDaysView>> {
    const entry = this.#parts.catalogue.get(id);
    if (entry === undefined) return refused('ruleset-not-found', `There is no ruleset ${JSON.stringify(id)}.`);
    const { ruleset } = entry;
    if (!ruleset.solo)
      return refused('daily-not-found', `${ruleset.name} has no game of the day, because it cannot be played alone.`);
    const options = optionsFor(entry, asked);
    if (!options.ok) return options;
    const player = await this.#parts.store.players.find(playerId);
    if (player === null) return refused('player-not-found', `There is no player ${playerId}.`);
    const dates = datesBack(this.#parts.clock.now());
    const named = new Map(
      versionsOf(entry).flatMap((version) => {
        const own = optionsFor(version, asked);
        if (!own.ok) return [];
        const { rulesVersion } = version.ruleset;
        return dates.map((date) => [nameOf(version.ruleset, own.value, date), { date, rulesVersion }] as const);
      }),
    );
    const scoring = ruleset.scoring(options.value);
    const played = await this.#parts.store.dailies.playedBy(player.id, [...named.keys()], scoring);
    const days = played
      .flatMap(({ daily, ahead, ...game }): DailyDay[] => {
        const day = named.get(daily);
        if (day === undefined || (game.state !== 'completed' && readerId !== player.id)) return [];
        const registeredBefore = player.createdAt < new Date(day.date);
        return [{ ...day, ...game, rank: ahead === null ? null : ahead + 1, registeredBefore }];
      })
      .sort((one, other) => other.date.localeCompare(one.date) || other.rulesVersion - one.rulesVersion);
    const [to = '', from = to] = [dates[0], dates.at(-1)];
    const streaks = streaksOf(days, to);
    return done({ ruleset: id, options: options.value, playerId: player.id, from, to, streaks, days });
  }

  /** Returns the requested version of the rules; by default the newest, or for a past day the newest played on it. */
  async #rulesOn(date: string, entry: CatalogueEntry, asked: DailyAsked): Promise<RulesetVersion | undefined> {
    const { rulesVersion } = asked;
    if (rulesVersion !== undefined)
      return versionsOf(entry).find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
    if (date >= this.#today() || entry.older.length === 0) return entry;
    for (const rules of versionsOf(entry).reverse()) {
      const options = optionsFor(rules, asked.options);
      if (options.ok && (await this.#parts.store.dailies.isPlayed(nameOf(rules.ruleset, options.value, date))))
        return rules;
    }
    return entry;
  }

  /** True if no more games of that day can be created. All earlier days have then ended too. */
  async #hasEnded(date: string): Promise<boolean> {
    if (date >= this.#today()) return false;
    if (date <= this.#lastEnded) return true;
    if (!(await this.#parts.store.dailies.hasEnded(new Date(endOf(date).getTime() - this.#aheadMs)))) return false;
    if (date > this.#lastEnded) this.#lastEnded = date;
    return true;
  }

  get #aheadMs(): number {
    return this.#parts.clock.aheadMs ?? 0;
  }

  #today(): string {
    return dayOf(this.#parts.clock.now().getTime());
  }

  /** Returns the seed of a day. It is derived from a secret key of the servers, so it is secret until the day ends. */
  async #seedOf(name: string): Promise<string> {
    this.#key ??= await this.#parts.store.dailies.key(KEY_NAME, randomBytes(KEY_BYTES));
    return createHmac('sha256', this.#key).update(name).digest('hex');
  }
}

function ranked(games: readonly DailyBest[], day: Date): Static<typeof DailyResults>['results'] {
  const results = games.map(({ game: { id, seats, outcome }, registeredAt }) => {
    const [holder] = seats as unknown as (SeatHolder & { kind: 'player' })[];
    const { winners, scores, reason, text } = outcome as unknown as Outcome;
    const won = winners.length > 0;
    const registeredBefore = registeredAt < day;
    const player = holder?.player as SeatedPlayer;
    return { gameId: id, player, registeredBefore, won, score: scores[0] ?? 0, reason, text };
  });
  return results.map((result) => ({
    rank: 1 + results.findIndex(({ won, score }) => won === result.won && score === result.score),
    ...result,
  }));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
