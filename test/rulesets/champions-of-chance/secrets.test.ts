import { describe, expect, test } from 'vitest';
import { type Card, cardsOf } from '#rules/champions-of-chance/cards.ts';
import type { Event } from '#rules/champions-of-chance/events.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { randomGame, toldTo, viewersOf } from './random-game.ts';
import { OPTION_SETS, ruleset, ScriptedTable } from './scripted-table.ts';

const HANDS = [
  ['1a', '2a', '3a', '4a'],
  ['1b', '2b', '3b', '4b'],
  ['1c', '2c', '3c', '4c'],
];

function toldOf(state: State, viewer: Viewer): string {
  const view = ruleset.view(state, viewer);
  const actions = viewer === 'spectator' ? [] : ruleset.legalActions(state, viewer);
  const labels = actions.map((action) => ruleset.label(action, view));
  return JSON.stringify([view, actions, labels, ruleset.describe(view)]);
}

function idsIn(text: string): Set<string> {
  return new Set(text.match(/\b[1-6][a-fw-y]\b/g));
}

function idsOf(cards: readonly Card[]): string[] {
  return cards.map(({ id }) => id);
}

function allowed(state: State, viewer: Viewer): Set<string> {
  const shown = [...(state.lastBattle?.rolls ?? []), ...state.discarded].map(({ card }) => card);
  const own = viewer === 'spectator' ? [] : (state.hands[viewer] ?? []);
  const inspected = state.phase === 'steal' && viewer === state.thieves[0] ? state.dice.flat() : [];
  return new Set([...shown, ...state.piles.flat(), ...own, ...inspected]);
}

function opened(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'dieRolled':
      case 'cardDiscarded':
      case 'cardPlaced':
      case 'topCardLost':
        return [event.data.card.id];
      default:
        return [];
    }
  });
}

describe('R12 secrets', () => {
  test.each(OPTION_SETS)('R12 with %j no player learns of a card that they may not see', (options) => {
    for (const seats of [2, 4]) {
      let before: State | null = null;
      for (const { state, events } of randomGame(options, seats, `secrets of ${seats}`)) {
        for (const viewer of viewersOf(seats)) {
          const may = allowed(state, viewer);
          const strange = [...idsIn(toldOf(state, viewer))].filter((id) => !may.has(id));
          expect(strange).toEqual([]);
          const mayHear = [...may, ...(before === null ? [] : allowed(before, viewer)), ...opened(events)];
          const heard = [...idsIn(JSON.stringify(toldTo(viewer, events)))];
          expect(heard.filter((id) => !mayHear.includes(id))).toEqual([]);
        }
        before = state;
      }
    }
  });

  test('R12 spectators see no hand, no die and nothing to take', () => {
    for (const { state } of randomGame({ dieSelection: 'choose', victoryDice: true, wackyNumbers: true }, 3, 'watch')) {
      expect(ruleset.view(state, 'spectator')).toMatchObject({ hand: [], die: null, stealFrom: null });
    }
  });

  test('R12 a card put into a die is visible to its owner alone, as is the fact', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 3);
    const others = [1, 2, 'spectator'] as const;
    const before = others.map((viewer) => toldOf(table.state, viewer));
    for (const card of ['2a', '4a']) {
      table.choose(0, card);
      expect(others.map((viewer) => toldOf(table.state, viewer))).toEqual(before);
      for (const viewer of others) expect(table.toldTo(viewer)).toEqual([]);
      expect(table.toldTo(0)).toEqual([{ type: 'dieCardChosen', seat: 0, data: { card: cardsOf([card])[0] } }]);
    }
    expect(table.seenBy(0).die?.map(({ id }) => id)).toEqual(['2a', '4a']);
    expect(table.toAct).toEqual([0, 1]);
  });

  test('R12 a card taken back is visible to its owner alone, as is the fact', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 3);
    const others = [1, 2, 'spectator'] as const;
    const before = others.map((viewer) => toldOf(table.state, viewer));
    table.choose(0, '2a', '4a').takeBack(0, '2a');
    expect(others.map((viewer) => toldOf(table.state, viewer))).toEqual(before);
    for (const viewer of others) expect(table.toldTo(viewer)).toEqual([]);
    expect(table.toldTo(0)).toEqual([{ type: 'dieCardTakenBack', seat: 0, data: { card: cardsOf(['2a'])[0] } }]);
    expect(table.seenBy(0)).toMatchObject({ die: cardsOf(['4a']), takeBacksLeft: 9 });
    expect(table.seenBy(1)).toMatchObject({ die: [], takeBacksLeft: 10 });
    expect(table.toAct).toEqual([0, 1]);
  });

  test('R12 others see that a die is complete only by who is still to decide', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 2);
    const others = [1, 2, 'spectator'] as const;
    const before = others.map((viewer) => toldOf(table.state, viewer));
    table.choose(0, '2a', '4a');
    expect(others.map((viewer) => toldOf(table.state, viewer))).toEqual(before);
    expect(table.toAct).toEqual([1]);
    table.choose(1, '1b', '2b');
    const lengths = table.toldTo('spectator').map((event) => JSON.stringify(event).length);
    expect(lengths[0]).toBe(lengths[1]);
  });

  test('R12 any choice of cards gives others the same bytes', () => {
    const told = ['1a', '3a'].map((card) => {
      const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 2);
      table.choose(1, '1b', '2b').choose(0, '2a', card);
      return [1, 2, 'spectator'].map((viewer) => [
        toldOf(table.state, viewer as Viewer),
        JSON.stringify(table.toldTo(viewer as Viewer)),
      ]);
    });
    expect(told[0]).toEqual(told[1]);
  });

  test("R12 one seat's choice does not change what another seat may choose, so the other's request stays valid", () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 3);
    const legal = table.legal(1);
    table.choose(0, '1a', '2a', '3a');
    expect(table.legal(1)).toEqual(legal);
    table.choose(1, '1b', '2b', '3b').challenge(0, 'lowest', ['2a', '2b']);
    const discards = table.legal(0);
    table.discard(1, '4b');
    expect(table.legal(0)).toEqual(discards);
  });

  test('R4 the cards of a blind die stay hidden after the roll, even from its owner', () => {
    const options = { dieSelection: 'blind', wackyNumbers: true } as const;
    const table = ScriptedTable.inPosition({ hands: [['3x', '2a', '4a'], HANDS[1] ?? []], options });
    table.battle({
      against: 1,
      dice: [
        ['3x', '2a'],
        ['3b', '4b'],
      ],
      challenge: 'highest',
      rolls: ['3x', '3b'],
    });
    expect(table.view.phase).toBe('tie');
    expect(table.seenBy(1).die).toBeNull();
    table.discard(0, '4a').discard(1, '1b');
    expect(table.view.phase).toBe('steal');
    expect(idsOf(table.seenBy(0).stealFrom ?? [])).toEqual(['3b', '4b']);
    expect(table.seenBy(1)).toMatchObject({ die: null, stealFrom: null });
  });
});
