import { describe, expect, test } from 'vitest';
import type { CardId } from '#rules/folly-and-fortune/cards.ts';
import { always, type Odds } from '#rules/kernel/odds.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { FieldId } from '#rules/pascal/board.ts';
import { DICE, SIDES } from '#rules/pascals-ruin/dice.ts';
import { ruleset as folly, inPosition } from './folly-and-fortune/scripted-table.ts';
import { ruleset as pascal, positionOf } from './pascal/scripted-board.ts';
import { faced, ScriptedTable as RuinTable, ruleset as ruin, won } from './pascals-ruin/scripted-table.ts';
import { ruleset as rogue, ScriptedRun } from './pokers-rogue-reckoning/scripted-run.ts';

describe("Pascal's Ruin", () => {
  test('R2: the chance of a die is the share of its faces above the card', () => {
    for (const card of ['2S', '5H', '8C', '10D'] as const) {
      const { state } = RuinTable.inPosition({ chain: [faced(card)] });
      for (const die of DICE) {
        const faces = Array.from({ length: SIDES[die] }, (_, face) => face);
        const wins = faces.filter((face) => {
          const { events } = ruin.apply(state, 0, { type: 'rollDie', die }, always(face));
          return events.some(({ type, data }) => type === 'dieRolled' && 'verdict' in data && data.verdict === 'win');
        });
        const odds = ruin.odds?.(state, 0, { type: 'rollDie', die });
        expect(odds?.chance, `${die} at ${card}`).toBeCloseTo(wins.length / SIDES[die], 4);
      }
    }
  });

  test('a challenge has the chance of the die that failed, and nothing else has one', () => {
    const { state } = RuinTable.inPosition({ chain: [won('4S', 0, 'd6', 5), faced('7H')] }).roll(0, 'd12', 2);
    expect(ruin.odds?.(state, 1, { type: 'challenge' })).toEqual({ chance: 0.4167 });
    expect(ruin.odds?.(state, 1, { type: 'declineChallenge' })).toBeNull();
  });
});

describe('Pascal', () => {
  test('R2: a write says what its entry has to be once both entries above it are known, and no other action says it', () => {
    const state = positionOf({ fields: { '1.0': 4, '1.1': 3, '5.2': 6, '5.3': 5, '6.3+': 2 } });
    const needsOf = (field: FieldId) => {
      const writes = pascal
        .legalActions(state, 0)
        .filter((action) => action.type === 'write' && action.field === field);
      return new Set(writes.map((action) => pascal.odds?.(state, 0, action)?.needs));
    };
    expect(needsOf('2.1')).toEqual(new Set([7]));
    expect(needsOf('6.3')).toEqual(new Set([11]));
    expect(needsOf('2.0')).toEqual(new Set([undefined]));
    expect(needsOf('3.1')).toEqual(new Set([undefined]));
    expect(pascal.odds?.(state, 0, { type: 'crossOut', field: '0.0' })).toBeNull();
  });
});

describe('Folly & Fortune', () => {
  const rerolled = (row: CardId[], hand: CardId[], rolled: CardId): Odds | null | undefined => {
    const { state } = inPosition({ rows: [row, ['B27']], hands: [hand, ['B09']], rolled });
    return folly.odds?.(state, 0, { type: 'reroll' });
  };

  test('a further roll has one result for each card that may turn up', () => {
    const hand: CardId[] = ['B16', 'B33', 'B26'];
    const { state } = inPosition({ rows: [['B14', 'B50'], ['B27']], hands: [hand, ['B09']], rolled: 'B16' });
    const results = hand.map((_, face) => folly.apply(state, 0, { type: 'reroll' }, always(face)).state.turn.result);
    const odds = folly.odds?.(state, 0, { type: 'reroll' })?.results ?? [];
    expect(odds.map(({ result }) => result)).toEqual([...new Set(results as number[])].sort((a, b) => a - b));
    for (const { result, chance } of odds) {
      expect(chance).toBeCloseTo(results.filter((other) => other === result).length / hand.length, 4);
    }
  });

  test('no odds are stated for a stop, or where stopping would take a final roll', () => {
    expect(rerolled(['B14', 'B13'], ['B16', 'B33'], 'B16')).toBeNull();
    const { state } = inPosition({ rows: [['B14'], ['B27']], hands: [['B16'], ['B09']], rolled: 'B16' });
    expect(folly.odds?.(state, 0, { type: 'stop' })).toBeNull();
  });
});

describe("Poker's Rogue Reckoning", () => {
  test('a potion and a hit show the new hit points', () => {
    const run = ScriptedRun.from({ rooms: ['2D', '3D'], hand: ['9H'], hp: 7 });
    expect(rogue.odds?.(run.state, 0, { type: 'drink', card: '9H' })).toEqual({
      hitPoints: [{ whose: 'player', from: 7, to: 12 }],
    });
    expect(rogue.odds?.(run.state, 0, { type: 'reveal', room: 0 })).toBeNull();
  });

  test('a waiting roll shows the result of accepting it', () => {
    const hit = new Set<string>();
    for (let n = 0; n < 40; n++) {
      const run = ScriptedRun.inCombat({ rooms: ['2D', '3D'], hand: ['6H'], hp: 9 });
      const { state } = rogue.apply(run.state, 0, { type: 'roll' }, new FastChance(`${n}`));
      if (state.phase !== 'rolled') continue;
      const said = rogue.odds?.(state, 0, { type: 'accept' })?.hitPoints ?? [];
      const { hp, combat } = rogue.apply(state, 0, { type: 'accept' }, always(0)).state;
      for (const { whose, to } of said) {
        expect(to).toBe(whose === 'player' ? hp : (combat?.enemyHp ?? 0));
        hit.add(whose);
      }
    }
    expect([...hit].sort()).toEqual(['enemy', 'player']);
  });
});
