import { headlineOf } from '../../core/headline.ts';
import { isOver } from '../../core/is-over.ts';
import type { BarParts } from '../../core/table-props.ts';
import type { ChampionsProps, NumberedCard } from './champions-props.ts';
import { WORDS } from './words.ts';

export function question(props: ChampionsProps): BarParts {
  const { game, view, choice, seatName } = props;
  const { phase, number, die, takeBacksLeft } = view;
  if (phase === 'over' || isOver(game))
    return {
      ask: headlineOf(
        game,
        game.seats.map(({ seat }) => seatName(seat)),
      ),
    };
  if (choice.all.length === 0) return { ask: WORDS.waits[phase](game.toAct.map(seatName)), hint: powersOf(view.hand) };
  const { meant } = choice;
  const card = [...view.hand, ...(view.stealFrom ?? [])].find(({ id }) => meant !== null && isOn(meant.action, id));
  const hint = card?.power == null ? undefined : WORDS.power(card.power);
  switch (phase) {
    case 'opponent':
      return rivalQuestion(props);
    case 'number':
      return {
        ask: WORDS.asks.number,
        hint: WORDS.hints.number,
        pick: WORDS.pick.number,
        go: meant?.action.type === 'chooseNumber' ? { words: WORDS.die.size(meant.action.number) } : undefined,
      };
    case 'die': {
      const chosen = die?.length ?? 0;
      const back = meant?.action.type === 'unchooseDie';
      return {
        ask: WORDS.asks.die(chosen, (number ?? 0) - chosen),
        hint:
          chosen === 0 ? (powersOf(view.hand) ?? WORDS.hints.first) : backs(chosen, number ?? 0, takeBacksLeft ?? 0),
        pick: WORDS.pick.die,
        go: card && { words: back ? WORDS.takeBack(card.number) : WORDS.add(card.number) },
      };
    }
    case 'challenge': {
      const numbers = die?.map((face) => face.number).sort((a, b) => a - b);
      return {
        ask: WORDS.asks.challenge,
        hint:
          numbers === undefined
            ? WORDS.hints.blind
            : WORDS.hints.faces(numbers, seatName(view.opponent ?? view.active)),
        acts: (['lowest', 'highest'] as const).map((challenge) => ({
          action: { type: 'chooseChallenge', challenge },
          words: WORDS.challenge[challenge],
          gold: true,
        })),
      };
    }
    case 'tie':
      return {
        ask: WORDS.asks.tie,
        hint: hint ?? WORDS.hints.tie,
        pick: WORDS.pick.card,
        go: card && { words: WORDS.give(card.number) },
      };
    case 'steal':
      return { ask: WORDS.asks.steal, hint, pick: WORDS.pick.card, go: card && { words: WORDS.take(card.number) } };
    default:
      return phase satisfies never;
  }
}

function rivalQuestion({ view, choice, seatName }: ChampionsProps): BarParts {
  const picked = new Map(choice.picks.map(({ field, value }) => [field, value]));
  const rival = picked.get('seat') as number | undefined;
  const isSizing = rival !== undefined && choice.meant === null;
  const name = rival === undefined ? undefined : seatName(rival);
  return {
    ask: isSizing ? WORDS.asks.topCard : WORDS.asks.opponent,
    hint: powersOf(view.hand),
    pick: isSizing ? WORDS.pick.topCard : WORDS.pick.seat,
    go: name === undefined ? undefined : { words: WORDS.fight(name, picked.get('useTopCard') === true) },
  };
}

const isOn = (action: object, card: string) => 'card' in action && action.card === card;

const backs = (chosen: number, number: number, left: number) =>
  left === 0 ? WORDS.hints.noBacks(chosen, number) : WORDS.hints.die(chosen, number, left);

function powersOf(hand: readonly NumberedCard[]): string | undefined {
  const held = [...new Set(hand.flatMap(({ power }) => power ?? []))];
  return held.length === 0 ? undefined : WORDS.hints.powers(held);
}
