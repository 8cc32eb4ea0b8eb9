import { CardPicture } from '../../art/card.tsx';
import { cardIn } from '../../art/faces.ts';
import type { Action, Schemas } from '../../core/api.ts';
import { useLanded } from '../../core/motion.ts';
import { oddsOf, percent } from '../../core/odds.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { momentOf } from '../../core/table-props.ts';
import { Card } from '../../parts/card.tsx';
import { Die } from '../../parts/die.tsx';
import { Piece } from '../../parts/piece.tsx';
import { Who } from '../../parts/who.tsx';
import type { RuinProps } from './ruin-props.ts';
import { WORDS } from './words.ts';

const DICE = ['d6', 'd8', 'd10', 'd12', 'd20'] as const;

interface SeatProps extends RuinProps {
  seat: number;
  options: Schemas['PascalsRuinOptions'];
}

export function Rival(props: SeatProps) {
  const { view, game, seatName, seat } = props;
  const left = view.diceLeft[seat] ?? [];
  return (
    <article class={`rival ${seatHue(game, seat)}`} aria-label={seatName(seat)}>
      <Score {...props} />
      <div class="set">
        {DICE.map((die) => (
          <DieOf key={die} die={die} isLeft={left.includes(die)} seat={seat} />
        ))}
        {(view.held[seat] ?? []).map((card) => (
          <Card key={card} name={WORDS.seat.holds(cardIn(card)?.name ?? card)} class="mini" thing={card}>
            <CardPicture id={card} big />
          </Card>
        ))}
      </div>
    </article>
  );
}

/** A die that was not rolled shows its highest number. A used one is only an outline. */
function DieOf({ die, isLeft, seat }: { die: string; isLeft: boolean; seat: number }) {
  const number = Number(die.slice(1));
  if (!isLeft) return <Die kind={die} value={number} plain class="spent" name={WORDS.seat.spent(die)} />;
  return <Die kind={die} value={number} plain name={WORDS.seat.left(die)} thing={`${seat} ${die}`} />;
}

function Score({ game, view: newest, seatName, seat, options }: SeatProps) {
  const view = useLanded(momentOf(game), newest);
  const wins = view.roundWins[seat] ?? 0;
  const isMatch = options.mode === 'match';
  const { kind = '', waitingFor = [] } = view.pending ?? {};
  const decides = kind !== 'reaction' && waitingFor.includes(seat);
  return (
    <Who game={game} seat={seat} name={seatName(seat)}>
      {WORDS.seat.points(view.scores[seat] ?? 0)}{' '}
      {isMatch ? (
        <span class="wins" role="img" aria-label={WORDS.seat.wins(wins)}>
          {'★'.repeat(wins)}
          <i>{'★'.repeat(Math.max(0, options.roundsToWin - wins))}</i>
        </span>
      ) : (
        wins > 0 && `· ${WORDS.seat.wins(wins)}`
      )}
      {kind !== '' && kind !== 'reaction' && ` · ${decides ? WORDS.seat.decides : WORDS.seat.decided}`}
    </Who>
  );
}

export function Own(props: SeatProps) {
  const { view, game, choice, seat } = props;
  const left = view.diceLeft[seat] ?? [];
  const held = view.held[seat] ?? [];
  return (
    <article class={`me ${seatHue(game, seat)}`} aria-label={WORDS.seat.you}>
      <Score {...props} />
      <div class="dice">
        {DICE.map((die) => {
          const isLeft = left.includes(die);
          const { chance } = oddsOf(choice, { type: 'rollDie', die } as Action) ?? {};
          const chances = chance === undefined ? [] : [percent(chance)];
          const said = isLeft ? WORDS.seat.left(die) : WORDS.seat.spent(die);
          const name = [said, ...chances].join(', ');
          const state = !isLeft ? ' used' : chance === 0 ? ' poor' : '';
          return (
            <Piece key={die} choice={choice} field="die" value={die} class={`take${state}`} name={name}>
              <Die
                kind={die}
                value={Number(die.slice(1))}
                plain={die !== 'd6'}
                class={isLeft ? '' : 'spent'}
                name=""
                {...(isLeft && { thing: `${seat} ${die}` })}
              />
              <span class="kind" aria-hidden="true">
                {!isLeft && WORDS.seat.used}
                {isLeft && (
                  <span class={chances.length > 0 ? 'wide' : ''}>{[die, ...chances.map(() => ' · ')].join('')}</span>
                )}
                {isLeft && chances}
              </span>
            </Piece>
          );
        })}
      </div>
      {held.length > 0 && (
        <div class="held">
          {held.map((card) => (
            <figure key={card}>
              <Piece choice={choice} field="card" value={card} class="card" name={cardIn(card)?.name} thing={card}>
                <CardPicture id={card} big />
              </Piece>
              <figcaption>{card.startsWith('J') ? WORDS.seat.jack : WORDS.seat.queen}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </article>
  );
}
