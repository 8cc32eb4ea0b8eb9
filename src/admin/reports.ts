import type { Json } from '#rules/kernel/json.ts';
import type { ReportedMessage } from '../store/contract/chat.ts';
import {
  type AdminAnswer,
  type AdminCall,
  answered,
  numberOf,
  onlySaid,
  optionalText,
  refusedBecause,
} from './call.ts';
import { asDeed, type House } from './house.ts';
import { timeOf } from './words.ts';

const REPORTS_LISTED = 20;

/** What players reported of what others said, newest first, each with the message as it was written. */
export async function reports({ store }: House, call: AdminCall): Promise<AdminAnswer> {
  const before = optionalText(call, 'before');
  const limit = numberOf(call, 'limit', REPORTS_LISTED);
  const found = await store.chat.reports(limit, before === undefined ? undefined : new Date(before));
  const lines = found.length === 0 ? ['Nothing has been reported.'] : found.flatMap(linesOf);
  return answered(lines, JSON.parse(JSON.stringify(found)) as Json);
}

/** Takes a message away, which is then shown as removed by the house, or puts it back. */
export async function hideMessage(house: House, call: AdminCall): Promise<AdminAnswer> {
  const id = call.target as string;
  const isBack = call.flags.back === true;
  const what = isBack ? `The message ${id} is shown again` : `The message ${id} is shown as removed by the house`;
  if (call.flags.yes !== true) return onlySaid(`${what}.`);
  const because = optionalText(call, 'because') ?? null;
  return asDeed(house, call, { subject: id, because, details: { back: isBack } }, async () => {
    const gameId = await house.store.chat.hide(id, !isBack);
    if (gameId === null)
      return refusedBecause(`There is no message ${id}: \`reports\` lists those that were reported.`);
    return answered([`${what}, in game ${gameId}.`], { gameId });
  });
}

function linesOf({ reason, note, name, playerId, at, message }: ReportedMessage): string[] {
  const { id, gameId, audience, text, removedBy, playerId: authorId, name: author } = message;
  const told = note === null ? '' : `: ${note}`;
  const gone = removedBy === null ? '' : ` (removed by the ${removedBy})`;
  return [
    `${timeOf(at)}  ${reason}${told}`,
    `  by ${name} (${playerId})`,
    `  message ${id}, to ${audience === 'public' ? 'all' : 'the table'}, in game ${gameId}, of ${author} (${authorId})`,
    `  ${text ?? 'nothing is left of it'}${gone}`,
  ];
}
