import { describe, expect, test } from 'vitest';
import type { Challenge } from '#rules/champions-of-chance/actions.ts';
import { judge } from '#rules/champions-of-chance/battle.ts';
import { type Card, cardsOf, POWERS, type Power } from '#rules/champions-of-chance/cards.ts';
import { shuffling } from '../scripted-chance.ts';
import { ScriptedTable, type Setting } from './scripted-table.ts';

const WACKY = { wackyNumbers: true };

function shown(own: string, other: string, challenge: Challenge, setting: Partial<Setting> = {}): ScriptedTable {
  const table = ScriptedTable.inPosition({
    hands: [
      ['1e', own, '6e'],
      ['1f', other, '6f'],
      ['2e', '3e'],
    ],
    draws: ['5e', '5f'],
    ...setting,
    options: { ...WACKY, ...setting.options },
  });
  return table.battle({
    against: 1,
    dice: [
      [own, '1e'],
      [other, '6f'],
    ],
    challenge,
    rolls: [own, other],
  });
}

function winnerOf(own: string, other: string, challenge: Challenge): number | null | 'tie' {
  const { winner, tie } = shown(own, other, challenge).view.lastBattle ?? {};
  return tie === true ? 'tie' : (winner ?? null);
}

describe('R9 invert', () => {
  test.each([
    ['6w', '2a', 'highest', 1],
    ['6w', '2a', 'lowest', 0],
    ['2a', '6w', 'highest', 0],
    ['2a', '6w', 'lowest', 1],
  ] as const)('R9 %s against %s under %s is won by seat %i', (own, other, challenge, winner) => {
    expect(winnerOf(own, other, challenge)).toBe(winner);
  });

  test('R9 two inverts leave the challenge as it was', () => {
    expect(winnerOf('6w', '2y', 'highest')).toBe(0);
    expect(winnerOf('6w', '2y', 'lowest')).toBe(1);
    const flips = shown('6w', '2y', 'highest').allTold('challengeInverted');
    expect(flips.map(({ seat, data }) => [seat, data.challenge])).toEqual([
      [0, 'lowest'],
      [1, 'highest'],
    ]);
  });

  test('R9 an invert does not change a tie', () => {
    expect(winnerOf('6w', '6a', 'highest')).toBe('tie');
  });
});

describe('R9 beggar', () => {
  test.each([
    ['3y', '6a', 'highest'],
    ['3y', '6a', 'lowest'],
    ['3y', '1a', 'highest'],
    ['3y', '1a', 'lowest'],
  ] as const)('R9 %s wins against %s under %s', (own, other, challenge) => {
    expect(winnerOf(own, other, challenge)).toBe(0);
    expect(winnerOf(other, own, challenge)).toBe(1);
  });

  test('R9 a beggar against 2 to 5 compares as usual', () => {
    expect(winnerOf('3y', '5a', 'highest')).toBe(1);
    expect(winnerOf('3y', '2a', 'highest')).toBe(0);
    expect(winnerOf('3y', '3a', 'highest')).toBe('tie');
  });

  test('R9 two beggars compare as usual', () => {
    expect(winnerOf('2w', '5x', 'highest')).toBe(1);
    expect(winnerOf('2w', '5x', 'lowest')).toBe(0);
  });

  test('R9 a beggar wins against an invert that is a 1 or a 6, whichever way the challenge turns', () => {
    for (const challenge of ['highest', 'lowest'] as const) {
      expect(winnerOf('2w', '6w', challenge)).toBe(0);
      expect(winnerOf('1w', '5x', challenge)).toBe(1);
    }
    expect(shown('2w', '6w', 'highest').happened).toEqual([
      'challengeChosen',
      'dieRolled',
      'dieRolled',
      'challengeInverted',
      'beggarWon',
      'battleWon',
      'cardDiscarded',
      'turnStarted',
    ]);
  });

  test('R9 a beggar wins against a tiebreak that is a 1 or a 6', () => {
    expect(winnerOf('2w', '6x', 'highest')).toBe(0);
  });
});

describe('R9 tiebreak', () => {
  test('R9 tiebreak wins against an equal number, whatever the challenge', () => {
    for (const challenge of ['highest', 'lowest'] as const) {
      expect(winnerOf('4y', '4a', challenge)).toBe(0);
      expect(winnerOf('4a', '4y', challenge)).toBe(1);
    }
    expect(shown('4y', '4a', 'lowest').told('tieBroken')).toMatchObject({ seat: 0, data: { card: { id: '4y' } } });
  });

  test('R9 tiebreak wins against an invert, a beggar and a steal of the same number', () => {
    expect(winnerOf('4y', '4x', 'highest')).toBe(0);
    expect(winnerOf('3w', '3y', 'highest')).toBe(0);
    expect(winnerOf('3w', '3x', 'highest')).toBe(0);
  });

  test('R9 tiebreak changes nothing between different numbers', () => {
    expect(winnerOf('4y', '5a', 'highest')).toBe(1);
    expect(winnerOf('4y', '3a', 'highest')).toBe(0);
  });
});

describe('R9 both win or both lose', () => {
  const [tiebreak] = cardsOf(['4y']) as [Card];
  const [beggar] = cardsOf(['2w']) as [Card];

  test('R9 two tiebreaks of the same number tie', () => {
    expect(judge([tiebreak, tiebreak], 'highest')).toMatchObject({ result: 'tied', winner: null });
  });

  test('R9 two beggars that both meet a 1 or a 6 tie', () => {
    const one: Card = { ...beggar, number: 1 };
    const six: Card = { ...beggar, number: 6 };
    expect(judge([one, six], 'highest')).toMatchObject({ result: 'tied', winner: null });
  });
});

describe('R9 numberless', () => {
  test('R9 the battle has no winner and is no tie; the numberless card is discarded, the other returns', () => {
    const table = shown('4w', '6a', 'highest');
    expect(table.view.lastBattle).toMatchObject({ winner: null, tie: false });
    expect(table.state.hands).toEqual([
      ['1e', '6e'],
      ['1f', '6a', '6f'],
      ['2e', '3e'],
    ]);
    expect(table.state.discardPile).toEqual(['4w']);
    expect(table.view).toMatchObject({ phase: 'opponent', active: 1 });
  });

  test('R9 two numberless cards are both discarded', () => {
    const table = shown('4w', '2x', 'highest');
    expect(table.state.discardPile).toEqual(['4w', '2x']);
    expect(table.view.handCounts).toEqual([2, 2, 2]);
  });

  test.each(['6w', '5x', '4y'])('R9 a numberless card cancels the power of %s', (other) => {
    const table = shown('4w', other, 'highest');
    expect(table.view.lastBattle).toMatchObject({ winner: null, tie: false });
    expect(table.happened).toEqual([
      'challengeChosen',
      'dieRolled',
      'dieRolled',
      'numberCancelled',
      'cardDiscarded',
      'turnStarted',
    ]);
    expect(table.state.hands[1]).toContain(other);
  });

  test('R9 a numberless card of either side cancels an invert', () => {
    expect(winnerOf('6w', '4w', 'lowest')).toBeNull();
  });

  test('R9 a numberless card does not cancel steal', () => {
    const table = shown('4w', '6y', 'highest');
    expect(table.view).toMatchObject({ phase: 'steal', lastBattle: { winner: null, tie: false } });
    expect(table.toAct).toEqual([1]);
    expect(table.choices(1)).toEqual(['1e']);
    table.steal(1, '1e');
    expect(table.state.hands.slice(0, 2)).toEqual([['6e'], ['1f', '6y', '6f', '1e']]);
  });
});

describe('R9 steal', () => {
  test('R9 the owner of steal takes a card of the other die that is still in the other hand', () => {
    const table = shown('6y', '2a', 'lowest');
    expect(table.state.phase).toBe('steal');
    expect(table.toAct).toEqual([0]);
    expect(table.seenBy(0).stealFrom).toEqual(cardsOf(['6f']));
    expect(table.legal(0)).toEqual([{ type: 'stealCard', card: '6f' }]);
    table.steal(0, '6f');
    expect(table.state.hands.slice(0, 2)).toEqual([['1e', '6y', '6e', '6f'], ['1f']]);
    expect(table.view.active).toBe(1);
  });

  test('R9 the revealed card of a loser is still there to be taken, that of a winner is not', () => {
    expect(shown('6y', '2a', 'highest').choices(0)).toEqual(['2a', '6f']);
    expect(shown('6y', '2a', 'lowest').choices(0)).toEqual(['6f']);
  });

  test('R9 a winning card that was discarded steals as well', () => {
    const table = shown('6y', '2a', 'highest').steal(0, '2a');
    expect(table.state.discardPile).toEqual(['6y']);
    expect(table.state.hands[0]).toEqual(['1e', '6e', '2a']);
  });

  test('R9 both owners steal, the active player first', () => {
    const table = shown('6y', '5w', 'highest');
    expect(table.toAct).toEqual([0]);
    expect(table.choices(0)).toEqual(['5w', '6f']);
    table.steal(0, '5w');
    expect(table.toAct).toEqual([1]);
    expect(table.choices(1)).toEqual(['1e']);
    table.steal(1, '1e');
    expect(table.state.hands.slice(0, 2)).toEqual([
      ['6e', '5w'],
      ['1f', '6f', '1e'],
    ]);
    expect(table.view.phase).toBe('opponent');
  });

  test('R9 after a tie the theft comes last, when both have drawn', () => {
    const table = shown('3x', '3a', 'highest').discard(0, '1e').discard(1, '3a');
    expect(table.happened.slice(-3)).toEqual(['cardDrawn', 'cardDrawn', 'dieInspected']);
    expect(table.choices(0)).toEqual(['6f']);
    table.steal(0, '6f');
    expect(table.state.hands.slice(0, 2)).toEqual([
      ['3x', '6e', '5e', '6f'],
      ['1f', '5f'],
    ]);
  });

  test('R9 when nothing of the other die is left, nothing happens', () => {
    const hands = [['6y'], ['2a', '3a'], ['4a']];
    const table = ScriptedTable.inPosition({ hands, options: WACKY });
    table.battle({ against: 1, dice: [['6y'], ['2a']], challenge: 'lowest', rolls: ['6y', '2a'] });
    expect(table.view).toMatchObject({ phase: 'opponent', handCounts: [1, 1, 1] });
    expect(table.happened).not.toContain('dieInspected');
  });

  test('R9 with the number 1 the card of the loser can be taken', () => {
    const hands = [['6y'], ['2a', '3a'], ['4a']];
    const table = ScriptedTable.inPosition({ hands, options: WACKY });
    table.battle({ against: 1, dice: [['6y'], ['2a']], challenge: 'highest', rolls: ['6y', '2a'] });
    expect(table.choices(0)).toEqual(['2a']);
    expect(table.steal(0, '2a').state.hands).toEqual([['2a'], ['3a'], ['4a']]);
  });

  test('R9 a player without cards can still steal, and so stays in the game', () => {
    const hands = [['6y'], ['2a', '3a'], ['4a']];
    const table = ScriptedTable.inPosition({ hands, options: WACKY });
    table.battle({ against: 1, dice: [['6y'], ['2a']], challenge: 'highest', rolls: ['6y', '2a'] });
    expect(table.outcome).toBeNull();
    expect(table.toAct).toEqual([0]);
  });

  test('R12 what is left of the die is seen by the thief alone, the stolen card by thief and victim', () => {
    const table = shown('6y', '2a', 'highest', { options: { dieSelection: 'blind' } });
    const inspected = (viewer: 0 | 1 | 2 | 'spectator') =>
      table.toldTo(viewer).flatMap((event) => (event.type === 'dieInspected' ? [event.data.cards] : []))[0];
    expect(inspected(0)).toEqual(cardsOf(['2a', '6f']));
    for (const viewer of [1, 2, 'spectator'] as const) {
      expect(inspected(viewer)).toBeNull();
      expect(table.seenBy(viewer)).toMatchObject({ stealFrom: null, die: null });
    }
    table.steal(0, '6f');
    const stolen = (viewer: 0 | 1 | 2 | 'spectator') =>
      table.toldTo(viewer).flatMap((event) => (event.type === 'cardStolen' ? [event.data.card?.id ?? null] : []));
    expect([stolen(0), stolen(1), stolen(2), stolen('spectator')]).toEqual([['6f'], ['6f'], [null], [null]]);
  });

  test('R15 a card that was discarded and drawn again is no longer part of the die', () => {
    const hands = [
      ['1e', '3x', '6e'],
      ['1f', '3a', '6f'],
    ];
    const table = ScriptedTable.inPosition({ hands, draws: ['5e'], isDrawPileShort: true, options: WACKY });
    table.battle({
      against: 1,
      dice: [
        ['3x', '1e'],
        ['3a', '6f'],
      ],
      challenge: 'highest',
      rolls: ['3x', '3a'],
    });
    const discarded = [...table.state.discardPile, '6e', '3a'];
    const pile = ['3a', ...discarded.filter((card) => card !== '3a')];
    table.discard(0, '6e').discard(1, '3a', ...shuffling(discarded, pile));
    expect(table.state.hands[1]).toEqual(['1f', '6f', '3a']);
    expect(table.choices(0)).toEqual(['6f']);
  });

  test('R15 a card that was stolen is no part of the other die', () => {
    const table = shown('6y', '5w', 'highest').steal(0, '6f');
    expect(table.seenBy(1).stealFrom).toEqual(cardsOf(['1e']));
  });

  test('R15 a die that was stolen from is taken apart: its owner has none, whatever cards are left in hand', () => {
    const table = shown('6y', '5w', 'highest');
    expect(table.seenBy(1).die).toEqual(cardsOf(['5w', '6f']));
    table.steal(0, '6f');
    expect(table.seenBy(1)).toMatchObject({ phase: 'steal', die: null, hand: cardsOf(['1f', '5w']) });
    expect(table.seenBy(0).die).toEqual(cardsOf(['1e']));
    expect(table.steal(1, '1e').state.robbed).toBeNull();
  });
});

describe('R9 every pair of powers', () => {
  const ids: Record<Power | 'none', string[]> = {
    invert: ['1w', '2y', '4x', '6w'],
    beggar: ['2w', '3y', '5x'],
    tiebreak: ['1x', '3w', '4y', '6x'],
    numberless: ['2x', '4w', '5y'],
    steal: ['1y', '3x', '5w', '6y'],
    none: ['1a', '2a', '3a', '4a', '5a', '6a'],
  };

  /** the rule as a table, written without the code that it tests */
  function expected(first: Card, second: Card, challenge: Challenge): 'cancelled' | 'tied' | 0 | 1 {
    const pair = [first, second] as const;
    if (pair.some(({ power }) => power === 'numberless')) return 'cancelled';
    const flips = pair.filter(({ power }) => power === 'invert').length;
    const high = (challenge === 'highest') === (flips !== 1);
    if (first.power === 'beggar' && [1, 6].includes(second.number)) return 0;
    if (second.power === 'beggar' && [1, 6].includes(first.number)) return 1;
    if (first.number !== second.number) return first.number > second.number === high ? 0 : 1;
    if (first.power === 'tiebreak') return 0;
    return second.power === 'tiebreak' ? 1 : 'tied';
  }

  test.each([...POWERS, 'none'] as const)('R9 %s against everything else', (power) => {
    for (const [first, second] of Object.values(ids).flatMap((others) =>
      ids[power].flatMap((own) => others.filter((id) => id !== own).map((id) => cardsOf([own, id]) as [Card, Card])),
    )) {
      for (const challenge of ['highest', 'lowest'] as const) {
        const { result, winner } = judge([first, second], challenge);
        expect(result === 'won' ? winner : result, `${first.id} ${second.id} ${challenge}`).toBe(
          expected(first, second, challenge),
        );
        const mirrored = judge([second, first], challenge);
        expect([mirrored.result, mirrored.winner]).toEqual([result, winner === null ? null : 1 - winner]);
      }
    }
  });
});

describe('R10 a die of a single card', () => {
  const hands = [['2a'], ['4y', '5a', '6w', '1b']];

  test('R10 a die of a single card cannot be a Wacky card while the hand holds a plain one', () => {
    const table = ScriptedTable.inPosition({ hands, options: WACKY }).fight(0, 1);
    expect(table.view.number).toBe(1);
    expect(table.choices(1)).toEqual(['5a', '1b']);
    expect(table.choices(0)).toEqual(['2a']);
  });

  test('R10 a die of a single card may be a Wacky card if the hand holds no plain one', () => {
    const table = ScriptedTable.inPosition({ hands: [['4y'], ['6w', '5x']], options: WACKY }).fight(0, 1);
    expect(table.choices(0)).toEqual(['4y']);
    expect(table.choices(1)).toEqual(['6w', '5x']);
  });

  test.each(['blind', 'blindSeen'] as const)('R10 a die drawn by lot follows this rule too: %s', (dieSelection) => {
    for (const place of [0, 1]) {
      const table = ScriptedTable.inPosition({ hands, options: { ...WACKY, dieSelection } }).fight(
        0,
        1,
        undefined,
        0,
        place,
      );
      expect(table.state.dice).toEqual([['2a'], [['5a', '1b'][place]]]);
    }
  });

  test('R10 larger dice take any card', () => {
    const table = ScriptedTable.inPosition({ hands: [['2a', '3a'], hands[1] ?? []], options: WACKY }).fight(0, 1);
    expect(table.number(1, 2).choices(1)).toEqual(hands[1]);
  });
});
