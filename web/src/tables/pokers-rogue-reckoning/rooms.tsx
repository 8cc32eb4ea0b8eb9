import { BackPicture } from '../../art/card.tsx';
import { Card } from '../../parts/card.tsx';
import { Offer } from '../../parts/offer.tsx';
import { Piece } from '../../parts/piece.tsx';
import { Picture } from './picture.tsx';
import { Piles } from './piles.tsx';
import type { RogueProps, View } from './rogue-props.ts';
import { Thing } from './thing.tsx';
import { kindOf, placeOf, SAID, saidOf } from './words.ts';

const SMALL_LEVEL = 4;

export const isClosed = ({ state }: View['rooms'][number]) => state === 'faceDown' || state === 'scouted';

export function Rooms(props: RogueProps) {
  const { rooms, level, deckCount } = props.view;
  return (
    <article class="lvl" aria-label={SAID.level(level)}>
      <h2>
        <span>
          {SAID.level(level)} <small>{SAID.deck(deckCount)}</small>
        </span>
        <Piles {...props} />
      </h2>
      <ol class={rooms.length > SMALL_LEVEL ? 'rooms' : 'rooms two'}>
        {rooms.map((room) => (
          <li key={room.room} class={doorClass(room, props.view)} data-room={room.room}>
            <Door {...props} place={room} />
          </li>
        ))}
      </ol>
    </article>
  );
}

function doorClass({ room, card }: View['rooms'][number], { combat, pending }: View): string {
  const isHere = (card !== null && card === combat?.enemy) || (pending?.kind === 'money' && pending.room === room);
  return isHere ? 'door here' : 'door';
}

interface DoorProps extends RogueProps {
  place: View['rooms'][number];
}

function Door(props: DoorProps) {
  const { choice, view, place } = props;
  const { room, card, state } = place;
  const where = placeOf(room, view.rooms.length);
  if (state === 'empty') return <span class="slot" role="img" aria-label={SAID.empty(where)} />;
  if (isClosed(place)) return <Closed {...props} where={where} />;
  if (card === null) return null;
  const name = saidOf(card, props);
  const kind = kindOf(card);
  if (kind !== 'red' && kind !== 'blue') {
    const look = card === view.combat?.enemy ? {} : { class: 'turned', thing: card, from: `room ${room}` };
    return (
      <Card name={SAID.at(where, name)} {...look}>
        <Picture card={card} />
      </Card>
    );
  }
  const rank = card.slice(0, -1);
  const action = { type: 'buy', room } as const;
  const isForSale = choice.all.some(
    ({ action: { type }, action: legal }) => type === 'buy' && 'room' in legal && legal.room === room,
  );
  return (
    <>
      {isForSale ? (
        <Offer choice={choice} action={action} class="card quiet turned" name={SAID.buyAt(where, name, rank)}>
          <Picture card={card} />
        </Offer>
      ) : (
        <Thing {...props} card={card} from={`room ${room}`} class="turned" />
      )}
      <span class="chip price" role="img" aria-label={SAID.price(rank)}>
        <span class="coin" />
        {rank}
      </span>
    </>
  );
}

/** A face-down room: one tap opens it. During the ability Scout, a tap picks it for a card of the deck. */
function Closed(props: DoorProps & { where: string }) {
  const { choice, view, place, where } = props;
  const { room, card } = place;
  const face = card === null ? <BackPicture /> : <Picture card={card} />;
  const note = card !== null && <span class="chip price">{SAID.scouted}</span>;
  const name = card === null ? SAID.reveal(where) : SAID.scoutedAt(where, saidOf(card, props));
  if (view.phase === 'explore' && choice.all.length > 0) {
    return (
      <>
        <Offer choice={choice} action={{ type: 'reveal', room }} class="card" name={name} atOnce>
          {face}
        </Offer>
        {note}
      </>
    );
  }
  const said = card === null ? SAID.faceDown(where) : SAID.at(where, saidOf(card, props));
  return (
    <>
      <Piece choice={choice} field="room" value={room} class="card" name={said} thing={`room ${room}`}>
        {face}
      </Piece>
      {note}
    </>
  );
}

export function Mini({ view, shown, show }: RogueProps) {
  const isOpen = shown === 'rooms';
  const closed = view.rooms.filter(isClosed).length;
  return (
    <button
      type="button"
      class={view.rooms.length > SMALL_LEVEL ? 'mini' : 'mini two'}
      aria-expanded={isOpen}
      onClick={() => show(isOpen ? null : 'rooms')}
    >
      <span class="sr">{SAID.rooms(closed)}</span>
      {view.rooms.map((place) => (
        <i key={place.room} class={markOf(place, view)} />
      ))}
    </button>
  );
}

function markOf(place: View['rooms'][number], { combat }: View): string {
  if (isClosed(place)) return '';
  if (place.card === null) return 'gone';
  return place.card === combat?.enemy ? 'here' : 'open';
}
