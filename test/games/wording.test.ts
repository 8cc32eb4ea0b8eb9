import { describe, expect, test } from 'vitest';
import type { SeatHolder } from '../../src/games/model/seats.ts';
import { namingOf } from '../../src/games/queries/house-sentences.ts';

const player = (name: string): SeatHolder => ({
  kind: 'player',
  player: { id: '01a1fe89-669c-7a13-8a3e-8c731e6658ff', name, kind: 'human' },
  clientSeed: '',
});
const bot: SeatHolder = { kind: 'bot', policy: 'random', clientSeed: '' };
const plain: SeatHolder = { ...bot, policy: 'plain' };
const open: SeatHolder = { kind: 'open' };

describe('names in the place of seats', () => {
  test.each<[string, SeatHolder[], string[]]>([
    ['stand alone', [player('Ada'), bot], ['Ada', 'Pip']],
    ['of a bot do not depend on its seat', [plain, bot], ['Mara', 'Pip']],
    ['of bots with one policy differ', [bot, plain, bot], ['Pip', 'Mara', 'Dot']],
    ['of open seats stay seat numbers', [player('Ada'), open], ['Ada', 'seat 1']],
    [
      'have the seat beside them where they are shared',
      [player('Ada'), bot, player('Ada')],
      ['Ada (1)', 'Pip', 'Ada (3)'],
    ],
    [
      'that look like a name beside a seat are told apart by their own',
      [player('Ada (2)'), player('Ada'), player('Ada')],
      ['Ada (2) (1)', 'Ada (2)', 'Ada (3)'],
    ],
    ['in right-to-left letters stand between isolates', [player('דוד 5'), player('Ada')], ['\u2068דוד 5\u2069', 'Ada']],
    ['that look like a seat are told apart by their own', [player('seat 1'), open], ['seat 1 (1)', 'seat 1']],
  ])('%s', (_, seats, names) => {
    const naming = namingOf(seats);
    expect(names.map((_name, seat) => naming(`seat ${seat}`))).toEqual(names);
  });

  test("begin a sentence in their owner's spelling", () => {
    const naming = namingOf([player('ada'), bot]);
    expect([0, 1].map((seat) => naming(`Seat ${seat} rolls.`))).toEqual(['ada rolls.', 'Pip rolls.']);
  });
});
