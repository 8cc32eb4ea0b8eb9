import { describe, expect, test } from 'vitest';
import { cardOf } from '#rules/champions-of-chance/cards.ts';
import { ScriptedTable, type Setting } from './scripted-table.ts';

const HANDS = [
  ['1a', '2a', '3a', '4a'],
  ['1b', '2b', '3b', '4b'],
  ['1c', '2c', '3c', '4c'],
];

function tableWith(setting: Partial<Setting> = {}): ScriptedTable {
  const options = { victoryDice: true, ...setting.options };
  return ScriptedTable.inPosition({ hands: HANDS, draws: ['6e', '6f'], ...setting, options });
}

describe('R8 won cards', () => {
  test('R8 the revealed card of the winner goes on top of the pile of the winner', () => {
    const table = tableWith({ piles: [['5a'], ['5b']] });
    table.battle({
      against: 1,
      dice: [
        ['1a', '4a'],
        ['3b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['4a', '3b'],
    });
    expect(table.view.piles.map((pile) => pile.map(({ id }) => id))).toEqual([['5a', '4a'], ['5b'], []]);
    expect(table.state).toMatchObject({ discardPile: [], hands: [['1a', '2a', '3a'], HANDS[1], HANDS[2]] });
    expect(table.told('cardPlaced')?.data).toEqual({ card: cardOf('4a'), icons: 2 + 3 });
  });

  test('R8 the cards of a tie are discarded and drawn as usual', () => {
    const table = tableWith();
    table.battle({
      against: 1,
      dice: [
        ['1a', '3a'],
        ['3b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['3a', '3b'],
    });
    table.discard(0, '3a').discard(1, '1b');
    expect(table.state).toMatchObject({ discardPile: ['3a', '1b'], piles: [[], [], []] });
    expect(table.view.handCounts).toEqual([4, 4, 4]);
  });

  test('R8 a numberless card is discarded and not won', () => {
    const hands = [['4w', '2a'], ['1b', '2b'], ['1c']];
    const table = tableWith({ hands, options: { wackyNumbers: true } });
    table.battle({
      against: 1,
      dice: [
        ['4w', '2a'],
        ['1b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['4w', '1b'],
    });
    expect(table.state).toMatchObject({ discardPile: ['4w'], piles: [[], [], []] });
  });
});

describe('R8 the top card', () => {
  const piles = [['6a', '3c'], [], []];
  const hands = [['1a', '2a', '3a', '4a'], HANDS[1] ?? [], ['1c', '2c', '4c']];
  const dice: [string[], string[]] = [
    ['1a', '2a', '3a', '4a'],
    ['1b', '2b', '3b', '4b'],
  ];

  test('R8 only a player who has a top card can set the number by it', () => {
    const opponent = { type: 'chooseOpponent' } as const;
    expect(tableWith().legal(0)).toEqual([
      { ...opponent, seat: 1, useTopCard: false },
      { ...opponent, seat: 2, useTopCard: false },
    ]);
    expect(tableWith({ hands, piles }).legal(0)).toEqual([
      { ...opponent, seat: 1, useTopCard: false },
      { ...opponent, seat: 1, useTopCard: true },
      { ...opponent, seat: 2, useTopCard: false },
      { ...opponent, seat: 2, useTopCard: true },
    ]);
  });

  test('R8 the icons of the top card are the number, and the opponent is not asked', () => {
    const table = tableWith({ hands, piles }).fight(0, 1, true);
    expect(table.view).toMatchObject({ phase: 'die', number: 4, topCardUsed: true });
    expect(table.told('numberSet')).toMatchObject({ seat: 0, data: { number: 4, by: 'topCard' } });
  });

  test.each([
    [['1b', '2b', '3b'], 3],
    [['1b', '2b', '3b', '4b', '5b'], 4],
  ])('R8 the number is never more than the smaller hand: %j', (other, number) => {
    expect(tableWith({ hands: [hands[0] ?? [], other], piles }).fight(0, 1, true).view.number).toBe(number);
  });

  test.each([
    [hands[0] ?? [], ['1b', '2b'], 2],
    [hands[0] ?? [], ['1b'], 1],
    [['1a', '2a'], HANDS[1] ?? [], 2],
    [['1a'], HANDS[1] ?? [], 1],
  ])('R8 the top card is not offered where the hands %j and %j force the number', (own, other, number) => {
    const table = tableWith({ hands: [own, other], piles: [['6a', '3c'], []] });
    expect(table.legal(0)).toEqual([{ type: 'chooseOpponent', seat: 1, useTopCard: false }]);
    expect(table.refusal(0, { type: 'chooseOpponent', seat: 1, useTopCard: true })).toEqual({
      rule: 'R8',
      detail: `The number can only be ${number}, so there is nothing to set with a top card.`,
      hint: 'Set useTopCard to false.',
    });
  });

  test.each([
    [hands[0] ?? [], ['1b', '2b'], 2],
    [['1a'], HANDS[1] ?? [], 1],
  ])(
    'R8 by the printed rules the top card can be used where the hands %j and %j force the number',
    (own, other, number) => {
      const options = { victoryDice: true, printed: true };
      const table = ScriptedTable.inPosition({ options, hands: [own, other], piles: [['6a', '3c'], []] });
      table.fight(0, 1, true);
      expect(table.view).toMatchObject({ phase: 'die', number, topCardUsed: true });
      expect(table.told('numberSet')).toMatchObject({ seat: 0, data: { number, by: 'topCard' } });
    },
  );

  test('R8 by the printed rules too, a player without a pile, or without Victory Dice, has no top card to use', () => {
    const opponent = { type: 'chooseOpponent', seat: 1 };
    const plain = ScriptedTable.inPosition({ options: { printed: true }, hands: [['1a'], ['1b']] });
    expect(plain.legal(0)).toEqual([opponent]);
    const victory = ScriptedTable.inPosition({
      options: { victoryDice: true, printed: true },
      hands: [['1a'], ['1b']],
    });
    expect(victory.legal(0)).toEqual([{ ...opponent, useTopCard: false }]);
  });

  test('R8 if the top card is not used, the opponent chooses the number', () => {
    const table = tableWith({ hands, piles }).fight(0, 1, false);
    expect(table.toAct).toEqual([1]);
    expect(table.view).toMatchObject({ phase: 'number', topCardUsed: false });
  });

  test('R8 a player who loses the battle loses the used top card, before the card of the winner is placed', () => {
    const table = tableWith({ hands, piles });
    table.battle({ against: 1, dice, challenge: 'highest', rolls: ['1a', '4b'], useTopCard: true });
    expect(table.state).toMatchObject({ piles: [['6a'], ['4b'], []], discardPile: ['3c'] });
    const order = ['battleWon', 'topCardLost', 'cardPlaced'];
    expect(table.happened.filter((type) => order.includes(type))).toEqual(order);
  });

  test('R8 the top card stays if the active player wins', () => {
    const table = tableWith({ hands, piles });
    table.battle({ against: 1, dice, challenge: 'highest', rolls: ['4a', '1b'], useTopCard: true });
    expect(table.state).toMatchObject({ piles: [['6a', '3c', '4a'], [], []], discardPile: [] });
  });

  test('R8 the top card stays after a tie', () => {
    const table = tableWith({ hands, piles, draws: ['5a', '5b'] });
    table.battle({ against: 1, dice, challenge: 'highest', rolls: ['4a', '4b'], useTopCard: true });
    table.discard(0, '1a').discard(1, '1b');
    expect(table.state).toMatchObject({ piles, discardPile: ['1a', '1b'] });
  });

  test('R8 the top card stays when a numberless card calls the battle off', () => {
    const odd = [['1a', '2a', '3a', '4w'], HANDS[1] ?? []];
    const table = tableWith({ hands: odd, piles: [['6a', '3c'], []], options: { wackyNumbers: true } });
    const own = ['1a', '2a', '3a', '4w'];
    table.battle({ against: 1, dice: [own, dice[1]], challenge: 'highest', rolls: ['4w', '4b'], useTopCard: true });
    expect(table.state).toMatchObject({ piles: [['6a', '3c'], []], discardPile: ['4w'] });
  });

  test('R8 the top card is not lost when the active player loses without having used it', () => {
    const table = tableWith({ hands, piles });
    table.battle({ against: 1, dice, challenge: 'highest', rolls: ['1a', '4b'] });
    expect(table.state.piles).toEqual([['6a', '3c'], ['4b'], []]);
  });

  test('R8 a loss after an invert or a beggar costs the top card too', () => {
    const odd = [
      ['1a', '2a', '3a', '4a'],
      ['1b', '2b', '3b', '4x'],
    ];
    const table = tableWith({ hands: odd, piles: [['6a', '3c'], []], options: { wackyNumbers: true } });
    const other = ['1b', '2b', '3b', '4x'];
    table.battle({ against: 1, dice: [dice[0], other], challenge: 'lowest', rolls: ['1a', '4x'], useTopCard: true });
    expect(table.state).toMatchObject({ piles: [['6a'], ['4x']], discardPile: ['3c'] });
  });
});

describe('R8 players without cards', () => {
  const hands = [['1a', '2a'], [], ['1c', '2c'], []];

  test('R8 players without cards cannot be chosen', () => {
    expect(tableWith({ hands }).legal(0)).toEqual([{ type: 'chooseOpponent', seat: 2, useTopCard: false }]);
  });

  test('R8 players without cards are passed over', () => {
    const table = tableWith({ hands });
    table.battle({
      against: 2,
      dice: [
        ['1a', '2a'],
        ['1c', '2c'],
      ],
      challenge: 'highest',
      rolls: ['2a', '1c'],
    });
    expect(table.view).toMatchObject({ active: 2, phase: 'opponent', handCounts: [1, 0, 2, 0] });
  });

  test('R8 the game goes on while two players have cards', () => {
    const table = tableWith({ hands: [['2a'], ['1b', '3b'], ['1c', '2c']] });
    table.battle({ against: 1, dice: [['2a'], ['1b']], challenge: 'highest', rolls: ['2a', '1b'] });
    expect(table.view).toMatchObject({ active: 1, handCounts: [0, 2, 2] });
    expect(table.happened).toContain('handEmptied');
    expect(table.outcome).toBeNull();
  });
});

describe('R8 the end', () => {
  test('R8 the game ends when at most one player has cards, and the most icons win', () => {
    const table = tableWith({ hands: [['2a'], ['1b', '3b'], []], piles: [['3c', '3d'], ['4d'], ['3e', '3f', '4e']] });
    table.battle({ against: 1, dice: [['2a'], ['1b']], challenge: 'highest', rolls: ['2a', '1b'] });
    expect(table.toAct).toEqual([]);
    expect(table.outcome).toEqual({
      winners: [2],
      scores: [4 + 4 + 2, 4, 4 + 4 + 4],
      reason: 'lastHand',
      text: 'Only seat 1 has cards left; seat 2 has the most icons, 12.',
    });
  });

  test('R8 equal icons share the win', () => {
    const table = tableWith({ hands: [['2a'], ['1b', '3b']], piles: [['1a'], ['3c']] });
    table.battle({ against: 1, dice: [['2a'], ['1b']], challenge: 'highest', rolls: ['2a', '1b'] });
    expect(table.outcome).toMatchObject({ winners: [0, 1], scores: [4, 4] });
  });

  test('R8 the game also ends when no player has cards', () => {
    const options = { wackyNumbers: true };
    const table = tableWith({ hands: [['4w'], ['2x']], piles: [['3c'], ['1c']], options });
    table.battle({ against: 1, dice: [['4w'], ['2x']], challenge: 'highest', rolls: ['4w', '2x'] });
    expect(table.outcome).toEqual({
      winners: [0],
      scores: [4, 2],
      reason: 'lastHand',
      text: 'Nobody has cards left; seat 0 has the most icons, 4.',
    });
  });

  test('R8 a player does not win by an empty hand alone', () => {
    const table = tableWith({ hands: [['2a'], ['1b', '3b'], ['1c']] });
    table.battle({ against: 1, dice: [['2a'], ['1b']], challenge: 'highest', rolls: ['2a', '1b'] });
    expect(table.outcome).toBeNull();
  });
});
