import type { Choice } from '../../core/table-props.ts';
import { Piece } from '../../parts/piece.tsx';
import { CardPiece, Face } from './card.tsx';
import type { CardPicking } from './picking.ts';
import { type Card, powerWords, SAID, type View } from './words.ts';

interface StripProps {
  view: View;
  seat: number;
  name: string;
  choice: Choice;
  picking: CardPicking;
  arrows: boolean;
  /** the row of whoever looks */
  isOwn?: boolean;
}

/** The row of a seat from left to right, with all that is known of the seat; the rolled card lies above its row card. */
export function Strip({ view, seat, name, choice, picking, arrows, isOwn = false }: StripProps) {
  const { effect, current, active, rolls, phase } = view;
  const row = view.rows[seat] ?? [];
  const isActive = seat === active && phase !== 'row' && phase !== 'over';
  const isMovable = phase === 'place' && choice.left.length > 0;
  const hasEffect = row.some(({ id }) => id === effect?.id);
  return (
    <section class={isOwn ? 'ff-strip own' : 'ff-strip'} aria-label={SAID.rowOf(name)}>
      <StripHead view={view} seat={seat} name={name} choice={choice} isActive={isActive} />
      <div class="ff-row">
        {isOwn && <End side="left" choice={choice} />}
        {isActive && current !== null && !hasEffect && (
          <span class="ff-slot">
            <Rolled card={current} rolls={rolls} arrows={arrows} isMovable={isMovable} />
            {effect !== null && <small>{SAID.gone(effect.id)}</small>}
          </span>
        )}
        {row.length === 0 && !isOwn && <span class="dim">{SAID.noRow}</span>}
        {row.map((card, place) => {
          const isInForce = isActive && card.id === effect?.id;
          return (
            <span class={isInForce ? 'ff-slot in-force' : 'ff-slot'} key={card.id}>
              {isInForce && current !== null && (
                <Rolled card={current} rolls={rolls} arrows={arrows} isMovable={isMovable} />
              )}
              {isInForce && <small>{SAID.inForce}</small>}
              <CardPiece card={card} health={healthNow(view, seat, place)} picking={picking} arrows={arrows} />
            </span>
          );
        })}
        {isOwn && <End side="right" choice={choice} />}
      </div>
      <Shields view={view} seat={seat} />
    </section>
  );
}

/** During an attack each card counts what it counted when the attack began. */
function healthNow({ attack, healths, rows }: View, seat: number, place: number): number | undefined {
  const id = rows[seat]?.[place]?.id;
  const exposed = attack?.victim === seat ? attack.exposed.find(({ card }) => card === id) : undefined;
  return exposed?.health ?? healths[seat]?.[place];
}

interface StripHeadProps extends Pick<StripProps, 'view' | 'seat' | 'name' | 'choice'> {
  isActive: boolean;
}

function StripHead({ view, seat, name, choice, isActive }: StripHeadProps) {
  const { attack, attacked, handCounts, healths, phase } = view;
  const total = (healths[seat] ?? []).reduce((sum, health) => sum + health, 0);
  return (
    <div class="ff-head">
      <Piece choice={choice} field="seat" value={seat}>
        <b>
          {choice.canPick('seat', seat) && `${phase === 'victim' ? SAID.attack : SAID.pickSeat} `}
          {name}
        </b>
      </Piece>
      <span>
        <b class="ff-total">♥ {total}</b> <small>{SAID.inRow}</small>
      </span>
      <small>{SAID.inHand(handCounts[seat] ?? 0)}</small>
      {isActive && <small class="ff-badge">{SAID.active}</small>}
      {attacked.includes(seat) && <small class="ff-badge">{SAID.attacked}</small>}
      {attack?.victim === seat && <AttackMeter attack={attack} />}
    </div>
  );
}

/** How much of the damage is used up, a mark for each point of health. */
function AttackMeter({ attack }: { attack: NonNullable<View['attack']> }) {
  const { damage, total, goal, limit, removed, mayEmptyRow } = attack;
  const said = [
    SAID.removed(total, damage),
    ...(goal === null ? [] : [SAID.goal(goal)]),
    ...(limit === null ? [] : [SAID.limit(limit)]),
    ...(mayEmptyRow ? [SAID.lastToo] : []),
  ];
  return (
    <span class="ff-attack">
      <span class="ff-meter" aria-hidden="true">
        {Array.from({ length: damage }, (_, point) => (
          <i key={point} class={point < total ? 'used' : ''} />
        ))}
      </span>
      <small>
        {said.join(' · ')}
        {removed.length > 0 && ` (${removed.join(', ')})`}
      </small>
    </span>
  );
}

const DRAGGED = 'application/x-croupier-card';

interface RolledProps {
  card: Card;
  rolls: number;
  arrows: boolean;
  isMovable: boolean;
}

/** When it is to be placed it can be dragged to an end of the row; the buttons there do the same. */
function Rolled({ card, rolls, arrows, isMovable }: RolledProps) {
  return (
    <figure
      class="ff-rolled"
      draggable={isMovable}
      onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, card.id)}
    >
      <figcaption>
        {SAID.rolled}, {SAID.roll(rolls)}
      </figcaption>
      <Face card={card} arrows={arrows} />
    </figure>
  );
}

/** An end of the own row: a button, and a place to drop the rolled card on. */
function End({ side, choice }: { side: 'left' | 'right'; choice: Choice }) {
  const isPicked = choice.isPicked('side', side);
  if (!isPicked && !choice.canPick('side', side)) return null;
  return (
    <button
      type="button"
      class={isPicked ? 'ff-end piece is' : 'ff-end piece can'}
      aria-pressed={isPicked}
      onClick={() => choice.pick('side', side)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isPicked) choice.pick('side', side);
      }}
    >
      {SAID.end(side)}
    </button>
  );
}

function Shields({ view: { shields }, seat }: { view: View; seat: number }) {
  const own = shields.filter(({ owner }) => owner === seat);
  if (own.length === 0) return null;
  return (
    <ul class="ff-shields">
      {own.map(({ card, power }) => (
        <li key={`${card.id} ${power.kind}`}>
          <b>{SAID.shield}</b> {card.id}: {powerWords(power)}
        </li>
      ))}
    </ul>
  );
}
