import { describe, expect, test } from 'vitest';
import type { Game } from '../../src/games/model/game.ts';
import { notificationsOf } from '../../src/games/model/participants.ts';
import type { SeatHolder } from '../../src/games/model/seats.ts';

/** Each character is a seat: a capital is an invited player, `_` an open seat. */
function game(sitting: string, toAct: number[], status: Game['status'] = 'playing'): Game {
  const seats = [...sitting].map((id): SeatHolder => {
    if (id === '_') return { kind: 'open' };
    const player = { id: id.toLowerCase(), name: id, kind: 'agent' as const };
    return id === player.id ? { kind: 'player', player, clientSeed: '' } : { kind: 'invited', player };
  });
  const decisions = toAct.map((seat) => ({ seat, since: 1 }));
  return { seats, decisions, status } as Game;
}

const turn = (playerId: string, seat: number) => ({ playerId, type: 'turn', seat });
const invited = (playerId: string, seat: number) => ({ playerId, type: 'invited', seat });
const ended = (playerId: string) => ({ playerId, type: 'gameEnded', seat: null });

describe('a turn notifies', () => {
  test('the next player to act', () => {
    expect(notificationsOf(game('ab', [0]), game('ab', [1]), 'a')).toEqual([turn('b', 1)]);
  });

  test('no player who already had a decision, even if it changes', () => {
    expect(notificationsOf(game('abc', [0, 1]), game('abc', [1, 2]), 'a')).toEqual([turn('c', 2)]);
    expect(notificationsOf(game('abcb', [0, 1]), game('abcb', [3]), 'a')).toEqual([]);
  });

  test('not the player who acted', () => {
    expect(notificationsOf(game('ab', [0]), game('ab', [0]), 'a')).toEqual([]);
    expect(notificationsOf(game('aab', [0]), game('aab', [1, 2]), 'a')).toEqual([turn('b', 2)]);
  });

  test('all others after a change without an actor', () => {
    expect(notificationsOf(game('ab', []), game('ab', [0, 1]), null)).toEqual([turn('a', 0), turn('b', 1)]);
  });

  test('a player on several seats once, for the lowest that is to act', () => {
    expect(notificationsOf(game('abbb', [0]), game('abbb', [3, 2]), 'a')).toEqual([turn('b', 2)]);
  });

  test('those who waited, when the last seat is taken and the game starts', () => {
    const before = game('ab_', [], 'open');
    expect(notificationsOf(before, game('abc', [0, 2]), 'c')).toEqual([turn('a', 0)]);
    expect(notificationsOf(before, game('ab_', [], 'open'), 'b')).toEqual([]);
  });

  test('not the creator of a game', () => {
    expect(notificationsOf(null, game('aa', [0]), 'a')).toEqual([]);
    expect(notificationsOf(null, game('a_', [], 'open'), 'a')).toEqual([]);
  });
});

describe('an invitation notifies', () => {
  test('the player with a reserved seat in a new game, once, for the lowest', () => {
    expect(notificationsOf(null, game('aCBC', [], 'open'), 'a')).toEqual([invited('c', 1), invited('b', 2)]);
  });

  test('only once, and neither the creator nor a seated player', () => {
    expect(notificationsOf(game('aB_', [], 'open'), game('aBc', [], 'open'), 'c')).toEqual([]);
    expect(notificationsOf(null, game('A_', [], 'open'), 'a')).toEqual([]);
    expect(notificationsOf(game('aB', [], 'open'), game('ab', [0]), 'b')).toEqual([turn('a', 0)]);
  });
});

describe('an end notifies', () => {
  test('all seated players, once, ended by anyone', () => {
    const finished = game('abab', [], 'finished');
    expect(notificationsOf(game('abab', [0]), finished, 'a')).toEqual([ended('a'), ended('b')]);
    expect(notificationsOf(null, game('aa', [], 'finished'), 'a')).toEqual([ended('a')]);
  });

  test('of a game that was aborted before its start, those who sat there', () => {
    expect(notificationsOf(game('ab_', [], 'open'), game('ab_', [], 'aborted'), 'a')).toEqual([ended('a'), ended('b')]);
  });

  test('only once', () => {
    expect(notificationsOf(game('ab', [], 'finished'), game('ab', [], 'finished'), null)).toEqual([]);
  });
});
