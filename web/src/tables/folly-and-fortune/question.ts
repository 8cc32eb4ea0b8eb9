import { headlineOf } from '../../core/headline.ts';
import { isOver } from '../../core/is-over.ts';
import { percent } from '../../core/odds.ts';
import type { BarAct, BarParts } from '../../core/table-props.ts';
import type { Card, FollyProps } from './folly-props.ts';
import { againOf } from './picking.ts';
import { askedBy, powerWords } from './power-words.ts';
import { signedDown, WORDS } from './words.ts';

const numberOf = (card: Card | null | undefined) => signedDown(card?.number ?? 0);
const SIDES = ['left', 'right'] as const;

export function question(props: FollyProps): BarParts {
  const { game, view, choice, seatName } = props;
  if (view.phase === 'over' || isOver(game)) {
    return {
      ask: headlineOf(
        game,
        game.seats.map(({ seat }) => seatName(seat)),
      ),
    };
  }
  return choice.all.length === 0 ? { ask: waiting(props) } : asked(props);
}

function asked(props: FollyProps): BarParts {
  const { view, choice } = props;
  const { phase, current, attack, active, result } = view;
  switch (phase) {
    case 'row': {
      const n = choice.picks.length;
      return {
        ask: n === 1 ? WORDS.asks.rowMore : WORDS.asks.row,
        hint: WORDS.hints.row,
        pick: n === 1 ? WORDS.pick.rowMore : WORDS.pick.row,
        go: { words: WORDS.lay },
      };
    }
    case 'roll':
      return rolling(props);
    case 'victim':
      return {
        ask: WORDS.asks.victim(signedDown(result ?? 0)),
        hint: WORDS.hints.victim,
        pick: WORDS.pick.seat,
        acts: [{ action: { type: 'endAttack' }, words: WORDS.noAttack }],
      };
    case 'remove': {
      const isSelf = attack?.victim === active;
      const left = (attack?.damage ?? 0) - (attack?.total ?? 0);
      return {
        ask: isSelf ? WORDS.asks.self : WORDS.asks.remove(left),
        hint: attack?.goal == null ? WORDS.hints.remove : WORDS.hints.self(attack.goal),
        pick: WORDS.pick.card,
        acts: [{ action: { type: 'endAttack' }, words: WORDS.endAttack }],
      };
    }
    case 'place':
      return { ask: WORDS.asks.place(numberOf(current)), hint: WORDS.hints.place, acts: ends('placeRoll') };
    case 'power':
      return answering(props);
    case 'over':
      return { ask: WORDS.asks.over };
    default:
      return phase satisfies never;
  }
}

function ends(type: 'placeRoll' | 'placeTaken'): BarAct[] {
  return SIDES.map((side) => ({ action: { type, side }, words: WORDS.end[side], gold: true }));
}

function rolling({ view, choice }: FollyProps): BarParts {
  const { result, mustReroll, rerollsLeft, effect, rows, active, rolls } = view;
  const power = effect?.powers.find(({ trigger }) => trigger === 'stopped');
  const next = rerollsLeft > 0 ? rows[active]?.[rolls] : undefined;
  const ask = result === null ? WORDS.asks.last : WORDS.asks.roll(signedDown(result));
  const better = againOf(choice)?.reduce((sum, { result: n, chance }) => sum + (n > (result ?? n) ? chance : 0), 0);
  return {
    ask: mustReroll ? WORDS.asks.mustReroll : rerollsLeft === 0 ? WORDS.asks.mustStop : ask,
    hint: [
      power === undefined ? WORDS.hints.plain : WORDS.hints.stops(powerWords(power)),
      ...(result !== null && result < 0 ? [WORDS.hints.hurts] : []),
      ...(next === undefined ? [] : [WORDS.hints.next(next.powers.map(powerWords).join(', ') || WORDS.hints.noPower)]),
    ].join(' · '),
    acts: [
      {
        action: { type: 'reroll' },
        words: WORDS.reroll,
        small: better === undefined ? better : WORDS.better(percent(better)),
        gold: mustReroll,
      },
      {
        action: { type: 'stop' },
        words: result === null ? WORDS.stopLast : WORDS.stop(signedDown(result)),
        gold: true,
      },
    ],
  };
}

function answering({ view: { asking }, choice }: FollyProps): BarParts {
  if (asking === null) return { ask: WORDS.asks.power };
  if (asking.taken !== null) {
    return { ask: WORDS.asks.taken(numberOf(asking.taken)), hint: WORDS.hints.place, acts: ends('placeTaken') };
  }
  const power = asking.card.powers.find(({ kind }) => kind === asking.power);
  if (power === undefined) return { ask: WORDS.asks.power };
  const { ask = WORDS.asks.power, go } = askedBy(power);
  const isOf = (field: string) => choice.all.some(({ action }) => field in action);
  return {
    ask,
    hint: WORDS.hints.asks(powerWords(power), asking.left),
    pick: isOf('other') ? WORDS.pick.swap : isOf('seat') ? WORDS.pick.seat : WORDS.pick.card,
    acts: [{ action: { type: 'skipPower' }, words: WORDS.skip }],
    go: go === undefined ? undefined : { words: go },
  };
}

function waiting({ view: { phase, active, result, current }, seatName }: FollyProps): string {
  const who = seatName(active);
  switch (phase) {
    case 'row':
      return WORDS.waits.row;
    case 'roll':
      return result === null ? WORDS.waits.last(who) : WORDS.waits.roll(who, signedDown(result));
    case 'victim':
      return WORDS.waits.victim(who, signedDown(result ?? 0));
    case 'remove':
    case 'power':
      return WORDS.waits[phase](who);
    case 'place':
      return WORDS.waits.place(who, numberOf(current));
    case 'over':
      return WORDS.asks.over;
    default:
      return phase satisfies never;
  }
}
