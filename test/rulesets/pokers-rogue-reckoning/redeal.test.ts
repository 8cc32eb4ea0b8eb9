import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Card, kindOf } from '#rules/pokers-rogue-reckoning/cards.ts';
import type { State } from '#rules/pokers-rogue-reckoning/state.ts';
import { DEFAULTS, ruleset, ScriptedRun } from './scripted-run.ts';

function redealt(state: State, times = 60): State[] {
  return Array.from({ length: times }, (_, lot) => ruleset.redeal(state, 0, new FastChance(`redeal ${lot}`)));
}

function inRooms(state: State): (Card | null)[] {
  return state.rooms.map(({ card }) => card);
}

describe('R27 redealing', () => {
  test('changes the deck and the face-down rooms, with the same cards in all', () => {
    const { state } = ruleset.setup(DEFAULTS, 1, new FastChance('hidden'));
    const all = [...state.deck, ...inRooms(state)].sort();
    const deals = redealt(state);
    for (const deal of deals) expect([...deal.deck, ...inRooms(deal)].sort()).toEqual(all);
    expect(new Set(deals.map((deal) => deal.rooms[0]?.card)).size).toBeGreaterThan(20);
    expect(new Set(deals.map((deal) => deal.deck[0])).size).toBeGreaterThan(20);
  });

  test('keeps revealed cards in their places', () => {
    const { state } = ScriptedRun.from({ rooms: ['2D', '3D'], open: ['9S'], hand: ['5H'], discard: ['4C'] });
    for (const deal of redealt(state)) {
      expect(deal).toMatchObject({ hand: ['5H'], discard: ['4C'] });
      expect(deal.rooms[2]).toEqual({ card: '9S', isOpen: true });
    }
  });

  test('keeps the enemies of a sparse deck at their known places', () => {
    const { state } = ruleset.setup({ ...DEFAULTS, shuffle: 'sparse' }, 1, new FastChance('sparse'));
    const kinds = (deal: State) => [...inRooms(deal), ...deal.deck].map((card) => kindOf(card ?? 'X1') === 'enemy');
    const deals = redealt(state);
    for (const deal of deals) expect(kinds(deal)).toEqual(kinds(state));
    expect(new Set(deals.map((deal) => deal.deck[0])).size).toBeGreaterThan(5);
  });

  test('treats a sparse deck after a shuffle like any other, but the rooms keep their known parts', () => {
    const fled = ScriptedRun.inCombat({ rooms: ['2D', '3D'], hand: ['3S'] });
    const sorted = { ...fled.state, lore: { ...fled.state.lore, sorted: ['2D', '3D', ...fled.state.deck] as Card[] } };
    const { state } = new ScriptedRun(ruleset, sorted).use('3S', 'shuffle');
    const deals = redealt(state);
    expect(deals.some((deal) => deal.rooms.some(({ card }) => card !== null && kindOf(card) === 'enemy'))).toBe(false);
    expect(new Set(deals.map((deal) => kindOf(deal.deck[0] ?? 'X1') === 'enemy')).size).toBe(2);
  });

  test('keeps scouted cards in the room and on the deck, and redeals the unseen one on the deck', () => {
    const run = ScriptedRun.inCombat({ rooms: ['2D', '3D'], hand: ['5S'], next: ['AS', 'QS'] }).apply('5S');
    const { state } = run.act({ type: 'scoutSwap', card: 'AS', room: 1 }).act({ type: 'scoutDone' });
    const deals = redealt(state);
    for (const deal of deals) {
      expect(deal.rooms[1]?.card).toBe('AS');
      expect(deal.deck[1]).toBe('QS');
    }
    expect(new Set(deals.map((deal) => deal.deck[0])).size).toBeGreaterThan(15);
  });

  test('puts a card that was shuffled into the deck into none of the present rooms', () => {
    const { state } = ScriptedRun.inCombat({ rooms: ['2D', '3D'], hand: ['3S'] }).use('3S', 'shuffle');
    const deals = redealt(state, 300);
    for (const deal of deals) expect(inRooms(deal)).not.toContain('JS');
    expect(new Set(deals.map((deal) => deal.deck.indexOf('JS'))).size).toBeGreaterThan(30);
  });

  test('R44 shows every viewer the same, and nothing about face-down cards', () => {
    const { state } = ScriptedRun.from({ rooms: ['2D', '3D'] });
    expect(ruleset.view(state, 'spectator')).toEqual(ruleset.view(state, 0));
    expect(JSON.stringify(ruleset.view(state, 0))).not.toMatch(/"[23]D"/);
  });
});
