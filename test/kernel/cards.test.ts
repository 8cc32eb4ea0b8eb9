import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { RANKS, rankOf, STANDARD_DECK, SUITS, shuffle, suitOf } from '#rules/kernel/tabletop/cards.ts';

describe('the standard deck', () => {
  it('has 52 cards, each once', () => {
    expect(STANDARD_DECK).toHaveLength(52);
    expect(new Set(STANDARD_DECK).size).toBe(52);
  });

  it('is every rank in every suit', () => {
    const written = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`));
    expect([...STANDARD_DECK].sort()).toEqual(written.sort());
  });

  it('names rank and suit of every card, the tens too', () => {
    for (const card of STANDARD_DECK) expect(`${rankOf(card)}${suitOf(card)}`).toBe(card);
    expect([rankOf('10S'), suitOf('10S')]).toEqual(['10', 'S']);
    expect([rankOf('AC'), suitOf('AC')]).toEqual(['A', 'C']);
  });
});

describe('shuffling', () => {
  test.prop([fc.array(fc.nat()), fc.string()])('keeps every item and the original', (items, seed) => {
    const before = [...items];
    const shuffled = shuffle(new FastChance(seed), items);
    expect(items).toEqual(before);
    expect([...shuffled].sort()).toEqual([...items].sort());
  });

  it('gives all six orders of three cards about equally often', () => {
    const chance = new FastChance('orders of three');
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const order = shuffle(chance, ['a', 'b', 'c']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });

  it('draws nothing for one card or none', () => {
    const unwilling = {
      int: () => {
        throw new Error('nothing to draw');
      },
    };
    expect(shuffle(unwilling, [])).toEqual([]);
    expect(shuffle(unwilling, ['only'])).toEqual(['only']);
  });
});
