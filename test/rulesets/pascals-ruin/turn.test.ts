import { describe, expect, test } from 'vitest';
import { faced, ScriptedTable, type Setting, shuffleScript, won } from './scripted-table.ts';

const SPICY = { spicy: true } as const;
const NEW_ROUND = [...shuffleScript('9S'), 1, 1, 1, 1, 1, 2, 1, 1, 1, 1];

/** Seat 0 has won four levels with 17, 11, 5 and 5 and faces the fifth card. */
const FIFTH_LEVEL: Setting = {
  chain: [won('9C', 0, 'd20', 17), won('8C', 0, 'd12', 11), won('4C', 0, 'd10', 5), won('2C', 0, 'd8', 5), faced('3C')],
  next: ['9S'],
};
const FIFTH_LEVEL_WITH_D20: Setting = {
  chain: [won('4C', 0, 'd6', 5), won('8C', 0, 'd12', 11), won('4H', 0, 'd10', 5), won('2C', 0, 'd8', 5), faced('3C')],
  next: ['9S'],
};

const inPosition = (setting: Setting): ScriptedTable => ScriptedTable.inPosition(setting);

describe('R2 rolling against a card', () => {
  test('R2 a roll above the card wins the level', () => {
    const table = inPosition({ chain: [faced('7H')] }).roll(0, 'd12', 8);
    expect(table.view).toMatchObject({ phase: 'decide', level: 1, chain: [won('7H', 0, 'd12', 8)], chainPoints: 7 });
    expect(table.told('dieRolled')?.data).toEqual({
      die: 'd12',
      value: 8,
      card: '7H',
      verdict: 'win',
      critical: false,
    });
    expect(table.told('levelWon')?.data).toEqual({ level: 1, die: 'd12', value: 8, chainPoints: 7 });
    expect(table.legal(0)).toEqual([{ type: 'continue' }, { type: 'takeChain' }]);
  });

  test('R2 a roll equal to the card is a tie', () => {
    const table = inPosition({ chain: [faced('7H')], next: ['9S'] }).roll(0, 'd12', 7);
    expect(table.told('dieRolled')?.data.verdict).toBe('tie');
  });

  test('R2 a roll below the card fails', () => {
    const table = inPosition({ chain: [faced('7H')] }).roll(0, 'd12', 6);
    expect(table.told('dieRolled')?.data.verdict).toBe('fail');
    expect(table.view.phase).toBe('challenge');
  });

  test('R18 a card that is face up must be rolled against with one of the dice left', () => {
    const table = inPosition({ chain: [won('7H', 0, 'd12', 8)], next: ['10S'] }).continue(0);
    expect(table.view).toMatchObject({ phase: 'roll', level: 2, chainPoints: 7 });
    expect(table.legal(0)).toEqual(['d6', 'd8', 'd10', 'd20'].map((die) => ({ type: 'rollDie', die })));
    expect(table.legal(1)).toEqual([]);
  });

  test('R23 a card counts for taking once it is won', () => {
    const table = inPosition({ chain: [won('7H', 0, 'd12', 8), faced('AC'), faced('9S')], held: [[], ['JS']] });
    expect(table.view.chainPoints).toBe(7);
    expect(table.roll(0, 'd20', 10).view).toMatchObject({ phase: 'reaction', chainPoints: 7 });
    expect(table.pass(1).view).toMatchObject({ phase: 'decide', chainPoints: 16 });
  });
});

describe('R3 Jacks and Queens turned up', () => {
  test('R3 Jacks and Queens go to the active player, take no level, and the next card is revealed at once', () => {
    const table = inPosition({
      chain: [won('7H', 1, 'd12', 8)],
      starter: 0,
      active: 1,
      next: ['JS', 'QH', '5C'],
    }).continue(1);
    expect(table.view).toMatchObject({ phase: 'roll', level: 2, held: [[], ['JS', 'QH']] });
    expect(table.view.chain.map((level) => level.card)).toEqual(['7H', '5C']);
    expect(table.happened).toEqual(['cardRevealed', 'cardTaken', 'cardRevealed', 'cardTaken', 'cardRevealed']);
  });
});

describe('R4 Aces and the full chain', () => {
  test('R4 an Ace takes its level without a die, and the next card is revealed at once', () => {
    const table = inPosition({ chain: [won('7H', 0, 'd12', 8)], next: ['AS', 'AC', '5C'] }).continue(0);
    expect(table.view).toMatchObject({
      phase: 'roll',
      level: 4,
      diceLeft: [['d6', 'd8', 'd10', 'd20'], expect.anything()],
    });
    expect(table.allTold('aceAdvanced').map((event) => event.data.level)).toEqual([2, 3]);
  });

  test('R4 dice of 17, 11, 5, 5 and 4 on a full chain score 42', () => {
    const table = inPosition(FIFTH_LEVEL).roll(0, 'd6', 4);
    expect(table.told('turnScored')).toMatchObject({
      seat: 0,
      data: { points: 42, counted: 'dice', reason: 'fullChain' },
    });
    expect(table.happened).toContain('chainWon');
    expect(table.view.scores).toEqual([42, 0]);
  });

  test('R4 an Ace at level 5 wins the chain and adds nothing', () => {
    const table = inPosition({ chain: FIFTH_LEVEL.chain.slice(0, 4), next: ['AS', '9S'] }).continue(0);
    expect(table.told('turnScored')?.data).toEqual({ points: 38, counted: 'dice', reason: 'fullChain' });
    expect(table.view).toMatchObject({ active: 1, phase: 'roll' });
  });

  test('R4 the last winner scores all winning dice, rolled by any player, and Aces nothing', () => {
    const chain = [won('9C', 0, 'd20', 17), faced('AH'), won('4C', 2, 'd10', 5), won('2C', 1, 'd8', 5), faced('3C')];
    const table = inPosition({ seats: 3, chain, starter: 0, active: 1, next: ['9S'] }).roll(1, 'd6', 4);
    expect(table.told('turnScored')).toMatchObject({ seat: 1, data: { points: 31, reason: 'fullChain' } });
  });
});

describe('R5 Kings', () => {
  test('R5 dice of 9 and 7 and a King roll of 18 at level 3 score 34', () => {
    const chain = [won('8H', 0, 'd12', 9), won('5C', 0, 'd8', 7)];
    const table = inPosition({ chain, next: ['KS', '9S'] }).continue(0, 6, 10, 18);
    expect(table.told('kingRolled')?.data).toMatchObject({ level: 3, highest: 18 });
    expect(table.told('kingRolled')?.data.rolls.map((roll) => roll.die)).toEqual(['d6', 'd10', 'd20']);
    expect(table.told('turnScored')?.data).toEqual({ points: 34, counted: 'dice', reason: 'king' });
    expect(table.view).toMatchObject({ scores: [34, 0], active: 1 });
  });

  test('R5 a King as the first card scores the highest of five dice', () => {
    const table = inPosition({ chain: [won('7H', 0, 'd12', 8)], next: ['KS', '9S'] }).take(0, 3, 8, 2, 7, 5);
    expect(table.allTold('turnScored').map((event) => [event.seat, event.data.points])).toEqual([
      [0, 7],
      [1, 8],
    ]);
    expect(table.view).toMatchObject({ scores: [7, 8], active: 0, phase: 'roll' });
  });

  test('R5 the earlier winning dice count, rolled by any player', () => {
    const chain = [won('8H', 0, 'd12', 9), won('5C', 1, 'd8', 7)];
    const table = inPosition({ chain, starter: 0, active: 1, next: ['KS', '9S'] }).continue(1, 1, 1, 1, 4);
    expect(table.told('kingRolled')?.data.rolls.map((roll) => roll.die)).toEqual(['d6', 'd10', 'd12', 'd20']);
    expect(table.told('turnScored')).toMatchObject({ seat: 1, data: { points: 20 } });
  });

  test("R5 no player is asked about a King's roll, with any cards", () => {
    const table = inPosition({ chain: [won('8H', 0, 'd12', 9)], held: [['QS'], ['JS', 'QH']], next: ['KS', '9S'] });
    table.continue(0, 1, 1, 1, 1);
    expect(table.view).toMatchObject({ phase: 'roll', active: 1, scores: [10, 0] });
  });
});

describe('R11 ties', () => {
  test('R11 the active player scores the sum of the cards including the tied one', () => {
    const chain = [won('7H', 0, 'd12', 9), won('3C', 0, 'd6', 5), faced('4D')];
    const table = inPosition({ chain, next: ['9S'] }).roll(0, 'd8', 4);
    expect(table.told('turnScored')).toMatchObject({ seat: 0, data: { points: 14, counted: 'cards', reason: 'tie' } });
    expect(table.told('tieRolled')?.data).toEqual({ level: 3 });
    expect(table.view.active).toBe(1);
  });

  test('R11 a tie at level 5 scores the cards too', () => {
    const table = inPosition(FIFTH_LEVEL).roll(0, 'd6', 3);
    expect(table.told('turnScored')?.data).toEqual({ points: 9 + 8 + 4 + 2 + 3, counted: 'cards', reason: 'tie' });
  });

  test('R11 no player may challenge or re-roll a tie', () => {
    const table = inPosition({ chain: [faced('7H')], held: [['QS'], ['JS', 'QH']], next: ['9S'] }).roll(0, 'd12', 7);
    expect(table.view).toMatchObject({ phase: 'roll', active: 1, scores: [7, 0] });
  });
});

describe('R12 the sum of the cards', () => {
  test('R12 cards 7, 3 and 4 taken at level 3 score 14', () => {
    const chain = [won('7H', 0, 'd12', 9), won('3C', 0, 'd6', 5), won('4D', 0, 'd8', 6)];
    const table = inPosition({ chain, next: ['9S'] }).take(0);
    expect(table.told('turnScored')?.data).toEqual({ points: 14, counted: 'cards', reason: 'taken' });
    expect(table.told('chainTaken')).toMatchObject({ seat: 0, data: { level: 3 } });
    expect(table.view.scores).toEqual([14, 0]);
  });

  test('R12 Aces and the Jacks and Queens beside the chain count nothing', () => {
    const chain = [faced('AH'), { ...won('10C', 0, 'd12', 11), extras: ['JS' as const, 'QD' as const] }];
    const table = inPosition({ chain, next: ['9S'] });
    expect(table.view.chainPoints).toBe(10);
    expect(table.take(0).view.scores).toEqual([10, 0]);
  });

  test('R12 a chain that was passed on counts whole', () => {
    const chain = [won('7H', 0, 'd12', 9), won('3C', 1, 'd6', 5)];
    expect(inPosition({ chain, starter: 0, active: 1, next: ['9S'] }).take(1).view.scores).toEqual([0, 10]);
  });
});

describe('R13 the last card of the deck', () => {
  const last = (setting: Setting): ScriptedTable => inPosition({ ...setting, isDeckEnd: true });

  test('R13 a win on it scores the sum of the cards and ends the round, without a choice', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9), faced('3C')] }).roll(0, 'd20', 20, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 10, counted: 'cards', reason: 'lastCard' });
    expect(table.told('roundScored')?.data).toMatchObject({ points: [10, 0], winner: 0 });
    expect(table.view.round).toBe(2);
  });

  test('R13 a win on it at level 5 scores the full chain', () => {
    const table = last({ chain: FIFTH_LEVEL.chain }).roll(0, 'd6', 4, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 42, counted: 'dice', reason: 'fullChain' });
  });

  test('R13 an Ace scores the chain so far, and the full chain at level 5', () => {
    const early = last({ chain: [won('7H', 0, 'd12', 9)], next: ['AS'] }).continue(0, ...NEW_ROUND);
    expect(early.told('turnScored')?.data).toEqual({ points: 7, counted: 'cards', reason: 'lastCard' });
    const full = last({ chain: FIFTH_LEVEL.chain.slice(0, 4), next: ['AS'] }).continue(0, ...NEW_ROUND);
    expect(full.told('turnScored')?.data).toEqual({ points: 38, counted: 'dice', reason: 'fullChain' });
  });

  test('R13 a Jack or Queen scores the chain so far', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9)], next: ['QS', 'JS'] }).continue(0, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 7, counted: 'cards', reason: 'lastCard' });
    expect(table.view).toMatchObject({ round: 2, held: [[], []] });
  });

  test('R13 a Jack as the first card of a turn scores nothing', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9)], next: ['JS'] }).take(0, ...NEW_ROUND);
    expect(table.allTold('turnScored').map((event) => [event.seat, event.data.points])).toEqual([
      [0, 7],
      [1, 0],
    ]);
  });

  test('R13 a King scores as usual', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9)], next: ['KS'] }).continue(0, 1, 1, 1, 20, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 29, counted: 'dice', reason: 'king' });
  });

  test('R13 a tie scores the cards, and the round is over', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9), faced('3C')] }).roll(0, 'd20', 3, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 10, counted: 'cards', reason: 'tie' });
    expect(table.view.round).toBe(2);
  });

  test('R13 a fail may be challenged, and scores nothing when it is not', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9), faced('3C')] })
      .roll(0, 'd20', 2)
      .decline(1, ...NEW_ROUND);
    expect(table.told('turnScored')).toBeUndefined();
    expect(table.told('roundScored')?.data).toMatchObject({ points: [0, 0], winner: null });
  });

  test('R13 a challenger who wins on it scores the sum of the cards', () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9), faced('3C')] })
      .roll(0, 'd20', 2)
      .challenge(1, 8, ...NEW_ROUND);
    expect(table.told('turnScored')).toMatchObject({
      seat: 1,
      data: { points: 10, counted: 'cards', reason: 'lastCard' },
    });
  });
});

describe('R14 spicy scoring', () => {
  const last = (setting: Setting): ScriptedTable => inPosition({ options: SPICY, ...setting, isDeckEnd: true });

  test("R14 a winning roll on the deck's last card scores the winning dice", () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9), faced('3C')] }).roll(0, 'd20', 19, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 28, counted: 'dice', reason: 'lastCard' });
  });

  test("R14 a challenger's winning roll on the last card scores the winning dice too", () => {
    const table = last({ chain: [won('7H', 0, 'd12', 9), faced('3C')] })
      .roll(0, 'd8', 2)
      .challenge(1, 8, ...NEW_ROUND);
    expect(table.told('turnScored')).toMatchObject({
      seat: 1,
      data: { points: 17, counted: 'dice', reason: 'lastCard' },
    });
  });

  test('R14 a natural 20 on the fifth card scores 100', () => {
    const table = inPosition({ ...FIFTH_LEVEL_WITH_D20, options: SPICY }).roll(0, 'd20', 20);
    expect(table.told('turnScored')?.data).toEqual({ points: 100, counted: 'natural20', reason: 'fullChain' });
  });

  test('R14 a natural 20 on the last card scores 100', () => {
    const table = last({ chain: [faced('3C')] }).roll(0, 'd20', 20, ...NEW_ROUND);
    expect(table.told('turnScored')?.data).toEqual({ points: 100, counted: 'natural20', reason: 'lastCard' });
  });

  test("R14 a natural 20 of a challenger makes the challenger's turn worth 100", () => {
    const table = inPosition({ ...FIFTH_LEVEL_WITH_D20, options: SPICY })
      .roll(0, 'd20', 2)
      .challenge(1, 20);
    expect(table.told('turnScored')).toMatchObject({ seat: 1, data: { points: 100, counted: 'natural20' } });
  });

  test("R14 a King's natural 20 on the fifth or on the last card scores 100, elsewhere it counts 20", () => {
    const fifth = inPosition({ options: SPICY, chain: FIFTH_LEVEL_WITH_D20.chain.slice(0, 4), next: ['KS', '9S'] });
    expect(fifth.continue(0, 20).told('turnScored')?.data).toEqual({
      points: 100,
      counted: 'natural20',
      reason: 'king',
    });
    const end = last({ chain: [won('7H', 0, 'd12', 9)], next: ['KS'] }).continue(0, 1, 1, 1, 20, ...NEW_ROUND);
    expect(end.told('turnScored')?.data).toEqual({ points: 100, counted: 'natural20', reason: 'king' });
    const third = inPosition({ options: SPICY, chain: [won('7H', 0, 'd12', 9)], next: ['KS', '9S'] }).continue(
      0,
      1,
      1,
      1,
      20,
    );
    expect(third.told('turnScored')?.data).toEqual({ points: 29, counted: 'dice', reason: 'king' });
  });

  test('R14 a natural 20 on another card is nothing special, nor is a 12 on a d12 on the fifth', () => {
    expect(inPosition({ options: SPICY, chain: [faced('3C')] }).roll(0, 'd20', 20).view).toMatchObject({
      phase: 'decide',
    });
    const chain = FIFTH_LEVEL.chain.with(1, won('8C', 0, 'd6', 6)).with(0, won('5S', 0, 'd20', 20));
    const table = inPosition({ options: SPICY, chain, next: ['9S'] }).roll(0, 'd12', 12);
    expect(table.told('turnScored')?.data).toEqual({
      points: 20 + 6 + 5 + 5 + 12,
      counted: 'dice',
      reason: 'fullChain',
    });
  });

  test('R14 without the option a natural 20 counts 20', () => {
    const table = inPosition(FIFTH_LEVEL_WITH_D20).roll(0, 'd20', 20);
    expect(table.told('turnScored')?.data).toEqual({ points: 46, counted: 'dice', reason: 'fullChain' });
  });

  test('R21 an Ace, Jack or Queen as the last card is no roll: the cards are scored', () => {
    for (const card of ['AS', 'JS', 'QS'] as const) {
      const table = last({ chain: [won('7H', 0, 'd20', 20)], next: [card] }).continue(0, ...NEW_ROUND);
      expect(table.told('turnScored')?.data).toEqual({ points: 7, counted: 'cards', reason: 'lastCard' });
    }
  });

  test('R21 an Ace on the fifth card is no natural 20, even after one', () => {
    const chain = FIFTH_LEVEL.chain
      .slice(0, 4)
      .with(3, won('2C', 0, 'd8', 8))
      .with(0, won('9C', 0, 'd20', 20));
    const table = inPosition({ options: SPICY, chain, next: ['AS', '9S'] }).continue(0);
    expect(table.told('turnScored')?.data).toEqual({ points: 44, counted: 'dice', reason: 'fullChain' });
  });
});
