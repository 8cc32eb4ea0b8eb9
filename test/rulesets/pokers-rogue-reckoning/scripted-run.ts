import { frozen } from '#rules/catalogue.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { Ruleset } from '#rules/kernel/ruleset.ts';
import type { EventData } from '#rules/kernel/tabletop/step.ts';
import type { Action } from '#rules/pokers-rogue-reckoning/actions.ts';
import { type Card, DECK, kindOf, ofKind } from '#rules/pokers-rogue-reckoning/cards.ts';
import type { Event } from '#rules/pokers-rogue-reckoning/events.ts';
import pokersRogueReckoning from '#rules/pokers-rogue-reckoning/index.ts';
import type { Options } from '#rules/pokers-rogue-reckoning/options.ts';
import { NO_LORE, type State, startingState } from '#rules/pokers-rogue-reckoning/state.ts';
import type { View } from '#rules/pokers-rogue-reckoning/view.ts';
import { type Script, ScriptedChance } from '../scripted-chance.ts';

/** The ruleset with frozen positions, as it runs everywhere but in production. */
export const ruleset = frozen(pokersRogueReckoning) as Ruleset<Options, State, Action, Event, View>;

export const DEFAULTS: Options = {
  combat: 'poker',
  grid: '2x2',
  reshuffle: false,
  shuffle: 'random',
  startAtk: 2,
  startHp: 12,
  trade: 'lastDie',
  enemyAtk: 1,
  finalBossDice: 5,
  swordsHeartsReturn: false,
  restHeals: true,
  healAtOnce: false,
  buffsAtOnce: false,
  counterAttack: true,
  moneyReturns: false,
  potionsReturn: false,
  abilities: true,
  bribe: false,
  revivalPill: false,
  printed: false,
};

export interface Setting {
  options?: Partial<Options>;
  /** the cards of the face-down rooms */
  rooms?: Card[];
  /** cards that lie face up in rooms behind those */
  open?: Card[];
  /** the next cards of the deck */
  next?: Card[];
  /** whether `next` is all there is of the deck, enemies aside */
  isDeckEnd?: boolean;
  hand?: Card[];
  curses?: Card[];
  lucky?: Card[];
  discard?: Card[];
  hp?: number;
  maxHp?: number;
  atk?: number;
  bestAtk?: number;
  money?: number;
  defeated?: number;
  level?: number;
  pill?: State['pill'];
}

/** A position outside combat, with all 54 cards. */
export function positionOf(setting: Setting): State {
  const { rooms = [], open = [], next = [], hand = [], curses = [], lucky = [], discard = [], defeated = 0 } = setting;
  const placed = [...rooms, ...open, ...next, ...hand, ...curses, ...lucky, ...discard];
  const unplaced = DECK.filter((card) => !placed.includes(card));
  const dead = ofKind(unplaced, 'enemy').slice(0, defeated);
  const others = unplaced.filter((card) => !dead.includes(card));
  const stays = (card: Card) => setting.isDeckEnd !== true || kindOf(card) === 'enemy';
  const state = startingState({ ...DEFAULTS, ...setting.options }, [...next, ...others.filter(stays)], NO_LORE);
  return {
    ...state,
    level: setting.level ?? 1,
    rooms: [...rooms.map((card) => ({ card, isOpen: false })), ...open.map((card) => ({ card, isOpen: true }))],
    setAside: [...dead, ...others.filter((card) => !stays(card))],
    hand,
    curses,
    luckyCurses: lucky,
    discard,
    defeated,
    hp: setting.hp ?? state.hp,
    maxHp: setting.maxHp ?? state.maxHp,
    atk: setting.atk ?? state.atk,
    bestAtk: setting.bestAtk ?? setting.atk ?? state.atk,
    money: setting.money ?? state.money,
    pill: setting.pill ?? 'none',
  };
}

/** A run played by script: each action comes with what chance gives. */
export class ScriptedRun {
  state: State;
  /** what happened in the last step */
  events: Event[] = [];

  constructor(state: State) {
    this.state = state;
    this.#assertSound();
  }

  static from(setting: Setting): ScriptedRun {
    return new ScriptedRun(positionOf(setting));
  }

  /** A combat with the jack of spades, met in room 0, before its first roll; `events` are those of the meeting. */
  static inCombat(setting: Setting = {}, ...script: Script): ScriptedRun {
    const rooms: Card[] = ['JS', ...(setting.rooms ?? [])];
    return ScriptedRun.from({ ...setting, rooms }).act({ type: 'reveal', room: 0 }, ...script);
  }

  act(action: Action, ...script: Script): this {
    if (!this.isLegal(action)) {
      throw new Error(`${JSON.stringify(action)} is not listed: ${JSON.stringify(this.legal)}`);
    }
    const chance = new ScriptedChance(script);
    const { state, events } = ruleset.apply(this.state, 0, action, chance);
    chance.assertAllUsed();
    this.state = state;
    this.events = events;
    this.#assertSound();
    return this;
  }

  reveal(room: number, ...script: Script): this {
    return this.act({ type: 'reveal', room }, ...script);
  }

  roll(...script: Script): this {
    return this.act({ type: 'roll' }, ...script);
  }

  accept(...script: Script): this {
    return this.act({ type: 'accept' }, ...script);
  }

  use(card: Card, ...script: Script): this {
    return this.act({ type: 'useAbility', card }, ...script);
  }

  useOn(card: Card, target: Card, ...script: Script): this {
    return this.act({ type: 'useAbility', card, target }, ...script);
  }

  apply(card: Card, ...script: Script): this {
    return this.act({ type: 'applyBuff', card }, ...script);
  }

  drink(card: Card, ...script: Script): this {
    return this.act({ type: 'drink', card }, ...script);
  }

  get legal(): Action[] {
    return ruleset.legalActions(this.state, 0);
  }

  /** The types of the legal actions, each once. */
  get may(): string[] {
    return [...new Set(this.legal.map(({ type }) => type))];
  }

  /** What may be used now, as in "3S" or "10S on 5C". */
  get usable(): string[] {
    return this.legal.flatMap((action) =>
      action.type === 'useAbility' ? [action.target ? `${action.card} on ${action.target}` : action.card] : [],
    );
  }

  isLegal(action: Action): boolean {
    return this.legal.some((listed) => sameJson(listed, action));
  }

  get view(): View {
    return ruleset.view(this.state, 0);
  }

  get combat(): NonNullable<View['combat']> {
    const { combat } = this.view;
    if (combat === null) throw new Error('there is no combat');
    return combat;
  }

  get happened(): string[] {
    return this.events.map((event) => event.type);
  }

  /** The curses that acted in the last step, with the side that they acted for. */
  get acted(): [Card, string][] {
    return this.events.flatMap((event): [Card, string][] =>
      event.type === 'curseActed' ? [[event.data.card, event.data.side]] : [],
    );
  }

  /** What the first event of this type in the last step says. */
  told<T extends Event['type']>(type: T): EventData<Event, T> | undefined {
    return this.events.find((event) => event.type === type)?.data as EventData<Event, T> | undefined;
  }

  #assertSound(): void {
    const faults = ruleset.invariants?.(this.state) ?? [];
    if (faults.length > 0) throw new Error(faults.join('; '));
  }
}
