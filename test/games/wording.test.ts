import { describe, expect, test } from 'vitest';
import type { SeatHolder } from '../../src/games/model/seats.ts';
import { namingOf } from '../../src/games/queries/house-sentences.ts';

const player = (name: string): SeatHolder => ({
  kind: 'player',
  player: { id: '01a1fe89-669c-7a13-8a3e-8c731e6658ff', name, kind: 'human' },
  clientSeed: '',
});
const bot: SeatHolder = { kind: 'bot', policy: 'random', clientSeed: '' };
const open: SeatHolder = { kind: 'open' };

describe('names in the place of seats', () => {
  test.each<[string, SeatHolder[], string[]]>([
    ['stand alone', [player('Ada'), bot], ['Ada', 'the bot random']],
    ['of nobody stay seats', [player('Ada'), open], ['Ada', 'seat 1']],
    [
      'have the seat beside them where they are shared',
      [bot, player('Ada'), bot],
      ['the bot random (seat 0)', 'Ada', 'the bot random (seat 2)'],
    ],
    [
      'that look like a name beside a seat are told apart by their own',
      [player('Ada (seat 1)'), player('Ada'), player('Ada')],
      ['Ada (seat 1) (seat 0)', 'Ada (seat 1)', 'Ada (seat 2)'],
    ],
    ['in right-to-left letters stand between isolates', [player('דוד 5'), player('Ada')], ['\u2068דוד 5\u2069', 'Ada']],
    ['that look like a seat are told apart by their own', [player('seat 1'), open], ['seat 1 (seat 0)', 'seat 1']],
  ])('%s', (_, seats, names) => {
    const naming = namingOf(seats);
    expect(names.map((_name, seat) => naming(`seat ${seat}`))).toEqual(names);
  });

  test('begin a sentence as a sentence begins, but for what a player is called', () => {
    const naming = namingOf([player('ada'), bot]);
    expect([0, 1].map((seat) => naming(`Seat ${seat} rolls.`))).toEqual(['ada rolls.', 'The bot random rolls.']);
  });
});
