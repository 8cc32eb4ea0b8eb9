import { describe, expect, test } from 'vitest';
import { draw } from '#rules/champions-of-chance/battle.ts';
import { cardsOf } from '#rules/champions-of-chance/cards.ts';
import type { Table } from '#rules/champions-of-chance/events.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { tableOf } from '#rules/kernel/tabletop/step.ts';
import { shuffling } from '../scripted-chance.ts';
import { positionOf, ScriptedTable, type Setting } from './scripted-table.ts';

const HANDS = [
  ['1a', '2a', '3a', '4a'],
  ['1b', '2b', '3b', '4b'],
  ['1c', '2c', '3c', '4c'],
];

function tied(setting: Partial<Setting> = {}): ScriptedTable {
  const table = ScriptedTable.inPosition({ hands: HANDS, draws: ['5a', '5b', '5c'], ...setting });
  return table.battle({
    against: 1,
    dice: [
      ['1a', '3a'],
      ['3b', '4b'],
    ],
    challenge: 'lowest',
    rolls: ['3a', '3b'],
  });
}

describe('R6 a tie', () => {
  test('R6 both battlers choose any card of their hand at the same time, the revealed one included', () => {
    const table = tied();
    expect(table.view).toMatchObject({ phase: 'tie', lastBattle: { winner: null, tie: true } });
    expect(table.toAct).toEqual([0, 1]);
    expect(table.choices(0)).toEqual(HANDS[0]);
    expect(table.choices(1)).toEqual(HANDS[1]);
  });

  test('R6 both discard, then each draws one, the active player first', () => {
    const table = tied().discard(1, '3b').discard(0, '1a');
    expect(table.state).toMatchObject({
      hands: [['2a', '3a', '4a', '5a'], ['1b', '2b', '4b', '5b'], HANDS[2]],
      discardPile: ['1a', '3b'],
      phase: 'opponent',
    });
    expect(table.happened).toEqual([
      'discardChosen',
      'cardDiscarded',
      'cardDiscarded',
      'cardDrawn',
      'cardDrawn',
      'turnStarted',
    ]);
    expect(table.allTold('cardDrawn').map(({ seat }) => seat)).toEqual([0, 1]);
  });

  test('R6 the active player draws first in whatever order the discards were chosen', () => {
    const table = tied({ active: 0 }).discard(0, '1a').discard(1, '3b');
    expect(table.state.hands.slice(0, 2)).toEqual([
      ['2a', '3a', '4a', '5a'],
      ['1b', '2b', '4b', '5b'],
    ]);
  });

  test('R6 an empty draw pile is formed again from the shuffled discard pile, both discards included', () => {
    const table = tied({ draws: [], isDrawPileShort: true });
    const discarded = [...table.state.discardPile, '1a', '3b'];
    const pile = ['3b', '1a', ...table.state.discardPile];
    table.discard(1, '3b').discard(0, '1a', ...shuffling(discarded, pile));
    expect(table.state.hands[0]).toEqual(['2a', '3a', '4a', '3b']);
    expect(table.state.hands[1]).toEqual(['1b', '2b', '4b', '1a']);
    expect(table.state).toMatchObject({ discardPile: [], drawPile: pile.slice(2) });
    expect(table.told('drawPileFormed')?.data).toEqual({ drawCount: discarded.length });
    expect(table.view.discarded.map(({ card }) => card.id)).toEqual(['1a', '3b']);
  });

  test('R6 the last card of the draw pile is drawn before a new pile is formed', () => {
    const table = tied({ draws: ['6f'], isDrawPileShort: true });
    const discarded = [...table.state.discardPile, '1a', '3b'];
    table.discard(1, '3b').discard(0, '1a', ...shuffling(discarded, discarded));
    expect(table.happened).toEqual([
      'discardChosen',
      'cardDiscarded',
      'cardDiscarded',
      'cardDrawn',
      'drawPileFormed',
      'cardDrawn',
      'turnStarted',
    ]);
    expect(table.state.hands[0]?.at(-1)).toBe('6f');
    expect(table.state.hands[1]?.at(-1)).toBe(discarded[0]);
  });

  test('R6 the draw pile is not formed again before a card is to be drawn from it', () => {
    const table = tied({ draws: ['6f', '6e'], isDrawPileShort: true })
      .discard(1, '3b')
      .discard(0, '1a');
    expect(table.view).toMatchObject({ drawCount: 0 });
    expect(table.state.discardPile).toContain('3b');
  });

  test('R6 with both piles empty nothing is drawn', () => {
    const state = { ...positionOf({ hands: HANDS }), drawPile: [], discardPile: [] };
    const table: Table = tableOf({ ...state }, new FastChance('unused'));
    draw(table, 0);
    expect(table.state).toEqual(state);
    expect(table.events).toEqual([]);
  });

  test('R6 a single card is discarded for a new one, and the game goes on', () => {
    const table = ScriptedTable.inPosition({ hands: [['3a'], ['3b', '4b']], draws: ['5a', '5b'] });
    table.battle({ against: 1, dice: [['3a'], ['3b']], challenge: 'highest', rolls: ['3a', '3b'] });
    expect(table.choices(0)).toEqual(['3a']);
    table.discard(0, '3a').discard(1, '4b');
    expect(table.state.hands).toEqual([['5a'], ['3b', '5b']]);
    expect(table.outcome).toBeNull();
  });

  test('R6 turns pass clockwise', () => {
    const table = tied({ active: 0 }).discard(0, '1a').discard(1, '3b');
    expect(table.view.active).toBe(1);
    const last = ScriptedTable.inPosition({ hands: HANDS, active: 2 });
    last.battle({
      against: 0,
      dice: [
        ['1c', '2c'],
        ['3a', '4a'],
      ],
      challenge: 'lowest',
      rolls: ['1c', '3a'],
    });
    expect(last.view.active).toBe(0);
  });
});

describe('R12 the discards of a tie', () => {
  test('R12 are secret until both are chosen', () => {
    const table = tied();
    const before = [1, 2, 'spectator'] as const;
    const seen = before.map((viewer) => table.seenBy(viewer));
    table.discard(0, '1a');
    expect(before.map((viewer) => table.seenBy(viewer))).toEqual(seen);
    for (const viewer of before) expect(table.toldTo(viewer)).toEqual([]);
    expect(table.toldTo(0)).toEqual([{ type: 'discardChosen', seat: 0, data: { card: cardsOf(['1a'])[0] } }]);
    expect(table.toAct).toEqual([1]);
  });

  test('R12 are then visible to all', () => {
    const table = tied().discard(0, '1a').discard(1, '3b');
    for (const viewer of [0, 1, 2, 'spectator'] as const) {
      const shown = table
        .toldTo(viewer)
        .flatMap((event) => (event.type === 'cardDiscarded' ? [event.data.card.id] : []));
      expect(shown).toEqual(['1a', '3b']);
      expect(table.seenBy(viewer).discarded.map(({ seat, card }) => [seat, card.id])).toEqual([
        [0, '1a'],
        [1, '3b'],
      ]);
    }
  });

  test('R12 the drawn card is visible to its owner alone', () => {
    const table = tied().discard(0, '1a').discard(1, '3b');
    const drawn = (viewer: 0 | 1 | 2 | 'spectator') =>
      table.toldTo(viewer).flatMap((event) => (event.type === 'cardDrawn' ? [event.data.card?.id ?? null] : []));
    expect(drawn(0)).toEqual(['5a', null]);
    expect(drawn(1)).toEqual([null, '5b']);
    expect(drawn(2)).toEqual([null, null]);
    expect(drawn('spectator')).toEqual([null, null]);
  });
});
