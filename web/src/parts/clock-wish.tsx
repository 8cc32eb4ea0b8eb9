import type { ChosenClock } from '../core/new-game.ts';
import { WORDS } from '../core/words.ts';
import { TimeAmount } from './time-amount.tsx';

const KINDS = ['none', 'perAction', 'bank'] as const;
const LATE = ['random', 'resign'] as const;
const USUAL = { none: 86_400, perAction: 86_400, bank: 600 };

interface ClockProps {
  clock: ChosenClock;
  onChange(clock: ChosenClock): void;
}

interface ClockWishProps extends ClockProps {
  kinds?: readonly ChosenClock['kind'][];
}

export function ClockWish({ clock, kinds = KINDS, onChange }: ClockWishProps) {
  const { kind, seconds, increment } = clock;
  const words = WORDS.newGame.clock;
  return (
    <fieldset class="question">
      <legend>
        <b>{words.title}</b>
      </legend>
      <select
        aria-label={words.title}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const chosen = value as ChosenClock['kind'];
          onChange({ ...clock, kind: chosen, seconds: USUAL[chosen] });
        }}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
      {kind !== 'none' && (
        <TimeAmount
          key={kind}
          words={words.time}
          least={1}
          value={seconds}
          onChange={(value) => onChange({ ...clock, seconds: value })}
        />
      )}
      {kind === 'bank' && (
        <TimeAmount
          words={words.increment}
          least={0}
          value={increment}
          onChange={(value) => onChange({ ...clock, increment: value })}
        />
      )}
    </fieldset>
  );
}

export function LateWish({ clock, onChange }: ClockProps) {
  const words = WORDS.newGame.clock;
  return (
    <label>
      {words.late}{' '}
      <select
        value={clock.onTimeout}
        onChange={(event) => onChange({ ...clock, onTimeout: event.currentTarget.value as ChosenClock['onTimeout'] })}
      >
        {LATE.map((each) => (
          <option key={each} value={each}>
            {words.onTimeout[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
