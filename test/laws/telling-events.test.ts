import { expect, test } from 'vitest';
import folly from '#rules/folly-and-fortune/index.ts';
import type { Position } from './position.ts';
import { eventsTellNothingHidden } from './telling-events.ts';
import { Subject, type Trial } from './trial.ts';
import { walkThrough } from './tried-game.ts';

/** A game in whose last step a seat discards a card, shuffles the discard pile and draws the card unseen. */
const SHUFFLED_AWAY: Trial = {
  subject: new Subject(folly, ''),
  seats: 5,
  options: {
    superpowers: true,
    startingCards: 8,
    firstGame: true,
    startPlayer: null,
    simplePowers: false,
    harmlessNegatives: true,
    tough: false,
    finalCardVulnerable: false,
    arrows: true,
  },
  seed: 'million/1 122',
  draws: 'seeded',
  bound: 310,
  mustEnd: false,
};

test('a card that all saw before it was shuffled away is not reported', () => {
  let last: Position | null = null;
  const keep = (at: Position) => {
    last = at;
    return null;
  };
  walkThrough(SHUFFLED_AWAY, [{ name: 'keeps the last position', complaint: keep }]);
  expect(last).toMatchObject({
    step: 310,
    origin: { events: expect.arrayContaining([expect.objectContaining({ type: 'pileFormed' })]) },
  });
  expect(eventsTellNothingHidden.complaint(last as unknown as Position)).toBeNull();
});
