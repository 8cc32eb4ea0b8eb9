import { voidGame, voidingWithoutRules } from '../games/commands/resign.ts';
import { isVoidReason } from '../games/model/game.ts';
import { skeletonOf } from '../players/name.ts';
import type { ReportedMessage } from '../store/chat.ts';
import { StoreUnavailable } from '../store/failures.ts';
import type { GameRow } from '../store/game-rows.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminParts,
  answered,
  asDeed,
  numberOf,
  optionalText,
  refusedBecause,
} from './call.ts';
import { game, noGame } from './game.ts';
import { log, player } from './player.ts';
import { queues } from './queues.ts';
import { abortCompetition, suspend, takeOut, unsuspend } from './suspend.ts';
import { takeOver } from './take-over.ts';
import { aligned, timeOf } from './words.ts';

const COMMANDS: Record<string, (house: AdminParts, call: AdminCall) => Promise<AdminAnswer>> = {
  find,
  player,
  game,
  queues,
  log,
  suspend,
  unsuspend,
  'take-out': takeOut,
  'abort-competition': abortCompetition,
  void: voidOne,
  'take-over': takeOver,
  reports,
  hide: hideMessage,
};

export function administer(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const command = COMMANDS[call.command];
  if (command === undefined) throw new Error(`there is no command ${call.command}`);
  return command(house, call);
}

const MOST_FOUND = 20;
/** A part of an id has at least 4 digits, because a shorter one would match nearly everything. */
const ID_PART = /^[0-9a-f-]{4,36}$/i;

/** Finds players by id, name or similar name, games by id, and competitions by id or name. The first or last
 * digits of an id are enough. Last digits are searched only if no id begins with the text: that search is slow. */
async function find({ store }: AdminParts, { target }: AdminCall): Promise<AdminAnswer> {
  const text = target as string;
  const digits = text.toLowerCase().replaceAll('-', '');
  const isId = ID_PART.test(text) && digits.length <= 32;
  const search = (at: 'beginning' | 'end') => {
    const id = isId ? { digits, at } : null;
    const sought = { id, text, skeleton: skeletonOf(text), limit: MOST_FOUND };
    const { operators } = store;
    return Promise.all([operators.players(sought), operators.games(sought), operators.competitions(sought)]);
  };
  const begins = await search('beginning');
  const [players, games, competitions] =
    isId && begins.every(({ length }) => length === 0) ? await search('end') : begins;
  const rows = [
    ...players.map(({ id, name, kind, suspended }) => ['player', id, kind, suspended ? `${name} (suspended)` : name]),
    ...games.map(({ id, ruleset, status }) => ['game', id, status, ruleset]),
    ...competitions.map(({ id, name, status }) => ['competition', id, status, name]),
  ];
  if (rows.length === 0) return refusedBecause(`Nothing matches ${JSON.stringify(text)}.`);
  const cut = [players, games, competitions].some(({ length }) => length === MOST_FOUND);
  const more = cut ? [`The list has only the first ${MOST_FOUND} of each kind. To see fewer, use a longer text.`] : [];
  return answered([...aligned(rows), ...more], { players, games, competitions });
}

const REPORTS_LISTED = 20;

async function reports({ store }: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const before = optionalText(call, 'before');
  const limit = numberOf(call, 'limit', REPORTS_LISTED);
  const found = await store.chat.reports(limit, before === undefined ? undefined : new Date(before));
  const lines = found.length === 0 ? ['There are no reports.'] : found.flatMap(linesOf);
  return answered(lines, found);
}

/** Hides a message behind a notice that an operator removed it, or shows the message again. */
async function hideMessage(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const id = call.target as string;
  const isBack = call.flags.back === true;
  const what = isBack ? `The message ${id} is shown again` : `The message ${id} is shown as removed by the house`;
  return asDeed(house, call, { what: `${what}.`, subject: id, details: { back: isBack } }, async () => {
    const gameId = await house.store.chat.hide(id, !isBack);
    if (gameId === null) return refusedBecause(`There is no message ${id}: \`reports\` lists the reported messages.`);
    return answered([`${what}, in game ${gameId}.`], { gameId, back: isBack });
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

/** Aborts a game on behalf of the service, so that it counts for nothing. */
async function voidOne(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const row = await house.store.game(call.target as string);
  if (row === null) return noGame(call.target as string);
  const refusal = await whyNot(house, row);
  if (refusal !== null) return refusedBecause(refusal);
  const what = `Game ${row.id} ends at version ${row.version + 1} and counts for nothing${afterwards(row)}`;
  const reason = optionalText(call, 'reason') ?? 'other';
  const deed = { what: `${what}.`, subject: row.id, details: { reason, version: row.version } };
  return asDeed(house, call, deed, async () => ended(house, row.id, reason, what));
}

/** Says why a game cannot be voided; null: it can be voided. A finished game cannot, because standings count it. */
async function whyNot({ store }: AdminParts, { id, status, place }: GameRow): Promise<string | null> {
  if (status === 'finished') return `Game ${id} is finished, so its result cannot be changed.`;
  if (status === 'aborted') return `Game ${id} is aborted already, and counts for nothing.`;
  const competition = place === null ? null : await store.competitions.row(place.competitionId);
  if (competition !== null && competition.status !== 'playing') {
    return `Competition ${competition.id} is ${competition.status}: let its last games end, or abort the competition.`;
  }
  return null;
}

function afterwards({ place }: GameRow): string {
  if (place === null) return '';
  const { competitionId, round, table, board } = place;
  return `; competition ${competitionId} deals round ${round}, table ${table} again on a new board instead of board ${board}`;
}

async function ended({ store, games }: AdminParts, gameId: string, reason: string, what: string): Promise<AdminAnswer> {
  if (!isVoidReason(reason)) throw new Error(`${reason} is no reason`);
  try {
    const made = await games.commands.handle(voidGame(gameId, reason));
    if (!made.ok) return refusedBecause(made.refusal.detail);
    return answered([`${what}.`], { reason, version: made.value.applied });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const row = await store.game(gameId);
    if (row === null || !(await store.log.append(voidingWithoutRules(row, games.clock.now(), reason)))) throw error;
    const why = `The log of the game could not be read (${(error as Error).message}), so the game ended without a check.`;
    return answered([`${what}.`, why], { reason, version: row.version + 1, unread: (error as Error).message });
  }
}
