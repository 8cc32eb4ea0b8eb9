import { CardPicture } from '../../art/card.tsx';
import { cardIn } from '../../art/faces.ts';
import type { Schemas } from '../../core/api.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { useNarrow } from '../../core/use-narrow.ts';
import { Card } from '../../parts/card.tsx';
import { Die } from '../../parts/die.tsx';
import { Piece } from '../../parts/piece.tsx';
import { shortName } from './faces.ts';
import type { RuinProps } from './ruin-props.ts';
import { WORDS } from './words.ts';

type Level = Schemas['PascalsRuinLevel'];

const LEVELS = [1, 2, 3, 4, 5] as const;

export function Chain(props: RuinProps) {
  const { view, seatName } = props;
  const { chain, phase, active } = view;
  const isAsked = phase === 'roll' || phase === 'reaction' || phase === 'challenge';
  return (
    <ol class="stairs" aria-label={chain.length > 0 ? WORDS.chain.held(seatName(active)) : WORDS.chain.title}>
      {LEVELS.map((number) => {
        const level = chain[number - 1];
        const isNow = isAsked && number === chain.length;
        return (
          <li key={number} class={isNow ? 'step now' : 'step'}>
            {level === undefined ? <span class="slot" /> : <Step {...props} level={level} isNow={isNow} />}
            <span class="level">{WORDS.chain.level(number)}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface StepProps extends RuinProps {
  level: Level;
  isNow: boolean;
}

function Step(props: StepProps) {
  const { game, view, seatName, level, isNow } = props;
  const { card, roll, spent = [], extras } = level;
  const rank = shortName(card);
  const rolls = isNow ? (view.pending?.rolls ?? []) : [];
  return (
    <>
      {isNow && (
        <span class="chip white beat">{card.startsWith('K') ? WORDS.chain.thrown : WORDS.chain.beat(rank)}</span>
      )}
      <Card name={cardIn(card)?.name ?? card} class={isNow ? 'now' : ''} thing={card} from="deck">
        <CardPicture id={card} big={useNarrow()} />
      </Card>
      {roll === undefined ? (
        !isNow && <span class="chip free">{WORDS.chain.free}</span>
      ) : (
        <span class="on-card">
          <Die
            kind={roll.die}
            value={roll.value}
            class={seatHue(game, roll.seat)}
            name={WORDS.chain.wonBy(roll.die, roll.value, seatName(roll.seat))}
            roll={`${card} ${roll.seat} ${roll.value} ${extras.length}`}
            thing={`${roll.seat} ${roll.die}`}
          />
        </span>
      )}
      {rolls.length > 0 && (
        <span class="on-card">
          {rolls.map(({ seat, die, value }, nth) => (
            <Piece
              key={seat}
              choice={props.choice}
              field="targets"
              value={seat}
              name={WORDS.rolls.rolled(seatName(seat), die, value)}
            >
              <Die
                kind={die}
                value={value}
                class={seatHue(game, seat)}
                name=""
                roll={`${card} ${seat} ${value} ${extras.length}`}
                nth={nth}
                thing={`${seat} ${die}`}
              />
            </Piece>
          ))}
        </span>
      )}
      {extras.length + spent.length > 0 && (
        <span class="beside">
          {extras.map((extra) => (
            <Card key={extra} name={WORDS.chain.beside(cardIn(extra)?.name ?? extra)} thing={extra}>
              <CardPicture id={extra} big />
            </Card>
          ))}
          {spent.map(({ seat, die }) => (
            <Die
              key={`${seat} ${die}`}
              kind={die}
              value={Number(die.slice(1))}
              plain
              class={`spent ${seatHue(game, seat)}`}
              name={WORDS.chain.spentBy(die, seatName(seat))}
            />
          ))}
        </span>
      )}
    </>
  );
}
