import { frozen } from '#rules/catalogue.ts';
import type { Ruleset, Seat } from '#rules/kernel/ruleset.ts';
import { type Card, STANDARD_DECK } from '#rules/kernel/tabletop/cards.ts';
import type { Action } from '#rules/pascals-ruin/actions.ts';
import { numberOn, type ReactionCard } from '#rules/pascals-ruin/cards.ts';
import type { Level } from '#rules/pascals-ruin/chain.ts';
import { DICE, type Die } from '#rules/pascals-ruin/dice.ts';
import type { Event } from '#rules/pascals-ruin/events.ts';
import pascalsRuin from '#rules/pascals-ruin/index.ts';
import type { Options } from '#rules/pascals-ruin/options.ts';
import { emptyState, type State } from '#rules/pascals-ruin/state.ts';
import type { View } from '#rules/pascals-ruin/view.ts';
import { shuffling } from '../scripted-chance.ts';
import { ScriptedSeats } from '../scripted-game.ts';

export const ruleset = frozen(pascalsRuin) as Ruleset<Options, State, Action, Event, View>;

export const DEFAULTS: Options = { mode: 'match', roundsToWin: 3, maxRounds: 9, spicy: false, printed: false };

export function shuffleScript(...top: Card[]): number[] {
  const wanted = [...top, ...STANDARD_DECK.filter((card) => !top.includes(card))];
  return shuffling(STANDARD_DECK, wanted).map((number) => number + 1);
}

export function won(card: Card, seat: Seat, die: Die, value: number): Level {
  return { card, roll: { seat, die, value }, extras: [] };
}

/** Returns a level that is not won yet, or an Ace. */
export function faced(card: Card): Level {
  return { card, extras: [] };
}

export interface Setting {
  seats?: number;
  options?: Partial<Options>;
  /** the levels from 1 on; if the last of them is won, the active seat must decide next, otherwise it must roll */
  chain: Level[];
  active?: Seat;
  starter?: Seat;
  held?: ReactionCard[][];
  next?: Card[];
  isDeckEnd?: boolean;
  round?: number;
  roundWins?: number[];
  roundPoints?: number[];
  totals?: number[];
}

export function positionOf(setting: Setting): State {
  const { seats = 2, chain, active = 0, starter = active, held = [], next = [], isDeckEnd = false } = setting;
  const empty = emptyState({ ...DEFAULTS, ...setting.options }, seats);
  const hands = empty.held.map((_, seat) => held[seat] ?? []);
  const seen = [...chain.flatMap(({ card, extras }) => [card, ...extras]), ...hands.flat()];
  const others = STANDARD_DECK.filter((card) => !seen.includes(card) && !next.includes(card));
  const discard = isDeckEnd ? others : [];
  const top = chain.at(-1);
  return {
    ...empty,
    phase: top !== undefined && top.roll === undefined && numberOn(top.card) > 0 ? 'roll' : 'decide',
    round: setting.round ?? 1,
    roundWins: setting.roundWins ?? empty.roundWins,
    roundPoints: setting.roundPoints ?? empty.roundPoints,
    totals: setting.totals ?? setting.roundPoints ?? empty.totals,
    deck: [...discard, ...seen, ...next, ...(isDeckEnd ? [] : others)],
    dealt: discard.length + seen.length,
    discard,
    starter,
    active,
    chain,
    diceLeft: hands.map((_, seat) => diceLeft(chain, seat)),
    held: hands,
  };
}

function diceLeft(chain: Level[], seat: Seat): Die[] {
  const used = chain.flatMap(({ roll, spent = [] }) => [...(roll === undefined ? [] : [roll]), ...spent]);
  return DICE.filter((die) => !used.some((other) => other.seat === seat && other.die === die));
}

export class ScriptedTable extends ScriptedSeats<Options, State, Action, Event, View> {
  static inPosition(setting: Setting): ScriptedTable {
    return new ScriptedTable(ruleset, positionOf(setting));
  }

  static setUp(options: Partial<Options>, seats: number, script: number[]): ScriptedTable {
    return new ScriptedTable(ruleset, { options: { ...DEFAULTS, ...options }, seats, script });
  }

  roll(seat: Seat, die: Die, value: number, ...further: number[]): this {
    return this.act(seat, { type: 'rollDie', die }, value, ...further);
  }

  play(seat: Seat, card: ReactionCard, targets: Seat[], ...numbers: number[]): this {
    return this.act(seat, { type: 'playCard', card, targets }, ...numbers);
  }

  pass(seat: Seat, ...numbers: number[]): this {
    return this.act(seat, { type: 'pass' }, ...numbers);
  }

  challenge(seat: Seat, ...numbers: number[]): this {
    return this.act(seat, { type: 'challenge' }, ...numbers);
  }

  decline(seat: Seat, ...numbers: number[]): this {
    return this.act(seat, { type: 'declineChallenge' }, ...numbers);
  }

  take(seat: Seat, ...numbers: number[]): this {
    return this.act(seat, { type: 'takeChain' }, ...numbers);
  }

  continue(seat: Seat, ...numbers: number[]): this {
    return this.act(seat, { type: 'continue' }, ...numbers);
  }

  playable(seat: Seat): string[] {
    return this.legal(seat).flatMap((action) =>
      action.type === 'playCard' ? [`${action.card} on ${action.targets.join(' ')}`] : [],
    );
  }

  get view(): View {
    return this.seenBy('spectator');
  }
}
