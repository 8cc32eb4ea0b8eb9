import { Card } from '../../art/card.tsx';
import { Die } from '../../art/die.tsx';
import type { Schemas } from '../../core/api.ts';
import { Piece } from '../../parts/piece.tsx';
import type { RuinProps } from './ruin-props.ts';
import { WORDS } from './words.ts';

const DICE = ['d6', 'd8', 'd10', 'd12', 'd20'] as const;

interface SeatPanelProps extends RuinProps {
  seat: number;
  options: Schemas['PascalsRuinOptions'];
}

/** One seat: what it has scored, its five dice with the spent ones struck, and the cards in front of it. */
export function SeatPanel(props: SeatPanelProps) {
  const { game, view, seatName, seat } = props;
  const isPlayed = view.chain.length > 0; // between rounds nobody holds the chain
  const isActive = isPlayed && view.active === seat;
  const marks = [
    ...(isActive ? [WORDS.seat.active] : []),
    ...(isPlayed && view.starter === seat ? [WORDS.seat.starter] : []),
  ];
  return (
    <section
      class={`ruin-seat ${game.viewer === seat ? 'own' : ''} ${isActive ? 'active' : ''}`}
      aria-label={seatName(seat)}
    >
      <h3>
        {seatName(seat)} <small>{marks.join(' · ')}</small>
      </h3>
      <Score {...props} />
      <Dice {...props} />
      <Held {...props} />
    </section>
  );
}

function Score({ view, seat, options }: SeatPanelProps) {
  const wins = view.roundWins[seat] ?? 0;
  const isMatch = options.mode === 'match';
  return (
    <p class="ruin-score">
      {isMatch && (
        <span role="img" aria-label={WORDS.seat.wins(wins)}>
          {'★'.repeat(wins)}
          {'☆'.repeat(Math.max(0, options.roundsToWin - wins))}
        </span>
      )}
      <b>{WORDS.seat.points(view.scores[seat] ?? 0)}</b>
      <small>{isMatch ? WORDS.seat.thisRound : `${WORDS.seat.inAll} · ${WORDS.seat.wins(wins)}`}</small>
    </p>
  );
}

/** The dice of one's own seat are rolled here; another seat may well have the same kinds left. */
function Dice({ game, view, choice, seatName, seat }: SeatPanelProps) {
  const left = view.diceLeft[seat] ?? [];
  return (
    <ul class="ruin-dice" aria-label={WORDS.seat.dice(seatName(seat))}>
      {DICE.map((die) => {
        const isLeft = left.includes(die);
        const picture = <Die kind={die} spent={!isLeft} name={isLeft ? WORDS.seat.left(die) : WORDS.seat.spent(die)} />;
        return (
          <li key={die}>
            {game.viewer === seat ? (
              <Piece choice={choice} field="die" value={die}>
                {picture}
              </Piece>
            ) : (
              picture
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Held({ game, view, choice, seatName, seat }: SeatPanelProps) {
  const held = view.held[seat] ?? [];
  if (held.length === 0) return <p class="dim ruin-none">{WORDS.seat.noneHeld}</p>;
  return (
    <ul class="ruin-held" aria-label={WORDS.seat.held(seatName(seat))}>
      {held.map((card) => (
        <li key={card}>
          {game.viewer === seat ? (
            <Piece choice={choice} field="card" value={card}>
              <Card id={card} />
            </Piece>
          ) : (
            <Card id={card} />
          )}
        </li>
      ))}
    </ul>
  );
}
