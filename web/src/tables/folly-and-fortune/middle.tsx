import { useEffect, useRef } from 'preact/hooks';
import { BackPicture } from '../../art/card.tsx';
import { isOver } from '../../core/is-over.ts';
import { percent } from '../../core/odds.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { play } from '../../core/sound.ts';
import { useNarrow } from '../../core/use-narrow.ts';
import { Card } from '../../parts/card.tsx';
import { Offer } from '../../parts/offer.tsx';
import { Who } from '../../parts/who.tsx';
import { FollyCard } from './card.tsx';
import type { FollyProps } from './folly-props.ts';
import { againOf } from './picking.ts';
import { powerWords, shortly } from './power-words.ts';
import { Row } from './seats.tsx';
import { signedDown, WORDS } from './words.ts';

/** Shows what must be decided now: cards to pick from, the attacked row, or the roll and its result. */
export function Middle(props: FollyProps & { staged: number | null }) {
  const { game, view, picking, arrows, staged } = props;
  const isNarrow = useNarrow();
  useHeard(view);
  const { hand, discardPile, attack, phase } = view;
  const open = [...hand, ...discardPile].filter(({ id }) => picking.can(id) || picking.is(id));
  if (phase === 'over' || isOver(game)) return <Standing {...props} />;
  return (
    <>
      {open.length > 0 ? (
        <div class={`spread row of${Math.min(12, Math.max(4, open.length))}`}>
          {open.map((card) => (
            <FollyCard
              key={card.id}
              card={card}
              fit={!isNarrow && open.length < 10 ? 'full' : 'small'}
              arrows={arrows}
              picking={picking}
            />
          ))}
        </div>
      ) : staged !== null ? (
        <div class="stage shake" key={attack?.removed.length}>
          <Row {...props} seat={staged} fit={!isNarrow && (attack?.exposed.length ?? 0) < 9 ? 'full' : 'small'} />
        </div>
      ) : (
        <Turned {...props} />
      )}
      {attack !== null && <Meter {...props} />}
      <Notes {...props} />
    </>
  );
}

function useHeard({ active, rolls, current, attack }: FollyProps['view']): void {
  const roll = current === null ? '' : `${active} ${rolls}`;
  const removed = attack?.removed.length ?? 0;
  const before = useRef({ roll, removed });
  useEffect(() => {
    if (roll !== '' && roll !== before.current.roll) play('roll');
    if (removed > before.current.removed) play('hit');
    before.current = { roll, removed };
  }, [roll, removed]);
}

/** Shows the roll, or else the damage that the attack has left, or else the card whose power asks a question. */
function Turned(props: FollyProps) {
  const { current, attack, asking } = props.view;
  const isNarrow = useNarrow();
  if (current !== null) return <Rolled {...props} />;
  if (attack !== null) return <Burst n={attack.total - attack.damage} choice={props.choice} />;
  if (asking === null) return null;
  const { powers } = asking.card;
  return (
    <div class="roll">
      <div class="rolled">
        <FollyCard card={asking.card} fit={isNarrow ? 'small' : 'full'} arrows={props.arrows} class="now" isCopy />
      </div>
      <p class="asks">{powers.filter(({ kind }) => kind === asking.power).map(powerWords)}</p>
    </div>
  );
}

const BURST =
  'M50 1L61 18L80 10L80 31L99 38L86 54L97 72L76 76L72 97L53 87L36 99L30 79L8 78L17 58L2 43L22 33L20 12L40 18Z';

function Rolled(props: FollyProps) {
  const { view, choice, arrows, game } = props;
  const { current, effect, lasting, result, rolls, active, rows, phase } = view;
  const isNarrow = useNarrow();
  if (current === null) return null;
  const power = effect?.powers.find(({ trigger }) => trigger === 'stopped');
  const isChanged = result !== null && result !== current.number + lasting;
  const isThere = rows[active]?.some(({ id }) => id === effect?.id) === true;
  const isMovable = phase === 'place' && choice.all.length > 0;
  return (
    <div class="roll">
      <figure class="rolled" draggable={isMovable} key={`${current.id} ${rolls}`}>
        <FollyCard
          card={current}
          fit={isNarrow ? 'small' : 'full'}
          arrows={arrows}
          class="now turned"
          from={active === game.viewer ? 'hand' : `hand ${active}`}
        />
      </figure>
      <div class={lasting === 0 ? 'sum' : 'sum long'}>
        <span>
          <b>{signedDown(current.number)}</b>
          <small>{WORDS.rolled}</small>
        </span>
        {lasting !== 0 && (
          <span>
            <b>{lasting < 0 ? signedDown(lasting) : `+${lasting}`}</b>
            <small>{WORDS.passed}</small>
          </span>
        )}
        {power !== undefined && (
          <span class={isChanged ? '' : 'idle'}>
            <b>{shortly(power)}</b>
            <small>{isThere ? WORDS.inForce : WORDS.goneRow}</small>
          </span>
        )}
        <span class="op" aria-hidden="true">
          =
        </span>
        <Burst n={result} choice={choice} />
      </div>
    </div>
  );
}

function Star() {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <path d={BURST} />
    </svg>
  );
}

interface BurstProps extends Pick<FollyProps, 'choice'> {
  /** null: one last roll will decide the result */
  n: number | null;
}

/** Shows a result. While stopping is legal, one tap stops with this result. */
function Burst({ n, choice }: BurstProps) {
  const picture = (
    <>
      <Star />
      <b key={n} class="pop" aria-hidden="true">
        {n === null ? '?' : signedDown(n)}
      </b>
    </>
  );
  const isHurt = n !== null && n < 0 ? 'hurts' : '';
  if (!choice.all.some(({ action }) => action.type === 'stop')) {
    return (
      <span class={`burst ${isHurt}`} role="img" aria-label={WORDS.result(n)}>
        {picture}
      </span>
    );
  }
  const name = n === null ? WORDS.stopLast : WORDS.stop(signedDown(n));
  return (
    <Offer choice={choice} action={{ type: 'stop' }} class={`burst ${isHurt}`} name={name} atOnce>
      {picture}
    </Offer>
  );
}

function Meter({ view: { attack } }: FollyProps) {
  if (attack === null) return null;
  const { damage, total, goal, limit, mayEmptyRow } = attack;
  const said = [
    WORDS.removed(total, damage),
    ...(goal === null ? [] : [WORDS.goal(goal)]),
    ...(limit === null ? [] : [WORDS.limit(limit)]),
    ...(mayEmptyRow ? [WORDS.lastToo] : []),
  ];
  return (
    <p class="meter">
      <span class="points" aria-hidden="true">
        {Array.from({ length: damage }, (_, point) => (
          <i key={point} class={point < total ? 'used' : ''} />
        ))}
      </span>
      <span class="chip">{said.join(' · ')}</span>
    </p>
  );
}

function Notes({ choice, view: { lasting, setAsideCount, phase, rerollsLeft, current, result } }: FollyProps) {
  const again = againOf(choice) ?? [];
  const notes = [
    ...(lasting !== 0 && current === null ? [WORDS.lasting(lasting)] : []),
    ...(setAsideCount > 0 ? [WORDS.setAside(setAsideCount)] : []),
    ...(phase === 'roll' ? [WORDS.more(rerollsLeft)] : []),
  ];
  return (
    <div class="notes">
      {notes.map((note) => (
        <span key={note} class="chip">
          {note}
        </span>
      ))}
      {again.length > 0 && (
        <div class="again">
          <span class="wide">{WORDS.again}</span>
          <ol aria-label={WORDS.again}>
            {again.map(({ result: n, chance }) => (
              <li key={n} class={n > (result ?? n) ? 'chip white' : 'chip'}>
                {signedDown(n)} <small>{percent(chance)}</small>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

function Standing({ game, seatName }: FollyProps) {
  const { winners = [], scores = [] } = game.outcome ?? {};
  const order = game.seats.map(({ seat }) => seat).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return (
    <ol class="standing">
      {order.map((seat) => (
        <li key={seat} class={`${seatHue(game, seat)} ${winners.includes(seat) ? 'won' : ''}`}>
          <Who game={game} seat={seat} name={seatName(seat)}>
            {winners.includes(seat) && WORDS.most}
          </Who>
          <span
            class={winners.includes(seat) ? 'burst' : 'score'}
            role="img"
            aria-label={WORDS.points(scores[seat] ?? 0)}
          >
            {winners.includes(seat) && <Star />}
            <b class="pop">{scores[seat]}</b>
          </span>
        </li>
      ))}
    </ol>
  );
}

export function Piles({ view: { drawCount, discardCount, discardPile }, arrows, look }: FollyProps) {
  const top = discardPile.at(-1);
  return (
    <button type="button" class="piece piles look" aria-haspopup="dialog" onClick={() => look('piles')}>
      <span class="sr">{WORDS.piles(drawCount, discardCount)}</span>
      <span class="pile">
        {drawCount > 0 ? (
          <Card name="" thing="draw">
            <BackPicture />
          </Card>
        ) : (
          <span class="slot" />
        )}
        <small aria-hidden="true">{WORDS.left(drawCount)}</small>
      </span>
      <span class="pile">
        {top === undefined ? (
          <span class="slot" />
        ) : (
          <FollyCard card={top} fit={useNarrow() ? 'tiny' : 'small'} arrows={arrows} />
        )}
        <small aria-hidden="true">{WORDS.discard}</small>
      </span>
    </button>
  );
}
