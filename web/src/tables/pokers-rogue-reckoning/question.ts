import type { Action, LabelledAction } from '../../core/api.ts';
import { headlineOf } from '../../core/headline.ts';
import { isOver } from '../../core/is-over.ts';
import type { BarAct, BarParts } from '../../core/table-props.ts';
import { fieldsOf, isPicking } from './picking.ts';
import type { RogueProps } from './rogue-props.ts';
import { isClosed } from './rooms.tsx';
import { ASKS, placeOf, SAID, wordsOfCard } from './words.ts';

export function question(props: RogueProps): BarParts {
  const { game, view, choice, seatName, shown } = props;
  if (view.phase === 'over' || isOver(game)) return { ask: headlineOf(game, [seatName(0)]), hint: toldOf(props) };
  const [ask, waits] = ASKS[view.phase];
  if (choice.all.length === 0) return { ask: `${seatName(0)} ${waits}`, hint: toldOf(props) };
  const asked = { ask, ...askedIn(props) };
  const picked = choice.picks.length > 0;
  return {
    ...asked,
    hint: (typeof shown === 'object' && !picked && toldOf(props)) || pickedHint(props) || asked.hint,
    acts: picked
      ? choice.left.filter(isWhole).map((each) => ({ action: each.action, ...actWords(each, props) }))
      : asked.acts,
    go: choice.meant === null ? undefined : actWords(choice.meant, props),
  };
}

function isWhole(listed: LabelledAction): boolean {
  const { type, target, miracle } = fieldsOf(listed);
  return (
    (type === 'drink' || type === 'applyBuff' || type === 'useAbility') && target === undefined && miracle === undefined
  );
}

function askedIn(props: RogueProps): Omit<BarParts, 'ask'> & { ask?: string } {
  const { view, choice } = props;
  const { phase, rooms, money, hp, maxHp, atk, combat, pending, bribePrice } = view;
  const closed = rooms.filter(isClosed).length;
  const act = (type: string, words: string, more: Partial<BarAct> = {}): BarAct => ({
    action: { type } as Action,
    words,
    ...more,
  });
  const bribe = act('bribe', SAID.bribe, { small: SAID.bribed(bribePrice ?? 0) });
  switch (phase) {
    case 'explore': {
      if (isPicking(choice, 'type')) return { ask: SAID.asks.pill, hint: SAID.hints.pill, pick: SAID.pick.potion };
      if (closed === 0)
        return { ask: SAID.asks.done, hint: SAID.hints.leave, acts: [act('leaveLevel', SAID.leave, { gold: true })] };
      const sells = choice.all.some(({ action }) => action.type === 'buy');
      return { ...(sells && { ask: SAID.asks.buy }), hint: SAID.hints.explore(money, closed), pick: SAID.pick.room };
    }
    case 'money': {
      const room = pending?.room ?? 0;
      const rank = rooms[room]?.card?.slice(0, -1) ?? '';
      return {
        hint: SAID.hints.money(money, hp, maxHp),
        acts: [
          {
            action: { type: 'takeHealing', room },
            words: SAID.heal,
            small: hp < maxHp ? undefined : SAID.unhurt(maxHp),
          },
          { action: { type: 'takeMoney', room }, words: SAID.takeMoney(rank), gold: true },
        ],
      };
    }
    case 'scout':
      return { hint: SAID.hints.scout, pick: SAID.pick.card, acts: [act('scoutDone', SAID.scoutDone)] };
    case 'ready':
      return {
        ask: isPicking(choice, 'type') ? SAID.asks.pill : combat?.round === 0 ? SAID.asks.first : SAID.asks.again,
        hint: choice.all.length > 1 ? SAID.hints.ready : SAID.hints.plain[combat?.mode ?? 'poker'],
        pick: SAID.pick.potion,
        acts: [bribe, act('roll', SAID.roll, { gold: true })],
      };
    case 'rolled': {
      const [ask, words] = ROLLED[combat?.result ?? 'tie'];
      return { ask, hint: SAID.hints.rolled, acts: [bribe, act('accept', words, { gold: true })] };
    }
    case 'tie':
      return {
        hint: SAID.hints.tie,
        acts: [act('rollAgain', SAID.rollAgain), act('counterAttack', SAID.counterAttack, { gold: true })],
      };
    case 'trade':
      return {
        hint: SAID.hints.trade(atk),
        acts: [act('fall', SAID.fall), act('tradeAtk', SAID.tradeAtk, { gold: true })],
      };
    case 'loss':
      return { hint: SAID.hints.loss, pick: SAID.pick.card };
    case 'over':
      return {};
    default:
      return phase satisfies never;
  }
}

const ROLLED = {
  playerHits: [SAID.asks.hit, SAID.hit],
  enemyHits: [SAID.asks.hurt, SAID.takeHit],
  tie: [SAID.asks.draw, SAID.stand],
  draw: [SAID.asks.draw, SAID.stand],
} as const;

function toldOf(
  props: RogueProps,
  card = typeof props.shown === 'object' ? props.shown?.card : undefined,
): string | undefined {
  if (card === undefined) return undefined;
  const { title, name, text } = wordsOfCard(card, props);
  return text === null ? undefined : `${title === name ? name : title}: ${text}.`;
}

function pickedHint(props: RogueProps): string | undefined {
  const { choice } = props;
  if (isPicking(choice, 'curse') || isPicking(choice, 'potions')) return SAID.hints.cleanse;
  const card = choice.picks.find(({ field }) => field === 'card')?.value;
  if (card === undefined) return undefined;
  const told = toldOf(props, `${card}`);
  const named = choice.left.some((each) => fieldsOf(each).target !== undefined) && !isPicking(choice, 'target');
  return named ? `${told ?? ''} ${SAID.hints.target}` : told;
}

/** Returns the short text of an action's button. The label of the service is longer. */
function actWords(listed: LabelledAction, props: RogueProps): { words: string; small?: string } {
  const { type, card = '', curse = '', room = 0 } = fieldsOf(listed);
  const title = (of: string) => wordsOfCard(of, props).title;
  switch (type) {
    case 'drink':
      return { words: SAID.drink };
    case 'applyBuff':
      return { words: SAID.apply(title(card)) };
    case 'useAbility':
      return { words: SAID.use(title(card)) };
    case 'buy': {
      const sold = props.view.rooms[room]?.card ?? '';
      return { words: SAID.buy(title(sold)), small: SAID.price(sold.slice(0, -1)) };
    }
    case 'cleanse':
      return { words: SAID.cleanse(title(curse)) };
    case 'chooseLoss':
      return { words: SAID.lose(title(card)) };
    case 'reveal':
      return { words: SAID.reveal(placeOf(room, props.view.rooms.length)) };
    case 'scoutSwap':
      return { words: SAID.lay };
    case 'craftPill':
      return { words: SAID.makePill, small: SAID.price('10') };
    default:
      return { words: listed.label };
  }
}
