import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import { faced, ruleset, ScriptedTable, type Setting, won } from './scripted-table.ts';

function facingSeven(setting: Partial<Setting> = {}): ScriptedTable {
  return ScriptedTable.inPosition({
    seats: 3,
    chain: [won('4S', 0, 'd6', 5), faced('7H')],
    next: ['9S', '5D'],
    ...setting,
  });
}

function bothChallenge(numbers: number[], setting: Partial<Setting> = {}): ScriptedTable {
  const table = facingSeven(setting).roll(0, 'd12', 2);
  while (table.view.phase === 'reaction') table.pass(table.toAct[0] ?? 0);
  return table.challenge(2).challenge(1, ...numbers);
}

describe('R8 challenging a failed roll', () => {
  test('R8 every other seat that still has that kind of die is asked at the same time', () => {
    const table = facingSeven().roll(0, 'd12', 2);
    expect(table.toAct).toEqual([1, 2]);
    expect(table.view.pending).toEqual({
      kind: 'challenge',
      waitingFor: [1, 2],
      rolls: [{ seat: 0, die: 'd12', value: 2 }],
    });
    expect(table.legal(1)).toEqual([{ type: 'challenge' }, { type: 'declineChallenge' }]);
    expect(table.legal(2)).toEqual(table.legal(1));
    expect(table.legal(0)).toEqual([]);
    expect(table.told('challengeOpened')).toMatchObject({ seat: 0, data: { die: 'd12', seats: [1, 2] } });
  });

  test('R8 a seat that has used that die in this turn is not asked', () => {
    const chain = [won('4S', 1, 'd12', 5), faced('7H')];
    expect(facingSeven({ chain, starter: 1 }).roll(0, 'd12', 2).toAct).toEqual([2]);
    const lost = [{ ...won('4S', 0, 'd6', 5), spent: [{ seat: 2, die: 'd12' as const }] }, faced('7H')];
    expect(facingSeven({ chain: lost }).roll(0, 'd12', 2).toAct).toEqual([1]);
  });

  test('R8 a seat that held the chain earlier in the turn may challenge', () => {
    const chain = [{ ...won('4S', 1, 'd6', 5), spent: [{ seat: 0, die: 'd6' as const }] }, faced('7H')];
    const table = facingSeven({ chain, starter: 0, active: 1 }).roll(1, 'd12', 2);
    expect(table.toAct).toEqual([0, 2]);
    table.decline(2).challenge(0, 8);
    expect(table.view).toMatchObject({ phase: 'decide', active: 0 });
  });

  test('R8 when no seat can challenge, the turn ends at once without a score', () => {
    const chain = [won('4S', 1, 'd12', 5), faced('7H')];
    const table = ScriptedTable.inPosition({ chain, starter: 1, active: 0, next: ['9S'] }).roll(0, 'd12', 2);
    expect(table.view).toMatchObject({ phase: 'roll', starter: 0, active: 0, scores: [0, 0] });
    expect(table.happened).toEqual(['dieRolled', 'turnEnded', 'turnStarted', 'cardRevealed']);
  });

  test('R8 when no seat challenges, the turn ends without a score', () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(1).decline(2);
    expect(table.told('challengesRevealed')?.data).toEqual({ challengers: [], declined: [1, 2] });
    expect(table.told('turnScored')).toBeUndefined();
    expect(table.view).toMatchObject({ phase: 'roll', starter: 1, scores: [0, 0, 0] });
  });

  test('R22 a decision is hidden from all before the last one is made, and seats are then named clockwise', () => {
    const table = facingSeven({ starter: 0, active: 1, chain: [won('4S', 1, 'd6', 5), faced('7H')] }).roll(1, 'd12', 2);
    const before = table.view;
    table.challenge(0);
    expect(table.view).toEqual({ ...before, pending: { ...before.pending, waitingFor: [2] } });
    expect(table.toAct).toEqual([2]);
    table.challenge(2, 3, 4);
    expect(table.told('challengesRevealed')).toMatchObject({ seat: 1, data: { challengers: [2, 0], declined: [] } });
  });
});

describe('R9 one challenger', () => {
  test('R9 the challenger rolls that kind of die against the same card, and a win passes the chain on', () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(2).challenge(1, 8);
    expect(table.told('challengeRolled')).toMatchObject({
      seat: 1,
      data: { die: 'd12', value: 8, card: '7H', verdict: 'win' },
    });
    expect(table.told('chainPickedUp')).toMatchObject({ seat: 1, data: { from: 0 } });
    expect(table.view).toMatchObject({ phase: 'decide', active: 1, starter: 0, level: 2, chainPoints: 11 });
    expect(table.view.chain[1]).toEqual({ ...won('7H', 1, 'd12', 8), spent: [{ seat: 0, die: 'd12' }] });
    expect(table.legal(1)).toEqual([{ type: 'continue' }, { type: 'takeChain' }]);
    expect(table.take(1).view).toMatchObject({ scores: [0, 11, 0], starter: 1 });
  });

  test('R9 the challenger goes on with the dice it has left', () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(2).challenge(1, 8).continue(1);
    expect(table.legal(1)).toEqual(['d6', 'd8', 'd10', 'd20'].map((die) => ({ type: 'rollDie', die })));
  });

  test('R9 one challenger: a tie scores for the challenged player', () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(2).challenge(1, 7);
    expect(table.told('challengeFailed')).toMatchObject({ seat: 1, data: { challenged: 0 } });
    expect(table.told('turnScored')).toMatchObject({
      seat: 0,
      data: { points: 11, counted: 'cards', reason: 'failedChallenge' },
    });
    expect(table.view).toMatchObject({ scores: [11, 0, 0], starter: 1 });
  });

  test('R9 one challenger: a fail scores for the challenged player, the sum of the cards with this level', () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(2).challenge(1, 1);
    expect(table.view).toMatchObject({ scores: [11, 0, 0], phase: 'roll', starter: 1 });
  });

  test('R9 the challenged player scores, not the one who started the turn', () => {
    const chain = [{ ...won('4S', 1, 'd6', 5), spent: [{ seat: 0, die: 'd6' as const }] }, faced('7H')];
    const table = facingSeven({ chain, starter: 0, active: 1 }).roll(1, 'd12', 2).decline(2).challenge(0, 3);
    expect(table.view.scores).toEqual([0, 11, 0]);
  });

  test('R9 a challenger who wins level 5 wins the full chain', () => {
    const chain = [
      won('9C', 0, 'd20', 17),
      won('8C', 0, 'd12', 11),
      won('4C', 0, 'd10', 5),
      won('2C', 0, 'd8', 5),
      faced('3C'),
    ];
    const table = facingSeven({ chain }).roll(0, 'd6', 2).decline(1).challenge(2, 4);
    expect(table.told('turnScored')).toMatchObject({
      seat: 2,
      data: { points: 42, counted: 'dice', reason: 'fullChain' },
    });
  });

  test('R9 dice rolled against a card stay spent for the turn, whoever wins', () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(2).challenge(1, 8).continue(1);
    expect(table.view.diceLeft).toEqual([
      ['d8', 'd10', 'd20'],
      ['d6', 'd8', 'd10', 'd20'],
      ['d6', 'd8', 'd10', 'd12', 'd20'],
    ]);
    expect(table.roll(1, 'd8', 2).toAct).toEqual([0, 2]);
  });

  test("R9 a challenger's failed roll is not challenged again", () => {
    const table = facingSeven().roll(0, 'd12', 2).decline(1).challenge(2, 3);
    expect(table.view).toMatchObject({ phase: 'roll', active: 1 });
  });
});

describe('R10 two challengers', () => {
  test('R10 both roll, and the higher roll wins the chain if it beats the card', () => {
    const table = bothChallenge([8, 11]);
    expect(table.allTold('challengeRolled').map((event) => [event.seat, event.data.value])).toEqual([
      [1, 8],
      [2, 11],
    ]);
    expect(table.view).toMatchObject({ phase: 'decide', active: 2, chainPoints: 11 });
    expect(table.told('chainPickedUp')).toMatchObject({ seat: 2, data: { from: 0 } });
  });

  test('R10 both dice stay spent, and only that of the winner counts as the winning die', () => {
    const table = bothChallenge([8, 11]);
    const spent = [
      { seat: 0, die: 'd12' },
      { seat: 1, die: 'd12' },
    ];
    expect(table.view.chain[1]).toEqual({ ...won('7H', 2, 'd12', 11), spent });
    expect(table.view.diceLeft.map((dice) => dice.includes('d12'))).toEqual([false, false, false]);
  });

  test('R10 when the higher roll ties or fails, the challenged player scores', () => {
    expect(bothChallenge([3, 7]).told('turnScored')).toMatchObject({
      seat: 0,
      data: { points: 11, reason: 'failedChallenge' },
    });
    expect(bothChallenge([6, 1]).told('turnScored')).toMatchObject({
      seat: 0,
      data: { points: 11, reason: 'failedChallenge' },
    });
  });

  test('R10 equal rolls are rolled again by both at once, ties and criticals included', () => {
    const table = bothChallenge([9, 9, 7, 7, 12, 12, 2, 2, 10, 3]);
    expect(table.allTold('challengersTied').map((event) => event.data.value)).toEqual([9, 7, 12, 2]);
    expect(table.view).toMatchObject({ phase: 'decide', active: 1 });
  });

  test('R10 no window opens on equal rolls before they are rolled again', () => {
    const table = bothChallenge([9, 9, 12, 7], { held: [['JS', 'QS'], [], []] });
    expect(table.view).toMatchObject({ phase: 'decide', active: 1, held: [['JS', 'QS'], [], []] });
  });

  test('R10 the player who is not rolling is asked first and may play a Jack on one or both, or a Queen on a fail', () => {
    const table = bothChallenge([8, 3], { held: [['JS', 'QS'], ['QD'], []] });
    expect(table.toAct).toEqual([0]);
    expect(table.playable(0)).toEqual(['JS on 1', 'JS on 2', 'JS on 1 2', 'QS on 2']);
    expect(table.view.pending?.rolls).toEqual([
      { seat: 1, die: 'd12', value: 8 },
      { seat: 2, die: 'd12', value: 3 },
    ]);
  });

  test('R10 then the challengers clockwise may play Queens on failed rolls, but no Jacks', () => {
    const table = bothChallenge([3, 4], { held: [['JS'], ['JD', 'QD'], ['JC', 'QC']] }).pass(0);
    expect(table.toAct).toEqual([1]);
    expect(table.playable(1)).toEqual(['QD on 1', 'QD on 2']);
    expect(table.pass(1).playable(2)).toEqual(['QC on 1', 'QC on 2']);
    expect(table.pass(2).told('turnScored')).toMatchObject({ seat: 0, data: { points: 11 } });
  });

  test('R10 clockwise begins at the player who is not rolling', () => {
    const chain = [won('4S', 1, 'd6', 5), faced('7H')];
    const table = facingSeven({ chain, active: 1, held: [['QD'], ['JS'], ['QC']] }).roll(1, 'd12', 2);
    table.pass(2).pass(0).challenge(0).challenge(2, 3, 4);
    expect(table.view.pending?.rolls.map((roll) => roll.seat)).toEqual([2, 0]);
    expect(table.playable(1)).toEqual(['JS on 0', 'JS on 2', 'JS on 0 2']);
    expect(table.pass(1).toAct).toEqual([2]);
    expect(table.pass(2).toAct).toEqual([0]);
  });

  test('R10 each roll is judged alone: one that ties the card or is critical cannot be targeted', () => {
    const tied = bothChallenge([7, 3], { held: [['JS', 'QS'], [], []] });
    expect(tied.playable(0)).toEqual(['JS on 2', 'QS on 2']);
    const critical = bothChallenge([12, 9], { held: [['JS', 'QS'], [], []] });
    expect(critical.playable(0)).toEqual(['JS on 2']);
    expect(bothChallenge([12, 7], { held: [['JS', 'QS'], [], []] }).view).toMatchObject({ phase: 'decide', active: 1 });
  });

  test('R10 a Jack on both makes both roll again at once, in a new window', () => {
    const table = bothChallenge([8, 11], { held: [['JS', 'QS'], [], []] }).play(0, 'JS', [1, 2], 5, 4);
    expect(table.allTold('dieRerolled').map((event) => [event.seat, event.data.value])).toEqual([
      [1, 5],
      [2, 4],
    ]);
    expect(table.playable(0)).toEqual(['QS on 1', 'QS on 2']);
    expect(table.view.chain[1]).toEqual({ card: '7H', spent: [{ seat: 0, die: 'd12' }], extras: ['JS'] });
    table.pass(0);
    expect(table.view).toMatchObject({ scores: [11, 0, 0], held: [['QS'], [], []], starter: 1 });
  });

  test('R10 a re-roll changes which roll is higher', () => {
    const table = bothChallenge([8, 11], { held: [['JS'], [], []] }).play(0, 'JS', [2], 1);
    expect(table.view).toMatchObject({ phase: 'decide', active: 1 });
  });

  test('R10 rolls that are equal after a re-roll are rolled again by both', () => {
    const table = bothChallenge([8, 11], { held: [['JS'], [], []] }).play(0, 'JS', [2], 8, 12, 12, 2, 9);
    expect(table.allTold('challengersTied').map((event) => event.data.value)).toEqual([8, 12]);
    expect(table.view).toMatchObject({ phase: 'decide', active: 2 });
  });

  test("R10 a challenger's Queen can make the other challenger's fail a win", () => {
    const table = bothChallenge([3, 4], { held: [[], ['QD'], []] }).play(1, 'QD', [2], 9);
    expect(table.view).toMatchObject({ phase: 'decide', active: 2 });
  });

  test('R17 with the same number forever, both stop after 100 new rolls and the first clockwise is the higher', () => {
    const chain = [won('4S', 1, 'd6', 5), faced('7H')];
    const table = facingSeven({ chain, active: 1 }).roll(1, 'd12', 2).challenge(0);
    const always12: Chance = { int: (below) => below - 1 };
    const { state, events } = ruleset.apply(table.state, 2, { type: 'challenge' }, always12);
    expect(events.filter((event) => event.type === 'challengersTied')).toHaveLength(100);
    expect(events.filter((event) => event.type === 'challengeRolled')).toHaveLength(202);
    expect(state).toMatchObject({ phase: 'decide', active: 2 });
  });

  test('R17 rolls that stay equal are open to Jacks and Queens like others, and end the same way after a re-roll', () => {
    const table = facingSeven({ held: [['JS'], [], []] })
      .roll(0, 'd12', 2)
      .challenge(1);
    const always1: Chance = { int: () => 0 };
    const equal = ruleset.apply(table.state, 2, { type: 'challenge' }, always1).state;
    expect(ruleset.actors(equal)).toEqual([0]);
    const after = ruleset.apply(equal, 0, { type: 'playCard', card: 'JS', targets: [2] }, always1);
    expect(after.events.filter((event) => event.type === 'challengersTied')).toHaveLength(100);
    expect(after.state).toMatchObject({ phase: 'roll', starter: 1, roundPoints: [11, 0, 0] });
  });
});
