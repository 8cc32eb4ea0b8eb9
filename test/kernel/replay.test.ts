import { describe, expect, it } from 'vitest';
import { ReplayError } from '#rules/kernel/draws.ts';
import { type Played, play, setUp } from '#rules/kernel/play.ts';
import { replayAction, replaySetup } from '#rules/kernel/replay.ts';
import type { ActionShape, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { sealedCards } from './sealed-cards.ts';

const OPTIONS = { rounds: 3, deck: 'long', luckyDie: true } as const;

interface LoggedAction {
  seat: Seat;
  action: ActionShape;
  draws: number[];
}

function playedGame(seed: string) {
  const chance = new FastChance(seed);
  const setup = setUp(sealedCards, OPTIONS, 3, chance);
  const log: LoggedAction[] = [];
  const live: { state: unknown; events: EventShape[] }[] = [{ state: setup.state, events: setup.events }];
  let state = setup.state as never;
  for (let actors = sealedCards.actors(state); actors.length > 0; actors = sealedCards.actors(state)) {
    const seat = actors[chance.int(actors.length)] as Seat;
    const legal = sealedCards.legalActions(state, seat);
    const action = legal[chance.int(legal.length)] as ActionShape;
    const played = play(sealedCards, state, seat, action, chance) as Played;
    log.push({ seat, action, draws: played.draws });
    live.push({ state: played.state, events: played.events });
    state = played.state as never;
  }
  return { setup, log, live };
}

describe('replaying from stored draws', () => {
  it.each(['a', 'b', 'f'])('gives the same game, byte for byte (seed %s)', (seed) => {
    const { setup, log, live } = playedGame(seed);
    const replayed = [replaySetup(sealedCards, OPTIONS, 3, setup.draws)];
    for (const { seat, action, draws } of log) {
      const before = replayed.at(-1)?.state;
      replayed.push(replayAction(sealedCards, before, seat, action, draws));
    }
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(live));
    expect(log.some(({ draws }) => draws.length > 0)).toBe(true);
  });

  it('stops at a missing, an impossible and an unused draw of the set-up', () => {
    const { draws } = playedGame('a').setup;
    expect(() => replaySetup(sealedCards, OPTIONS, 3, draws.slice(1))).toThrow(ReplayError);
    expect(() => replaySetup(sealedCards, OPTIONS, 3, [99, ...draws.slice(1)])).toThrow('impossible');
    expect(() => replaySetup(sealedCards, OPTIONS, 3, [...draws, 0])).toThrow('not used');
  });

  it('stops at a missing, an impossible and an unused draw of an action', () => {
    const { log, live } = playedGame('a');
    const held = log.findIndex(({ action }) => action.type === 'hold');
    const { seat, action, draws } = log[held] as LoggedAction;
    const before = live[held]?.state;
    expect(() => replayAction(sealedCards, before, seat, action, [])).toThrow('missing');
    expect(() => replayAction(sealedCards, before, seat, action, [6])).toThrow('impossible');
    expect(() => replayAction(sealedCards, before, seat, action, [...draws, 0])).toThrow('not used');
  });
});
