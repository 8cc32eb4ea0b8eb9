import { Die } from '../../parts/die.tsx';
import { type PascalProps, type PascalView, pickedDice, stuckDice, sumOf } from './view.ts';
import { WORDS } from './words.ts';

export function Tray({ game, view, choice, seatName }: PascalProps) {
  const { dice, used, rerollsLeft } = view;
  const picked = pickedDice(choice);
  const stuck = stuckDice(view, choice);
  const isRolled = dice.some((value) => value !== 0);
  const whose = typeof game.viewer === 'number' ? WORDS.dice : WORDS.diceOf(seatName(0));
  const shown = picked.map((position) => dice[position]);
  return (
    <article class="tray" aria-label={whose} data-thing="tray">
      <p class="head">
        <span class="sum">
          {shown.length > 1 ? `${shown.join(' + ')} = ${sumOf(view, picked)}` : (shown[0] ?? whose)}
        </span>
        <small>{isRolled ? WORDS.rerolls(rerollsLeft) : WORDS.noRoll}</small>
      </p>
      {isRolled && (
        <ul class="dice">
          {dice.map((value, position) => {
            const field = used[position] ?? null;
            const free = stuck.includes(position) ? WORDS.stuckDie : WORDS.die;
            const name = field === null ? free(position, value) : WORDS.usedDie(position, value, field);
            const isPicked = picked.includes(position);
            const isOpen = isPicked || choice.canPick('dice', position);
            const die = (
              <Die
                kind="d6"
                value={value}
                name={isOpen ? '' : name}
                class={field === null ? 'white' : 'white used'}
                roll={`${turnOf(view)} ${value}`}
                nth={position}
                thing={`die ${position}`}
              />
            );
            return (
              <li key={position} data-die={position}>
                {isOpen ? (
                  <button
                    type="button"
                    class={isPicked ? 'piece is tick' : 'piece can'}
                    aria-pressed={isPicked}
                    onClick={() => choice.mark('dice', position)}
                  >
                    <span class="sr">{name}</span>
                    {die}
                  </button>
                ) : (
                  die
                )}
              </li>
            );
          })}
        </ul>
      )}
    </article>
  );
}

/** Returns a text that identifies a turn: each turn adds a filled field, a cross or a canceled board. */
function turnOf({ fields, totalCrosses, cancelledBoards }: PascalView): string {
  const inked = Object.values(fields).filter(({ value, pencil, crossed }) => value !== null && !pencil && !crossed);
  return `${cancelledBoards} ${totalCrosses} ${inked.length}`;
}
