import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { kindOf } from '#rules/pokers-rogue-reckoning/cards.ts';
import { DEFAULTS, ruleset, ScriptedRun } from './scripted-run.ts';

const KEEP = ['2D', '3D'] as const;

describe('R1 levels', () => {
  test.each([
    ['2x2', 4],
    ['3x3', 9],
  ] as const)('R1 a grid of %s deals %i face-down rooms, and the rest is the deck', (grid, rooms) => {
    const { state, events } = ruleset.setup({ ...DEFAULTS, grid }, 1, new FastChance('grid'));
    const view = ruleset.view(state, 0);
    expect(view.rooms).toEqual(Array.from({ length: rooms }, (_, room) => ({ room, card: null, state: 'faceDown' })));
    expect(view).toMatchObject({ level: 1, deckCount: 54 - rooms, hp: 12, maxHp: 12, atk: 2, money: 12, tier: 1 });
    expect(events).toEqual([{ type: 'levelStarted', seat: 0, data: { level: 1, rooms, deckCount: 54 - rooms } }]);
    expect(ruleset.legalActions(state, 0)).toEqual(
      Array.from({ length: rooms }, (_, room) => ({ type: 'reveal', room })),
    );
  });

  test('R1 a revealed card is dealt with before anything else', () => {
    const run = ScriptedRun.from({ rooms: ['5D', ...KEEP], hand: ['7H'], hp: 3, open: ['6S'] }).reveal(0);
    expect(run.kinds).toEqual(['takeMoney', 'takeHealing']);
    expect(run.view.pending).toEqual({ kind: 'money', room: 0 });
  });
});

describe('R2 the end of a level', () => {
  test('R2 a level with nothing left but leaving ends by itself: leftovers discarded, 2 HP of rest, new rooms', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], open: ['9S'], money: 8, hp: 5, next: ['2C', '3C', '4C', '5C'] });
    run.reveal(0, 1);
    expect(run.view).toMatchObject({ level: 2, hp: 7, discard: ['4H', '9S'] });
    expect(run.happened).toEqual([
      'roomRevealed',
      'potionRolled',
      'cardsDiscarded',
      'levelLeft',
      'cardsDiscarded',
      'healed',
      'levelStarted',
    ]);
    expect(run.state.rooms.map(({ card }) => card)).toEqual(['2C', '3C', '4C', '5C']);
  });

  test('R2 the player is asked while something can be bought', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], open: ['6S', '9S'], money: 14 }).reveal(0, 1);
    expect(run.legal).toEqual([{ type: 'buy', room: 1 }, { type: 'buy', room: 2 }, { type: 'leaveLevel' }]);
    run.act({ type: 'buy', room: 1 });
    expect(run.view).toMatchObject({ level: 2, money: 8, potions: ['6S'], discard: ['4H', '9S'] });
  });

  test('R2 a low potion won as the last card can be drunk before the rest', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], hp: 7, next: ['2D'] }).reveal(0, 4);
    expect(run.legal).toEqual([{ type: 'leaveLevel' }, { type: 'drink', card: '4H' }]);
    run.drink('4H');
    expect(run.view).toMatchObject({ level: 2, hp: 12, discard: ['4H'], potions: [] });
    expect(ScriptedRun.from({ rooms: ['4H'] }).reveal(0, 4).view).toMatchObject({ level: 2, potions: ['4H'] });
  });

  test('R2 the last purchase can be drunk before the rest', () => {
    const run = ScriptedRun.from({ rooms: ['AS'], open: ['5H'], money: 5, hp: 7 }).reveal(0);
    run.act({ type: 'buy', room: 1 });
    expect(run.view).toMatchObject({ level: 1, money: 0, potions: ['5H'] });
    expect(run.kinds).toEqual(['leaveLevel', 'drink']);
    expect(run.act({ type: 'leaveLevel' }).view).toMatchObject({ level: 2, hp: 9, potions: ['5H'] });
  });

  test('R2 a cleansing before the level is left is part of the reshuffle', () => {
    const options = { reshuffle: true };
    const run = ScriptedRun.from({ rooms: ['AS'], open: ['9S'], money: 9, curses: ['8C'], options }).reveal(0);
    run.act({ type: 'buy', room: 1 });
    expect(run.kinds).toEqual(['leaveLevel', 'cleanse']);
    run.act({ type: 'cleanse', curse: '8C', potions: ['9S'] }, 'shuffle');
    expect(run.view).toMatchObject({ level: 2, curses: [], discard: [] });
    expect(run.told('deckShuffled')?.data?.returned).toEqual(['8C', '9S']);
  });

  test('R2 the pill made before the level is left is part of the reshuffle', () => {
    const options = { reshuffle: true, revivalPill: true };
    const run = ScriptedRun.from({ rooms: ['4D'], hand: ['6S', '7H'], money: 9, options }).reveal(0);
    run.act({ type: 'takeMoney', room: 0 });
    expect(run.kinds).toEqual(['leaveLevel', 'craftPill']);
    run.act({ type: 'craftPill', blue: '6S', red: '7H' }, 'shuffle');
    expect(run.view).toMatchObject({ level: 2, pill: 'ready', money: 3 });
    expect(run.told('deckShuffled')?.data?.returned).toEqual(['4D', '6S', '7H']);
  });

  test('R2 after the last combat of a level potions can be drunk before the rest', () => {
    const run = ScriptedRun.from({ rooms: ['JS'], hand: ['5H'], hp: 5, atk: 6 })
      .reveal(0)
      .roll(6, 6, 1, 2)
      .accept();
    expect(run.view).toMatchObject({ level: 1, combat: null });
    expect(run.kinds).toEqual(['leaveLevel', 'drink']);
  });

  test('R2 leaving discards unbought cards, in the order of the rooms', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], open: ['6S', '9S'], money: 14 }).reveal(0, 1);
    expect(run.act({ type: 'leaveLevel' }).view).toMatchObject({ level: 2, discard: ['4H', '6S', '9S'] });
  });

  test('R2 the rest heals 2 HP up to the maximum, and nothing without restHeals', () => {
    expect(ScriptedRun.from({ rooms: ['4H'], hp: 11 }).reveal(0, 1).view.hp).toBe(12);
    expect(ScriptedRun.from({ rooms: ['4H'] }).reveal(0, 1).view.hp).toBe(12);
    const options = { restHeals: false };
    expect(ScriptedRun.from({ rooms: ['4H'], hp: 5, options }).reveal(0, 1).view.hp).toBe(5);
  });

  test('R2 reshuffle puts the discard pile back into the deck, but never defeated enemies', () => {
    const options = { reshuffle: true };
    const run = ScriptedRun.from({ rooms: ['4H'], open: ['9S'], money: 1, discard: ['5D'], defeated: 3, options });
    run.reveal(0, 1, 'shuffle');
    expect(run.view.discard).toEqual([]);
    expect(run.told('deckShuffled')?.data).toEqual({ returned: ['5D', '4H', '9S'], deckCount: 51 });
    expect(run.view.setAside.map(kindOf)).toEqual(['enemy', 'enemy', 'enemy']);
  });

  test('R3 a short last level is dealt', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], next: ['3D'], isDeckEnd: true, defeated: 11 }).reveal(0, 1);
    expect(run.view).toMatchObject({ level: 2, deckCount: 0 });
    expect(run.view.rooms).toHaveLength(2);
  });

  test('R19 a player who leaves level 500 has lost', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], level: 500 }).reveal(0, 1);
    expect(ruleset.outcome(run.state)).toEqual({
      winners: [],
      scores: [0],
      reason: 'levelLimit',
      text: 'No level follows the 500th, with 0 enemies defeated.',
    });
    expect(run.legal).toEqual([]);
  });

  test('R36 a player who resigns has lost, and scores the enemies defeated until then', () => {
    const run = ScriptedRun.from({ rooms: ['4H'], defeated: 7 });
    expect(ruleset.conceded?.(run.state, 0)).toEqual([7]);
  });
});

describe('R3 sparse', () => {
  test('R3 ten times four others and an enemy, then two others and two enemies', () => {
    const { state } = ruleset.setup({ ...DEFAULTS, shuffle: 'sparse' }, 1, new FastChance('sparse'));
    const deck = [...state.rooms.map(({ card }) => card ?? 'X1'), ...state.deck];
    const pattern = deck.map((card) => (kindOf(card) === 'enemy' ? 'E' : '.')).join('');
    expect(pattern).toBe(`${'....E'.repeat(10)}..EE`);
    expect(new Set(deck).size).toBe(54);
  });

  test('R3 random has no such order', () => {
    const patterns = new Set(
      Array.from({ length: 20 }, (_, seed) => {
        const { state } = ruleset.setup(DEFAULTS, 1, new FastChance(`random ${seed}`));
        return state.deck.findIndex((card) => kindOf(card) === 'enemy');
      }),
    );
    expect(patterns.size).toBeGreaterThan(3);
  });
});

describe('R4 money', () => {
  const found = (money: number, hp = 12) => ScriptedRun.from({ rooms: ['9D', ...KEEP], money, hp }).reveal(0);

  test('R4 a money card is worth its rank and is discarded', () => {
    const run = found(12).act({ type: 'takeMoney', room: 0 });
    expect(run.view).toMatchObject({ money: 21, discard: ['9D'], phase: 'explore' });
    expect(run.view.rooms[0]).toEqual({ room: 0, card: null, state: 'empty' });
    expect(
      ScriptedRun.from({ rooms: [...KEEP] })
        .reveal(0)
        .act({ type: 'takeMoney', room: 0 }).view.money,
    ).toBe(14);
  });

  test('R4 the player holds at most 24 money, and at 24 a money card brings nothing', () => {
    expect(found(20).act({ type: 'takeMoney', room: 0 }).told('moneyTaken')?.data).toEqual({
      card: '9D',
      gained: 4,
      money: 24,
    });
    expect(found(24).act({ type: 'takeMoney', room: 0 }).told('moneyTaken')?.data).toEqual({
      card: '9D',
      gained: 0,
      money: 24,
    });
  });

  test('R4 a money card may heal up to 3 HP instead, at any HP', () => {
    expect(found(12, 5).act({ type: 'takeHealing', room: 0 }).view).toMatchObject({
      hp: 8,
      money: 12,
      discard: ['9D'],
    });
    expect(found(12, 11).act({ type: 'takeHealing', room: 0 }).view.hp).toBe(12);
    expect(found(12, 12).kinds).toEqual(['takeMoney', 'takeHealing']);
  });
});

describe('R5 potions', () => {
  test.each(['2H', '4H', '3S'] as const)('R5 the low %s is taken by its exact rank on one die', (card) => {
    const rank = Number(card[0]);
    const taken = ScriptedRun.from({ rooms: [card, ...KEEP] }).reveal(0, rank);
    expect(taken.view).toMatchObject({ potions: [card], money: 12 });
    const missed = ScriptedRun.from({ rooms: [card, ...KEEP] }).reveal(0, rank + 1);
    expect(missed.view).toMatchObject({ potions: [], discard: [card] });
    expect(missed.told('potionRolled')?.data).toEqual({ card, die: rank + 1, isTaken: false });
  });

  test('R5 potions from 5 up stay, and are bought for their rank at any time outside combat', () => {
    const run = ScriptedRun.from({ rooms: ['5H', ...KEEP, 'JS'], money: 11, open: ['6S', '7S'] }).reveal(0);
    expect(run.view.rooms[0]).toEqual({ room: 0, card: '5H', state: 'faceUp' });
    run.act({ type: 'buy', room: 4 });
    expect(run.view).toMatchObject({ money: 5, potions: ['6S'] });
    expect(run.isLegal({ type: 'buy', room: 0 })).toBe(true);
    expect(run.isLegal({ type: 'buy', room: 5 })).toBe(false);
    expect(run.reveal(3).kinds).not.toContain('buy');
  });
});

describe('R6 curses', () => {
  const met = (card: '3C' | '8C', ...dice: number[]) => ScriptedRun.from({ rooms: [card, ...KEEP] }).reveal(0, ...dice);

  test('R6 a low curse is avoided only by rolling its exact rank', () => {
    expect(met('3C', 3).view).toMatchObject({ discard: ['3C'], curses: [], luckyCurses: [] });
    expect(met('3C', 6).view).toMatchObject({ discard: [], curses: ['3C'] });
    expect(met('3C', 2).told('curseRolled')?.data).toEqual({ card: '3C', dice: [2], verdict: 'waiting' });
  });

  test('R6 a higher curse is avoided by a higher sum, waits after a lower one, and is lucky at the exact sum', () => {
    expect(met('8C', 6, 3).view).toMatchObject({ discard: ['8C'], curses: [], luckyCurses: [] });
    expect(met('8C', 6, 1).view).toMatchObject({ discard: [], curses: ['8C'], luckyCurses: [] });
    expect(met('8C', 5, 3).view).toMatchObject({ discard: [], curses: [], luckyCurses: ['8C'] });
  });

  test('R6 a curse waits across levels for the next combat, and is then gone', () => {
    const run = ScriptedRun.from({ rooms: ['3C'], next: ['JS', ...KEEP], atk: 6 }).reveal(0, 1);
    expect(run.view).toMatchObject({ level: 2, curses: ['3C'] });
    run.reveal(0);
    expect(run.view.curses).toEqual([]);
    expect(run.combat.curses).toEqual(['3C']);
    run.roll(6, 6, 1, 2);
    expect(run.view).toMatchObject({ combat: null, curses: [], discard: ['3C'] });
  });
});

describe('R7 swords and hearts', () => {
  test('R7 a sword adds 1 ATK up to 6 and is set aside', () => {
    const run = ScriptedRun.from({ rooms: ['AS', ...KEEP] }).reveal(0);
    expect(run.view).toMatchObject({ atk: 3, bestAtk: 3, setAside: ['AS'] });
    expect(ScriptedRun.from({ rooms: ['AS', ...KEEP], atk: 6 }).reveal(0).view.atk).toBe(6);
  });

  test('R7 a heart adds 6 to HP and to the maximum', () => {
    const run = ScriptedRun.from({ rooms: ['X1', ...KEEP], hp: 3 }).reveal(0);
    expect(run.view).toMatchObject({ hp: 9, maxHp: 18, setAside: ['X1'] });
  });

  test('R7 swordsHeartsReturn shuffles both into the deck', () => {
    const options = { swordsHeartsReturn: true };
    for (const card of ['AC', 'X2'] as const) {
      const run = ScriptedRun.from({ rooms: [card, ...KEEP], options }).reveal(0, 'shuffle');
      expect(run.told('deckShuffled')?.data).toEqual({ returned: [card], deckCount: 52 });
      expect(run.state.deck).toContain(card);
      expect(run.view.setAside).toEqual([]);
    }
  });
});

describe('R8 potions used at once', () => {
  test('R8 healAtOnce: a red potion heals as it is taken, bought or rolled, with nothing kept', () => {
    const options = { healAtOnce: true };
    const bought = ScriptedRun.from({ rooms: [...KEEP], open: ['8H'], hp: 3, options }).act({ type: 'buy', room: 2 });
    expect(bought.view).toMatchObject({ hp: 11, potions: [], discard: ['8H'], money: 4 });
    const rolled = ScriptedRun.from({ rooms: ['4H', ...KEEP], hp: 3, options }).reveal(0, 4);
    expect(rolled.view).toMatchObject({ hp: 7, potions: [], discard: ['4H'] });
  });

  test('R8 healAtOnce: at full HP it has no effect', () => {
    const run = ScriptedRun.from({ rooms: [...KEEP], open: ['8H'], options: { healAtOnce: true } });
    expect(run.act({ type: 'buy', room: 2 }).view).toMatchObject({ hp: 12, potions: [], discard: ['8H'], money: 4 });
  });

  test('R8 healAtOnce does not go with the revival pill', () => {
    const options = { ...DEFAULTS, healAtOnce: true, revivalPill: true };
    expect(ruleset.checkOptions(options, 1)).toMatch(/revivalPill/);
  });

  test('R8 buffsAtOnce: all blue potions are applied when the combat begins, and discarded after it', () => {
    const options = { buffsAtOnce: true };
    const run = ScriptedRun.inCombat({ hand: ['9S', '5H', '3S'], rooms: [...KEEP], options, atk: 4 });
    expect(run.combat).toMatchObject({ buffs: ['3S', '9S'], playerBonus: 2 });
    expect(run.view.potions).toEqual(['5H']);
    run.roll(6, 6, 1, 2).accept();
    expect(run.view).toMatchObject({ combat: null, discard: ['3S', '9S'] });
  });

  test('R8 buffsAtOnce: before the combat they may remove curses, in it they may be used', () => {
    const options = { buffsAtOnce: true };
    const before = ScriptedRun.from({ rooms: ['JS', ...KEEP], hand: ['3S'], curses: ['2C'], options });
    expect(before.isLegal({ type: 'cleanse', curse: '2C', potions: ['3S'] })).toBe(true);
    const inside = before.reveal(0);
    expect(inside.kinds).toEqual(['roll', 'useAbility']);
    expect(inside.usable).toEqual(['3S']);
    expect(inside.use('3S', 'shuffle').view).toMatchObject({ combat: null, discard: ['3S', '2C'] });
  });

  test('R8 buffsAtOnce: Scout acts when it is applied in this way', () => {
    const run = ScriptedRun.inCombat({ hand: ['5S'], rooms: [...KEEP], options: { buffsAtOnce: true } });
    expect(run.view.phase).toBe('scout');
    expect(run.act({ type: 'scoutDone' }).kinds).toContain('roll');
  });
});

describe('R9 cards that go back', () => {
  test('R9 moneyReturns shuffles money into the deck instead of discarding it', () => {
    const run = ScriptedRun.from({ rooms: ['9D', ...KEEP], options: { moneyReturns: true } }).reveal(0);
    run.act({ type: 'takeMoney', room: 0 }, 'shuffle');
    expect(run.view).toMatchObject({ money: 21, discard: [], deckCount: 52 });
    expect(run.state.deck).toContain('9D');
  });

  test('R9 potionsReturn shuffles potions and curses into the deck, money not', () => {
    const options = { potionsReturn: true };
    const run = ScriptedRun.from({ rooms: ['4H', '3C', '9D', ...KEEP], options }).reveal(0, 1, 'shuffle');
    run.reveal(1, 3, 'shuffle').reveal(2).act({ type: 'takeMoney', room: 2 });
    expect(run.view).toMatchObject({ discard: ['9D'], deckCount: 51 });
    expect(run.state.deck).toEqual(expect.arrayContaining(['4H', '3C']));
  });

  test('R9 after a combat with potionsReturn nothing lies on the discard pile', () => {
    const options = { potionsReturn: true };
    const run = ScriptedRun.inCombat({ hand: ['6S'], rooms: [...KEEP], curses: ['3C'], options, atk: 6 });
    run.apply('6S').roll(6, 6, 1, 2, 'shuffle');
    expect(run.view).toMatchObject({ combat: null, discard: [] });
    expect(run.state.deck).toEqual(expect.arrayContaining(['6S', '3C']));
  });
});

describe('cleansing outside combat', () => {
  test('R30 every set that reaches the curse without a spare potion is listed, lowest rank first', () => {
    const run = ScriptedRun.from({ rooms: [...KEEP], hand: ['5S', '3S', '9S', '4S'], curses: ['8C'] });
    const sets = run.legal.flatMap((action) => (action.type === 'cleanse' ? [action.potions.join(' ')] : []));
    expect(sets).toEqual(['3S 5S', '4S 5S', '9S']);
  });

  test('R30 the curse and the potions are discarded', () => {
    const run = ScriptedRun.from({ rooms: [...KEEP], hand: ['5S', '3S'], curses: ['8C', '2C'] });
    run.act({ type: 'cleanse', curse: '8C', potions: ['3S', '5S'] });
    expect(run.view).toMatchObject({ curses: ['2C'], potions: [], discard: ['8C', '3S', '5S'] });
  });

  test('R30 lucky curses are not removed, and abilities are not needed for it', () => {
    const run = ScriptedRun.from({
      rooms: [...KEEP],
      hand: ['9S'],
      curses: ['3C'],
      lucky: ['5C'],
      options: { abilities: false },
    });
    expect(run.legal.filter(({ type }) => type === 'cleanse')).toEqual([
      { type: 'cleanse', curse: '3C', potions: ['9S'] },
    ]);
  });
});
