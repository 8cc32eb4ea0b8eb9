import { Piece } from '../../parts/piece.tsx';
import type { ChampionsProps } from './champions-props.ts';
import { NumberCard } from './number-card.tsx';
import { WORDS } from './words.ts';

const MOST_BACKS = 12;

/** The others, each with as many cards face down as it holds; one of them is picked to be fought. */
export function Players(props: ChampionsProps) {
  const { game, view, choice, seatName } = props;
  const others = game.seats.map(({ seat }) => seat).filter((seat) => seat !== game.viewer);
  return (
    <div class="champ-players">
      {others.map((seat) => (
        <section key={seat} class="champ-player" aria-label={seatName(seat)}>
          <Piece choice={choice} field="seat" value={seat}>
            <span class="champ-name">
              {choice.canPick('seat', seat) && <small>{WORDS.seat.fight}</small>} <b>{seatName(seat)}</b>{' '}
              <small>{roleOf(view, seat)}</small>
            </span>
            <Backs count={view.handCounts[seat] ?? 0} />
          </Piece>
          {view.topCardUsed !== null && <Pile {...props} seat={seat} />}
        </section>
      ))}
    </div>
  );
}

export function roleOf({ active, opponent }: ChampionsProps['view'], seat: number): string {
  if (seat === active) return WORDS.seat.attacks;
  return seat === opponent ? WORDS.seat.attacked : '';
}

/** A hand from behind. */
function Backs({ count }: { count: number }) {
  const shown = Math.min(count, MOST_BACKS);
  return (
    <span class="champ-backs">
      <svg viewBox={`0 0 ${18 + 9 * Math.max(0, shown - 1)} 26`} aria-hidden="true">
        {Array.from({ length: shown }, (_, i) => 9 * i).map((x) => (
          <g key={x}>
            <rect class="face" x={x + 0.5} y="0.5" width="17" height="25" rx="2.5" />
            <rect class="back" x={x + 2.5} y="2.5" width="13" height="21" rx="1.5" />
          </g>
        ))}
      </svg>
      {WORDS.seat.hand(count)}
    </span>
  );
}

/** What a seat has won with Victory Dice: the top card lies open, the others under it when asked for. */
export function Pile({ view, seat }: ChampionsProps & { seat: number }) {
  const pile = view.piles[seat] ?? [];
  const top = pile.at(-1);
  if (top === undefined) return <small class="champ-none">{WORDS.seat.noPile}</small>;
  const icons = pile.reduce((sum, card) => sum + card.icons, 0);
  return (
    <div class="champ-pile">
      <NumberCard card={top} withIcons />
      <details>
        <summary>{WORDS.seat.pile(pile.length, icons)}</summary>
        <ol>
          {[...pile].reverse().map((card) => (
            <li key={card.id}>
              <NumberCard card={card} withIcons />
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
