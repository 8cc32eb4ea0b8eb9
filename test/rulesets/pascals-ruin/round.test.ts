import { describe, expect, test } from 'vitest';
import type { Chance } from '#rules/kernel/chance.ts';
import type { Card } from '#rules/kernel/tabletop/cards.ts';
import { DEFAULTS, faced, ruleset, ScriptedTable, type Setting, shuffleScript, won } from './scripted-table.ts';

const SMALLEST: Chance = { int: () => 0 };
const LARGEST: Chance = { int: (below) => below - 1 };

const SEAT_1_STARTS = [1, 1, 1, 1, 1, 2, 1, 1, 1, 1];

describe('R1 start of a round', () => {
  test('R1 the highest single die of all starts', () => {
    const table = ScriptedTable.setUp({}, 2, [...shuffleScript('7H'), 6, 8, 10, 12, 13, 1, 1, 1, 1, 14]);
    expect(table.view).toMatchObject({ starter: 1, active: 1, phase: 'roll', round: 1, deckCount: 51 });
    expect(table.told('startRolled')?.data.highest).toEqual([1]);
    expect(table.happened).toEqual(['roundStarted', 'startRolled', 'turnStarted', 'cardRevealed']);
  });

  test('R1 tied seats roll again among themselves until one is highest', () => {
    const first = [1, 1, 1, 12, 1, 1, 1, 1, 11, 1, 1, 1, 1, 1, 12];
    const again = [6, 1, 1, 1, 1, 1, 1, 1, 1, 6];
    const last = [1, 2, 1, 1, 1, 1, 3, 1, 1, 1];
    const table = ScriptedTable.setUp({}, 3, [...shuffleScript('7H'), ...first, ...again, ...last]);
    expect(table.view.starter).toBe(2);
    expect(table.allTold('startRolled').map((event) => event.data.highest)).toEqual([[0, 2], [0, 2], [2]]);
    expect(table.allTold('startRolled').map((event) => event.data.rolls.length)).toEqual([15, 10, 10]);
  });

  test.each([
    ['smallest', SMALLEST],
    ['largest', LARGEST],
  ])('R17 with the %s numbers only, tied seats stop after 100 new rolls and the lowest of them starts', (_, chance) => {
    const { state, events } = ruleset.setup(DEFAULTS, 3, chance);
    expect(state.starter).toBe(0);
    expect(events.filter((event) => event.type === 'startRolled')).toHaveLength(101);
  });

  test('R17 only seats that are still tied can be given the start', () => {
    const draws = [...shuffleScript('7H'), 1, 1, 1, 1, 1].map((number) => number - 1);
    const chance: Chance = { int: (below) => draws.shift() ?? below - 1 };
    const { state } = ruleset.setup(DEFAULTS, 3, chance);
    expect(state.starter).toBe(1);
  });
});

describe('R15 turns and rounds follow each other', () => {
  test('R15 the seat to the left of the one that started the turn starts the next, whichever seat held the chain', () => {
    const table = ScriptedTable.inPosition({
      seats: 3,
      chain: [won('7H', 2, 'd12', 9)],
      starter: 0,
      active: 2,
      next: ['5C'],
    });
    table.take(2);
    expect(table.view).toMatchObject({ starter: 1, active: 1, phase: 'roll' });
  });

  test('R15 after the last seat, seat 0 starts', () => {
    const table = ScriptedTable.inPosition({ seats: 3, chain: [won('7H', 2, 'd12', 9)], active: 2, next: ['5C'] });
    expect(table.take(2).view.starter).toBe(0);
  });

  test('R15 held Jacks and Queens stay from turn to turn', () => {
    const held: Setting['held'] = [['JS', 'QH'], ['QD']];
    const table = ScriptedTable.inPosition({ chain: [won('7H', 0, 'd12', 9)], held, next: ['5C'] });
    expect(table.take(0).view.held).toEqual(held);
  });

  test('R15 a new round is dealt from a full, newly shuffled deck with empty hands', () => {
    const table = ScriptedTable.inPosition({ chain: [faced('7H')], held: [['JS'], ['QD']], next: [], isDeckEnd: true });
    table.roll(0, 'd12', 12, ...shuffleScript('9S'), ...SEAT_1_STARTS);
    expect(table.view).toMatchObject({
      round: 2,
      deckCount: 51,
      discardTop: null,
      held: [[], []],
      starter: 1,
      scores: [0, 0],
    });
    expect(table.view.chain).toEqual([faced('9S')]);
  });

  test('R18 all dice come back at the end of a turn', () => {
    const table = ScriptedTable.inPosition({ chain: [won('7H', 0, 'd12', 9)], next: ['5C'] });
    expect(table.view.diceLeft[0]).toEqual(['d6', 'd8', 'd10', 'd20']);
    expect(table.take(0).view.diceLeft).toEqual(Array(2).fill(['d6', 'd8', 'd10', 'd12', 'd20']));
  });

  test('R19 the cards of a turn are discarded level by level, each followed by the cards beside it', () => {
    const chain = [{ ...won('7H', 0, 'd12', 9), extras: ['JS' as const, 'QD' as const] }, won('3C', 0, 'd6', 5)];
    const table = ScriptedTable.inPosition({ chain, next: ['5C'] });
    table.take(0);
    expect(table.told('turnEnded')?.data.discarded).toEqual(['7H', 'JS', 'QD', '3C']);
    expect(table.view.discardTop).toBe('3C');
  });

  test('R19 at the end of a round held cards are discarded too, lower seats first', () => {
    const table = ScriptedTable.inPosition({
      options: { mode: 'eternal' },
      chain: [faced('7H')],
      held: [['JS'], ['QD']],
      isDeckEnd: true,
    });
    table.roll(0, 'd12', 12);
    expect(table.view).toMatchObject({
      phase: 'vote',
      held: [[], []],
      discardTop: 'QD',
      chain: [],
      level: 1,
      chainPoints: 0,
    });
  });
});

describe('R16 rounds, match and eternal play', () => {
  const lastCard = (setting: Partial<Setting>): ScriptedTable =>
    ScriptedTable.inPosition({ chain: [faced('7H')], isDeckEnd: true, ...setting });
  const newRound = (...top: Card[]) => [...shuffleScript(...top), ...SEAT_1_STARTS];

  test('R16 the strictly highest score wins the round', () => {
    const table = lastCard({ roundPoints: [10, 16] }).roll(0, 'd12', 12, ...newRound('9S'));
    expect(table.told('roundScored')?.data).toMatchObject({ points: [17, 16], winner: 0, roundWins: [1, 0] });
    expect(table.view.roundWins).toEqual([1, 0]);
  });

  test('R16 a tie for the highest score wins no player the round', () => {
    const table = lastCard({ seats: 3, roundPoints: [10, 17, 3] }).roll(0, 'd12', 12, ...newRound('9S'), 1, 1, 1, 1, 1);
    expect(table.told('roundScored')?.data).toMatchObject({ points: [17, 17, 3], winner: null, roundWins: [0, 0, 0] });
    expect(table.view).toMatchObject({ round: 2, scores: [0, 0, 0] });
  });

  test('R16 match: the first player to win enough rounds wins, and the scores are the rounds won', () => {
    const table = lastCard({ round: 4, roundWins: [2, 1], roundPoints: [0, 5] }).roll(0, 'd12', 12);
    expect(table.view.phase).toBe('over');
    expect(table.toAct).toEqual([]);
    expect(table.outcome).toEqual({
      winners: [0],
      scores: [3, 1],
      reason: 'matchWon',
      text: 'Seat 0 won 3 rounds and with that the match.',
    });
    expect(table.view.scores).toEqual([7, 5]);
  });

  test('R16 match: roundsToWin decides how many rounds are needed', () => {
    const table = lastCard({ options: { roundsToWin: 1 } }).roll(0, 'd12', 12);
    expect(table.outcome).toEqual({
      winners: [0],
      scores: [1, 0],
      reason: 'matchWon',
      text: 'Seat 0 won 1 round and with that the match.',
    });
  });

  test('R16 eternal: points add up over the rounds', () => {
    const table = lastCard({ options: { mode: 'eternal' }, roundPoints: [1, 2], totals: [50, 60] }).roll(0, 'd12', 12);
    expect(table.view.scores).toEqual([57, 60]);
    table.act(0, { type: 'voteContinue' }).act(1, { type: 'voteStop' }, ...newRound('9S'));
    expect(table.view).toMatchObject({ phase: 'roll', round: 2, scores: [57, 60] });
  });

  test('R16 eternal: every seat votes at the same time, and one vote to continue is enough', () => {
    const table = lastCard({ seats: 3, options: { mode: 'eternal' } }).roll(0, 'd12', 12);
    expect(table.toAct).toEqual([0, 1, 2]);
    expect(table.view.pending).toEqual({ kind: 'vote', waitingFor: [0, 1, 2], rolls: [] });
    table.act(1, { type: 'voteStop' }).act(2, { type: 'voteContinue' });
    expect(table.toAct).toEqual([0]);
    table.act(0, { type: 'voteStop' }, ...newRound('9S'), 1, 1, 1, 1, 1);
    expect(table.told('votesRevealed')?.data).toEqual({ stop: [0, 1], continue: [2] });
    expect(table.view.round).toBe(2);
  });

  test('R16 eternal: when all vote to stop, the highest total wins', () => {
    const table = lastCard({ options: { mode: 'eternal' }, totals: [50, 60] }).roll(0, 'd12', 12);
    table.act(0, { type: 'voteStop' }).act(1, { type: 'voteStop' });
    expect(table.outcome).toEqual({
      winners: [1],
      scores: [57, 60],
      reason: 'votedToStop',
      text: 'All voted to stop after 1 round; seat 1 has the highest total, 60 points.',
    });
  });

  test('R16 eternal: after the last round the game ends without a vote, and equal totals share the win', () => {
    const options = { mode: 'eternal', maxRounds: 2 } as const;
    const table = lastCard({ seats: 3, options, round: 2, totals: [53, 60, 8] }).roll(0, 'd12', 12);
    expect(table.outcome).toEqual({
      winners: [0, 1],
      scores: [60, 60, 8],
      reason: 'lastRound',
      text: 'The last of 2 rounds has been played; seat 0 and seat 1 share the highest total, 60 points.',
    });
  });

  test('R16 eternal: without a last round the vote alone ends the game', () => {
    const options = { mode: 'eternal', maxRounds: null } as const;
    const table = lastCard({ options, round: 99, totals: [50, 60] }).roll(0, 'd12', 12);
    expect(table.view).toMatchObject({ phase: 'vote', round: 99 });
    table.act(0, { type: 'voteContinue' }).act(1, { type: 'voteStop' }, ...newRound('9S'));
    expect(table.view).toMatchObject({ phase: 'roll', round: 100 });
    const last = lastCard({ options, round: 500, totals: [50, 60] }).roll(0, 'd12', 12);
    last.act(0, { type: 'voteStop' }).act(1, { type: 'voteStop' });
    expect(last.outcome?.text).toBe('All voted to stop after 500 rounds; seat 1 has the highest total, 60 points.');
  });

  test('R20 rounds won are counted in eternal mode too, by the points of the round alone', () => {
    const table = lastCard({ options: { mode: 'eternal' }, roundPoints: [0, 2], totals: [0, 60] }).roll(0, 'd12', 12);
    expect(table.view.roundWins).toEqual([1, 0]);
  });
});
