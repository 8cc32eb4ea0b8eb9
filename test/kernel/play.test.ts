import { describe, expect, it } from 'vitest';
import { applyLegal, type Played, play, setUp } from '#rules/kernel/play.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type SealedAction, type SealedState, sealedCards } from './sealed-cards.ts';

const OPTIONS = { rounds: 1, deck: 'short', luckyDie: true } as const;
const noChance = {
  int: (): number => {
    throw new Error('a refusal draws nothing');
  },
};

function started(): { state: SealedState; lowest: SealedAction; played: Played } {
  const played = setUp(sealedCards, OPTIONS, 2, new FastChance('play'));
  const state = played.state as SealedState;
  return { state, lowest: { type: 'lay', card: state.hands[0]?.[0] ?? '' }, played };
}

/** Returns a position in which both seats have laid a card and the winner may draw or hold. */
function laid(): SealedState {
  const { state, lowest } = started();
  const first = play(sealedCards, state, 0, lowest, noChance) as Played;
  const card = state.hands[1]?.[0] ?? '';
  return (play(sealedCards, first.state, 1, { type: 'lay', card } as SealedAction, noChance) as Played)
    .state as SealedState;
}

describe('setting up and playing', () => {
  it('keeps the draws of the set-up', () => {
    const { played } = started();
    expect(played.draws).toHaveLength(23);
    expect(played.events[0]).toEqual({ type: 'dealt', seat: null, data: { cards: 3 } });
  });

  it('applies a legal action and keeps its draws', () => {
    const state = laid();
    const seat = state.drawer ?? -1;
    const held = play(sealedCards, state, seat, { type: 'hold' }, { int: () => 5 });
    expect(held).toMatchObject({ ok: true, draws: [5] });
    expect((held as Played).events[0]).toEqual({ type: 'dieRolled', seat, data: { value: 6 } });
    expect(applyLegal(sealedCards, state, seat, { type: 'hold' }, { int: () => 5 })).toEqual(held);
  });

  it('accepts an action with any order of its fields', () => {
    const { state } = started();
    const card = state.hands[0]?.[0];
    expect(play(sealedCards, state, 0, { card, type: 'lay' } as SealedAction, noChance).ok).toBe(true);
  });

  it('gives the rules a copy of the action instead of the sender’s object', () => {
    const { state, lowest } = started();
    const sent = { ...lowest };
    const seen: unknown[] = [];
    const watching = { ...sealedCards, apply: (...step: Parameters<typeof sealedCards.apply>) => seen.push(step[2]) };
    play(watching as unknown as typeof sealedCards, state, 0, sent, noChance);
    expect(seen).toEqual([sent]);
    expect(seen[0]).not.toBe(sent);
  });
});

describe('refusals', () => {
  it('name the broken ruling, draw nothing and keep the position', () => {
    const { state } = started();
    const before = JSON.stringify(state);
    const card = state.hands[1]?.[0] ?? '';
    expect(play(sealedCards, state, 0, { type: 'lay', card } as SealedAction, noChance)).toEqual({
      ok: false,
      code: 'illegal-action',
      refusal: { rule: 'R1', detail: `${card} is not in your hand.`, hint: 'Lay one of your own cards.' },
    });
    expect(JSON.stringify(state)).toBe(before);
  });

  it('meet a legal action with one additional field', () => {
    const { state, lowest } = started();
    expect(play(sealedCards, state, 0, Object.assign({ face: 'up' }, lowest), noChance)).toMatchObject({
      ok: false,
      code: 'illegal-action',
    });
  });

  it('meet a seat that is not to act, before its action is checked', () => {
    const state = laid();
    const other = 1 - (state.drawer ?? 0);
    expect(play(sealedCards, state, other, { type: 'hold' }, noChance)).toEqual({ ok: false, code: 'not-your-turn' });
    expect(play(sealedCards, state, 7, { type: 'hold' }, noChance)).toEqual({ ok: false, code: 'not-your-turn' });
  });

  it('meet every seat once the game is over', () => {
    const state = laid();
    const over = play(sealedCards, state, state.drawer ?? -1, { type: 'hold' }, { int: () => 0 }) as Played;
    for (const seat of [0, 1]) {
      expect(play(sealedCards, over.state, seat, { type: 'hold' }, noChance)).toEqual({ ok: false, code: 'game-over' });
    }
  });
});
