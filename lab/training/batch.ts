import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { Game, type Setting } from './game.ts';
import { Refused } from './refused.ts';

/** An action by its index; null lets a game be, as one that is over must be. */
export type Choice = { seat: Seat; action: ActionShape } | null;

/** Games of one setting, stepped together. */
export class Batch {
  readonly setting: Setting;
  readonly games: readonly Game[];
  /** whether a game that ended is followed by the next one at once */
  readonly isEndless: boolean;
  /** by game: whether the latest step ended it */
  readonly ended: Uint8Array;
  /** by game and seat: what that was worth */
  readonly rewards: Float32Array;

  constructor(setting: Setting, seeds: readonly string[], isEndless: boolean) {
    this.setting = setting;
    this.games = seeds.map((seed) => new Game(setting, seed));
    this.isEndless = isEndless;
    this.ended = new Uint8Array(seeds.length);
    this.rewards = new Float32Array(seeds.length * setting.seats);
  }

  /** What the agent of a game does by an index; throws `Refused` if that is not legal there. */
  choice(number: number, index: number): Choice {
    const game = this.games[number] as Game;
    if (game.agent === null) throw new Refused('game-over', `Game ${number} is over.`, 'Send null for it, or reset.');
    const action = game.legalAt(index);
    if (action === undefined) throw illegal(number, `action ${index}`, game.agent);
    return { seat: game.agent, action };
  }

  /** Makes one choice in each game, all of which are legal. */
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
    'Choose one of the legal actions that the last answer named.',
  );
}
