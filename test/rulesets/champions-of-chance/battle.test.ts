import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/champions-of-chance/actions.ts';
import { cardsOf } from '#rules/champions-of-chance/cards.ts';
import { ScriptedTable } from './scripted-table.ts';

const HANDS = [
  ['1a', '2a', '3a', '4a', '5a', '6a'],
  ['1b', '2b', '3b', '4b', '5b', '6b'],
  ['1c', '2c', '3c', '4c', '5c', '6c'],
];

function numbersFor(table: ScriptedTable, seat: number): number[] {
  return table.legal(seat).flatMap((action) => (action.type === 'chooseNumber' ? [action.number] : []));
}

describe('R2 the number', () => {
  test('R2 the number is 2 to 6 with full hands', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 2);
    expect(table.toAct).toEqual([2]);
    expect(numbersFor(table, 2)).toEqual([2, 3, 4, 5, 6]);
  });

  test.each([
    [
      ['1a', '2a', '3a'],
      ['1b', '2b', '3b', '4b', '5b'],
    ],
    [
      ['1b', '2b', '3b', '4b', '5b'],
      ['1a', '2a', '3a'],
    ],
  ])('R2 the number is never more than the cards of the smaller of the hands %j and %j', (first, second) => {
    const table = ScriptedTable.inPosition({ hands: [first, second] }).fight(0, 1);
    expect(numbersFor(table, 1)).toEqual([2, 3]);
  });

  test('R2 the number is never more than 6, however large the hands are', () => {
    const hands = [
      [...(HANDS[0] ?? []), '1d'],
      [...(HANDS[1] ?? []), '2d', '3d'],
    ];
    expect(numbersFor(ScriptedTable.inPosition({ hands }).fight(0, 1), 1)).toEqual([2, 3, 4, 5, 6]);
  });

  test.each([
    [['1a'], ['1b', '2b', '3b']],
    [['1b', '2b', '3b'], ['1a']],
  ])('R2 with the hands %j and %j the number is 1, and no player is asked', (first, second) => {
    const table = ScriptedTable.inPosition({ hands: [first, second] }).fight(0, 1);
    expect(table.view).toMatchObject({ phase: 'die', number: 1 });
    expect(table.told('numberSet')).toEqual({ type: 'numberSet', seat: null, data: { number: 1, by: 'lastCard' } });
  });

  test('R13 a number without an alternative is still chosen by the opponent', () => {
    const table = ScriptedTable.inPosition({
      hands: [
        ['1a', '2a'],
        ['1b', '2b', '3b'],
      ],
    }).fight(0, 1);
    expect(table.toAct).toEqual([1]);
    expect(numbersFor(table, 1)).toEqual([2]);
  });
});

describe('R16 taking cards back', () => {
  const start = () => ScriptedTable.inPosition({ hands: HANDS }).fight(0, 2).number(2, 3);
  const takeBack = (card: string): Action => ({ type: 'unchooseDie', card });

  test('R16 every picked card can be taken back while the die is not complete', () => {
    const table = start();
    expect(table.isLegal(0, takeBack('1a'))).toBe(false);
    table.choose(0, '1a', '3a');
    expect(table.legal(0).filter(({ type }) => type === 'unchooseDie')).toEqual([takeBack('1a'), takeBack('3a')]);
    table.takeBack(0, '1a').choose(0, '6a', '1a').choose(2, '1c', '2c', '3c');
    expect(table.told('dieMade')).toMatchObject({ seat: 0, data: { cards: cardsOf(['3a', '6a', '1a']) } });
  });

  test('R16 a complete die stays as it is', () => {
    const table = start().choose(0, '1a', '2a', '3a');
    expect([table.toAct, table.legal(0)]).toEqual([[2], []]);
  });

  test('R16 ten cards can be taken back in a battle by each player, and ten more in the next', () => {
    const table = start();
    for (let left = 10; left > 0; left--) {
      expect(table.seenBy(0).takeBacksLeft).toBe(left);
      table.choose(0, '1a').takeBack(0, '1a');
    }
    table.choose(0, '1a');
    expect(table.refusal(0, takeBack('1a'))).toMatchObject({
      rule: 'R16',
      detail: 'You have taken 10 cards back in this battle, which is the most.',
    });
    expect([0, 1, 2].map((seat) => table.seenBy(seat).takeBacksLeft)).toEqual([0, null, 10]);
    table.choose(0, '2a', '3a').choose(2, '1c', '2c', '3c').challenge(0, 'highest', ['1a', '2c']);
    table.fight(1, 0).number(0, 2).choose(0, '1a').takeBack(0, '1a');
    expect(table.seenBy(0).takeBacksLeft).toBe(9);
  });

  test("R16 a card that is not in a player's own die cannot be taken back", () => {
    const table = start().choose(0, '1a');
    const [own, other, none] = [table, table, start()].map((each, i) =>
      each.refusal(0, takeBack(['2a', '1c', '2a'][i] as string)),
    );
    expect(own).toMatchObject({ rule: 'R16', detail: 'The card 2a is not part of your die, which is 1a.' });
    expect(other).toMatchObject({ rule: 'R16', detail: 'The card 1c is not part of your die, which is 1a.' });
    expect(none).toMatchObject({ rule: 'R16', detail: 'The card 2a is not part of your die, which has no card yet.' });
    const early = ScriptedTable.inPosition({ hands: HANDS });
    expect(early.refusal(0, takeBack('1a'))).toMatchObject({
      rule: 'R16',
      detail: 'Cards are taken back only out of a die that you are choosing.',
    });
  });
});

describe('R3 the order of a battle', () => {
  test('R3 opponent, number, both dice, challenge, roll', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    expect([table.view.phase, table.toAct]).toEqual(['opponent', [0]]);
    table.fight(0, 2);
    expect([table.view.phase, table.toAct]).toEqual(['number', [2]]);
    table.number(2, 2);
    expect([table.view.phase, table.toAct]).toEqual(['die', [0, 2]]);
    table.choose(0, '1a', '5a').choose(2, '3c', '6c');
    expect([table.view.phase, table.toAct]).toEqual(['challenge', [0]]);
    table.challenge(0, 'highest', ['5a', '3c']);
    expect([table.view.phase, table.toAct]).toEqual(['opponent', [1]]);
  });

  test('R3 the opponent is any other player', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, active: 1 });
    expect(table.legal(1)).toEqual([
      { type: 'chooseOpponent', seat: 2 },
      { type: 'chooseOpponent', seat: 0 },
    ]);
  });

  test('R3 both battlers choose their dice at the same time, in any order', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 2);
    table.choose(1, '6b');
    expect(table.toAct).toEqual([0, 1]);
    table.choose(0, '2a', '3a');
    expect(table.toAct).toEqual([1]);
    table.choose(1, '1b');
    expect(table.state.dice).toEqual([['2a', '3a'], ['6b', '1b'], []]);
    expect(table.view.phase).toBe('challenge');
  });

  test('R3 a card is put into a die once', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 3).choose(0, '4a');
    expect(table.choices(0)).toEqual(['1a', '2a', '3a', '5a', '6a']);
    expect(table.choices(1)).toEqual(HANDS[1]);
  });

  test("R3 the challenge is chosen knowing the player's own die but not the other", () => {
    const dice: [string[], string[]] = [
      ['1a', '2a'],
      ['5b', '6b'],
    ];
    const table = ScriptedTable.inPosition({ hands: HANDS }).prepare({ against: 1, dice });
    expect(table.seenBy(0).die).toEqual(cardsOf(['1a', '2a']));
    expect(table.seenBy(1).die).toEqual(cardsOf(['5b', '6b']));
    expect(table.seenBy(2).die).toBeNull();
    expect(table.view.die).toBeNull();
  });

  test('R3 blindSeen: the dice are drawn, and each player sees their own before the challenge', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, options: { dieSelection: 'blindSeen' } }).fight(0, 1);
    table.number(1, 2, 5, 0, 2, 2);
    expect(table.state).toMatchObject({ phase: 'challenge', dice: [['6a', '1a'], ['3b', '4b'], []] });
    expect(table.seenBy(0).die).toEqual(cardsOf(['6a', '1a']));
    expect(table.seenBy(1).die).toEqual(cardsOf(['3b', '4b']));
    expect(table.seenBy(2).die).toBeNull();
  });

  test('R3 blind: the dice are drawn, and no player sees them before the roll', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, options: { dieSelection: 'blind' } }).fight(0, 1);
    table.number(1, 2, 5, 0, 2, 2);
    expect(table.state).toMatchObject({ phase: 'challenge', dice: [['6a', '1a'], ['3b', '4b'], []] });
    for (const viewer of [0, 1, 2, 'spectator'] as const) {
      expect(table.seenBy(viewer).die).toBeNull();
      expect(JSON.stringify(table.toldTo(viewer))).not.toMatch(/"[1-6][a-f]"/);
    }
  });

  test('R13 a die that has to be the whole hand is still chosen card by card', () => {
    const table = ScriptedTable.inPosition({
      hands: [
        ['1a', '2a'],
        ['1b', '2b', '3b'],
      ],
    })
      .fight(0, 1)
      .number(1, 2);
    expect(table.choices(0)).toEqual(['1a', '2a']);
    expect(table.choose(0, '2a').choices(0)).toEqual(['1a']);
  });
});

describe('R4 the roll', () => {
  const dice: [string[], string[]] = [
    ['1a', '4a', '6a'],
    ['2b', '3b', '5b'],
  ];

  test('R4 the roll reveals one card of each die by lot', () => {
    for (const own of dice[0]) {
      for (const other of dice[1]) {
        const table = ScriptedTable.inPosition({ hands: HANDS });
        table.battle({ against: 1, dice, challenge: 'highest', rolls: [own, other] });
        expect(table.view.lastBattle?.rolls.map(({ seat, card }) => [seat, card.id])).toEqual([
          [0, own],
          [1, other],
        ]);
      }
    }
  });

  test('R4 the other cards go back unseen', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    table.battle({ against: 1, dice, challenge: 'highest', rolls: ['4a', '3b'] });
    expect(table.state.hands[0]).toEqual(['1a', '2a', '3a', '5a', '6a']);
    expect(table.state.hands[1]).toEqual(HANDS[1]);
    expect(table.state.dice).toEqual([[], [], []]);
    for (const viewer of [0, 1, 2, 'spectator'] as const) {
      const told = JSON.stringify(table.toldTo(viewer)).match(/"id":"../g) ?? [];
      expect(new Set(told)).toEqual(new Set(['"id":"4a', '"id":"3b']));
    }
  });
});

describe('R5 the result', () => {
  test.each([
    ['highest', '4a', '3b', 0],
    ['highest', '4a', '5b', 1],
    ['lowest', '4a', '3b', 1],
    ['lowest', '4a', '5b', 0],
  ] as const)('R5 under %s, %s against %s is won by seat %i', (challenge, own, other, winner) => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    table.battle({
      against: 1,
      dice: [
        ['1a', own],
        ['6b', other],
      ],
      challenge,
      rolls: [own, other],
    });
    const won = winner === 0 ? own : other;
    expect(table.view.lastBattle).toMatchObject({ winner, tie: false });
    expect(table.state.discardPile).toEqual([won]);
    expect(table.state.hands).toEqual(HANDS.map((hand) => hand.filter((card) => card !== won)));
    expect(table.view.discarded).toEqual([{ seat: winner, card: cardsOf([won])[0] }]);
  });

  test('R5 the card of the loser returns to the hand', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    table.battle({
      against: 1,
      dice: [
        ['1a', '4a'],
        ['6b', '3b'],
      ],
      challenge: 'highest',
      rolls: ['4a', '3b'],
    });
    expect(table.view.handCounts).toEqual([5, 6, 6]);
    expect(table.seenBy(1).hand).toEqual(cardsOf(HANDS[1] ?? []));
  });
});
