import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Event } from '#rules/champions-of-chance/events.ts';
import type { Options } from '#rules/champions-of-chance/options.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import { OPTION_SETS } from './scripted-table.ts';

const FOLDER = new URL('../../playthroughs/champions-of-chance/', import.meta.url);
const MOST_BYTES = 150_000;

interface Written {
  options: Options;
  events: Event[];
  states: State[];
  bytes: number;
}

function read(name: string): Written {
  const text = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8');
  const [header, ...steps] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    options: header.options,
    events: steps.flatMap((step) => step.events),
    states: steps.map((step) => step.state),
    bytes: text.length,
  };
}

function hasWackyPair({ states }: Written): boolean {
  return states.some(({ lastBattle }) => {
    const powers = (lastBattle?.rolls ?? []).map(({ card }) => card).filter((card) => 'wxy'.includes(card.charAt(1)));
    return powers.length === 2;
  });
}

const NAMES = readdirSync(FOLDER).map((file) => file.replace('.jsonl', ''));

describe('golden playthroughs', () => {
  test('exist for every set of options, and each is small', () => {
    const written = NAMES.map(read);
    const sets = written.map(({ options: { printed: _, ...options } }) => JSON.stringify(options));
    for (const options of OPTION_SETS) expect(sets).toContain(JSON.stringify(options));
    for (const { bytes } of written) expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test('contain a battle of two powers wherever there are Wacky Numbers', () => {
    const wacky = NAMES.filter((name) => name.includes('wacky'));
    expect(wacky).toHaveLength(6);
    expect(wacky.filter((name) => !hasWackyPair(read(name)))).toEqual([]);
  });

  test('contain the loss of a top card that set the number wherever there are Victory Dice', () => {
    const victory = NAMES.filter((name) => name.includes('victory'));
    expect(victory).toHaveLength(7);
    expect(victory.filter((name) => !read(name).events.some(({ type }) => type === 'topCardLost'))).toEqual([]);
  });

  test('contain a game in which cards are taken back out of both dice', () => {
    const { events } = read('base-cards-taken-back');
    const seats = events.flatMap(({ type, seat }) => (type === 'dieCardTakenBack' ? [seat] : []));
    expect(new Set(seats)).toEqual(new Set([0, 1]));
  });

  test('contain a game that empties the draw pile', () => {
    const { events } = read('base-blind-empty-draw-pile');
    expect(events.filter(({ type }) => type === 'drawPileFormed')).toHaveLength(1);
  });

  test('contain games that go to the last card', () => {
    const ends = NAMES.filter((name) => /-to-the-(end|last-card)$/.test(name)).map(read);
    expect(ends).toHaveLength(4);
    for (const { states } of ends) {
      const { phase, hands } = states.at(-1) as State;
      expect(phase).toBe('over');
      expect(hands.some((hand) => hand.length === 0)).toBe(true);
    }
  });
});
