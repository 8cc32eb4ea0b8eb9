import { describe, expect, test } from 'vitest';
import type { Action } from '#rules/pokers-rogue-reckoning/actions.ts';
import { ruleset, ScriptedRun, type Setting } from './scripted-run.ts';

const explore = (setting: Setting = {}) => ScriptedRun.from({ rooms: ['2D', '3D'], ...setting });
const poker = (setting: Setting = {}) => ScriptedRun.inCombat({ rooms: ['2D', '3D'], ...setting });

function labels(run: ScriptedRun): string[] {
  return run.legal.map((action) => ruleset.label(action, run.view));
}

function refusal(run: ScriptedRun, action: Action) {
  expect(run.isLegal(action)).toBe(false);
  return ruleset.explain(run.view, 0, action);
}

describe('labels', () => {
  test('describe actions outside combat', () => {
    const run = explore({ hand: ['9H', '8S'], hp: 7, open: ['6S'], curses: ['7C'] });
    expect(labels(run)).toEqual([
      'Reveal the first room',
      'Reveal the second room',
      'Buy the blue potion 6 (Nullify) in the third room and keep 6 money',
      'Drink the red potion 9 (Shield): heal 5 HP',
      'Remove the curse 7 (Coin Rot) with the blue potion 8 (Fortune)',
    ]);
  });

  test('describe actions in combat', () => {
    const run = poker({ hand: ['3S', '6H'], curses: ['3C'], options: { bribe: true } });
    expect(labels(run)).toEqual([
      'Roll the dice',
      'Apply the blue potion 3 (Evade)',
      'Remove the curse 3 (Poison) with the blue potion 3 (Evade)',
      'Drink the red potion 6 (Cleanse): heal 2 HP',
      'Use Evade, flee from the combat',
      'Use Cleanse, remove a curse from the enemy: the curse 3 (Poison)',
      'Pay 10 money and flee',
    ]);
  });

  test('name a room whose card is known from Scout', () => {
    const run = poker({ hand: ['5S', '3S'], next: ['AS'] })
      .apply('5S')
      .act({ type: 'scoutSwap', card: 'AS', room: 1 });
    run.act({ type: 'scoutDone' }).use('3S', 'shuffle');
    expect(labels(run)[0]).toBe('Reveal the second room, where the sword of spades lies');
  });
});

describe('rooms', () => {
  const told = (grid: '2x2' | '3x3', event: Parameters<NonNullable<typeof ruleset.narrate>>[0]) =>
    ruleset.narrate?.(event, { ...explore().state.options, grid });

  test('are named by their places, in labels and in sentences about events', () => {
    const square = ScriptedRun.from({ rooms: ['2D', '3D', '4D', '5D'] });
    expect(labels(square)).toEqual([
      'Reveal the top left room',
      'Reveal the top right room',
      'Reveal the bottom left room',
      'Reveal the bottom right room',
    ]);
    const nine = ScriptedRun.from({ rooms: ['2D', '3D', '4D', '5D', '6D', '7D', '8D', '9D', '10D'] });
    expect(labels(nine).slice(3, 6)).toEqual([
      'Reveal the middle left room',
      'Reveal the central room',
      'Reveal the middle right room',
    ]);
    const revealed = { type: 'roomRevealed' as const, seat: 0, data: { room: 3, card: 'QS' as const } };
    expect(told('2x2', revealed)).toBe('The bottom right room holds the queen of spades.');
    expect(told('3x3', revealed)).toBe('The middle left room holds the queen of spades.');
  });
});

describe('the table in words', () => {
  test('describes a combat in progress', () => {
    const run = poker({ hand: ['9S', '2H'], curses: ['9C'], discard: ['5D'], lucky: ['10C'], pill: 'ready' });
    run.apply('9S').use('2H').roll(5, 4, 6, 4);
    expect(ruleset.describe(run.view)).toBe(
      [
        "Poker's Rogue Reckoning, level 1, tier 1. Defeated: 0 of 12 enemies. Deck: 46 cards.",
        'You have 11 of 12 HP, 2 ATK and 12 money.',
        'Curses that help you: curse 10 (Nullify: the highest card of the other side gives no ATK).',
        'The revival pill is ready.',
        '  First room: jack of spades',
        '  Second room: face down',
        '  Third room: face down',
        'In combat with the jack of spades: 6 of 6 HP, 1 ATK and 0 more by curses. Your cards add 2 ATK.',
        'Applied potions: blue potion 9 (Focus: ties are won).',
        'Curses of the enemy: curse 9 (Terrorize: the other side cannot flee).',
        'In force: Terrorize, you cannot flee; your Focus; your Nullify; Roar for your next hit.',
        'Roll 1: you have high die 5-4-2, the enemy high die 6-4-1: the enemy hits.',
        'Discard pile: 2 cards, 1 of them money.',
        'The dice can be rolled.',
      ].join('\n'),
    );
  });

  test.each<[string, () => ScriptedRun]>([
    ['A room can be revealed.', () => explore()],
    ['The money has to be taken, or 3 HP instead.', () => explore().reveal(0)],
    [
      'The level is over: something may still be bought or used before it is left.',
      () => ScriptedRun.from({ rooms: ['AS'], open: ['6S'] }).reveal(0),
    ],
    ['At 0 HP, 1 ATK can be given up to fight on.', () => poker({ hp: 1 }).roll(1, 3, 6, 6)],
    ['The run is over.', () => poker({ hp: 1, atk: 1 }).roll(2, 3, 6, 6)],
    [
      'The money 2 and money 3 may be swapped for face-down rooms.',
      () => ScriptedRun.inCombat({ rooms: ['4D'], hand: ['5S'], next: ['2D', '3D'] }).apply('5S'),
    ],
    [
      'One card is lost: the blue potion 6 (Nullify) or red potion 3 (Elevate).',
      () => poker({ curses: ['6C'], hand: ['6S', '3H'] }),
    ],
  ])('has a last line with the question: %s', (line, run) => {
    expect(ruleset.describe(run().view).split('\n').at(-1)).toBe(line);
  });

  test('mentions no abilities without the option', () => {
    const run = poker({ hand: ['3S', '2H'], curses: ['9C'], options: { abilities: false } });
    expect(ruleset.describe(run.view)).toContain('Potions in hand: blue potion 3 and red potion 2.');
    expect(ruleset.describe(run.view)).toContain('Curses of the enemy: curse 9.');
  });

  test('describes a total in max combat, and missing dice', () => {
    const run = poker({ hand: ['7H'], options: { combat: 'max' } })
      .use('7H')
      .roll(3);
    expect(ruleset.describe(run.view)).toContain(
      'you have a total of 5 with 3, the enemy a total of 0 without dice: you hit.',
    );
  });
});

describe('refusals', () => {
  test.each<[string, string, () => ScriptedRun, Action]>([
    ['R1', 'No face-down card lies in the sixth room.', () => explore(), { type: 'reveal', room: 5 }],
    ['R1', 'The enemy has to be fought', () => poker(), { type: 'reveal', room: 1 }],
    ['R1', 'The revealed money card', () => explore().reveal(0), { type: 'reveal', room: 1 }],
    ['R2', 'A level is left when', () => explore(), { type: 'leaveLevel' }],
    ['R4', 'No revealed money card lies in the first room.', () => explore(), { type: 'takeMoney', room: 0 }],
    ['R5', 'No potion is for sale in the first room.', () => explore(), { type: 'buy', room: 0 }],
    ['R5', 'costs more than the 3 money', () => explore({ open: ['9S'], money: 3 }), { type: 'buy', room: 2 }],
    ['R5', 'only outside combat', () => poker({ open: ['9S'] }), { type: 'buy', room: 3 }],
    ['R11', 'The dice are rolled only in combat', () => explore(), { type: 'roll' }],
    ['R11', 'There is no roll', () => poker(), { type: 'accept' }],
    ['R11', 'only before the first roll', () => explore({ hand: ['6S'] }), { type: 'applyBuff', card: '6S' }],
    ['R11', 'not in your hand', () => poker(), { type: 'applyBuff', card: '6S' }],
    [
      'R11',
      'At 0 HP',
      () =>
        poker({ hp: 1, hand: ['9H'] })
          .roll(1, 3, 6, 6)
          .accept(),
      { type: 'drink', card: '9H' },
    ],
    ['R11', 'Tradeoff is used right after a roll.', () => poker({ hand: ['4S'] }), { type: 'useAbility', card: '4S' }],
    ['R11', 'would change nothing', () => poker({ hand: ['8S'], money: 24 }), { type: 'useAbility', card: '8S' }],
    ['R13', 'A counter-attack answers', () => poker(), { type: 'counterAttack' }],
    ['R13', 'Both sides roll again', () => poker(), { type: 'rollAgain' }],
    ['R15', 'ATK is given up only at 0 HP.', () => poker(), { type: 'tradeAtk' }],
    ['R15', 'given up only at 0 HP', () => explore(), { type: 'fall' }],
    ['R17', 'No bribe is taken', () => poker(), { type: 'bribe' }],
    ['R17', 'There is no enemy', () => explore({ options: { bribe: true } }), { type: 'bribe' }],
    ['R17', 'costs 10 money and there are 2', () => poker({ money: 2, options: { bribe: true } }), { type: 'bribe' }],
    ['R21', 'by a bribe neither', () => poker({ curses: ['9C'], options: { bribe: true } }), { type: 'bribe' }],
    ['R18', 'only once', () => explore({ pill: 'used' }), { type: 'craftPill', blue: '6S', red: '7H' }],
    ['R18', 'one blue and one red', () => explore(), { type: 'craftPill', blue: '7H', red: '6S' }],
    ['R18', 'have to be in hand', () => explore(), { type: 'craftPill', blue: '6S', red: '7H' }],
    ['R18', 'the option', () => explore({ hand: ['6S', '7H'] }), { type: 'craftPill', blue: '6S', red: '7H' }],
    ['R20', 'only in combat', () => explore({ hand: ['3S'] }), { type: 'useAbility', card: '3S' }],
    ['R20', 'neither in your hand', () => poker(), { type: 'useAbility', card: '3S' }],
    ['R20', 'by being applied', () => poker({ hand: ['9S'] }), { type: 'useAbility', card: '9S' }],
    ['R20', 'has to name a card', () => poker({ hand: ['6H'], curses: ['3C'] }), { type: 'useAbility', card: '6H' }],
    ['R20', 'Nothing was scouted', () => poker(), { type: 'scoutDone' }],
    [
      'R20',
      'not one of the scouted',
      () => poker({ hand: ['5S'], next: ['AS'] }).apply('5S'),
      { type: 'scoutSwap', card: 'AC', room: 1 },
    ],
    [
      'R31',
      'was not swapped before',
      () => poker({ hand: ['5S'], next: ['AS'] }).apply('5S'),
      { type: 'scoutSwap', card: 'AS', room: 0 },
    ],
    ['R21', 'not one of those', () => poker(), { type: 'chooseLoss', card: '6S' }],
    ['R11', 'No such curse', () => explore({ hand: ['6S'] }), { type: 'cleanse', curse: '3C', potions: ['6S'] }],
    [
      'R11',
      'no blue potion of the hand',
      () => explore({ curses: ['3C'] }),
      { type: 'cleanse', curse: '3C', potions: ['6S'] },
    ],
    [
      'R11',
      'After the first roll',
      () => poker({ hand: ['6S'], curses: ['3C'] }).roll(6, 6, 1, 2),
      { type: 'cleanse', curse: '3C', potions: ['6S'] },
    ],
    [
      'R30',
      'reach 6 of 9',
      () => explore({ hand: ['6S'], curses: ['9C'] }),
      { type: 'cleanse', curse: '9C', potions: ['6S'] },
    ],
    [
      'R30',
      'from the lowest rank up',
      () => explore({ hand: ['6S', '4S'], curses: ['9C'] }),
      { type: 'cleanse', curse: '9C', potions: ['6S', '4S'] },
    ],
    [
      'R30',
      'not needed',
      () => explore({ hand: ['2S', '9S'], curses: ['9C'] }),
      { type: 'cleanse', curse: '9C', potions: ['2S', '9S'] },
    ],
    ['R22', 'no red potion', () => explore(), { type: 'drink', card: '9H' }],
    ['R22', 'With full HP', () => explore({ hand: ['9H'] }), { type: 'drink', card: '9H' }],
    ['R21', 'Blight', () => poker({ hand: ['9H'], hp: 2, curses: ['8C'] }), { type: 'drink', card: '9H' }],
    ['R22', 'cannot be applied', () => poker({ hand: ['9H'] }), { type: 'applyBuff', card: '9H' }],
  ])('%s: %s', (rule, words, run, action) => {
    const refused = refusal(run(), action);
    expect(refused.rule).toBe(rule);
    expect(refused.detail).toContain(words);
    expect(refused.hint).toMatch(/\.$/);
  });
});
