import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/pascals-ruin/actions.ts';
import { faced, ruleset, ScriptedTable, type Setting, won } from './scripted-table.ts';

function labels(table: ScriptedTable): string[] {
  return table.toAct.flatMap((seat) => table.legal(seat).map((action) => ruleset.label(action, table.view)));
}

function refusal(table: ScriptedTable, action: Action) {
  const [seat = 0] = table.toAct;
  expect(table.isLegal(seat, action)).toBe(false);
  return ruleset.explain(table.view, seat, action);
}

const LEVEL_TWO: Setting = { seats: 3, chain: [won('4S', 0, 'd6', 5), faced('7H')], next: ['9S'] };

function duel(held: Setting['held'], one: number, other: number): ScriptedTable {
  const table = ScriptedTable.inPosition({ ...LEVEL_TWO, held: held ?? [] }).roll(0, 'd12', 2);
  while (table.view.phase === 'reaction') table.pass(table.toAct[0] ?? 0);
  return table.challenge(1).challenge(2, one, other);
}

describe('labels', () => {
  test('rolling names the die and the card to beat', () => {
    expect(labels(ScriptedTable.inPosition(LEVEL_TWO))).toEqual(
      ['d8', 'd10', 'd12', 'd20'].map((die) => `Roll your ${die} against the 7 of hearts (beat 7)`),
    );
  });

  test('continuing and taking name the points at stake', () => {
    expect(labels(ScriptedTable.inPosition(LEVEL_TWO).roll(0, 'd12', 8))).toEqual([
      'Continue to level 3 with 11 points at risk',
      'Take the chain for 11 points',
    ]);
  });

  test('playing a card names who rolls again', () => {
    expect(labels(duel([['JD'], [], []], 8, 3))).toEqual([
      'Play the jack of diamonds: seat 1 rolls the d12 again (now 8)',
      'Play the jack of diamonds: seat 2 rolls the d12 again (now 3)',
      'Play the jack of diamonds: seat 1 rolls the d12 again (now 8) and seat 2 rolls the d12 again (now 3)',
      'Pass: play no card on the roll',
    ]);
  });

  test('challenges and votes are plain', () => {
    expect(labels(ScriptedTable.inPosition({ ...LEVEL_TWO, seats: 2 }).roll(0, 'd12', 2))).toEqual([
      'Challenge: roll your d12 against the 7 of hearts (beat 7)',
      'Do not challenge',
    ]);
    const ended = ScriptedTable.inPosition({ ...LEVEL_TWO, options: { mode: 'eternal' }, next: [], isDeckEnd: true });
    expect(labels(ended.roll(0, 'd12', 12)).slice(0, 2)).toEqual([
      'Vote for another round',
      'Vote to end the game here',
    ]);
  });
});

describe('the table in words', () => {
  test('describes a challenge with cards beside the chain', () => {
    const held: Setting['held'] = [['QH'], ['JD', 'JS'], []];
    const table = ScriptedTable.inPosition({
      ...LEVEL_TWO,
      held,
      roundPoints: [0, 1, 12],
      roundWins: [1, 0, 0],
      round: 2,
    });
    table.roll(0, 'd12', 9).play(1, 'JD', [0], 1).pass(1).pass(0).challenge(1).challenge(2, 4, 3);
    expect(ruleset.describe(table.view)).toBe(
      [
        "Pascal's Ruin, round 2. Deck: 47 cards. Discard pile: empty.",
        'Seat 0 started this turn. Seat 0 holds the chain, at level 2 of 5; the cards won so far count 4 points.',
        '  Level 1: 4 of spades; won by the 5 of seat 0 on the d6',
        '  Level 2: 7 of hearts; still to be won; also used: the d12 of seat 0; played beside it: jack of diamonds',
        'Seat 0: 0 points, 1 round won. Dice left: d8, d10 and d20. Jacks and Queens: queen of hearts.',
        'Seat 1: 1 point, 0 rounds won. Dice left: d6, d8, d10 and d20. Jacks and Queens: jack of spades.',
        'Seat 2: 12 points, 0 rounds won. Dice left: d6, d8, d10 and d20. Jacks and Queens: none.',
        'Seat 0 may play a Jack or Queen on the 4 of seat 1 on the d12 and the 3 of seat 2 on the d12, or pass.',
      ].join('\n'),
    );
  });

  test.each<[string, (table: ScriptedTable) => ScriptedTable]>([
    ['Seat 0 has to roll a die against the 7 of hearts (beat 7).', (table) => table],
    ['Seat 0 may continue to level 3 or take the chain for 11 points.', (table) => table.roll(0, 'd12', 8)],
    [
      'Seat 1 and seat 2 may challenge the 2 of seat 0 on the d12 against the 7 of hearts (beat 7), or decline.',
      (table) => table.roll(0, 'd12', 2),
    ],
  ])('has a last line with the question: %s', (line, play) => {
    expect(
      ruleset
        .describe(play(ScriptedTable.inPosition(LEVEL_TWO)).view)
        .split('\n')
        .at(-1),
    ).toBe(line);
  });

  test('mentions no chain between rounds and at the end', () => {
    const options = { mode: 'eternal' } as const;
    const table = ScriptedTable.inPosition({ ...LEVEL_TWO, options, seats: 2, next: [], isDeckEnd: true }).roll(
      0,
      'd12',
      12,
    );
    expect(ruleset.describe(table.view)).toMatch(/Still to vote on another round: seat 0 and seat 1\.$/);
    expect(ruleset.describe(table.view)).not.toMatch(/Level/);
    table.act(0, { type: 'voteStop' }).act(1, { type: 'voteStop' });
    expect(ruleset.describe(table.view)).toMatch(/The game is over\.$/);
  });

  test('names no die for an Ace', () => {
    const table = ScriptedTable.inPosition({ ...LEVEL_TWO, chain: [faced('AS'), faced('7H')] });
    expect(ruleset.describe(table.view)).toMatch(/Level 1: ace of spades; no die needed/);
  });
});

describe('refusals', () => {
  const rolling = () => ScriptedTable.inPosition(LEVEL_TWO);
  const deciding = () => ScriptedTable.inPosition(LEVEL_TWO).roll(0, 'd12', 8);
  const window = (held: Setting['held'], value: number) =>
    ScriptedTable.inPosition({ ...LEVEL_TWO, held: held ?? [] }).roll(0, 'd12', value);

  test('R18 name a die that was rolled in this turn', () => {
    expect(refusal(rolling(), { type: 'rollDie', die: 'd6' })).toEqual({
      rule: 'R18',
      detail: 'Your d6 has already been rolled against a card in this turn.',
      hint: 'You have left: d8, d10, d12 and d20.',
    });
  });

  test('R18 name a roll without a card to beat', () => {
    expect(refusal(deciding(), { type: 'rollDie', die: 'd8' })).toEqual({
      rule: 'R18',
      detail: 'A die is rolled only by the seat that holds the chain, against a card that is still to be won.',
      hint: 'Seat 0 may continue to level 3 or take the chain for 11 points.',
    });
  });

  test.each(['continue', 'takeChain'] as const)(
    'R18 name %s with a card face up, and before the level is won',
    (type) => {
      expect(refusal(rolling(), { type })).toMatchObject({
        rule: 'R18',
        detail: expect.stringContaining('7 of hearts is face up'),
      });
      expect(refusal(window([[], ['JS'], []], 9), { type })).toMatchObject({
        rule: 'R18',
        detail: expect.stringContaining('level'),
      });
    },
  );

  test('R6 name cards and passes outside a window', () => {
    const held = ScriptedTable.inPosition({ ...LEVEL_TWO, held: [['QS'], [], []] });
    expect(refusal(held, { type: 'playCard', card: 'QS', targets: [0] }).rule).toBe('R6');
    expect(refusal(held, { type: 'pass' }).rule).toBe('R6');
  });

  test('R7 name a card that is not held', () => {
    const refused = refusal(window([[], ['JS'], []], 9), { type: 'playCard', card: 'JD', targets: [0] });
    expect(refused).toEqual({
      rule: 'R7',
      detail: 'You do not hold the jack of diamonds.',
      hint: 'Seat 1 may play a Jack or Queen on the 9 of seat 0 on the d12, or pass.',
    });
  });

  test('R6 name a target without a roll', () => {
    const table = window([[], ['JS'], []], 9);
    expect(refusal(table, { type: 'playCard', card: 'JS', targets: [2] })).toMatchObject({
      rule: 'R6',
      detail: 'No roll of seat 2 is on the table.',
    });
    expect(refusal(table, { type: 'playCard', card: 'JS', targets: [0, 7] })).toMatchObject({ rule: 'R6' });
  });

  test('R7 name a Jack on oneself', () => {
    const refused = refusal(window([['QS', 'JS'], [], []], 2), { type: 'playCard', card: 'JS', targets: [0] });
    expect(refused).toMatchObject({ rule: 'R7', detail: 'A Jack is played on another seat, never on your own roll.' });
  });

  test('R7 name a Queen on a roll that does not fail, or on two rolls', () => {
    const win = refusal(window([[], ['JS', 'QS'], []], 9), { type: 'playCard', card: 'QS', targets: [0] });
    expect(win).toMatchObject({ rule: 'R7', detail: 'A Queen can be played only on a roll that fails.' });
    const two = refusal(duel([['QS'], [], []], 2, 3), { type: 'playCard', card: 'QS', targets: [1, 2] });
    expect(two).toMatchObject({ rule: 'R7', detail: 'A Queen makes only one seat roll again.' });
  });

  test('R6 name a roll that ties the card or is critical', () => {
    const tied = refusal(duel([['JS'], [], []], 7, 3), { type: 'playCard', card: 'JS', targets: [1] });
    expect(tied).toMatchObject({
      rule: 'R6',
      detail: 'The 7 of seat 1 on the d12 ties the card and cannot be rolled again.',
    });
    const critical = refusal(duel([['JS'], [], []], 3, 12), { type: 'playCard', card: 'JS', targets: [1, 2] });
    expect(critical).toMatchObject({ rule: 'R6', detail: expect.stringContaining('critical hit') });
  });

  test('R10 name a Jack of a challenger, and targets in the wrong order', () => {
    const rival = refusal(duel([[], ['JS', 'QS'], []], 2, 3), { type: 'playCard', card: 'JS', targets: [2] });
    expect(rival).toMatchObject({ rule: 'R10', detail: 'A challenger plays no Jacks in its own challenge.' });
    const order = refusal(duel([['JS'], [], []], 2, 3), { type: 'playCard', card: 'JS', targets: [2, 1] });
    expect(order).toMatchObject({ rule: 'R10', detail: 'Two targets are named lower seat first.' });
  });

  test('R8 and R16 name challenges and votes at the wrong time', () => {
    expect(refusal(deciding(), { type: 'challenge' }).rule).toBe('R8');
    expect(refusal(deciding(), { type: 'declineChallenge' }).rule).toBe('R8');
    expect(refusal(deciding(), { type: 'voteStop' }).rule).toBe('R16');
    expect(refusal(deciding(), { type: 'voteContinue' }).rule).toBe('R16');
  });
});
