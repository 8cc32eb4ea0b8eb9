import type { ComponentChildren } from 'preact';
import { SUIT_PATHS } from '../../art/faces.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { useMedia, useNarrow } from '../../core/use-narrow.ts';
import { Offer } from '../../parts/offer.tsx';
import { Who } from '../../parts/who.tsx';
import { FollyCard } from './card.tsx';
import type { Card, FollyProps, RowCard, View } from './folly-props.ts';
import type { Fit } from './picture.tsx';
import { shortly, signOf } from './power-words.ts';
import { signedDown, WORDS } from './words.ts';

interface SeatProps extends FollyProps {
  seat: number;
}

interface RivalProps extends SeatProps {
  rivals: number;
  /** true: the middle of the table shows the row during an attack, so it is left out here */
  isStaged: boolean;
}

/** By number of rivals: the most cards of a row that are legible when drawn small. In a longer row, cards are tiny. */
const READ = [10, 10, 10, 6, 5, 4];
const READ_NARROW = [5, 5, 0];
const ON_SIDE = '(height < 30rem)';

export function Rival(props: RivalProps) {
  const { view, game, seatName, seat, rivals, isStaged } = props;
  const name = seatName(seat);
  const read = useNarrow() ? READ_NARROW : READ;
  const fit = (rowOf(view, seat).length <= (read[rivals] ?? 0) && 'small') || 'tiny';
  return (
    <article class={`rival ${seatHue(game, seat)}`} aria-label={WORDS.rowOf(name)}>
      <Head {...props} />
      {!isStaged && view.phase !== 'row' && <Row {...props} fit={fit} />}
      <Cover {...props} />
    </article>
  );
}

/** A button over a seat that can be attacked, or chosen for a power. */
function Cover({ view, choice, seat, seatName }: SeatProps) {
  if (!choice.canPick('seat', seat)) return null;
  const isHit = view.phase === 'victim';
  return (
    <Offer
      choice={choice}
      action={{ type: isHit ? 'attack' : 'pickSeat', seat }}
      class={isHit ? 'cover' : 'cover tick'}
      name={isHit ? WORDS.attack(seatName(seat), signedDown(view.result ?? 0)) : WORDS.choose(seatName(seat))}
      atOnce={isHit}
    >
      {''}
    </Offer>
  );
}

function Head({ view, game, seat, seatName, look }: SeatProps) {
  const health = (view.healths[seat] ?? []).reduce((sum, each) => sum + each, 0);
  return (
    <div class="head">
      <button type="button" class="piece look" aria-haspopup="dialog" onClick={() => look(seat)}>
        <Who game={game} seat={seat} name={seatName(seat)}>
          <span class="hearts">
            <svg viewBox="-10 -10 20 20" aria-hidden="true">
              <path d={SUIT_PATHS.H} />
            </svg>
            <span key={health} class="pop">
              {health}
            </span>
            <span class="sr"> {WORDS.health(health)} </span>
          </span>
          <span class="in-hand" data-thing={`hand ${seat}`}>
            {view.handCounts[seat] ?? 0} <span class="wide">{WORDS.inHand}</span>
            <span class="narrow">
              <svg viewBox="0 0 10 14" role="img" aria-label={WORDS.inHand}>
                <rect x="1" y="1" width="8" height="12" rx="1.5" />
              </svg>
            </span>
          </span>
          {view.attacked.includes(seat) && (
            <span class="chip struck">
              {WORDS.hit}
              <span class="wide">{WORDS.thisTurn}</span>
            </span>
          )}
          {view.shields
            .filter(({ owner }) => owner === seat)
            .map(({ card, power }) => (
              <span key={`${card.id} ${power.kind}`} class="chip" role="img" aria-label={WORDS.shield(power)}>
                <svg viewBox="-13 -13 26 26" aria-hidden="true">
                  <path class="sign-line" stroke="currentColor" d={signOf(power)} />
                </svg>
                <span class="wide">{shortly(power)}</span>
              </span>
            ))}
          {view.studied?.seat === seat && <span class="chip wide">{WORDS.studiedShort}</span>}
        </Who>
        <span class="sr">{WORDS.closely}</span>
      </button>
    </div>
  );
}

/** Returns a row from left to right. During an attack, its cards have the health from the beginning of the attack, and
 * removed cards leave gaps. */
export function rowOf({ attack, healths, rows }: View, seat: number): RowCard[] {
  const row = (rows[seat] ?? []).map((card, i) => ({ card, health: healths[seat]?.[i] ?? card.health, isGone: false }));
  if (attack?.victim !== seat) return row;
  return attack.exposed.flatMap(({ card: id, health }) => {
    const there = row.find(({ card }) => card.id === id);
    if (there !== undefined) return { ...there, health };
    return attack.removed.includes(id) ? { card: { id } as Card, health, isGone: true } : [];
  });
}

/** Returns the row with the gaps of the last attack; without gaps if the row has got a new card since. */
function withGaps(row: RowCard[], struck: RowCard[] = []): RowCard[] {
  const of = (some: RowCard[], id: string) => some.find(({ card }) => card.id === id);
  if (!row.every(({ card }) => of(struck, card.id))) return row;
  return struck.map((one) => of(row, one.card.id) ?? { ...one, isGone: true });
}

interface RowProps extends SeatProps {
  fit: Fit;
  /** true: the viewer's own row, with buttons at its ends where a card can be placed */
  isOwn?: boolean;
}

/** In the active seat's row, the card that the roll reached has a white ring, and the cards before it are pale. */
export function Row(props: RowProps) {
  const { view, seat, picking, arrows, fit, struck, isOwn = false } = props;
  const { effect, active, phase, rolls } = view;
  const row = withGaps(rowOf(view, seat), struck[seat]);
  const isActive = seat === active && rolls > 0 && phase !== 'over';
  const at = isActive ? row.findIndex(({ card }) => card.id === effect?.id) : -1;
  const reached = effect?.powers.some(({ trigger }) => trigger === 'stopped') ? WORDS.inForce : WORDS.roll(rolls);
  const ends = isOwn ? endsOf(props) : null;
  return (
    <div class={`row ${fit} of${Math.min(12, row.length + (ends === null ? 0 : 2))}`}>
      {ends !== null && <End {...props} type={ends} side="left" />}
      {row.length === 0 && ends === null && <span class="slot" role="img" aria-label={WORDS.noRow} />}
      {row.map(({ card, health, isGone }, i) =>
        isGone ? (
          <span key={card.id} class="slot lost pop" role="img" aria-label={`${WORDS.points(health)}, ${WORDS.gone}`}>
            −{health}
          </span>
        ) : (
          <FollyCard
            key={card.id}
            card={card}
            health={health}
            fit={fit}
            arrows={arrows}
            picking={picking}
            class={i === at ? 'now' : i < at ? 'past' : ''}
            tag={i === at ? reached : i < at ? WORDS.roll(i + 1) : undefined}
          />
        ),
      )}
      {ends !== null && <End {...props} type={ends} side="right" />}
    </div>
  );
}

function endsOf({ choice }: FollyProps): Placing | null {
  return PLACING.find((type) => choice.all.some(({ action }) => action.type === type)) ?? null;
}

const PLACING = ['placeRoll', 'placeTaken'] as const;
type Placing = (typeof PLACING)[number];

function End({ choice, view, type, side }: SeatProps & { type: Placing; side: 'left' | 'right' }) {
  const card = view.asking?.taken ?? view.current;
  return (
    <Offer choice={choice} action={{ type, side }} class={`slot end ${side}`} name={WORDS.endOfRow[side]} atOnce>
      <i aria-hidden="true">
        {side === 'left' && '‹ '}
        {signedDown(card?.number ?? 0)}
        {side === 'right' && ' ›'}
      </i>
    </Offer>
  );
}

export function Own(props: SeatProps & { children: ComponentChildren }) {
  const { view, game, choice, seat, picking } = props;
  const [isNarrow, isOnSide] = [useNarrow(), useMedia(ON_SIDE)];
  const ends = endsOf(props);
  const n = rowOf(view, seat).length + (ends === null ? 0 : 2);
  const fit = isNarrow ? (n > (isOnSide ? 5 : 6) ? 'tiny' : 'small') : n > 7 ? 'small' : 'full';
  return (
    <article
      class={`me ${seatHue(game, seat)}`}
      aria-label={WORDS.you}
      onDragOver={(event) => ends !== null && event.preventDefault()}
      onDrop={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        if (ends !== null) choice.act({ type: ends, side: event.clientX < left + width / 2 ? 'left' : 'right' });
      }}
    >
      <Head {...props} />
      <div class={rowOf(view, seat).some(({ card: { id } }) => picking.can(id)) ? 'mine picks' : 'mine'}>
        {view.phase === 'row' && choice.all.length > 0 ? (
          <FirstRow {...props} fit={fit} />
        ) : (
          <Row {...props} fit={fit} isOwn />
        )}
        <Cover {...props} />
      </div>
      {props.children}
      <Hand {...props} />
    </article>
  );
}

function FirstRow({ view, choice, arrows, fit }: FollyProps & { fit: Fit }) {
  const picked = choice.picks.filter(({ field }) => field === 'cards').map(({ value }) => value);
  return (
    <div class="row of2">
      {[1, 2].map((n) => {
        const card = view.hand.find(({ id }) => id === picked[n - 1]);
        return card === undefined ? (
          <span key={n} class="slot" role="img" aria-label={WORDS.chosen(n)}>
            <span class="chip tag">{WORDS.roll(n)}</span>
          </span>
        ) : (
          <FollyCard key={n} card={card} fit={fit} arrows={arrows} tag={WORDS.roll(n)} />
        );
      })}
    </div>
  );
}

/** Draws the hand as a fan, unless its cards are shown in the middle. A tap on the hand chooses a legal reroll. */
function Hand({ view: { hand, setAside }, choice, picking }: FollyProps) {
  const isNarrow = useNarrow();
  if (hand.length === 0 || hand.some(({ id }) => picking.can(id) || picking.is(id))) return null;
  const isAside = (card: Card) => setAside.some(({ id }) => id === card.id);
  return (
    <div class="handbox">
      <span class="from" data-thing="hand" />
      <div class={`hand of${Math.min(12, hand.length)}`}>
        {hand.map((card) => (
          <FollyCard
            key={card.id}
            card={card}
            fit={isNarrow ? 'tiny' : 'small'}
            arrows={false}
            {...(isAside(card) && { class: 'past', tag: WORDS.aside })}
          />
        ))}
      </div>
      <small class="wide">{WORDS.die(hand.length)}</small>
      {choice.all.some(({ action }) => action.type === 'reroll') && (
        <Offer choice={choice} action={{ type: 'reroll' }} class="cover" name={WORDS.reroll} atOnce>
          {''}
        </Offer>
      )}
    </div>
  );
}
