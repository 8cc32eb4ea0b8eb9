import { BackPicture } from '../../art/card.tsx';
import { useLanded } from '../../core/motion.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { momentOf } from '../../core/table-props.ts';
import { useMedia, useNarrow } from '../../core/use-narrow.ts';
import { Card } from '../../parts/card.tsx';
import { Piece } from '../../parts/piece.tsx';
import { Who } from '../../parts/who.tsx';
import type { ChampionsProps, NumberedCard, View } from './champions-props.ts';
import { Face } from './number-card.tsx';
import { roleOf } from './sides.ts';
import { WORDS } from './words.ts';

const MOST_BACKS = 3;
/** On a phone with a tall enough screen, the cards of a hand show their text if there are at most this many. */
const FEW = 4;
const LOW = '(height < 700px)';

interface SeatProps extends ChampionsProps {
  seat: number;
}

const iconsOn = (pile: readonly NumberedCard[]) => pile.reduce((sum, { icons }) => sum + icons, 0);

/** The seat before the battle that is being rolled. */
function useTold(props: SeatProps): SeatProps {
  const game = useLanded(momentOf(props.game), props.game);
  return { ...props, game, view: game.view as View };
}

export function Rival(newest: SeatProps) {
  const props = useTold(newest);
  const { game, view, choice, seatName, seat } = props;
  const { active, opponent, handCounts } = view;
  const count = handCounts[seat] ?? 0;
  const fights = view.phase !== 'over' && (seat === active || seat === opponent) ? 'fights' : '';
  const fight = choice.canPick('seat', seat) || choice.isPicked('seat', seat);
  return (
    <article class={`rival ${fights} ${seatHue(game, seat)}`} aria-label={seatName(seat)}>
      <Piece choice={choice} field="seat" value={seat} class="challenger" thing={`seat ${seat}`}>
        {fight && <span class="sr">{WORDS.seat.fight}</span>}
        <Who game={game} seat={seat} name={seatName(seat)}>
          {doingsOf(props)}
          <span class="narrow">{WORDS.seat.inHand(count)}</span>
        </Who>
        <span class="fan wide">
          {Array.from({ length: Math.min(count, MOST_BACKS) }, (_, i) => `back ${i}`).map((back) => (
            <Card key={back} name="">
              <BackPicture />
            </Card>
          ))}
          <b aria-hidden="true">{count}</b>
          <span class="sr">{WORDS.seat.hand(count)}</span>
        </span>
      </Piece>
      <Won {...props} />
    </article>
  );
}

function doingsOf(props: SeatProps): string {
  const { view, seat } = props;
  const won = view.topCardUsed === null ? '' : WORDS.seat.won(iconsOn(view.piles[seat] ?? []));
  return [roleOf(props, seat), won].filter((words) => words !== '').join(' · ');
}

/** The cards won with Victory Dice: the top one is open, and a tap shows all. */
function Won({ view, choice, seatName, seat }: SeatProps) {
  const pile = view.piles[seat] ?? [];
  const top = pile.at(-1);
  if (top === undefined) return null;
  return (
    <details class="won" name="won">
      <summary>
        <span class="sr">{WORDS.seat.pile(seatName(seat), pile.length, iconsOn(pile))}</span>
        <Face choice={choice} card={top} withIcons big />
      </summary>
      <ol>
        {[...pile].reverse().map((card) => (
          <li key={card.id}>
            <Face choice={choice} card={card} withIcons big thing={`won ${card.id}`} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The viewer's own seat. Until a die is rolled, the cards that form it are not shown in the hand. */
export function Own(props: SeatProps) {
  const { game, seatName, seat } = props;
  const told = useTold(props);
  const doings = [WORDS.seat.hand(told.view.hand.length), doingsOf(told)].filter((words) => words !== '');
  return (
    <article class={`me ${seatHue(game, seat)}`} aria-label={WORDS.seat.you}>
      <div class="self">
        <Who game={game} seat={seat} name={seatName(seat)}>
          {doings.join(' · ')}
        </Who>
        <Won {...props} />
      </div>
      <Hand {...props} />
      <Piles {...props} />
    </article>
  );
}

function Hand({ view, choice }: ChampionsProps) {
  const [isNarrow, isLow] = [useNarrow(), useMedia(LOW)];
  const { phase } = view;
  const inDie = new Set(phase === 'die' || phase === 'challenge' ? view.die?.map(({ id }) => id) : []);
  const held = view.hand.filter(({ id }) => !inDie.has(id));
  if (held.length === 0) return <p class="hand">{view.hand.length === 0 && WORDS.handEmpty}</p>;
  return (
    <ul class="hand" aria-label={WORDS.hand} data-word="icon">
      {held.map((card) => (
        <li key={card.id}>
          <Face
            choice={choice}
            card={card}
            withIcons={view.topCardUsed !== null}
            action={{ type: phase === 'tie' ? 'discardCard' : 'chooseDie', card: card.id }}
            atOnce={phase === 'die'}
            big={isNarrow && (isLow || held.length > FEW)}
            from="draw"
          />
        </li>
      ))}
    </ul>
  );
}

/** The discard pile shows only the cards since the latest roll. Earlier ones are secret. */
export function Piles({ view, choice, seatName }: ChampionsProps) {
  const { drawCount, discardCount, discarded, topCardUsed } = view;
  return (
    <div class="piles">
      <figure class="pile">
        {drawCount > 0 ? (
          <Card name={WORDS.draw(drawCount)} thing="draw" class="deck">
            <BackPicture />
          </Card>
        ) : (
          <span class="slot" />
        )}
        <figcaption>{WORDS.left(drawCount)}</figcaption>
      </figure>
      <figure class="pile">
        <span class="heap">
          {discarded.length === 0 &&
            (discardCount > 0 ? (
              <Card name={WORDS.discarded(discardCount)}>
                <BackPicture />
              </Card>
            ) : (
              <span class="slot" />
            ))}
          {discarded.map(({ seat, card }) => (
            <span key={card.id}>
              <Face choice={choice} card={card} withIcons={topCardUsed !== null} big from={`roll ${card.id}`} />
              <span class="sr">{WORDS.by(seatName(seat))}</span>
            </span>
          ))}
        </span>
        <figcaption>{WORDS.discard(discardCount)}</figcaption>
      </figure>
    </div>
  );
}
