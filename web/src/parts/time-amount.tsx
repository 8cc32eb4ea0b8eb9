import { useState } from 'preact/hooks';
import { UNITS, unitFor } from '#rules/kernel/durations.ts';
import { WORDS } from '../core/words.ts';

const MOST_SECONDS = 2_592_000;

interface TimeAmountProps {
  words: string;
  /** in seconds */
  least: number;
  value: number;
  onChange(seconds: number): void;
}

export function TimeAmount({ words, least, value, onChange }: TimeAmountProps) {
  // the unit stays while the player types: 60 minutes do not become an hour
  const [unit, setUnit] = useState(() => unitFor(value));
  const amount = value / unit;
  return (
    <span class="row">
      <label>
        {words}{' '}
        <input
          type="number"
          required
          min={Math.ceil(least / unit)}
          max={Math.floor(MOST_SECONDS / unit)}
          value={String(amount)}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            if (!Number.isNaN(valueAsNumber)) onChange(Math.round(valueAsNumber * unit));
          }}
        />
      </label>
      <select
        aria-label={WORDS.newGame.clock.unitOf(words)}
        value={unit}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          setUnit(chosen);
          onChange(Math.round(amount * chosen));
        }}
      >
        {UNITS.map((each) => (
          <option key={each.unit} value={each.seconds}>
            {WORDS.newGame.clock.units[each.unit]}
          </option>
        ))}
      </select>
    </span>
  );
}
