import { describe, expect, it } from 'vitest';
import { assertBound, commitmentTo, gameSeedFrom, gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import { STANDARD_DECK, shuffle } from '#rules/kernel/tabletop/cards.ts';
import { rollDie } from '#rules/kernel/tabletop/dice.ts';
import {
  COMMITMENTS,
  DECK_OF_VERSION_2,
  DICE_OF_VERSION_5,
  DRAWS_OF_VERSION_3,
  GAME_SEED,
  GAME_SEEDS,
  LETTERS_OF_VERSION_7,
  TEXT_SEEDS,
  WORDS,
} from './chance-vectors.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
const hex = (seed: Uint8Array): string => Buffer.from(seed).toString('hex');
const chanceOf = (version: number): PublishedChance => new PublishedChance(bytes(GAME_SEED), version);

describe('the published recipe of chance', () => {
  it.each(COMMITMENTS)('commits to the server seed %s', (serverSeed, commitment) => {
    expect(commitmentTo(bytes(serverSeed))).toBe(commitment);
  });

  it.each(GAME_SEEDS)('makes the game seed of %s with the client seeds %j', (serverSeed, clientSeeds, gameSeed) => {
    expect(hex(gameSeedFrom(bytes(serverSeed), clientSeeds))).toBe(gameSeed);
  });

  it.each(TEXT_SEEDS)('makes the game seed of a game with the open seed "%s"', (seed, gameSeed) => {
    expect(hex(gameSeedFromText(seed))).toBe(gameSeed);
  });

  it.each(WORDS)('reads the words of version %i one after another, across blocks', (version, words) => {
    const chance = chanceOf(version);
    expect(words.map(() => chance.int(2 ** 32))).toEqual(words);
  });

  it.each(DRAWS_OF_VERSION_3)('draws numbers below %i', (below, draws) => {
    const chance = chanceOf(3);
    expect(draws.map(() => chance.int(below))).toEqual(draws);
  });

  it('refuses the word at the limit and takes the word just below it', () => {
    const [first, second] = [3125215311, 346152958]; // the first words of version 1
    expect(chanceOf(1).int(first)).toBe(second);
    expect(chanceOf(1).int(first + 1)).toBe(first);
  });

  it('gives every version its own stream and the same one every time', () => {
    const ten = (version: number) => {
      const chance = chanceOf(version);
      return Array.from({ length: 10 }, () => chance.int(1000));
    };
    expect(ten(8)).toEqual(ten(8));
    expect(ten(8)).not.toEqual(ten(9));
  });

  it('rolls dice of any number of sides', () => {
    const chance = chanceOf(5);
    expect(DICE_OF_VERSION_5.map(([sides]) => [sides, rollDie(chance, sides)])).toEqual(DICE_OF_VERSION_5);
  });

  it('shuffles from the last place down', () => {
    expect(shuffle(chanceOf(2), STANDARD_DECK).join(' ')).toBe(DECK_OF_VERSION_2);
    expect(shuffle(chanceOf(7), [...'abcdefg']).join(' ')).toBe(LETTERS_OF_VERSION_7);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1])('has no number below %d', (below) => {
    expect(() => chanceOf(1).int(below)).toThrow(RangeError);
    expect(() => assertBound(below)).toThrow(`not ${below}`);
  });
});
