import { frozen } from '#rules/catalogue.ts';
import type { Action } from '#rules/folly-and-fortune/actions.ts';
import { type CardId, cardOf, deckOf } from '#rules/folly-and-fortune/cards.ts';
import { type Event, tableAt } from '#rules/folly-and-fortune/events.ts';
import follyAndFortune from '#rules/folly-and-fortune/index.ts';
import type { Options } from '#rules/folly-and-fortune/options.ts';
import type { Power, Side } from '#rules/folly-and-fortune/power.ts';
import { roll } from '#rules/folly-and-fortune/rolling.ts';
import { emptyState, newTurn, type State } from '#rules/folly-and-fortune/state.ts';
import type { View } from '#rules/folly-and-fortune/view.ts';
import type { Refusal, Ruleset, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { ScriptedChance } from '../scripted-chance.ts';
import { ScriptedSeats } from '../scripted-game.ts';

export const ruleset = frozen(follyAndFortune) as Ruleset<Options, State, Action, Event, View>;

export const DEFAULTS: Options = {
  superpowers: false,
  startingCards: 8,
  startPlayer: null,
  firstGame: false,
  simplePowers: false,
  harmlessNegatives: false,
  tough: false,
  finalCardVulnerable: false,
  arrows: false,
};

/** After the script ends, every draw gives the first possible value. */
const READING = { afterwards: 1 };

export interface Setting {
  options?: Partial<Options>;
  rows: CardId[][];
  /** by seat; the active seat's hand includes the rolled card */
  hands: CardId[][];
  rolled: CardId;
  active?: Seat;
  /** the top card first; cards that are not mentioned lie below, or where `rest` says */
  pile?: CardId[];
  discard?: CardId[];
  rest?: 'pile' | 'discard' | Seat;
  shields?: [Seat, CardId][];
  turns?: number[];
}

/** Returns a position after the first roll of a turn. Superpowers are on by default. */
export function positionOf(setting: Setting): State {
  const { rows, hands, rolled, active = 0, pile = [], discard = [], rest = 'pile' } = setting;
  const options = { ...DEFAULTS, superpowers: true, ...setting.options };
  const seats = rows.length;
  const mentioned = [...rows.flat(), ...hands.flat(), ...pile, ...discard];
  const others = deckOf(options).filter((card) => !mentioned.includes(card));
  const dealt = hands.map((hand, seat) => (seat === rest ? [...hand, ...others] : hand));
  const state: State = {
    ...emptyState(options, seats),
    active,
    turns: setting.turns ?? rows.map(() => 1),
    rows,
    hands: dealt.map((hand) => hand.map((card) => ({ card }))),
    drawPile: [...pile, ...(rest === 'pile' ? others : [])].reverse().map((card) => ({ card })),
    discardPile: [...discard, ...(rest === 'discard' ? others : [])],
    shields: (setting.shields ?? []).map(([owner, card]) => ({ owner, card, power: shieldPower(card) })),
    moment: 1,
    turn: newTurn(rows[active] ?? [], 1),
  };
  const table = tableAt(state, new ScriptedChance([(hands[active] ?? []).indexOf(rolled) + 1], READING));
  roll(table);
  return table.state;
}

function shieldPower(card: CardId): Power {
  const power = cardOf(card).powers.find(({ kind }) => kind.startsWith('shield') || kind === 'ignoreShields');
  if (power === undefined) throw new Error(`${card} has no shield`);
  return power;
}

export class ScriptedTable extends ScriptedSeats<Options, State, Action, Event, View> {
  static inPosition(setting: Setting): ScriptedTable {
    return new ScriptedTable(ruleset, positionOf(setting), READING);
  }

  static setUp(options: Partial<Options>, seats: number, script: number[]): ScriptedTable {
    return new ScriptedTable(ruleset, { options: { ...DEFAULTS, ...options }, seats, script }, READING);
  }

  reroll(card?: CardId): this {
    return this.act(this.state.active, { type: 'reroll' }, ...(card === undefined ? [] : [this.#numberOf(card)]));
  }

  stop(...numbers: number[]): this {
    return this.act(this.state.active, { type: 'stop' }, ...numbers);
  }

  stopAndRoll(card: CardId): this {
    return this.stop(this.#numberOf(card));
  }

  attack(seat: Seat): this {
    return this.act(this.state.active, { type: 'attack', seat });
  }

  remove(card: CardId): this {
    return this.act(this.state.active, { type: 'removeCard', card });
  }

  endAttack(): this {
    return this.act(this.state.active, { type: 'endAttack' });
  }

  place(side: Side, ...numbers: number[]): this {
    return this.act(this.state.active, { type: 'placeRoll', side }, ...numbers);
  }

  pick(card: CardId, ...numbers: number[]): this {
    return this.act(this.state.active, { type: 'pickCard', card }, ...numbers);
  }

  pickTwo(card: CardId, other: CardId): this {
    return this.act(this.state.active, { type: 'pickCard', card, other });
  }

  pickSeat(seat: Seat, ...numbers: number[]): this {
    return this.act(this.state.active, { type: 'pickSeat', seat }, ...numbers);
  }

  skip(): this {
    return this.act(this.state.active, { type: 'skipPower' });
  }

  override legal(seat: Seat = this.state.active): Action[] {
    return super.legal(seat);
  }

  get open(): string[] {
    return this.legal().map(({ type, ...fields }) => [type, ...Object.values(fields).flat()].join(' '));
  }

  view(viewer: Viewer = 'spectator'): View {
    return this.seenBy(viewer);
  }

  explain(action: Action, seat: Seat = this.state.active): Refusal {
    return this.refusal(seat, action);
  }

  row(seat: Seat): string {
    return (this.state.rows[seat] ?? []).join(' ');
  }

  hand(seat: Seat): CardId[] {
    return (this.state.hands[seat] ?? []).map(({ card }) => card);
  }

  get used(): string[] {
    return this.allTold('powerUsed').map(({ data }) => data.power);
  }

  get skipped(): string[] {
    return this.allTold('powerSkipped').map(({ data }) => data.power);
  }

  /** returns the random number that rolls this card, after the current card went back into the hand */
  #numberOf(card: CardId): number {
    const { active, turn } = this.state;
    const back = turn.current === null ? [] : [turn.current];
    const rollable = [...this.hand(active), ...back].filter((other) => !turn.setAside.includes(other));
    return rollable.indexOf(card) + 1;
  }
}

export function inPosition(setting: Setting): ScriptedTable {
  return ScriptedTable.inPosition(setting);
}
