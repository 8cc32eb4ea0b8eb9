import type { Seat } from '#rules/kernel/ruleset.ts';
import { done, type Refusal } from '../../../src/eventlog/result.ts';
import { actionFor, followed, submitAction, withBots } from '../../../src/games/commands/actions.ts';
import type { Command } from '../../../src/games/commands/command.ts';
import { resignGame } from '../../../src/games/commands/resign.ts';
import type { GameService } from '../../../src/games/game-service.ts';
import { type Game, isForHouse, isOver, type Proposal } from '../../../src/games/model/game.ts';
import type { Player } from '../../../src/players/players.ts';
import type { Fault } from '../agents/kept-program.ts';
import type { Answer, PipeAgent } from '../agents/pipe-agent.ts';
import type { Competitor } from '../competitor.ts';
import type { RunSeed } from '../run-seed.ts';

interface TableParts {
  games: GameService;
  seed: RunSeed;
  /** returns the agent that is this player; undefined: the player is no agent of the arena */
  competitorOf(playerId: string): Competitor | undefined;
  /** called when an agent loses a game because it broke a rule, before the game is resigned */
  onLoss(competitor: Competitor, gameId: string, fault: Fault): void;
}

interface Turn {
  seat: Seat;
  competitor: Competitor;
  player: Player;
  pipe: PipeAgent;
}

interface Answered extends Turn {
  answer: Answer;
  legal: readonly unknown[];
}

/** A game without agents over HTTP stores its new actions after this time, or when it has this many of them. */
const WRITE_EVERY_MS = 5_000;
const WRITE_EVERY_ROWS = 1_000;

// One game. If an agent plays over HTTP, each action is stored at once. Otherwise the game is played in memory and
// stored at intervals.
class Table {
  readonly #parts: TableParts;
  readonly #gameId: string;
  /** true: at least one player acts over HTTP */
  readonly #isShared: boolean;
  #newest: Game;
  /** the position after actions that are in memory but not stored yet; null: there are none */
  #held: Proposal | null = null;
  #writtenAt = performance.now();
  #wake: () => void = () => {};
  #stopped = false;
  #leave: (nothing: null) => void = () => {};
  readonly #leaving = new Promise<null>((resolve) => {
    this.#leave = resolve;
  });
  readonly #played: Promise<void>;

  constructor(game: Game, isShared: boolean, parts: TableParts) {
    this.#parts = parts;
    this.#gameId = game.header.id;
    this.#isShared = isShared;
    this.#newest = game;
    this.#played = this.#play();
  }

  get isAttended(): boolean {
    return this.#isShared;
  }

  get played(): Promise<void> {
    return this.#played;
  }

  /** Call it after each stored change. If the change is new, drops the actions in memory, which no longer fit. */
  changed(game: Game): void {
    if (game.version > this.#newest.version) {
      this.#newest = game;
      this.#held = null;
    }
    this.#wake();
  }

  /** Leaves the game and stores the actions that exist only in memory. Does not wait for a running search. */
  async leave(): Promise<void> {
    this.#stopped = true;
    this.#leave(null);
    this.#wake();
    await this.#played;
  }

  get #game(): Game {
    return this.#held?.game ?? this.#newest;
  }

  async #play(): Promise<void> {
    while (!this.#stopped && !isOver(this.#game)) {
      const before = this.#game;
      if (isForHouse(before)) await this.#houseActs();
      else await this.#agentsAct();
      if (this.#isDue()) await this.#write();
    }
    await this.#write();
  }

  async #houseActs(): Promise<void> {
    if (this.#isShared) return this.#changeAfter(this.#newest.version);
    await this.#parts.games.timeSlicer.pause();
    const held = this.#held ?? { game: this.#newest, events: [], rows: [] };
    const after = withBots(held, this.#parts.games.clock.now());
    if (after.rows.length > held.rows.length) {
      this.#held = after;
      return;
    }
    const searched = await Promise.race([this.#parts.games.searchedIn(held.game), this.#leaving]);
    if (searched === null || this.#game !== held.game) return;
    const { seat, action } = searched;
    const made = actionFor(held.game, this.#parts.games.clock.now(), seat, action, 'action');
    this.#held = followed(held, made);
  }

  async #agentsAct(): Promise<void> {
    const game = this.#game;
    const turns = this.#turnsIn(game);
    if (turns.length === 0) {
      await this.#write();
      return this.#changeAfter(game.version);
    }
    const answered = await Promise.all(turns.map((turn) => this.#ask(game, turn)));
    // takes the answers in order of seats, so that the game does not depend on which answer comes first
    for (const turn of answered) if (!this.#stopped) await this.#take(turn);
  }

  #turnsIn({ seats, decisions }: Game): Turn[] {
    const turns = decisions.flatMap(({ seat }): Turn[] => {
      const holder = seats[seat];
      if (holder?.kind !== 'player' || holder.left !== undefined) return [];
      const competitor = this.#parts.competitorOf(holder.player.id);
      if (!competitor?.pipe || competitor.player === null) return [];
      return [{ seat, competitor, player: competitor.player, pipe: competitor.pipe }];
    });
    return turns.sort((one, other) => one.seat - other.seat);
  }

  async #ask(game: Game, turn: Turn): Promise<Answered> {
    const legal: readonly unknown[] = game.header.ruleset.legalActions(game.state, turn.seat);
    const question = questionIn(game, turn.seat, legal, this.#parts.seed);
    return { ...turn, legal, answer: await turn.pipe.ask(JSON.stringify(question)) };
  }

  async #take({ seat, competitor, player, answer, legal }: Answered): Promise<void> {
    const fault = 'fault' in answer ? answer.fault : await this.#submit(player, seat, answer, legal);
    if (fault === null) return;
    this.#parts.onLoss(competitor, this.#gameId, fault);
    await this.#do(resignGame(player, this.#gameId, seat, null));
  }

  /** Submits an agent's answer. Returns the fault of the answer; null: it has none. */
  async #submit(player: Player, seat: Seat, answer: Exclude<Answer, { fault: Fault }>, legal: readonly unknown[]) {
    const action = 'index' in answer ? legal[answer.index] : answer.action;
    if (action === undefined) {
      const detail = `It chose action ${(answer as { index: number }).index} of ${legal.length}, counted from 0.`;
      return { rule: 'illegalAction', detail } as const;
    }
    const refusal = await this.#do(submitAction(player, this.#gameId, { action, seat }, null));
    return refusal === null ? null : faultBy(refusal);
  }

  /** Carries out a command, in the store or in memory. Returns the refusal; null: the command succeeded. */
  async #do(command: Command): Promise<Refusal | null> {
    const { commands, clock } = this.#parts.games;
    if (this.#isShared) {
      const made = await commands.handle(command);
      return made.ok ? null : made.refusal;
    }
    const decided = command.decide(this.#game, clock.now(), null);
    if (!decided.ok) return decided.refusal;
    if (decided.value !== null) this.#held = this.#held === null ? decided.value : followed(this.#held, decided.value);
    return null;
  }

  #isDue(): boolean {
    if (this.#held === null) return false;
    return this.#held.rows.length >= WRITE_EVERY_ROWS || performance.now() - this.#writtenAt > WRITE_EVERY_MS;
  }

  /** Stores the actions that exist only in memory. If another change came first, drops them: the agents act again. */
  async #write(): Promise<void> {
    const { games } = this.#parts;
    const held = this.#held;
    this.#writtenAt = performance.now();
    if (held === null) return;
    const { version, head } = this.#newest;
    const made = await games.commands.handle({
      gameId: this.#gameId,
      by: null,
      request: null,
      decide: (game) => done(game.version === version && game.head === head ? held : null),
    });
    if (!made.ok) throw new Error(`game ${this.#gameId} cannot be written: ${made.refusal.detail}`);
    this.#newest = made.value.game;
    this.#held = null;
  }

  /** Resolves when the stored game has a later version, or when this process leaves the game. */
  async #changeAfter(version: number): Promise<void> {
    while (!this.#stopped && this.#newest.version <= version) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Returns the fault of a refused action; null: the action only came too late, which breaks no rule. */
function faultBy({ code, detail, hint }: Refusal): Fault | null {
  if (code !== 'illegal-action' && code !== 'invalid-request') return null;
  return { rule: 'illegalAction', detail: hint === undefined ? detail : `${detail} ${hint}` };
}

interface Question {
  game: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seats: number;
  seat: Seat;
  version: number;
  view: unknown;
  legalActions: readonly unknown[];
  /** 64 random bits as hex; the same for the same decision in every competition with the same seed */
  lot: string;
}

function questionIn(game: Game, seat: Seat, legalActions: readonly unknown[], seed: RunSeed): Question {
  const { header, state, version } = game;
  const { ruleset, options, seatCount, place } = header;
  const { round, table, board, copy } = place ?? { round: 0, table: 0, board: 0, copy: 0 };
  return {
    game: header.id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options,
    seats: seatCount,
    seat,
    version,
    view: ruleset.view(state, seat),
    legalActions,
    lot: seed.lotOf(`${round} ${table} ${board} ${copy} ${version} ${seat}`),
  };
}

/** The running games that the arena plays itself: games with an agent on a pipe, and games of policies only. */
export class Tables {
  readonly #parts: TableParts;
  readonly #tables = new Map<string, Table>();
  readonly #onTrouble: (error: unknown) => void;
  #left = false;

  constructor(parts: TableParts, onTrouble: (error: unknown) => void) {
    this.#parts = parts;
    this.#onTrouble = onTrouble;
  }

  /** True if the server itself plays the bots of this game and enforces its clock. */
  isAttended(gameId: string): boolean {
    return this.#tables.get(gameId)?.isAttended ?? true;
  }

  /** Call it after each stored change of any game. */
  changed(game: Game): void {
    const table = this.#tables.get(game.header.id);
    if (table !== undefined) table.changed(game);
    else if (!this.#left && game.status === 'playing') this.#sitDown(game);
  }

  async resume(gameId: string): Promise<void> {
    const found = await this.#parts.games.commands.handle({
      gameId,
      by: null,
      request: null,
      decide: () => done(null),
    });
    if (found.ok && !isOver(found.value.game)) this.changed(found.value.game);
  }

  async leave(): Promise<void> {
    this.#left = true;
    await Promise.all([...this.#tables.values()].map((table) => table.leave().catch(() => {}))); // `onTrouble` has already reported the errors
  }

  #sitDown(game: Game): void {
    const players = game.seats.flatMap((holder) => (holder.kind === 'player' ? [holder.player.id] : []));
    const asked = players.filter((id) => this.#parts.competitorOf(id)?.pipe);
    const isShared = asked.length < players.length;
    if (isShared && asked.length === 0) return;
    const table = new Table(game, isShared, this.#parts);
    this.#tables.set(game.header.id, table);
    void table.played.catch(this.#onTrouble).finally(() => this.#tables.delete(game.header.id));
  }
}
