import { Card } from '../../art/card.tsx';
import { Die } from '../../art/die.tsx';
import { cardIn } from '../../art/faces.ts';
import type { Schemas } from '../../core/api.ts';
import type { RuinProps } from './ruin-props.ts';
import { WORDS } from './words.ts';

type Level = Schemas['PascalsRuinLevel'];

const LEVELS = [1, 2, 3, 4, 5] as const;

/** Five places for the cards of a turn, each with the die that has won it and what was spent or played on it. */
export function Chain({ view, seatName }: RuinProps) {
  const { chain, active, chainPoints, phase } = view;
  const isAsked = phase === 'roll' || phase === 'reaction' || phase === 'challenge';
  return (
    <section>
      <h3>
        {WORDS.chain.title}{' '}
        {chain.length > 0 && (
          <small>
            {WORDS.chain.held(seatName(active))} · {WORDS.chain.worth(chainPoints)}
          </small>
        )}
      </h3>
      <ol class="ruin-chain">
        {LEVELS.map((number) => {
          const level = chain[number - 1];
          const isNow = isAsked && number === chain.length;
          return (
            <li key={number} class={slotClass(level, isNow)}>
              <small class="ruin-level">
                <span class="sr">{WORDS.chain.level}</span> {number}
              </small>
              {level === undefined ? (
                <span class="ruin-gap">
                  <span class="sr">{WORDS.chain.empty}</span>
                </span>
              ) : (
                <Slot level={level} isNow={isNow} active={active} seatName={seatName} />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function slotClass(level: Level | undefined, isNow: boolean): string {
  if (level === undefined) return 'empty';
  return isNow ? 'now' : 'done';
}

function stateOf(card: Level['card'], isNow: boolean, isWon: boolean): 'thrown' | 'toBeat' | 'won' | 'free' {
  if (isNow) return card.startsWith('K') ? 'thrown' : 'toBeat';
  return isWon ? 'won' : 'free';
}

interface SlotProps extends Pick<RuinProps, 'seatName'> {
  level: Level;
  /** its card is still to be beaten */
  isNow: boolean;
  active: number;
}

function Slot({ level: { card, roll, spent = [], extras }, isNow, active, seatName }: SlotProps) {
  return (
    <>
      <span class="ruin-won">
        <Card id={card} />
        {roll !== undefined && (
          <Die kind={roll.die} value={roll.value} name={WORDS.chain.wonBy(roll.die, roll.value, seatName(roll.seat))} />
        )}
      </span>
      <small class="ruin-state">{WORDS.chain[stateOf(card, isNow, roll !== undefined)]}</small>
      {roll !== undefined && roll.seat !== active && <small>{WORDS.chain.by(seatName(roll.seat))}</small>}
      {extras.length > 0 && (
        <span class="ruin-small">
          {extras.map((extra) => (
            <Card key={extra} id={extra} name={WORDS.chain.beside(cardIn(extra)?.name ?? extra)} />
          ))}
        </span>
      )}
      {spent.length > 0 && (
        <span class="ruin-small">
          {spent.map(({ seat, die }) => (
            <Die key={`${seat} ${die}`} kind={die} spent name={WORDS.chain.spentBy(die, seatName(seat))} />
          ))}
        </span>
      )}
    </>
  );
}
