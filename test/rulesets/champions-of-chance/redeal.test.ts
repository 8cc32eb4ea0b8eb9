import { describe, expect, test } from 'vitest';
import type { CardId } from '#rules/champions-of-chance/cards.ts';
import championsOfChance from '#rules/champions-of-chance/index.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffling } from '../scripted-chance.ts';
import { randomGame, toldTo, viewersOf } from './random-game.ts';
import { OPTION_SETS, ruleset, ScriptedTable } from './scripted-table.ts';
import { Witness } from './witness.ts';

const DEALS = 150;
/** Positions with more unseen thefts are skipped: `Witness` would search for too long. */
const MOST_UNSEEN_THEFTS = 3;

const HANDS = [
  ['1a', '2a', '3a', '4a', '5a'],
  ['1b', '2b', '3b', '4b', '5b'],
  ['1c', '2c', '3c', '4c', '5c'],
];

function redeals(state: State, viewer: Viewer): State[] {
  const chance = new FastChance(`redeals for ${viewer}`);
  return Array.from({ length: DEALS }, () => ruleset.redeal(state, viewer, chance));
}

function holders(states: readonly State[], card: CardId): (Seat | null)[] {
  const seats = states.map(({ hands }) => hands.findIndex((hand) => hand.includes(card)));
  return [...new Set(seats)].sort().map((seat) => (seat < 0 ? null : seat));
}

function values(states: readonly State[], part: (state: State) => readonly (CardId | null)[]): string[] {
  return [...new Set(states.map((state) => part(state).join(' ')))].sort();
}

describe('R14 hidden cards', () => {
  const fresh = ScriptedTable.inPosition({ hands: HANDS });

  test("R14 hands of others and the draw pile are redealt, and the viewer's own hand stays", () => {
    const deals = redeals(fresh.state, 0);
    for (const { hands } of deals) expect(hands[0]).toEqual(HANDS[0]);
    expect(holders(deals, '1b')).toEqual([null, 1, 2]);
    expect(holders(deals, '6f')).toEqual([null, 1, 2]);
    expect(values(deals, ({ drawPile }) => drawPile).length).toBe(DEALS);
  });

  test('R14 spectators know no hand', () => {
    expect(holders(redeals(fresh.state, 'spectator'), '1b')).toEqual([null, 0, 1, 2]);
  });

  test('R14 all players know where a revealed card went back to', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    table.battle({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['4b', '5b'],
      ],
      challenge: 'highest',
      rolls: ['2a', '4b'],
    });
    for (const viewer of [0, 2, 'spectator'] as const) {
      const deals = redeals(table.state, viewer);
      expect(holders(deals, '2a')).toEqual([0]);
      expect(deals.every(({ discardPile }) => discardPile.join() === '4b')).toBe(true);
    }
    expect(holders(redeals(table.state, 2), '5b')).toEqual([null, 0, 1]);
  });

  test('R14 cards of the old discard pile are in no hand that was not drawn from it', () => {
    const hands = [
      ['1a', '2a', '3a'],
      ['1b', '2b', '3b'],
      ['1c', '2c', '3c'],
    ];
    const table = ScriptedTable.inPosition({ hands, draws: [], isDrawPileShort: true });
    table.battle({
      against: 1,
      dice: [
        ['1a', '3a'],
        ['3b', '2b'],
      ],
      challenge: 'lowest',
      rolls: ['3a', '3b'],
    });
    const discarded = [...table.state.discardPile, '3a', '3b'];
    table.discard(0, '3a').discard(1, '3b', ...shuffling(discarded, discarded));
    const deals = redeals(table.state, 2);
    expect(holders(deals, '6f')).toEqual([null, 0, 1]);
    expect(holders(deals, '3a')).toEqual([null, 0, 1]);
    expect(holders(deals, '2a')).toEqual([0, 1]);
    for (const { hands: dealt } of deals) {
      expect(dealt[2]).toEqual(hands[2]);
      for (const seat of [0, 1]) expect(dealt[seat]?.filter((card) => discarded.includes(card))).toHaveLength(1);
    }
  });
});

describe('R14 hidden choices', () => {
  test("R14 other players' dice, and how far they are complete, are redealt", () => {
    const table = ScriptedTable.inPosition({ hands: HANDS })
      .fight(0, 1)
      .number(1, 3)
      .choose(0, '1a', '2a')
      .choose(1, '3b');
    const deals = redeals(table.state, 0);
    for (const { dice } of deals) expect(dice[0]).toEqual(['1a', '2a']);
    expect(values(deals, ({ dice }) => [String(dice[1]?.length)])).toEqual(['0', '1', '2']);
  });

  test("R14 the number of cards that others took back is redealt, and the viewer's own count stays", () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 3).choose(0, '1a').takeBack(0, '1a');
    const counts = (seat: Seat, viewer: Viewer) =>
      values(redeals(table.state, viewer), ({ takenBack }) => [String(takenBack[seat])]).length;
    expect([counts(0, 0), counts(1, 0), counts(2, 0)]).toEqual([1, 11, 1]);
    expect([counts(0, 'spectator'), counts(1, 'spectator')]).toEqual([11, 11]);
  });

  test('R14 a complete die stays complete', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS }).fight(0, 1).number(1, 3).choose(1, '1b', '2b', '3b');
    for (const viewer of [0, 2, 'spectator'] as const) {
      for (const { dice } of redeals(table.state, viewer)) expect(dice[1]).toHaveLength(3);
    }
  });

  test('R14 a blind die is redealt for its owner too', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS, options: { dieSelection: 'blind' } });
    table.prepare({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['4b', '5b'],
      ],
    });
    const deals = redeals(table.state, 0);
    expect(values(deals, ({ dice }) => [...(dice[0] ?? [])].sort())).toHaveLength(10);
    for (const { hands } of deals) expect(hands[0]).toEqual(HANDS[0]);
    const seen = ScriptedTable.inPosition({ hands: HANDS, options: { dieSelection: 'blindSeen' } });
    seen.prepare({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['4b', '5b'],
      ],
    });
    expect(values(redeals(seen.state, 0), ({ dice }) => dice[0] ?? [])).toEqual(['1a 2a']);
  });

  test('R14 after the roll a die keeps the card that it showed', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    table.battle({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['2b', '5b'],
      ],
      challenge: 'highest',
      rolls: ['2a', '2b'],
    });
    const deals = redeals(table.state, 0);
    for (const { dice } of deals) expect(dice[1]).toContain('2b');
    expect(values(deals, ({ dice }) => dice[1] ?? []).length).toBeGreaterThan(10);
  });

  test('R14 a secret discard is redealt, also from known cards', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    table.battle({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['2b', '5b'],
      ],
      challenge: 'highest',
      rolls: ['2a', '2b'],
    });
    table.discard(1, '5b');
    const chosen = values(redeals(table.state, 0), ({ discards }) => [discards[1] ?? null]);
    expect(chosen).toContain('2b');
    expect(chosen.length).toBeGreaterThan(10);
    expect(values(redeals(table.state, 1), ({ discards }) => [discards[1] ?? null])).toEqual(['5b']);
  });
});

describe('R14 thefts', () => {
  const hands = [
    ['6y', '2a', '3a'],
    ['1b', '2b', '3b'],
    ['1c', '2c', '3c'],
    ['1d', '2d', '3d'],
  ];
  const options = { wackyNumbers: true };

  function theft(taken: CardId): ScriptedTable {
    const table = ScriptedTable.inPosition({ hands, options });
    table.battle({
      against: 1,
      dice: [
        ['6y', '2a'],
        ['2b', '3b'],
      ],
      challenge: 'highest',
      rolls: ['6y', '2b'],
    });
    return table.steal(0, taken);
  }

  test('R14 the thief knows what was left of the die, and the victim what was taken', () => {
    const { state } = theft('3b');
    const thief = redeals(state, 0);
    expect([holders(thief, '2b'), holders(thief, '3b'), holders(thief, '1b')]).toEqual([[1], [0], [null, 1, 2, 3]]);
    const victim = redeals(state, 1);
    expect([holders(victim, '3b'), holders(victim, '2a')]).toEqual([[0], [null, 0, 2, 3]]);
  });

  test.each(['2b', '3b'])('R14 for others any card of the victim may be the taken one: %s', (taken) => {
    const { state } = theft(taken);
    for (const viewer of [2, 'spectator'] as const) {
      const deals = redeals(state, viewer);
      expect(holders(deals, '2b')).toEqual([0, 1]);
      expect(deals.filter(({ hands: dealt }) => dealt[0]?.includes('2b')).length).toBeGreaterThan(DEALS / 8);
    }
  });

  test('R14 of several known cards only one can have been taken', () => {
    const table = ScriptedTable.inPosition({ hands, options, active: 2 });
    table.battle({
      against: 1,
      dice: [
        ['1c', '3c'],
        ['1b', '3b'],
      ],
      challenge: 'highest',
      rolls: ['3c', '1b'],
    });
    table.battle({
      against: 1,
      dice: [
        ['1d', '3d'],
        ['1b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['3d', '2b'],
    });
    table.battle({
      against: 1,
      dice: [
        ['6y', '2a'],
        ['1b', '3b'],
      ],
      challenge: 'lowest',
      rolls: ['6y', '1b'],
    });
    expect(table.state.discardPile).toContain('1b');
    table.steal(0, '3b');
    const deals = redeals(table.state, 2);
    expect(holders(deals, '2b')).toEqual([0, 1]);
    for (const { hands: dealt } of deals) expect(dealt.map((hand) => hand.length)).toEqual([4, 1, 2, 2]);
    const again = ScriptedTable.inPosition({ hands, options, active: 2 });
    again.battle({
      against: 1,
      dice: [
        ['1c', '3c'],
        ['1b', '3b'],
      ],
      challenge: 'highest',
      rolls: ['3c', '1b'],
    });
    again.battle({
      against: 1,
      dice: [
        ['1d', '3d'],
        ['1b', '2b'],
      ],
      challenge: 'highest',
      rolls: ['3d', '2b'],
    });
    again.battle({
      against: 1,
      dice: [
        ['6y', '2a'],
        ['1b', '3b'],
      ],
      challenge: 'highest',
      rolls: ['6y', '3b'],
    });
    again.steal(0, '1b');
    for (const { hands: dealt } of redeals(again.state, 2)) {
      expect(dealt[0]?.filter((card) => ['1b', '2b', '3b'].includes(card))).toHaveLength(1);
      expect(dealt[1]?.filter((card) => ['1b', '2b', '3b'].includes(card))).toHaveLength(2);
    }
  });

  test('R14 a card that is revealed later shows all players whether it was the stolen one', () => {
    const table = theft('3b').fight(1, 0).number(0, 2);
    table.choose(1, '1b', '2b').choose(0, '3b', '2a').challenge(1, 'lowest', ['2b', '3b']);
    expect(table.view.lastBattle?.rolls.map(({ card }) => card.id)).toEqual(['2b', '3b']);
    expect(holders(redeals(table.state, 2), '3b')).toEqual([0]);
    expect(holders(redeals(table.state, 2), '1b')).toEqual([null, 0, 1, 3]);
  });

  test('R14 from a die of one card all know what was taken', () => {
    const table = ScriptedTable.inPosition({ hands: [['6y'], ['1b', '2b'], ['1c', '2c']], options });
    table.battle({ against: 1, dice: [['6y'], ['2b']], challenge: 'highest', rolls: ['6y', '2b'] }).steal(0, '2b');
    expect(holders(redeals(table.state, 2), '2b')).toEqual([0]);
    expect(holders(redeals(table.state, 2), '1b')).toEqual([null, 1]);
  });

  test('R14 a card that was drawn in the battle cannot be the one that was taken', () => {
    const table = ScriptedTable.inPosition({
      hands: [
        ['3x', '2a'],
        ['3b', '1b'],
        ['1c', '2c'],
      ],
      draws: ['5e'],
      isDrawPileShort: true,
      options,
    });
    table.battle({
      against: 1,
      dice: [
        ['3x', '2a'],
        ['3b', '1b'],
      ],
      challenge: 'highest',
      rolls: ['3x', '3b'],
    });
    const discarded = [...table.state.discardPile, '2a', '3b'];
    table.discard(0, '2a').discard(1, '3b', ...shuffling(discarded, discarded));
    expect(table.choices(0)).toEqual(['1b']);
    table.steal(0, '1b');
    expect(table.state.hands[0]).toEqual(['3x', '5e', '1b']);
    for (const { hands: dealt } of redeals(table.state, 2)) {
      expect(dealt[0]?.some((card) => discarded.includes(card))).toBe(false);
      expect(dealt[1]?.every((card) => discarded.includes(card))).toBe(true);
    }
  });
});

describe('R10 information from a Wacky card in a die of one', () => {
  test('R10 R14 a player who shows one holds nothing else, and that stays known', () => {
    const hands = [['2a'], ['6w', '5x', '4y'], ['1c', '2c']];
    const table = ScriptedTable.inPosition({ hands, options: { wackyNumbers: true } });
    table.battle({ against: 1, dice: [['2a'], ['4y']], challenge: 'lowest', rolls: ['2a', '4y'] });
    expect(table.outcome).not.toBeNull();
    const won = ScriptedTable.inPosition({ hands, options: { wackyNumbers: true } });
    won.battle({ against: 1, dice: [['2a'], ['4y']], challenge: 'highest', rolls: ['2a', '4y'] });
    expect(won.state.hands[1]).toEqual(['6w', '5x']);
    for (const { hands: dealt } of redeals(won.state, 2)) {
      expect(dealt[1]?.every((card) => 'wxy'.includes(card.charAt(1)))).toBe(true);
    }
    expect(values(redeals(won.state, 2), ({ hands: dealt }) => dealt[1] ?? []).length).toBeGreaterThan(50);
  });
});

describe('a witness with full memory', () => {
  test('finds every redealt position possible, and the true one', () => {
    for (const [i, options] of OPTION_SETS.entries()) {
      for (const seats of [2, 3, 4, 5]) {
        const viewers = viewersOf(seats);
        const witnesses = new Map(viewers.map((viewer) => [viewer, new Witness(options)]));
        const chance = new FastChance(`witness ${i} ${seats}`);
        let steps = 0;
        for (const { state, events } of randomGame(options, seats, `witness ${i} ${seats}`)) {
          for (const [viewer, witness] of witnesses) {
            witness.hear(toldTo(viewer, events));
            if (witness.unseenThefts > MOST_UNSEEN_THEFTS || (steps % 6 !== 0 && state.phase !== 'over')) continue;
            expect(witness.finds(state), `the true position, ${viewer} at step ${steps}`).toBe(true);
            const dealt = championsOfChance.redeal(state, viewer, chance);
            expect(witness.finds(dealt), `redealt for ${viewer} at step ${steps}`).toBe(true);
          }
          steps++;
        }
      }
    }
  });

  test('finds a position impossible if a card that it knows lies elsewhere', () => {
    const table = ScriptedTable.inPosition({ hands: HANDS });
    const witness = new Witness(table.state.options);
    witness.hear(HANDS.map((_, seat) => ({ type: 'handDealt', seat, data: { count: 5, cards: null } })));
    expect(witness.finds(table.state)).toBe(true);
    expect(witness.finds(swapped(table.state, '2a', '2b'))).toBe(true);
    const battle = { against: 1, challenge: 'highest', rolls: ['2a', '4b'] } as const;
    table.prepare({
      against: 1,
      dice: [
        ['1a', '2a'],
        ['4b', '5b'],
      ],
    });
    table.challenge(0, battle.challenge, [...battle.rolls]);
    witness.hear(table.toldTo('spectator'));
    expect(witness.finds(table.state)).toBe(true);
    expect(witness.finds(swapped(table.state, '1a', '1b'))).toBe(true);
    expect(witness.finds(swapped(table.state, '2a', '2b'))).toBe(false);
  });
});

function swapped(state: State, one: CardId, other: CardId): State {
  const name = (card: CardId) => (card === one ? other : card === other ? one : card);
  return { ...state, hands: state.hands.map((hand) => hand.map(name)), drawPile: state.drawPile.map(name) };
}
