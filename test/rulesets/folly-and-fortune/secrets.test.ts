import { describe, expect, test } from 'vitest';
import { type CardId, cardOf, cardsOf } from '#rules/folly-and-fortune/cards.ts';
import type { Event } from '#rules/folly-and-fortune/events.ts';
import type { State } from '#rules/folly-and-fortune/state.ts';
import { type Stay, tracked } from '#rules/folly-and-fortune/trail.ts';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { randomGame, seatsOf } from './random-game.ts';
import { inPosition, ruleset, ScriptedTable, type Setting } from './scripted-table.ts';

const WORLDS = 200;

function worlds(state: State, viewer: Viewer, count = WORLDS): State[] {
  const chance = new FastChance(`worlds of ${viewer}`);
  return Array.from({ length: count }, () => ruleset.redeal(state, viewer, chance));
}

function handIn(state: State, seat: number): CardId[] {
  return (state.hands[seat] ?? []).map(({ card }) => card);
}

/** Returns where a card is: a hand, or a place in the draw pile counted from the bottom. */
function placeIn(state: State, card: CardId): string {
  const seat = state.hands.findIndex((hand) => hand.some((hidden) => hidden.card === card));
  if (seat >= 0) return `hand ${seat}`;
  const place = state.drawPile.findIndex((hidden) => hidden.card === card);
  return place >= 0 ? `pile ${place}` : 'open';
}

function placesOf(state: State, viewer: Viewer, card: CardId): string[] {
  return [...new Set(worlds(state, viewer).map((world) => placeIn(world, card)))].sort();
}

function seen(events: readonly Event[], viewer: Viewer): Event[] {
  return events.flatMap((event) => ruleset.redact(event, viewer) ?? []);
}

const OTHER = ['B27', 'B30', 'B36'];

describe('R32 information', () => {
  test('R32 study shows one hand to one player and to no other', () => {
    const rows = [['B01', 'S20'], OTHER, ['B10', 'B20']];
    const hands = [
      ['B42', 'B50'],
      ['B09', 'B26'],
      ['B18', 'B19'],
    ];
    const table = inPosition({ rows, hands, rolled: 'B42' }).stop().endAttack().place('right').pickSeat(1);
    const told = (viewer: Viewer) => seen(table.events, viewer).find(({ type }) => type === 'handStudied')?.data;
    expect(told(0)).toEqual({ owner: 1, cards: [cardOf('B09'), cardOf('B26')] });
    for (const viewer of [1, 2, 'spectator'] as const) {
      expect(told(viewer)).toEqual({ owner: 1, cards: null });
      expect(table.view(viewer).studied).toBeNull();
    }
    expect(table.view(0).studied).toEqual({ seat: 1, cards: [cardOf('B09'), cardOf('B26')] });
  });

  test('R32 the discard pile lies open, card by card and in its order', () => {
    const table = inPosition({
      rows: [
        ['B01', 'B50'],
        ['B27', 'B30', 'B36'],
      ],
      hands: [['B18', 'B33'], ['B09']],
      rolled: 'B18',
      discard: ['B44'],
    });
    table.stop().attack(1).remove('B36');
    for (const viewer of [0, 1, 'spectator'] as const) {
      const { discardPile, discardCount } = table.view(viewer);
      expect(discardPile).toEqual(cardsOf(['B44', 'B36']));
      expect(discardCount).toBe(2);
    }
  });

  test('R32 cards drawn, put under the pile or set aside are hidden from others', () => {
    const swap = inPosition({
      rows: [['B06', 'B01'], OTHER],
      hands: [['B16', 'B33'], ['B09']],
      rolled: 'B16',
      pile: ['B20'],
    });
    swap.stop();
    const drawn = swap.events;
    swap.pick('B33');
    const aside = inPosition({ rows: [['S03', 'B01'], OTHER], hands: [['B16', 'B33'], ['B09']], rolled: 'B16' });
    aside.reroll().pick('B33');
    for (const [events, type, card] of [
      [drawn, 'cardDrawn', 'B20'],
      [swap.events, 'cardPutUnder', 'B33'],
      [aside.events, 'cardSetAside', 'B33'],
    ] as const) {
      const told = (viewer: Viewer) => seen(events, viewer).find((event) => event.type === type)?.data;
      expect(told(0)).toMatchObject({ card: { id: card } });
      expect(told(1)).toMatchObject({ card: null });
      expect(told('spectator')).toMatchObject({ card: null });
    }
  });

  test('R32 a dealt hand and a chosen row are hidden from others', () => {
    const table = ScriptedTable.setUp({}, 3, [1]);
    expect(
      seen(table.events, 1).map(({ type, seat, data }) => [type, seat, 'cards' in data && data.cards !== null]),
    ).toEqual([
      ['handDealt', 0, false],
      ['handDealt', 1, true],
      ['handDealt', 2, false],
      ['startDrawn', 0, false],
    ]);
    table.act(1, { type: 'chooseRow', cards: table.hand(1).slice(0, 2) });
    expect(seen(table.events, 1).map(({ type }) => type)).toEqual(['rowChosen']);
    expect(seen(table.events, 0)).toEqual([]);
    expect(seen(table.events, 'spectator')).toEqual([]);
  });

  test('R32 no view or event names a card that is hidden from its viewer', () => {
    for (let number = 0; number < 8; number++) {
      for (const { state } of randomGame({ superpowers: true }, 2 + (number % 4), `secrets ${number}`)) {
        for (const viewer of [...seatsOf(state), 'spectator'] as Viewer[]) expect(leaks(state, viewer)).toEqual([]);
      }
    }
  });
});

/** Returns cards that a view shows although the viewer may not know them. Ignores the parts that may show hidden cards
 * to this viewer: a studied hand, cards set aside, the present effect and shields. */
function leaks(state: State, viewer: Viewer): CardId[] {
  const view = ruleset.view(state, viewer);
  const shown = { ...view, studied: null, setAside: [], effect: null, shields: [] };
  const actions = viewer === 'spectator' ? [] : ruleset.legalActions(state, viewer);
  const labels = actions.map((action) => ruleset.label(action, { ...view, effect: null }));
  const text = [JSON.stringify(shown), JSON.stringify(actions), ruleset.describe(shown), ...labels].join();
  const hidden = [...state.hands.filter((_, seat) => seat !== viewer).flat(), ...state.drawPile];
  return hidden.map(({ card }) => card).filter((card) => text.includes(card));
}

describe('R32 knowledge', () => {
  const two: Setting = {
    rows: [['B01', 'B50'], OTHER],
    hands: [
      ['B16', 'B33', 'B11'],
      ['B09', 'B26'],
    ],
    rolled: 'B16',
  };

  test('R32 a card that was never seen may be in any other hand or anywhere in the draw pile', () => {
    const places = placesOf(inPosition(two).state, 1, 'B33');
    expect(places).toContain('hand 0');
    expect(places.length).toBeGreaterThan(40);
    expect(places).not.toContain('hand 1');
  });

  test('R32 a rolled card that went back into a hand is known to be there', () => {
    const { state } = inPosition(two).reroll('B33');
    for (const viewer of [1, 'spectator'] as const) expect(placesOf(state, viewer, 'B16')).toEqual(['hand 0']);
    expect(placesOf(state, 'spectator', 'B11').length).toBeGreaterThan(40);
  });

  test('R32 a known card may have gone under the pile, and nowhere else', () => {
    const rows = [['B01', 'B06'], OTHER];
    const table = inPosition({ ...two, rows })
      .reroll('B33')
      .stop();
    expect(placesOf(table.state, 1, 'B16')).toEqual(['hand 0']);
    table.pick('B11');
    expect(placesOf(table.state, 1, 'B16')).toEqual(['hand 0', 'pile 0']);
    expect(placesOf(table.state, 'spectator', 'B16')).toEqual(['hand 0', 'pile 0']);
  });

  test('R32 a player who put a card under the pile knows where it is', () => {
    const rows = [['B01', 'B06'], OTHER];
    const table = inPosition({ ...two, rows })
      .reroll('B33')
      .stop()
      .pick('B11');
    expect(placesOf(table.state, 0, 'B11')).toEqual(['pile 0']);
    expect(placesOf(table.state, 1, 'B11').length).toBeGreaterThan(2);
  });

  test('R32 of two known cards at most one was exchanged for a card from under the pile', () => {
    const rows = [['B01', 'B12', 'B06'], OTHER, ['B08', 'B10']];
    const hands = [['B16', 'B33', 'B11', 'B18'], ['B09'], ['B17', 'B20', 'B25']];
    const table = inPosition({ rows, hands, rolled: 'B16', options: { superpowers: false }, pile: ['B19'], rest: 1 });
    table.reroll('B33').reroll('B18').stop().pick('B11').endAttack().place('left');
    table.stop().endAttack().place('left').stop();
    expect(table.told('cardDrawn')?.data).toMatchObject({ card: { id: 'B11' } });
    const imagined = worlds(table.state, 1);
    const placed = imagined.map((world) => [placeIn(world, 'B16'), placeIn(world, 'B33')].join(' and '));
    expect([...new Set(placed)].sort()).toEqual(['hand 0 and hand 0', 'hand 0 and hand 2', 'hand 2 and hand 0']);
    expect(new Set(worlds(table.state, 0).map((world) => placeIn(world, 'B11')))).toEqual(new Set(['hand 2']));
  });

  test('R32 cards of the discard pile are known to be in the new draw pile, in an unknown order', () => {
    const setting: Setting = { ...two, rows: [['B08', 'B01'], OTHER], options: { superpowers: false } };
    const table = inPosition({ ...setting, discard: ['B50', 'B20', 'B18'], rest: 1 }).stop(1, 2);
    const drawn = table.hand(0).at(-1) as CardId;
    expect(placesOf(table.state, 1, drawn)).toEqual(['hand 0', 'pile 0', 'pile 1']);
    expect(placesOf(table.state, 0, drawn)).toEqual(['hand 0']);
    for (const world of worlds(table.state, 1)) {
      expect(handIn(world, 0).filter((card) => ['B50', 'B20', 'B18'].includes(card))).toHaveLength(1);
    }
  });

  test('R32 a studied hand is known to its reader, and to no other', () => {
    const rows = [['B01', 'S20'], OTHER, ['B10', 'B20']];
    const hands = [
      ['B42', 'B50'],
      ['B09', 'B26', 'B33'],
      ['B18', 'B19'],
    ];
    const { state } = inPosition({ rows, hands, rolled: 'B42' }).stop().endAttack().place('right').pickSeat(1);
    const current = state.turn.current as CardId;
    const rest = ['B09', 'B26', 'B33'].filter((card) => card !== current);
    for (const card of rest) expect(placesOf(state, 0, card)).toEqual(['hand 1']);
    expect(placesOf(state, 2, rest[0] as CardId).length).toBeGreaterThan(20);
    const studies = worlds(state, 2).map((world) => world.studies[0]?.cards ?? []);
    expect(studies.every((cards) => cards.length === 3 && cards.includes(current))).toBe(true);
    expect(new Set(studies.map((cards) => [...cards].sort().join())).size).toBeGreaterThan(20);
    for (const world of worlds(state, 2, 20)) {
      expect([...(world.studies[0]?.cards ?? [])].sort()).toEqual([...handIn(world, 1), current].sort());
    }
  });

  test('R32 a card rolled since others were set aside is not one of them', () => {
    const rows = [['S03', 'B50', 'B01'], OTHER];
    const table = inPosition({ ...two, rows })
      .reroll()
      .pick('B33', 1)
      .reroll('B16');
    expect(table.state.turn.setAside).toEqual(['B33']);
    const rolled = table.told('rerolled')?.data.card.id;
    expect(rolled).toBe('B11');
    const aside = worlds(table.state, 1).map((world) => world.turn.setAside);
    expect(aside.every((cards) => cards.length === 1 && !cards.includes('B11'))).toBe(true);
    expect(new Set(aside.flat()).size).toBeGreaterThan(10);
    expect(worlds(table.state, 0, 5).map((world) => world.turn.setAside)).toEqual(Array(5).fill(['B33']));
  });

  test('R32 with firstGame all know how many cards without a power each was dealt', () => {
    const { state } = ScriptedTable.setUp({ firstGame: true }, 3, [2]);
    const plain = (world: State): number[] =>
      world.hands.map((hand) => hand.filter(({ card }) => cardOf(card).powers.length === 0).length);
    for (const world of worlds(state, 0, 50)) expect(plain(world)).toEqual(plain(state));
    expect(placesOf(state, 'spectator', 'B01')).toEqual(['hand 0', 'hand 1', 'hand 2']);
  });

  test('R32 rows that others have chosen are redealt from their hands', () => {
    const table = ScriptedTable.setUp({}, 3, [1]);
    for (const seat of [0, 1]) table.act(seat, { type: 'chooseRow', cards: table.hand(seat).slice(0, 2) });
    const imagined = worlds(table.state, 0);
    expect(new Set(imagined.map((world) => world.chosenRows[1]?.join())).size).toBeGreaterThan(50);
    for (const world of imagined) {
      expect(world.chosenRows[0]).toEqual(table.state.chosenRows[0]);
      expect(world.chosenRows[2]).toBeNull();
      expect(handIn(world, 1)).toEqual(expect.arrayContaining(world.chosenRows[1] ?? []));
    }
  });
});

class PublicMemory {
  readonly known = new Map<CardId, number>();

  note({ type, seat, data }: Event): void {
    if (seat === null) return;
    if (type === 'rerolled' || type === 'cardReturned') this.known.set(data.card.id, seat);
    if (type === 'rollKept') this.known.set(data.card.id, seat);
    if (type === 'cardRolled' || type === 'cardDiscarded') this.known.delete(data.card.id);
    if (type === 'rollReplaced') {
      this.known.delete(data.card.id);
      this.known.set(data.returned.id, seat);
    }
    if (type === 'cardPutUnder') {
      for (const [card, owner] of this.known) if (owner === seat) this.known.delete(card);
    }
  }
}

describe('R32 worlds that fit all observations', () => {
  test('R32 a card seen going into a hand stays there as long as that hand puts none under the pile', () => {
    let checked = 0;
    for (let number = 0; number < 8; number++) {
      const memory = new PublicMemory();
      const chance = new FastChance(`memory ${number}`);
      for (const { state, events } of randomGame(
        { superpowers: number % 2 === 0 },
        2 + (number % 4),
        `memory ${number}`,
      )) {
        for (const event of events) memory.note(event);
        if (chance.int(3) > 0) continue;
        for (const viewer of [...seatsOf(state), 'spectator'] as Viewer[]) {
          const world = ruleset.redeal(state, viewer, chance);
          for (const [card, seat] of memory.known) expect(handIn(world, seat)).toContain(card);
          checked += memory.known.size;
        }
      }
    }
    expect(checked).toBeGreaterThan(1000);
  });

  test("R32 every world has a past with the same movements and the viewer's observations", () => {
    for (let number = 0; number < 6; number++) {
      const chance = new FastChance(`past ${number}`);
      const options = { superpowers: true, startingCards: 8, firstGame: number % 3 === 0 };
      for (const { state } of randomGame(options, 2 + (number % 4), `past ${number}`)) {
        if (chance.int(5) > 0) continue;
        for (const viewer of [...seatsOf(state), 'spectator'] as Viewer[]) {
          const world = ruleset.redeal(state, viewer, chance);
          expect(movements(world, viewer)).toEqual(movements(state, viewer));
          expect(sights(world, viewer)).toEqual(sights(state, viewer));
          expect(ruleset.invariants?.(ruleset.redeal(world, viewer, chance))).toEqual([]);
        }
      }
    }
  });
});

function trails(state: State, viewer: Viewer): { card: CardId; trail: Stay[] }[] {
  const inHands = state.hands.flatMap((hand, seat) =>
    seat === viewer ? [] : hand.map((hidden) => tracked(hidden, seat, state.options)),
  );
  return [...inHands, ...state.drawPile.map((hidden) => tracked(hidden, 'pile', state.options))];
}

function movements(state: State, viewer: Viewer): string[] {
  return trails(state, viewer)
    .flatMap(({ trail }) => trail.slice(1).map((stay, i) => JSON.stringify([trail[i]?.place, stay])))
    .sort();
}

/** Returns the trail of each hidden card up to the last moment when the viewer saw it. */
function sights(state: State, viewer: Viewer): Record<CardId, Stay[]> {
  return Object.fromEntries(
    trails(state, viewer)
      .map(({ card, trail }): [CardId, Stay[]] => {
        const own = trail.findLastIndex(({ place, studiedBy }) => place === viewer || studiedBy === viewer);
        const leftHand = own >= 0 && trail[own]?.place === viewer ? own + 1 : own;
        return [card, trail.slice(0, Math.max(1, leftHand + 1))];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
