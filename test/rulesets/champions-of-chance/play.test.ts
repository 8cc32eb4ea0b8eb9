import { expect, test } from 'vitest';
import type { Action } from '#rules/champions-of-chance/actions.ts';
import { deckOf } from '#rules/champions-of-chance/cards.ts';
import championsOfChance from '#rules/champions-of-chance/index.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { randomGame } from './random-game.ts';
import { OPTION_SETS, positionOf } from './scripted-table.ts';

const SEEDS = 80;
/** The sum of: the choice of the opponent and of the number; for each of two dice, six cards chosen, ten taken back and
 * ten chosen again; the challenge; two discards; two thefts. */
const MOST_ACTIONS_OF_A_BATTLE = 1 + 1 + 2 * (6 + 10 + 10) + 1 + 2 + 2;
/** The rules end a game after a thousand battles. Random games with these seeds end long before that. */
const MOST_RANDOM_BATTLES = 100;

function isWhole({ options, hands, drawPile, discardPile, piles }: State): boolean {
  const cards = [...hands.flat(), ...drawPile, ...discardPile, ...piles.flat()];
  const deck = deckOf(options);
  const held = new Set(cards);
  return cards.length === deck.length && held.size === deck.length && deck.every((card) => held.has(card));
}

test.each(OPTION_SETS)('random play with %j ends in time, and no card is ever lost', (options) => {
  for (const seats of [2, 3, 4, 5]) {
    for (let seed = 0; seed < SEEDS; seed++) {
      const name = `${seats} seats, game ${seed}`;
      let actions = -1;
      let last: State | null = null;
      for (const { state } of randomGame(options, seats, name)) {
        actions++;
        last = state;
        // checks only the phases after a roll, because cards move only then
        const isMoved = ['opponent', 'tie', 'steal', 'over'].includes(state.phase);
        if (isMoved && !isWhole(state)) throw new Error(`${name}: a card is lost after ${actions} actions`);
      }
      const { battle } = last as State;
      const { winners, scores } = championsOfChance.outcome(last as State) ?? { winners: [], scores: [] };
      const best = options.victoryDice ? Math.max(...scores) : Math.min(...scores);
      expect(battle, name).toBeLessThanOrEqual(MOST_RANDOM_BATTLES);
      expect(actions, name).toBeLessThanOrEqual(battle * MOST_ACTIONS_OF_A_BATTLE);
      expect(winners, name).toEqual([...scores.keys()].filter((seat) => scores[seat] === best));
    }
  }
});

test('R11 a game in which every battle is a tie ends after a thousand battles', () => {
  const hands = [
    ['1a', '1b', '1c'],
    ['1d', '1e', '1f'],
  ];
  const chance = new FastChance('ties');
  let state = positionOf({ hands, isDrawPileShort: true });
  for (let actions = 0; state.phase !== 'over'; actions++) {
    if (actions > 1000 * MOST_ACTIONS_OF_A_BATTLE) throw new Error('it goes on');
    const [seat] = championsOfChance.actors(state) as [number];
    state = championsOfChance.apply(state, seat, tying(state, seat), chance).state;
  }
  expect(state.battle).toBe(1000);
  expect(championsOfChance.outcome(state)).toMatchObject({ winners: [0, 1], scores: [3, 3] });
});

/** Chooses an action that leads to another tie: makes dice of ones only, and discards a one only if the hand has no
 * other card. */
function tying(state: State, seat: number): Action {
  const legal = championsOfChance.legalActions(state, seat);
  const wanted = legal.find((action) => {
    if (action.type === 'chooseDie') return action.card.startsWith('1');
    return action.type !== 'discardCard' || !action.card.startsWith('1');
  });
  return wanted ?? (legal[0] as Action);
}
