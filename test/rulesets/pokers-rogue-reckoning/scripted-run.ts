import { frozen } from '#rules/catalogue.ts';
import type { Ruleset } from '#rules/kernel/ruleset.ts';
import type { Action } from '#rules/pokers-rogue-reckoning/actions.ts';
import { type Card, DECK, kindOf, ofKind } from '#rules/pokers-rogue-reckoning/cards.ts';
import type { Event } from '#rules/pokers-rogue-reckoning/events.ts';
import pokersRogueReckoning from '#rules/pokers-rogue-reckoning/index.ts';
import type { Options } from '#rules/pokers-rogue-reckoning/options.ts';
import { NO_LORE, type State, startingState } from '#rules/pokers-rogue-reckoning/state.ts';
import type { View } from '#rules/pokers-rogue-reckoning/view.ts';
import type { Script } from '../scripted-chance.ts';
import { ScriptedSolo } from '../scripted-game.ts';

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
  rooms?: Card[];
  open?: Card[];
  next?: Card[];
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

export class ScriptedRun extends ScriptedSolo<Options, State, Action, Event, View> {
  static from(setting: Setting): ScriptedRun {
    return new ScriptedRun(ruleset, positionOf(setting));
  }

  static inCombat(setting: Setting = {}, ...script: Script): ScriptedRun {
    const rooms: Card[] = ['JS', ...(setting.rooms ?? [])];
    return ScriptedRun.from({ ...setting, rooms }).act({ type: 'reveal', room: 0 }, ...script);
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

  get usable(): string[] {
    return this.legal.flatMap((action) =>
      action.type === 'useAbility' ? [action.target ? `${action.card} on ${action.target}` : action.card] : [],
    );
  }

  get combat(): NonNullable<View['combat']> {
    const { combat } = this.view;
    if (combat === null) throw new Error('there is no combat');
    return combat;
  }

  get acted(): [Card, string][] {
    return this.events.flatMap((event): [Card, string][] =>
      event.type === 'curseActed' ? [[event.data.card, event.data.side]] : [],
    );
  }
}
