import { ANCHOR, type StrengthModel } from './strength-model.ts';

export interface RatedResult {
  gameId: string;
  /** the id of the board: games on one board have the same cards and rolls, and so share their luck */
  board: string;
  /** by seat: the key of the player, which is the same in all games */
  players: readonly string[];
  /** by seat: the share of the win; the sum of the shares is 1 */
  shares: readonly number[];
  /** the time at which the game was counted, in milliseconds since 1970 */
  at: number;
}

/** The prefix of a bot's key. */
export const BOT = 'bot:';
export const RANDOM = `${BOT}random`;

/** The games of a pool, sorted by time and id, no matter in which order they are added. Players and boards are numbered
 * in the order of appearance, so the first n games form a pool of their own. */
export class RatedGames {
  #seats = 0;
  readonly #known = new Set<string>();
  readonly #ids: string[] = [];
  readonly #times: number[] = [];
  readonly #seated: number[] = [];
  readonly #shares: number[] = [];
  readonly #onBoard: number[] = [];
  readonly #players = new Names();
  readonly #boards = new Names();

  get count(): number {
    return this.#ids.length;
  }

  /** The number of seats of each game; 0 before the first game. */
  get seats(): number {
    return this.#seats;
  }

  /** All players except the bot `random`. */
  get players(): readonly string[] {
    return this.#players.all;
  }

  /** Returns the number of a player; `ANCHOR` for random play; undefined: the player has no game. */
  numberOf(player: string): number | undefined {
    return player === RANDOM ? ANCHOR : this.#players.numberOf(player);
  }

  /** Returns when a game was counted, in milliseconds since 1970. */
  timeOf(game: number): number {
    return this.#times[game] as number;
  }

  /** Adds games, except for known ones. `kept` is the number of earlier games that come before all new ones. Throws if
   * the number of seats differs. */
  add(results: readonly RatedResult[]): { added: number; kept: number } {
    const fresh = new Map(results.filter(({ gameId }) => !this.#known.has(gameId)).map((each) => [each.gameId, each]));
    const sorted = [...fresh.values()].sort(inOrderOfTime);
    const [first] = sorted;
    if (first === undefined) return { added: 0, kept: this.count };
    const seats = this.#seats === 0 ? first.players.length : this.#seats;
    const other = sorted.find(({ players, shares }) => players.length !== seats || shares.length !== seats);
    if (other !== undefined) throw new RangeError(`game ${other.gameId} does not have the ${seats} seats of its pool`);
    this.#seats = seats;
    const later = this.#cutFrom(first);
    const kept = this.count;
    for (const result of later.length === 0 ? sorted : [...later, ...sorted].sort(inOrderOfTime)) this.#append(result);
    return { added: sorted.length, kept };
  }

  model(games = this.count): StrengthModel {
    const players = Int32Array.from(this.#seated.slice(0, games * this.#seats));
    return {
      strengths: players.reduce((most, player) => Math.max(most, player + 1), 0),
      seats: Math.max(1, this.#seats),
      players,
      shares: Float64Array.from(this.#shares.slice(0, games * this.#seats)),
      boards: Int32Array.from(this.#onBoard.slice(0, games)),
    };
  }

  before(at: number): number {
    let count = this.count;
    while (count > 0 && this.timeOf(count - 1) >= at) count--;
    return count;
  }

  #append({ gameId, board, players, shares, at }: RatedResult): void {
    const game = this.count;
    this.#known.add(gameId);
    this.#ids.push(gameId);
    this.#times.push(at);
    for (const player of players) this.#seated.push(player === RANDOM ? ANCHOR : this.#players.add(player, game));
    this.#shares.push(...shares);
    this.#onBoard.push(this.#boards.add(board, game));
  }

  /** Returns the player's games with a number below `before`, latest first. */
  latestOf(player: number, before: number, limit: number): number[] {
    const found: number[] = [];
    for (let game = Math.min(before, this.count) - 1; game >= 0 && found.length < limit; game--) {
      if (this.#seated.slice(game * this.#seats, (game + 1) * this.#seats).includes(player)) found.push(game);
    }
    return found;
  }

  result(game: number): RatedResult {
    const [from, to] = [game * this.#seats, (game + 1) * this.#seats];
    return {
      gameId: this.#ids[game] as string,
      board: this.#boards.all[this.#onBoard[game] as number] as string,
      players: this.#seated.slice(from, to).map((number) => this.nameOf(number)),
      shares: this.#shares.slice(from, to),
      at: this.timeOf(game),
    };
  }

  nameOf(number: number): string {
    return number === ANCHOR ? RANDOM : (this.players[number] as string);
  }

  /** Removes and returns the games that come after `result`. */
  #cutFrom(result: RatedResult): RatedResult[] {
    let count = this.count;
    const isLater = (game: number) =>
      inOrderOfTime({ at: this.timeOf(game), gameId: this.#ids[game] as string }, result) > 0;
    while (count > 0 && isLater(count - 1)) count--;
    const cut = Array.from({ length: this.count - count }, (_, i) => this.result(count + i));
    for (const { gameId } of cut) this.#known.delete(gameId);
    for (const column of [this.#ids, this.#times, this.#onBoard]) column.length = count;
    for (const column of [this.#seated, this.#shares]) column.length = count * this.#seats;
    this.#players.forgetFrom(count);
    this.#boards.forgetFrom(count);
    return cut;
  }
}

class Names {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #since: number[] = [];

  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  add(name: string, game: number): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.all.length);
    this.#since.push(game);
    return this.all.push(name) - 1;
  }

  forgetFrom(game: number): void {
    while (this.all.length > 0 && (this.#since[this.all.length - 1] as number) >= game) {
      this.#numbers.delete(this.all.pop() as string);
      this.#since.pop();
    }
  }
}

type Moment = Pick<RatedResult, 'at' | 'gameId'>;

function inOrderOfTime(a: Moment, b: Moment): number {
  return a.at - b.at || (a.gameId < b.gameId ? -1 : a.gameId > b.gameId ? 1 : 0);
}
