import { frozen } from '#rules/catalogue.ts';
import type { Action, Challenge } from '#rules/champions-of-chance/actions.ts';
import { type CardId, deckOf } from '#rules/champions-of-chance/cards.ts';
import { eligible } from '#rules/champions-of-chance/die.ts';
import type { Event } from '#rules/champions-of-chance/events.ts';
import championsOfChance from '#rules/champions-of-chance/index.ts';
import type { Options } from '#rules/champions-of-chance/options.ts';
import { eyesOf, mixOf, type State, withSeen } from '#rules/champions-of-chance/state.ts';
import type { View } from '#rules/champions-of-chance/view.ts';
import type { Ruleset, Seat } from '#rules/kernel/ruleset.ts';
import { ScriptedSeats } from '../scripted-game.ts';

export const ruleset = frozen(championsOfChance) as Ruleset<Options, State, Action, Event, View>;

export const DEFAULTS: Options = { dieSelection: 'choose', victoryDice: false, wackyNumbers: false };

export const OPTION_SETS: Options[] = (['choose', 'blind', 'blindSeen'] as const).flatMap((dieSelection) =>
  [false, true].flatMap((victoryDice) =>
    [false, true].map((wackyNumbers) => ({ dieSelection, victoryDice, wackyNumbers })),
  ),
);

/** Returns the random numbers with which these cards are drawn from `from`, one after another. */
function drawing(from: readonly CardId[], wanted: readonly CardId[]): number[] {
  const left = [...from];
  return wanted.map((card) => {
    const place = left.indexOf(card);
    left.splice(place, 1);
    return place;
  });
}

export interface Setting {
  options?: Partial<Options>;
  hands: CardId[][];
  /** the top of the draw pile; cards that are not mentioned lie below */
  draws?: CardId[];
  isDrawPileShort?: boolean;
  discardPile?: CardId[];
  piles?: CardId[][];
  active?: Seat;
  battle?: number;
}

export function positionOf(setting: Setting): State {
  const { hands, draws = [], discardPile = [], active = 0, battle = 1 } = setting;
  const options = { ...DEFAULTS, ...setting.options };
  const seats = hands.length;
  const piles = hands.map((_, seat) => setting.piles?.[seat] ?? []);
  const placed = [...hands.flat(), ...draws, ...discardPile, ...piles.flat()];
  const others = deckOf(options).filter((card) => !placed.includes(card));
  const drawPile = setting.isDrawPileShort === true ? draws : [...draws, ...others];
  const fresh = mixOf(options, seats, [...drawPile, ...hands.flat()], 0);
  return {
    options,
    phase: 'opponent',
    battle,
    active,
    opponent: null,
    topCardUsed: false,
    number: null,
    challenge: null,
    hands,
    dice: hands.map(() => []),
    takenBack: hands.map(() => 0),
    discards: hands.map(() => null),
    thieves: [],
    robbed: null,
    newcomers: [],
    lastBattle: null,
    discarded: [],
    drawPile,
    discardPile: setting.isDrawPileShort === true ? [...others, ...discardPile] : discardPile,
    piles,
    mixes: [hands.reduce((mix, hand, seat) => withSeen(mix, hand, eyesOf(seat, seats)), fresh)],
  };
}

/** A battle up to the roll: both dice and the cards that they show, the active player's first. */
export interface Battle {
  against: Seat;
  dice: [CardId[], CardId[]];
  challenge: Challenge;
  rolls: [CardId, CardId];
  useTopCard?: boolean;
}

export class ScriptedTable extends ScriptedSeats<Options, State, Action, Event, View> {
  static inPosition(setting: Setting): ScriptedTable {
    return new ScriptedTable(ruleset, positionOf(setting), { first: 0 });
  }

  fight(seat: Seat, against: Seat, useTopCard?: boolean, ...numbers: number[]): this {
    const action: Action = { type: 'chooseOpponent', seat: against };
    return this.act(seat, useTopCard === undefined ? action : { ...action, useTopCard }, ...numbers);
  }

  number(seat: Seat, number: number, ...numbers: number[]): this {
    return this.act(seat, { type: 'chooseNumber', number }, ...numbers);
  }

  choose(seat: Seat, ...cards: CardId[]): this {
    for (const card of cards) this.act(seat, { type: 'chooseDie', card });
    return this;
  }

  takeBack(seat: Seat, ...cards: CardId[]): this {
    for (const card of cards) this.act(seat, { type: 'unchooseDie', card });
    return this;
  }

  challenge(seat: Seat, challenge: Challenge, rolls: [CardId, CardId]): this {
    const dice = [this.state.active, this.state.opponent as Seat].map((battler) => this.state.dice[battler] ?? []);
    const places = dice.map((die, i) => die.indexOf(rolls[i] as CardId));
    return this.act(seat, { type: 'chooseChallenge', challenge }, ...places);
  }

  discard(seat: Seat, card: CardId, ...numbers: number[]): this {
    return this.act(seat, { type: 'discardCard', card }, ...numbers);
  }

  steal(seat: Seat, card: CardId): this {
    return this.act(seat, { type: 'stealCard', card });
  }

  prepare({ against, dice, useTopCard }: Omit<Battle, 'challenge' | 'rolls'>): this {
    const { options, active, hands } = this.state;
    const [own, other] = dice;
    const number = own.length;
    const isDrawn = options.dieSelection !== 'choose';
    const draws = isDrawn
      ? [
          ...drawing(eligible(hands[active] ?? [], number), own),
          ...drawing(eligible(hands[against] ?? [], number), other),
        ]
      : [];
    const isAsked = number > 1 && useTopCard !== true;
    this.fight(active, against, useTopCard ?? (options.victoryDice ? false : undefined), ...(isAsked ? [] : draws));
    if (isAsked) this.number(against, number, ...draws);
    return isDrawn ? this : this.choose(active, ...own).choose(against, ...other);
  }

  battle(battle: Battle): this {
    const { active } = this.state;
    return this.prepare(battle).challenge(active, battle.challenge, battle.rolls);
  }

  choices(seat: Seat): CardId[] {
    return this.legal(seat).flatMap((action) =>
      'card' in action && action.type !== 'unchooseDie' ? [action.card] : [],
    );
  }

  get view(): View {
    return this.seenBy('spectator');
  }
}
