import { voidGame, voidingWithoutRules } from '../games/commands/void-game.ts';
import { isVoidReason } from '../games/model/voiding.ts';
import { StoreUnavailable } from '../store/contract/failures.ts';
import type { GameRow } from '../store/contract/games.ts';
import { type AdminAnswer, type AdminCall, answered, onlySaid, optionalText, refusedBecause, textOf } from './call.ts';
import { noGame } from './game.ts';
import { asDeed, type House } from './house.ts';

/** Ends a game that is not over, as aborted by the house: it counts for nothing. */
export async function voidOne(house: House, call: AdminCall): Promise<AdminAnswer> {
  const row = await house.store.game(call.target as string);
  if (row === null) return noGame(call.target as string);
  const refusal = await whyNot(house, row);
  if (refusal !== null) return refusedBecause(refusal);
  const what = `Game ${row.id} ends at version ${row.version + 1} and counts for nothing${afterwards(row)}`;
  if (call.flags.yes !== true) return onlySaid(`${what}.`);
  const reason = optionalText(call, 'reason') ?? 'other';
  const deed = { subject: row.id, because: textOf(call, 'because'), details: { reason, version: row.version } };
  return asDeed(house, call, deed, async () => ended(house, row.id, reason, what));
}

/** What is over is written in records, ratings and standings already. */
async function whyNot({ store }: House, { id, status, place }: GameRow): Promise<string | null> {
  if (status === 'finished') return `Game ${id} is finished: its result is written, and stays.`;
  if (status === 'aborted') return `Game ${id} is aborted: it counts for nothing already.`;
  const competition = place === null ? null : await store.competitions.row(place.competitionId);
  if (competition !== null && competition.status !== 'playing') {
    return `Competition ${competition.id} is ${competition.status}: its last games are played to their end, or it is aborted as a whole.`;
  }
  return null;
}

function afterwards({ place }: GameRow): string {
  if (place === null) return '';
  const { competitionId, round, table, board } = place;
  return `; competition ${competitionId} deals round ${round}, table ${table} again on a new board instead of board ${board}`;
}

async function ended({ store, games }: House, gameId: string, reason: string, what: string): Promise<AdminAnswer> {
  if (!isVoidReason(reason)) throw new Error(`${reason} is no reason`);
  try {
    const made = await games.commands.handle(voidGame(gameId, reason));
    if (!made.ok) return refusedBecause(made.refusal.detail);
    return answered([`${what}.`], { reason, version: made.value.applied });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const row = await store.game(gameId);
    if (row === null || !(await store.log.append(voidingWithoutRules(row, games.clock.now(), reason)))) throw error;
    const why = `Its log could not be read (${(error as Error).message}), so that it was ended as it stands.`;
    return answered([`${what}.`, why], { reason, version: row.version + 1, unread: (error as Error).message });
  }
}
