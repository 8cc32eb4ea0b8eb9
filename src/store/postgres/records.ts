import type { Json } from '../../kernel/json.ts';
import type { EventRow } from '../contract/event-log.ts';
import type { RequestRow } from '../contract/requests.ts';
import { base64Of, type SealedRows } from '../sealing/sealed-rows.ts';

/*
 * Rows as they travel in statements over many: as one JSON text a table, which costs a driver less than an array a
 * column. What goes into a column of type json is a text within that text, so that it comes back as it was written,
 * character for character.
 */

export function eventRecord(event: EventRow, seals: SealedRows) {
  const { gameId, version, kind, seat, at } = event;
  const { action, draws, sealed } = seals.event(event);
  const secrets = { action: textOf(action), draws: textOf(draws), sealed: base64Of(sealed) };
  return { game_id: gameId, version, kind, seat, at, ...secrets };
}

export function requestRecord({ playerId, operation, key, bodyHash, answer, at }: RequestRow) {
  return { player_id: playerId, operation, key, body_hash: hexOf(bodyHash), answer: JSON.stringify(answer), at };
}

/** In a column that may be empty the JSON value null is nothing. */
export function textOf(json: Json | null): string | null {
  return json === null ? null : JSON.stringify(json);
}

export function hexOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex');
}
