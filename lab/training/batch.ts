import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { Game, type Setting } from './game.ts';
import { Refused } from './refused.ts';

/** The learner's choice in one game. Null skips the game; it is the only valid choice if the game is over. */
export type Choice = { seat: Seat; action: ActionShape } | null;

export class Batch {
  readonly setting: Setting;
  readonly games: readonly Game[];
  /** true: a new game follows at once when a game ends */
  readonly isEndless: boolean;
  readonly ended: Uint8Array;
  /** by game and seat: the reward of the latest step */
  readonly rewards: Float32Array;

  constructor(setting: Setting, seeds: readonly string[], isEndless: boolean) {
    this.setting = setting;
    this.games = seeds.map((seed) => new Game(setting, seed));
    this.isEndless = isEndless;
    this.ended = new Uint8Array(seeds.length);
    this.rewards = new Float32Array(seeds.length * setting.seats);
  }

  /** Returns the choice with this index. Throws `Refused` if it is not legal for the seat that must act. */
  choice(number: number, index: number): Choice {
    const game = this.games[number] as Game;
    if (game.agent === null)
      throw new Refused('game-over', `Game ${number} is over.`, 'Send null for this game, or send a reset.');
    const action = game.legalAt(index);
    if (action === undefined) throw illegal(number, `action ${index}`, game.agent);
    return { seat: game.agent, action };
  }

  /** Makes one step in all games. All choices must be legal. */
  step(choices: readonly Choice[]): void {
    this.ended.fill(0);
    this.rewards.fill(0);
    for (let i = 0; i < choices.length; i++) {
      const choice = choices[i] as Choice;
      if (choice === null) continue;
      const game = this.games[i] as Game;
      game.make(choice.seat, choice.action);
      if (game.agent === null) this.#end(i, game);
    }
  }

  #end(number: number, game: Game): void {
    this.ended[number] = 1;
    this.rewards.set(game.worths(), number * this.setting.seats);
    if (this.isEndless) game.begin();
  }
}

export function illegal(number: number, what: string, seat: Seat): Refused {
  return new Refused(
    'illegal-action',
    `In game ${number}, ${what} is not legal for seat ${seat}.`,
    'Choose one of the legal actions in the last answer.',
  );
}
