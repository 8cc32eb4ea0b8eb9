import { isolated } from '#rules/kernel/isolated.ts';
import { levelsOf } from '#rules/kernel/search/bots.ts';
import type { RulesetSummary } from '../../core/api.ts';
import type { SeatWish } from '../../core/new-game.ts';
import { WORDS } from '../../core/words.ts';

const LEVELS = ['easy', 'medium', 'hard'] as const;

export interface Acquaintance {
  id: string;
  name: string;
}

interface SeatWishesProps {
  ruleset: RulesetSummary;
  seats: SeatWish[];
  acquaintances: readonly Acquaintance[];
  onChange(seats: SeatWish[]): void;
}

export function SeatWishes({ ruleset, seats, acquaintances, onChange }: SeatWishesProps) {
  const { min, max } = ruleset.seats;
  const levels = levelsOf(ruleset.policies);
  const change = (seat: number, wish: SeatWish) => onChange(seats.map((one, i) => (i === seat ? wish : one)));
  return (
    <fieldset class="question">
      <legend>
        <b>{WORDS.newGame.seats}</b>
      </legend>
      {seats.map((wish, seat) => (
        <label key={`seat ${seat}`}>
          {WORDS.newGame.seat(seat)}{' '}
          <select value={wish} onChange={(event) => change(seat, event.currentTarget.value as SeatWish)}>
            <option value="me">{WORDS.newGame.me}</option>
            <option value="open">{WORDS.newGame.open}</option>
            {LEVELS.map((level) => (
              <option key={level} value={`bot ${levels[level]}`}>
                {WORDS.newGame.bots[level]}
              </option>
            ))}
            {acquaintances.map(({ id, name }) => (
              <option key={id} value={`player ${id}`}>
                {WORDS.newGame.invite(isolated(name))}
              </option>
            ))}
          </select>
        </label>
      ))}
      <span class="line" data-repeated>
        {seats.length < max && (
          <button type="button" onClick={() => onChange([...seats, 'open'])}>
            {WORDS.newGame.addSeat}
          </button>
        )}
        {seats.length > min && (
          <button type="button" onClick={() => onChange(seats.slice(0, -1))}>
            {WORDS.newGame.removeSeat}
          </button>
        )}
      </span>
    </fieldset>
  );
}
