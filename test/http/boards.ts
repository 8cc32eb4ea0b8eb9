import { done } from '../../src/eventlog/result.ts';
// Makes games on the boards of a competition.

import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';

import type { BoardPlace } from '#rules/kernel/chain.ts';
import { holderFor } from '../../src/games/commands/create-game.ts';
import type { Visibility } from '../../src/games/model/game.ts';
import type { CompetitionRow } from '../../src/store/competitions.ts';
import { competitionCreation, competitionRow, stepOn } from '../store/competition-rows.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';

interface DealtOn extends Partial<Omit<BoardPlace, 'competitionId'>> {
  ruleset: string;
  options?: object;
  visibility?: Visibility;
  /** games on one board have the same seed */
  seed?: string;
}

/** Does the work of the competition's director, so the service must be started with `directs: false`. */
export class Boards {
  readonly #service: Service;
  readonly #catalogue: Catalogue;
  readonly #competition: CompetitionRow;
  #version = 1;

  private constructor(service: Service, catalogue: Catalogue, competition: CompetitionRow) {
    this.#service = service;
    this.#catalogue = catalogue;
    this.#competition = competition;
  }

  static async of(service: Service, entrants: readonly Caller[]): Promise<Boards> {
    const [organiser] = entrants.map(({ id }) => id as string);
    const competition = competitionRow(organiser as string, { status: 'finished' });
    await service.store.competitions.create(competitionCreation(competition));
    const boards = new Boards(service, await loadCatalogue(true), competition);
    await boards.#happen('entryMade', {}, entrants);
    return boards;
  }

  get id(): string {
    return this.#competition.id;
  }

  async deal(players: readonly Caller[], { ruleset: name, seed, ...asked }: DealtOn): Promise<string> {
    const { options = {}, visibility = 'public', ...at } = asked;
    const entry = this.#catalogue.get(name);
    const complete = entry?.inputs.options(options);
    if (entry === undefined || !complete?.ok) throw new Error(`${name} is not played with these options`);
    const seated = players.map(({ id }, seat) => {
      return holderFor({ id: id as string, name: `entry ${seat + 1}`, kind: 'agent', createdAt: new Date() }, null);
    });
    const place: BoardPlace = { competitionId: this.id, round: 1, table: 1, board: 1, copy: 1, sealed: true, ...at };
    const plan = async () =>
      done({
        ...{ ruleset: entry.ruleset, options: complete.value, seats: seated, creator: null, visibility, clock: null },
        ...{
          standIn: 'random',
          seed: seed ?? `board ${place.board}`,
          commitment: null,
          rematchOf: null,
          daily: null,
          rated: false,
        },
        place,
        allowsChat: true,
      });
    const made = await this.#service.gameService.commands.create({ request: null, plan });
    if (!made.ok) throw new Error(`the game was not dealt: ${made.refusal.detail}`);
    return made.value.game.header.id;
  }

  close(board: number): Promise<void> {
    return this.#happen('boardClosed', { board, seed: `board ${board}`, par: null });
  }

  async #happen(type: string, data: { [name: string]: string | number | null }, entrants: readonly Caller[] = []) {
    const step = stepOn(this.#competition, this.#version, [[type, data]]);
    const entering = entrants.map(({ id }) => id as string);
    const competition = { ...step.competition, status: 'finished' as const };
    if (!(await this.#service.store.competitions.append({ ...step, competition, entering }))) {
      throw new Error(`${type} was not written`);
    }
    this.#version++;
  }
}
