import { CardBack } from '../../art/old-card.tsx';
import { Piece } from '../../parts/piece.tsx';
import { type Around, Picture, wordsFor } from './cards.tsx';
import { fieldsOf } from './picking.ts';
import { placeOf, ROOM_VERBS, SAID, type View } from './words.ts';

const LARGE_LEVEL = 4;

/** The rooms as they lie, two or three in a row. */
export function Rooms({ around }: { around: Around }) {
  const { rooms } = around.view;
  return (
    <ol class={rooms.length > LARGE_LEVEL ? 'prr-rooms three' : 'prr-rooms'} aria-label={SAID.rooms}>
      {rooms.map((room) => (
        <RoomPlace key={room.room} place={room} around={around} />
      ))}
    </ol>
  );
}

interface RoomPlaceProps {
  place: View['rooms'][number];
  around: Around;
}

function RoomPlace({ place: { room, card, state }, around }: RoomPlaceProps) {
  const { choice, view } = around;
  const where = placeOf(room, view.rooms.length);
  const words = card === null ? null : wordsFor(card, around);
  const type = choice.left.map(fieldsOf).find((action) => action.room === room)?.type ?? '';
  const verb = ROOM_VERBS[type];
  const picture =
    card === null || words === null ? (
      <CardBack name={SAID.faceDown(where)} />
    ) : (
      <Picture card={card} name={`${where}: ${words.name}`} />
    );
  const isMoney = view.pending?.kind === 'money' && view.pending.room === room;
  return (
    <li class={isMoney ? 'prr-room asked' : 'prr-room'} data-room={room}>
      {state === 'empty' ? (
        <span class="prr-gone">{SAID.empty}</span>
      ) : verb === undefined ? (
        picture
      ) : (
        <Piece choice={choice} field="room" value={room}>
          {picture}
          <b>{verb}</b>
        </Piece>
      )}
      {words !== null && (
        <span class="prr-words">
          <b>{words.ability === null ? words.name : `${words.name}: ${words.ability}`}</b>
          {words.text !== null && <small>{words.text}</small>}
          {state === 'scouted' && <small>{SAID.scouted}</small>}
        </span>
      )}
    </li>
  );
}
