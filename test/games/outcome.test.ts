import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { resultFor } from '../../src/games/model/counting.ts';
import { outcomeAfterLeaving } from '../../src/games/model/fold.ts';
import type { Game } from '../../src/games/model/game.ts';
import type { PlayerHolder } from '../../src/games/model/seats.ts';
import { fixedGame } from './fixed-game.ts';

const { game } = fixedGame(await loadCatalogue(true));

function leftToBots(isUnbounded: boolean): Game {
  const seats = game.seats.map((holder) =>
    holder.kind === 'player' ? { ...holder, left: { how: 'resigned' as const, version: 9 } } : holder,
  );
  const ruleset = { ...game.header.ruleset, isUnbounded: () => isUnbounded };
  return { ...game, seats, header: { ...game.header, ruleset } };
}

test('an endless game is over when its last player leaves the bots, who share the win', () => {
  expect(outcomeAfterLeaving(leftToBots(false), [0])).toBeNull();
  expect(outcomeAfterLeaving(leftToBots(true), [0])).toEqual({
    winners: [1, 2],
    scores: [0, 0, 0],
    reason: 'resigned',
    text: 'Seat 0 resigned: only bots are left.',
    left: [{ seat: 0, how: 'resigned', version: 9 }],
  });
});

test('a player who went back to an earlier version alone and then wins gets no win in the record', () => {
  const [{ player }] = game.seats as [PlayerHolder];
  expect(resultFor(game, player.id)).toBe('won');
  expect(resultFor({ ...game, takenBack: 1 }, player.id)).toBe('takenBack');
  expect(resultFor({ ...game, takenBack: 1, agreedBackAt: 9 }, player.id)).toBe('takenBack');
});
