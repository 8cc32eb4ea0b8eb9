import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { Nullable, Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Keyed } from '../eventlog/carry-out.ts';
import type { TimeSlicer } from '../eventlog/queue.ts';
import { done, type Refusal, type Result } from '../eventlog/result.ts';
import type { ServerClock } from '../store/game-rows.ts';
import type { Committed } from './commands/command.ts';
import type { CommandHandler } from './commands/command-handler.ts';
import {
  refuseTakeback,
  requestTakeback,
  revealing,
  type TakebackRequest,
  type UndoAsked,
  type Undoable,
  undoAction,
  undoableIn,
  wishIn,
} from './commands/takeback.ts';
import { actingSeat, type Game, gameSeedOf } from './model/game.ts';
import { numbered } from './model/game-fields.ts';
import { revealsNothing } from './model/going-back.ts';
import type { GameReader } from './queries/game-reader.ts';
import { asWritten, labelsOf, namingOf } from './queries/house-sentences.ts';
import type { GameLog } from './runtime/game-log.ts';
import type { LiveGames } from './runtime/live-games.ts';

type UndoOffer = Static<ReturnType<typeof undoOfferOf>>;

interface TakebacksParts {
  commands: CommandHandler;
  reader: GameReader;
  games: LiveGames;
  log: GameLog;
  clock: ServerClock;
  timeSlicer: TimeSlicer;
}

const MOST_KEPT = 2_000;

export class Takebacks {
  readonly #parts: TakebacksParts;
  /** keyed by the game's last hash, which determines the action to undo; true: that action revealed nothing */
  readonly #harmless = new LRUCache<string, boolean>({ max: MOST_KEPT });

  constructor(parts: TakebacksParts) {
    this.#parts = parts;
  }

  /** Returns whether the player may undo an action. `names`: sentences call players by name. */
  async offer(playerId: string, gameId: string, asked: UndoAsked & { names: boolean }): Promise<Result<UndoOffer>> {
    const opened = await this.#parts.reader.open({ playerId }, gameId);
    if (!opened.ok) return opened;
    const game = opened.value;
    const acting = actingSeat(game, playerId, asked.seat);
    if (!acting.ok) return acting;
    const { version, header } = game;
    const nothing = { seat: acting.value, version, undo: null };
    const undoable = undoableIn(game, this.#parts.clock.now(), playerId, asked);
    if (!undoable.ok) return done({ ...nothing, whyNot: reasonOf(undoable.refusal) });
    const { seat, step } = undoable.value;
    if (!(await this.#isHarmless(undoable.value))) {
      return done({ ...nothing, whyNot: reasonOf(revealing(step.action).refusal) });
    }
    const { ruleset } = header;
    const naming = asked.names ? namingOf(game.seats) : asWritten;
    const [label = ''] = labelsOf(ruleset, [step.action], ruleset.view(step.state, seat), naming);
    return done({ seat, version, undo: { to: step.version, action: step.action, label }, whyNot: null });
  }

  async undo(playerId: string, gameId: string, asked: UndoAsked, request: Keyed): Promise<Result<Committed>> {
    const { commands, games, clock } = this.#parts;
    const game = await games.current(gameId);
    const undoable = game && undoableIn(game, clock.now(), playerId, asked);
    if (undoable?.ok) await this.#isHarmless(undoable.value);
    const known = (again: Undoable) => this.#harmless.get(again.game.head);
    return commands.handle(undoAction(playerId, gameId, asked, request, known));
  }

  async request(playerId: string, gameId: string, asked: TakebackRequest, request: Keyed): Promise<Result<Committed>> {
    const { commands, games, log } = this.#parts;
    const { losses } = games;
    const game = await games.current(gameId);
    const wish = game && wishIn(game, playerId, asked);
    const state = game !== null && wish?.ok && wish.value.isLast ? await log.stateAt(game.header, asked.to) : undefined;
    // if the database has lost changes since the state was read, the game may never have had this state
    const stateOf = (_: Game) => (games.losses === losses ? state : undefined);
    return commands.handle(requestTakeback(playerId, gameId, asked, request, stateOf));
  }

  /** Rejects another player's takeback, or withdraws the player's own request. */
  refuse(playerId: string, gameId: string, request: Keyed): Promise<Result<Committed>> {
    return this.#parts.commands.handle(refuseTakeback(playerId, gameId, request));
  }

  /** Returns whether the action revealed nothing, by trying possible positions. The secret seed fixes these positions:
   * with new ones for each request, a player could ask until the answer is yes. */
  async #isHarmless({ game, seat, step }: Undoable): Promise<boolean> {
    const known = this.#harmless.get(game.head);
    if (known !== undefined) return known;
    const { header, seats, head } = game;
    const taken = { ruleset: header.ruleset, seats: seats.length, state: step.state, seat, action: step.action };
    const seed = Buffer.from(gameSeedOf(header, seats)).toString('hex');
    const trying = revealsNothing(taken, new FastChance(`${seed}/${step.version}/undo`));
    let tried = trying.next();
    while (!tried.done) {
      await this.#parts.timeSlicer.pause();
      tried = trying.next();
    }
    this.#harmless.set(head, tried.value);
    return tried.value;
  }
}

function reasonOf({ code, detail }: Refusal): UndoOffer['whyNot'] {
  return { code, detail };
}

/** Builds the schema of an offer to undo. `action` may be the action of any ruleset. */
export function undoOfferOf(action: TSchema) {
  const undo = Type.Object({
    to: numbered('The version whose position comes back.'),
    action: Ref(action, { description: 'The action that is undone.' }),
    label: Type.String({ description: 'The same in plain words.' }),
  });
  const whyNot = Type.Object({
    code: Type.String({ description: 'The code of the problem that `undoAction` would be answered with.' }),
    detail: Type.String({ description: 'Why, in a sentence.' }),
  });
  return Type.Object(
    {
      seat: { ...SeatNumber, description: 'Whose action it is: send it back as `seat`.' },
      version: numbered('The present version: send it back as `expectedVersion`.'),
      undo: Nullable(undo, { description: 'What `undoAction` would do; null: nothing.' }),
      whyNot: Nullable(whyNot, { description: 'Null where there is something to undo.' }),
    },
    { $id: 'UndoOffer', description: 'What a seat may undo by itself.' },
  );
}
