import { describe, expect, test } from 'vitest';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { faced, ruleset, ScriptedTable, won } from './scripted-table.ts';

const VIEWERS: Viewer[] = [0, 1, 2, 'spectator'];

function halfDecided(action: 'challenge' | 'declineChallenge'): ScriptedTable {
  const table = ScriptedTable.inPosition({ seats: 3, chain: [faced('7H')], next: ['9S'] }).roll(0, 'd12', 2);
  return table.act(1, { type: action });
}

function halfVoted(action: 'voteContinue' | 'voteStop'): ScriptedTable {
  const options = { mode: 'eternal' } as const;
  const table = ScriptedTable.inPosition({ seats: 3, options, chain: [faced('7H')], isDeckEnd: true }).roll(
    0,
    'd12',
    12,
  );
  return table.act(1, { type: action });
}

function seenBy(table: ScriptedTable, viewer: Viewer): unknown[] {
  return table.events.map((event) => ruleset.redact(event, viewer)).filter((event) => event !== null);
}

describe('secret decisions', () => {
  test('R22 only the seat that chose sees an event about it', () => {
    for (const table of [halfDecided('challenge'), halfVoted('voteStop')]) {
      expect(table.events).toHaveLength(1);
      expect(VIEWERS.map((viewer) => seenBy(table, viewer).length)).toEqual([0, 1, 0, 0]);
      expect(seenBy(table, 1)).toEqual(table.events);
    }
  });

  test('R22 either choice looks the same to all others', () => {
    const pairs = [
      [halfDecided('challenge'), halfDecided('declineChallenge')],
      [halfVoted('voteContinue'), halfVoted('voteStop')],
    ] as const;
    for (const [one, other] of pairs) {
      for (const viewer of VIEWERS) {
        expect(ruleset.view(one.state, viewer)).toEqual(ruleset.view(other.state, viewer));
        if (viewer !== 1) expect(seenBy(one, viewer)).toEqual(seenBy(other, viewer));
      }
      expect(ruleset.actors(one.state)).toEqual(ruleset.actors(other.state));
    }
  });

  test('R22 the choices are shown to all once the last one is made', () => {
    const table = halfDecided('challenge').decline(2, 8);
    for (const viewer of VIEWERS) {
      expect(seenBy(table, viewer)).toContainEqual({
        type: 'challengesRevealed',
        seat: 0,
        data: { challengers: [1], declined: [2] },
      });
    }
  });

  test('all other events are public', () => {
    const table = ScriptedTable.inPosition({ chain: [won('7H', 0, 'd12', 9)], next: ['JS', 'AC', '5C'] }).continue(0);
    expect(table.events.length).toBeGreaterThan(4);
    for (const viewer of VIEWERS) expect(seenBy(table, viewer)).toEqual(table.events);
  });
});

describe('redealing what a viewer cannot know', () => {
  test('the order of the deck is redealt for all, with the same cards left', () => {
    const { state } = ScriptedTable.inPosition({ chain: [won('7H', 0, 'd12', 9)], held: [['JS']] });
    for (const viewer of VIEWERS) {
      const redealt = ruleset.redeal(state, viewer, new FastChance(String(viewer)));
      expect(redealt.deck.slice(0, state.dealt)).toEqual(state.deck.slice(0, state.dealt));
      expect(redealt.deck.slice(state.dealt)).not.toEqual(state.deck.slice(state.dealt));
      expect([...redealt.deck].sort()).toEqual([...state.deck].sort());
      expect({ ...redealt, deck: [] }).toEqual({ ...state, deck: [] });
    }
  });

  test('R22 secret choices of others are redealt, and a seat keeps its own', () => {
    for (const table of [halfDecided('challenge'), halfVoted('voteStop')]) {
      const chosen = (viewer: Viewer) =>
        new Set(
          Array.from({ length: 30 }, (_, seed) => {
            const { pending } = ruleset.redeal(table.state, viewer, new FastChance(String(seed)));
            expect(pending).toMatchObject({ choices: [{ seat: 1 }], waitingFor: table.state.pending?.waitingFor });
            return pending?.choices[0]?.yes;
          }),
        );
      expect(VIEWERS.map((viewer) => chosen(viewer).size)).toEqual([2, 1, 2, 2]);
      expect(chosen(1)).toEqual(new Set([true]));
    }
  });

  test('R22 a redealt choice is the one that counts afterwards', () => {
    const { state } = halfDecided('challenge');
    const revealed = Array.from({ length: 30 }, (_, seed) => {
      const chance = new FastChance(String(seed));
      const redealt = ruleset.redeal(state, 2, chance);
      const { events } = ruleset.apply(redealt, 2, { type: 'declineChallenge' }, chance);
      return JSON.stringify(events.find((event) => event.type === 'challengesRevealed')?.data);
    });
    expect(new Set(revealed)).toEqual(
      new Set(['{"challengers":[1],"declined":[2]}', '{"challengers":[],"declined":[1,2]}']),
    );
  });

  test('only the number of cards of the deck is shown', () => {
    const { state } = ScriptedTable.inPosition({ chain: [won('7H', 0, 'd12', 9)], next: ['2C', '3C'] });
    for (const viewer of VIEWERS) {
      expect(JSON.stringify(ruleset.view(state, viewer))).not.toMatch(/"[23]C"/);
      expect(ruleset.view(state, viewer).deckCount).toBe(51);
    }
  });
});
