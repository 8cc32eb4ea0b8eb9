import { describe, expect, test, vi } from 'vitest';
import { PairingRatings } from '../../src/seeks/pairing/pairing-ratings.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';

const RATED = new Map([
  ['ann', 1720],
  ['bot:random', 1480],
]);

function never(): Promise<never> {
  return new Promise(() => {});
}

describe('the ratings of pairing', () => {
  test('are the published ones, and guesses for unrated players', async () => {
    const ratingOf = await new PairingRatings({ points: async () => RATED }).of('pool');
    expect(['ann', 'bot:random', 'nobody', 'bot:search-100'].map(ratingOf)).toEqual([1720, 1480, 1630, 1720]);
    const unplayed = await new PairingRatings({ points: async () => new Map() }).of('pool');
    expect(['ann', 'bot:random', 'bot:search-10'].map(unplayed)).toEqual([1500, 1350, 1530]);
  });

  test('are read once for many rounds in a row, and again after a failure', async () => {
    let asked = 0;
    const points = async () => {
      asked++;
      if (asked === 1) throw new StoreUnavailable('away');
      return RATED;
    };
    const ratings = new PairingRatings({ points });
    await expect(ratings.of('pool')).rejects.toBeInstanceOf(StoreUnavailable);
    for (let look = 0; look < 20; look++) expect((await ratings.of('pool'))('ann')).toBe(1720);
    expect(asked).toBe(2);
  });

  test('are read again before a pairing when they are five seconds old', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      let points = RATED;
      const ratings = new PairingRatings({ points: async () => points });
      expect((await ratings.of('pool'))('ann')).toBe(1720);
      points = new Map([['ann', 1800]]);
      now.mockReturnValue(4_999);
      expect((await ratings.of('pool'))('ann')).toBe(1720);
      now.mockReturnValue(5_000);
      const both = await Promise.all([ratings.of('pool'), ratings.of('pool')]);
      expect(both.map((ratingOf) => ratingOf('ann'))).toEqual([1800, 1800]);
    } finally {
      now.mockRestore();
    }
  });

  test('delay pairing for a moment only, and once, if the fit takes long', async () => {
    const ratings = new PairingRatings({ points: never });
    for (let look = 0; look < 20; look++) expect((await ratings.of('large'))('ann')).toBe(1500);
  }, 5_000);
});
