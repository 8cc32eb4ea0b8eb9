import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/folly-and-fortune/actions.ts';
import { type CardId, cardOf, deckOf } from '#rules/folly-and-fortune/cards.ts';
import { DEFAULTS, inPosition, ruleset, ScriptedTable, type Setting } from './scripted-table.ts';

const PLAIN: Setting = {
  rows: [
    ['B01', 'B50', 'B30'],
    ['B27', 'B36'],
  ],
  hands: [
    ['B16', 'B11', 'B42'],
    ['B09', 'B26'],
  ],
  rolled: 'B16',
};

describe('getting ready', () => {
  test('R1 each player is dealt the starting cards, and the start player is drawn by lot', () => {
    const table = ScriptedTable.setUp({ startingCards: 6 }, 3, [3]);
    expect(table.view()).toMatchObject({ phase: 'row', active: 2, handCounts: [6, 6, 6], drawCount: 32 });
    expect(table.toAct).toEqual([0, 1, 2]);
    expect(table.happened).toEqual(['handDealt', 'handDealt', 'handDealt', 'startDrawn']);
  });

  test('R1 the start player may be named, and then no lot is drawn', () => {
    const table = ScriptedTable.setUp({ startPlayer: 1 }, 3, []);
    expect(table.view().active).toBe(1);
    expect(table.told('startDrawn')).toMatchObject({ seat: 1 });
    expect(ruleset.checkOptions({ ...DEFAULTS, startPlayer: 2 }, 3)).toBeNull();
    expect(ruleset.checkOptions({ ...DEFAULTS, startPlayer: 3 }, 3)).toContain('it must be 0 to 2');
  });

  test('R1 with three starting cards there is one to roll beside the row', () => {
    const table = ScriptedTable.setUp({ startingCards: 3, firstGame: true, startPlayer: 0 }, 2, []);
    expect(table.view().handCounts).toEqual([3, 3]);
    for (const seat of [0, 1]) table.act(seat, table.legal(seat)[0] as Action);
    expect(table.view()).toMatchObject({ phase: 'roll', rolls: 1, handCounts: [0, 1] });
  });

  test('R1 two cards in the order of choice make the row, shown when all have chosen', () => {
    const table = ScriptedTable.setUp({}, 2, [2]);
    const [left, right] = table.hand(0) as [CardId, CardId];
    expect(table.legal(0)).toHaveLength(56);
    table.act(0, { type: 'chooseRow', cards: [right, left] });
    expect(table.view()).toMatchObject({ phase: 'row', rows: [[], []], handCounts: [8, 8] });
    expect(table.toAct).toEqual([1]);
    table.act(1, { type: 'chooseRow', cards: table.hand(1).slice(0, 2) });
    expect(table.row(0)).toBe(`${right} ${left}`);
    expect(table.view()).toMatchObject({ phase: 'roll', active: 1, rolls: 1, handCounts: [6, 5] });
    expect(table.happened).toEqual(['rowChosen', 'rowsRevealed', 'turnStarted', 'cardRolled']);
  });

  test('R1 a row is chosen from the own hand', () => {
    const table = ScriptedTable.setUp({}, 2, [1]);
    const cards = [table.hand(1)[0] as CardId, table.hand(0)[0] as CardId];
    expect(table.explain({ type: 'chooseRow', cards }, 0)).toMatchObject({ rule: 'R1' });
  });

  test('R1 a seat without cards in hand is skipped, and the game ends when all hands are empty', () => {
    const table = inPosition({ ...PLAIN, rows: [...PLAIN.rows, ['B20', 'B18']], hands: [['B16'], [], ['B42']] });
    expect(table.stop().endAttack().place('left').view()).toMatchObject({ active: 2, handCounts: [0, 0, 0] });
    table.stop().endAttack().place('left');
    expect(table.view()).toMatchObject({ phase: 'over' });
    expect(table.toAct).toEqual([]);
    expect(table.outcome?.text).toMatch(/^All hands are empty/);
  });

  test('R13 a deck that is too small for the table is refused', () => {
    const simple = { ...DEFAULTS, simplePowers: true };
    expect(ruleset.checkOptions(simple, 3)).toBeNull();
    expect(ruleset.checkOptions(simple, 4)).toMatch(/^4 seats with 8 cards each need 32 cards, and .* 26/);
    expect(ruleset.checkOptions({ ...simple, startingCards: 6 }, 4)).toBeNull();
    expect(ruleset.checkOptions({ ...simple, startingCards: 5 }, 5)).toBeNull();
    expect(ruleset.checkOptions({ ...simple, startingCards: 7 }, 4)).not.toBeNull();
    expect(ruleset.checkOptions({ ...simple, startingCards: 7, superpowers: true }, 4)).toBeNull();
    expect(ruleset.checkOptions(DEFAULTS, 5)).toBeNull();
  });

  test('R13 simplePowers leaves cards without a power or with one that just changes the result', () => {
    const kinds = (options: object): string[] => {
      const powers = deckOf({ ...DEFAULTS, simplePowers: true, ...options }).flatMap((card) => cardOf(card).powers);
      return [...new Set(powers.map(({ kind }) => kind))].sort();
    };
    const base = ['add', 'doubleLow', 'dropHigh', 'healthCompare', 'raiseLow', 'subtract'];
    expect(kinds({})).toEqual(base);
    expect(kinds({ superpowers: true })).toEqual([...base, 'lastingAdd', 'lastingSubtract'].sort());
  });

  test.each([
    [2, 2, [2, 3]],
    [3, 1, [2, 2, 1]],
    [4, 3, [1, 1, 2, 1]],
    [5, 5, [1, 1, 1, 1, 1]],
  ])(
    'R13 firstGame deals the cards without a power evenly to %i seats, clockwise from the start',
    (seats, start, counts) => {
      const table = ScriptedTable.setUp({ firstGame: true, startingCards: 5 }, seats, [start]);
      const plain = (seat: number): number =>
        table.hand(seat).filter((card) => cardOf(card).powers.length === 0).length;
      expect(counts.map((_, seat) => plain(seat))).toEqual(counts);
      expect(table.view().handCounts).toEqual(counts.map(() => 5));
      expect(table.state.drawPile.every(({ card }) => cardOf(card).powers.length > 0)).toBe(true);
    },
  );
});

describe('rolling', () => {
  test('R2 the n-th roll belongs to the n-th row card, and after the last one the player has to stop', () => {
    const table = inPosition(PLAIN);
    expect(table.view()).toMatchObject({ rolls: 1, effect: { id: 'B01' }, rerollsLeft: 2 });
    expect(table.reroll('B11').view()).toMatchObject({ rolls: 2, effect: { id: 'B50' }, rerollsLeft: 1 });
    expect(table.reroll('B42').view()).toMatchObject({ rolls: 3, effect: { id: 'B30' }, rerollsLeft: 0 });
    expect(table.open).toEqual(['stop']);
    expect(table.explain({ type: 'reroll' })).toMatchObject({ rule: 'R2' });
  });

  test('R3 the rolled card returns to the hand and may be rolled again', () => {
    const table = inPosition(PLAIN).reroll('B16');
    expect(table.told('rerolled')?.data).toMatchObject({ card: { id: 'B16' }, passed: { id: 'B01' } });
    expect(table.told('cardRolled')?.data).toMatchObject({ card: { id: 'B16' }, roll: 2 });
    expect(table.hand(0)).toEqual(['B11', 'B42']);
  });

  test('R4 the result is the number, then the lasting changes, then the stopped power', () => {
    const table = inPosition({
      ...PLAIN,
      rows: [
        ['S08', 'B44'],
        ['B27', 'B36'],
      ],
      hands: [['B16', 'B11'], ['B09']],
    });
    expect(table.reroll('B11').view()).toMatchObject({ lasting: 1, result: 4 });
    const doubled = inPosition({
      ...PLAIN,
      rows: [
        ['S17', 'B44'],
        ['B27', 'B36'],
      ],
      hands: [['B16', 'B33'], ['B09']],
    });
    expect(doubled.reroll('B33').view()).toMatchObject({ lasting: -2, result: 6 });
  });

  test('R15 after every roll the player is asked, even with a single option', () => {
    const table = inPosition({ ...PLAIN, rows: [['B01'], ['B27', 'B36']] });
    expect(table.view().phase).toBe('roll');
    expect(table.open).toEqual(['stop']);
  });

  test('R16 the rolled card is in neither hand nor row', () => {
    const table = inPosition(PLAIN);
    expect(table.view(0)).toMatchObject({
      current: { id: 'B16' },
      handCounts: [2, 2],
      hand: [{ id: 'B11' }, { id: 'B42' }],
    });
    expect(table.row(0)).toBe('B01 B50 B30');
  });
});

describe('ending a turn', () => {
  test('R7 the rolled card joins the left or right end of the row', () => {
    expect(inPosition(PLAIN).stop().endAttack().open).toEqual(['placeRoll left', 'placeRoll right']);
    expect(inPosition(PLAIN).stop().endAttack().place('left').row(0)).toBe('B16 B01 B50 B30');
    expect(inPosition(PLAIN).stop().endAttack().place('right').row(0)).toBe('B01 B50 B30 B16');
  });

  test('R7 an empty row gives one roll without a power', () => {
    const options = { finalCardVulnerable: true };
    const table = inPosition({ ...PLAIN, options, rows: [[], ['B27', 'B36']] });
    expect(table.view()).toMatchObject({ effect: null, result: 6, rerollsLeft: 0 });
    expect(table.open).toEqual(['stop']);
    expect(table.stop().endAttack().row(0)).toBe('B16');
    expect(table.view().active).toBe(1);
  });

  test('R8 the most health in the row wins', () => {
    const table = inPosition({ ...PLAIN, hands: [['B16'], []] })
      .stop()
      .endAttack()
      .place('left');
    expect(table.outcome).toEqual({
      winners: [0],
      scores: [11, 7],
      reason: 'emptyHands',
      text: 'All hands are empty; seat 0 has the most health, 11 points.',
    });
  });

  test('R8 equal health shares the win', () => {
    const table = inPosition({
      ...PLAIN,
      rows: [
        ['B36', 'B01'],
        ['B27', 'B50'],
      ],
      hands: [['B16'], []],
    });
    expect(table.stop().endAttack().place('left').outcome).toEqual({
      winners: [0, 1],
      scores: [7, 7],
      reason: 'emptyHands',
      text: 'All hands are empty; seat 0 and seat 1 share the most health, 7 points.',
    });
  });

  test('R10 the arrow of the card stopped on decides the side', () => {
    const options = { arrows: true };
    expect(
      inPosition({ ...PLAIN, options })
        .stop()
        .endAttack()
        .row(0),
    ).toBe('B01 B50 B30 B16');
    expect(
      inPosition({ ...PLAIN, options })
        .reroll('B16')
        .stop()
        .endAttack()
        .row(0),
    ).toBe('B16 B01 B50 B30');
  });

  test('R10 a card without an arrow leaves the side open', () => {
    const rows = [
      ['S04', 'B01'],
      ['B27', 'B36'],
    ];
    expect(
      inPosition({ ...PLAIN, options: { arrows: true }, rows })
        .stop()
        .endAttack().open,
    ).toEqual(['placeRoll left', 'placeRoll right']);
  });

  test('R34 forcedSide precedes the arrow', () => {
    const rows = [
      ['S11', 'B01'],
      ['B27', 'B36'],
    ];
    expect(
      inPosition({ ...PLAIN, options: { arrows: true }, rows })
        .stop()
        .endAttack()
        .row(0),
    ).toBe('B16 S11 B01');
  });

  test('R34 the arrow counts even if its card has left the row', () => {
    const rows = [
      ['B31', 'B01'],
      ['B27', 'B36'],
    ];
    const table = inPosition({ ...PLAIN, options: { arrows: true }, rows })
      .stop()
      .pick('B31')
      .endAttack();
    expect(table.row(0)).toBe('B01 B16');
  });

  test('R33 an empty row can be neither attacked nor shuffled', () => {
    const options = { finalCardVulnerable: true };
    const rows = [['B12', 'B01'], [], ['B27', 'B36']];
    const table = inPosition({ ...PLAIN, options, rows, hands: [['B16', 'B11'], ['B09'], ['B26']] }).stop();
    expect(table.open).toEqual(['pickSeat 0', 'pickSeat 2']);
    expect(table.pickSeat(2).open).toEqual(['attack 2', 'endAttack']);
    expect(table.explain({ type: 'attack', seat: 1 })).toMatchObject({ rule: 'R33' });
  });

  test('R37 after 200 turns a seat the game is scored as it stands', () => {
    const table = inPosition({ ...PLAIN, turns: [200, 199] })
      .stop()
      .endAttack()
      .place('left');
    expect(table.view()).toMatchObject({ active: 1, phase: 'roll' });
    table.stop().endAttack().place('left');
    expect(table.view()).toMatchObject({ phase: 'over', handCounts: [2, 1] });
    expect(table.outcome?.text).toMatch(/^The last turn has been taken/);
  });

  test('R37 players who are out do not shorten the game', () => {
    const table = inPosition({ ...PLAIN, hands: [['B16', 'B11'], []], turns: [100, 6] });
    expect(table.stop().endAttack().place('left').view()).toMatchObject({ active: 0, phase: 'roll' });
  });
});

describe('an action at the wrong moment', () => {
  test.each([
    ['placeRoll', { type: 'placeRoll', side: 'left' }, 'R7'],
    ['attack', { type: 'attack', seat: 1 }, 'R5'],
    ['removeCard', { type: 'removeCard', card: 'B27' }, 'R5'],
    ['endAttack', { type: 'endAttack' }, 'R5'],
    ['chooseRow', { type: 'chooseRow', cards: ['B11', 'B42'] }, 'R1'],
    ['pickCard', { type: 'pickCard', card: 'B11' }, 'R14'],
    ['pickSeat', { type: 'pickSeat', seat: 1 }, 'R14'],
    ['placeTaken', { type: 'placeTaken', side: 'left' }, 'R14'],
    ['skipPower', { type: 'skipPower' }, 'R14'],
  ] as const)('R14 %s right after a roll is refused with a hint', (_, action, rule) => {
    const table = inPosition(PLAIN);
    const copy = JSON.parse(JSON.stringify(action));
    expect(table.explain(copy)).toMatchObject({ rule, hint: expect.stringMatching(/^Seat 0 rolled 6 /) });
  });

  test('R2 reroll and stop after stopping are refused', () => {
    const table = inPosition(PLAIN).stop();
    expect(table.explain({ type: 'stop' })).toMatchObject({ rule: 'R2' });
    expect(table.explain({ type: 'reroll' })).toMatchObject({ rule: 'R2' });
  });
});
