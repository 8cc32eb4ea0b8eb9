import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Options } from '#rules/pascals-ruin/options.ts';
import { plain } from '#rules/pascals-ruin/policies/plain.ts';
import { faced, ruleset, ScriptedTable, type Setting, won } from './scripted-table.ts';

const PRINTED: Partial<Options> = { printed: true };

/** Returns a table of three: seat 0 failed with its d6, seat 1 took over and now fails against a 7. */
function failedByOther(options: Partial<Options>, setting: Partial<Setting> = {}): ScriptedTable {
  const spent = options.printed === true ? {} : { spent: [{ seat: 0, die: 'd6' as const }] };
  const chain = [{ ...won('4S', 1, 'd6', 5), ...spent }, faced('7H')];
  const table = ScriptedTable.inPosition({
    seats: 3,
    options,
    chain,
    starter: 0,
    active: 1,
    next: ['9S', '5D'],
    ...setting,
  });
  return table.roll(1, 'd12', 2);
}

describe('R9: who scores when a challenge fails', () => {
  test('R9: by the printed rules the seat that started the turn scores, else the one that was challenged', () => {
    for (const [options, scores] of [
      [PRINTED, [11, 0, 0]],
      [{}, [0, 11, 0]],
    ] as const) {
      const table = failedByOther(options).decline(0).challenge(2, 3);
      expect(table.view.scores).toEqual(scores);
      expect(table.told('turnScored')).toMatchObject({ seat: scores.indexOf(11), data: { reason: 'failedChallenge' } });
      expect(table.told('challengeFailed')).toMatchObject({ seat: 2, data: { challenged: 1 } });
    }
  });

  test('R9: by the printed rules a starter who challenges and fails scores too', () => {
    expect(failedByOther(PRINTED).challenge(0).decline(2, 3).view.scores).toEqual([11, 0, 0]);
  });

  test('R9: of two challengers the higher roll decides, as by the present rules', () => {
    expect(failedByOther(PRINTED).challenge(0).challenge(2, 3, 4).view.scores).toEqual([11, 0, 0]);
    expect(failedByOther({}).challenge(0).challenge(2, 3, 4).view.scores).toEqual([0, 11, 0]);
  });

  test('R9: a challenger who ties is under the rule for ties: the seat that holds the chain scores, with either rule', () => {
    for (const options of [PRINTED, {}]) {
      expect(failedByOther(options).decline(0).challenge(2, 7).view.scores).toEqual([0, 11, 0]);
    }
  });

  test('R9: the sentence about the failed challenge names only players who score', () => {
    const failed = { type: 'challengeFailed' as const, seat: 2, data: { challenged: 1 } };
    const { options } = failedByOther({}).state;
    expect(ruleset.narrate?.(failed, options)).toBe('The challenge of seat 2 fails: seat 1 scores.');
    expect(ruleset.narrate?.(failed, { ...options, ...PRINTED })).toBe('The challenge of seat 2 fails.');
  });
});

describe('R9: which dice a challenge uses up', () => {
  const facingSeven = (options: Partial<Options>) =>
    ScriptedTable.inPosition({ seats: 3, options, chain: [faced('7H')], next: ['9S', '5D'] }).roll(0, 'd12', 2);

  test('R9: after one challenger, by the printed rules only the winning die lies on the card', () => {
    const table = facingSeven(PRINTED).challenge(1).decline(2, 8);
    expect(table.view.chain).toEqual([won('7H', 1, 'd12', 8)]);
    expect(table.view.diceLeft.map((dice) => dice.includes('d12'))).toEqual([true, false, true]);
    const here = facingSeven({}).challenge(1).decline(2, 8);
    expect(here.view.chain).toEqual([{ ...won('7H', 1, 'd12', 8), spent: [{ seat: 0, die: 'd12' }] }]);
    expect(here.view.diceLeft.map((dice) => dice.includes('d12'))).toEqual([false, false, true]);
  });

  test('R9: after two challengers, by the printed rules their dice stay and the one that failed does not', () => {
    const table = facingSeven(PRINTED).challenge(1).challenge(2, 8, 11);
    expect(table.view.chain).toEqual([{ ...won('7H', 2, 'd12', 11), spent: [{ seat: 1, die: 'd12' }] }]);
    expect(table.view.diceLeft).toEqual([
      ['d6', 'd8', 'd10', 'd12', 'd20'],
      ['d6', 'd8', 'd10', 'd20'],
      ['d6', 'd8', 'd10', 'd20'],
    ]);
  });

  test('R8: by the printed rules a seat whose d6 failed may challenge with it later in the turn', () => {
    const chain = [won('4S', 1, 'd8', 5), faced('7H')];
    const setting: Partial<Setting> = { seats: 2, chain, next: ['9S'] };
    expect(failedByOther(PRINTED, setting).toAct).toEqual([0]);
    const table = ScriptedTable.inPosition({ options: PRINTED, chain: [faced('3H')], next: ['4D', '9S'] });
    table.roll(0, 'd6', 2).challenge(1, 5).continue(1).roll(1, 'd8', 2);
    expect(table.challenge(0, 5).continue(0).legal(0)).toContainEqual({ type: 'rollDie', die: 'd6' });
  });
});

describe("R5: Jacks on a King's throw", () => {
  /** seat 0, which has won the first card with a d12, reveals a King as the second card */
  const king = (options: Partial<Options>, held: Setting['held'], ...dice: number[]) =>
    ScriptedTable.inPosition({
      seats: 3,
      options,
      chain: [won('8H', 0, 'd12', 9)],
      held: held ?? [],
      next: ['KS', '9S'],
    }).continue(0, ...dice);

  test('R5: by the printed rules a Jack makes the seat throw all its dice again, and lies beside the King', () => {
    const table = king(PRINTED, [['JS'], ['JH'], []], 1, 2, 3, 18);
    expect(table.view).toMatchObject({
      phase: 'reaction',
      scores: [0, 0, 0],
      pending: { kind: 'reaction', waitingFor: [1], rolls: [{ seat: 0, die: 'd20', value: 18 }] },
    });
    expect(table.playable(1)).toEqual(['JH on 0']);
    table.play(1, 'JH', [0], 6, 2, 3, 4);
    expect(table.happened.slice(0, 3)).toEqual(['reactionPlayed', 'kingRolled', 'turnScored']);
    expect(table.told('kingRolled')?.data).toMatchObject({ level: 2, highest: 6 });
    expect(table.told('turnScored')).toMatchObject({ seat: 0, data: { points: 15, reason: 'king' } });
    expect(table.told('turnEnded')?.data.discarded).toEqual(['8H', 'KS', 'JH']);
    expect(king({}, [['JS'], ['JH'], []], 1, 2, 3, 18).view).toMatchObject({ phase: 'roll', scores: [27, 0, 0] });
  });

  test('R5: when all pass, the throw stands and scores', () => {
    const table = king(PRINTED, [[], ['JH'], ['JC']], 1, 2, 3, 18)
      .pass(1)
      .pass(2);
    expect(table.happened.slice(0, 3)).toEqual(['passed', 'rollStands', 'turnScored']);
    expect(table.view.scores).toEqual([27, 0, 0]);
  });

  test('R5: after a Jack all are asked again about the new throw', () => {
    const table = king(PRINTED, [[], ['JH'], ['JC']], 1, 2, 3, 18)
      .pass(1)
      .play(2, 'JC', [0], 1, 1, 1, 17);
    expect(table.toAct).toEqual([1]);
    expect(table.play(1, 'JH', [0], 1, 1, 1, 2).view.scores).toEqual([11, 0, 0]);
  });

  test("R5: a King's throw never fails, so no Queen is played on it, and no player plays a Jack on their own", () => {
    expect(king(PRINTED, [['JS', 'QS'], ['QH'], ['QD']], 1, 1, 1, 1).view).toMatchObject({ scores: [10, 0, 0] });
  });

  test('R5: a throw whose highest die is a critical hit is out of reach', () => {
    expect(king(PRINTED, [[], ['JH'], []], 6, 8, 10, 20).view.scores).toEqual([29, 0, 0]);
    const first = ScriptedTable.inPosition({
      options: PRINTED,
      chain: [won('7H', 0, 'd12', 8)],
      held: [['JS'], []],
      next: ['KS', '9S'],
    });
    expect(first.take(0, 1, 1, 1, 12, 12).view).toMatchObject({ scores: [7, 12] });
  });

  test('R5: two dice of a throw that show the same are not those of two challengers', () => {
    const chain = [won('8H', 0, 'd12', 9), won('9C', 0, 'd20', 10), won('2C', 0, 'd6', 4)];
    const table = ScriptedTable.inPosition({ options: PRINTED, chain, held: [[], ['JH']], next: ['KS', '9S'] });
    expect(table.continue(0, 5, 5).play(1, 'JH', [0], 3, 3).view.scores).toEqual([26, 0]);
  });

  test("R14: a natural 20 in a King's throw on the fifth card scores 100, after a Jack too", () => {
    const chain = [won('8H', 0, 'd12', 9), won('9C', 0, 'd10', 10), won('2C', 0, 'd6', 4), won('3C', 0, 'd8', 4)];
    const options = { printed: true, spicy: true };
    const table = ScriptedTable.inPosition({ options, chain, held: [[], ['JH']], next: ['KS', '9S'] });
    expect(table.continue(0, 3).play(1, 'JH', [0], 20).view.scores).toEqual([100, 0]);
  });

  test('R5: the text names what is thrown again', () => {
    const table = king(PRINTED, [[], ['JH'], []], 1, 2, 3, 18);
    expect(table.legal(1).map((action) => ruleset.label(action, table.view))).toEqual([
      'Play the jack of hearts: seat 0 throws for the King again (now 18)',
      'Pass: play no card on the roll',
    ]);
    const lines = ruleset.describe(table.view).split('\n');
    expect(lines).toContain('  Level 2: king of spades; its throw does not stand yet');
    expect(lines.at(-1)).toBe(
      'Seat 1 may play a Jack on the throw for the King, in which the 18 of seat 0 on the d20 counts, or pass.',
    );
  });

  test('R5: plain plays a Jack on a lucky throw, and not on a poor one', () => {
    const chosen = (highest: number) => {
      const table = king(PRINTED, [[], ['JH'], []], 1, 2, 3, highest);
      return plain(table.view, table.legal(1), new FastChance('plain')).type;
    };
    expect([chosen(18), chosen(9)]).toEqual(['playCard', 'pass']);
  });
});
