import { counted } from '#rules/kernel/tabletop/phrases.ts';
import {
  abortByOperator,
  type CompetitionCommand,
  disqualifyByOperator,
  pauseSuspended,
} from '../competitions/commands/commands.ts';
import { leaveSeat } from '../games/commands/join.ts';
import type { Player } from '../players/players.ts';
import type { Suspension } from '../store/db.ts';
import { LogDamaged } from '../store/failures.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminParts,
  answered,
  asDeed,
  type Deed,
  optionalText,
  refusedBecause,
  textOf,
} from './call.ts';
import { noPlayer } from './player.ts';
import { timeOf } from './words.ts';

const SPAN = /^(\d+)([hd])$/;
const HOUR_MS = 3_600_000;
/** A list of this many seeks includes all open ones: they come first, and no player can have more open seeks. */
const MOST_SEEKS = 1000;

/** Suspends a player: ends the player's seeks and plans, pauses competition entries and gives up seats at open tables.
 * Others can no longer join the player's tables and competitions. The clocks of running games continue. */
export async function suspend(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const { store, players, games } = house;
  const player = await store.operators.player(call.target as string);
  if (player === null) return noPlayer(call.target as string);
  const since = games.clock.now();
  const until = untilIn(optionalText(call, 'until'), since);
  if (until !== null && until <= since)
    return refusedBecause(`--until must be later than now, which is ${timeOf(since)}.`);
  const end = until === null ? 'until an operator ends it' : `until ${timeOf(until)}`;
  const what = `${player.name} (${player.id}) is suspended ${end}; the clocks of ${counted(player.running.length, 'unfinished game')} continue`;
  const { replaced, was } = replacedBy(player.suspension, since);
  const details = { until: until && timeOf(until), ...was };
  return asDeed(house, call, { what: `${what}.${replaced}`, subject: player.id, details }, async () => {
    const because = textOf(call, 'because');
    if (!(await players.suspend(player.id, { since, until, because }))) return noPlayer(player.id);
    const seeks = await endSeeks(house, player.id, since);
    const plans = await games.plans.endAll(player.id);
    const seats = await leaveOpenTables(house, player);
    const entries = await pauseEntries(house, player);
    const came = `Seeks ended: ${seeks}, plans: ${plans}, seats left: ${seats}, entries paused: ${entries}.`;
    return answered([`${what}. ${came}${replaced}`], { ...details, seeks, plans, seats, entries });
  });
}

function replacedBy(suspension: Suspension | null, now: Date) {
  if (suspension === null || (suspension.until !== null && suspension.until <= now)) return { replaced: '', was: {} };
  const { since, until, because } = suspension;
  const end = until === null ? 'until an operator ends it' : `until ${timeOf(until)}`;
  const was = { since: timeOf(since), until: until && timeOf(until), because };
  return { replaced: ` This replaces the suspension since ${was.since}, ${end}: ${because}.`, was: { was } };
}

async function endSeeks({ store }: AdminParts, playerId: string, now: Date): Promise<number> {
  const seeks = await store.seeks.of(playerId, MOST_SEEKS);
  const alive = seeks.filter(({ status }) => status === 'open' || status === 'paused');
  for (const { id } of alive) await store.seeks.cancel(playerId, id, now);
  return alive.length;
}

async function leaveOpenTables({ store, games }: AdminParts, player: Player): Promise<number> {
  let left = 0;
  for (const id of await store.accounts.unfinishedOf(player.id)) {
    const opened = await unlessDamaged(games.gameReader.open({ playerId: player.id }, id));
    if (!opened?.ok || opened.value.status !== 'open' || opened.value.header.createdBy === player.id) continue;
    for (const [seat, holder] of opened.value.seats.entries()) {
      if (!('player' in holder) || holder.player.id !== player.id) continue;
      if ((await games.commands.handle(leaveSeat(player, id, seat))).ok) left++;
    }
  }
  return left;
}

async function pauseEntries({ store, competitions }: AdminParts, player: Player): Promise<number> {
  let paused = 0;
  for (const id of await store.accounts.competitionsOf(player.id)) {
    const made = await unlessDamaged(competitions.handle(pauseSuspended(player, id)));
    if (made?.ok && made.value.made) paused++;
  }
  return paused;
}

/** Returns null if the log is damaged: such a game or competition accepts no changes, so no player can join it. */
function unlessDamaged<T>(looked: Promise<T>): Promise<T | null> {
  return looked.catch((error) => {
    if (error instanceof LogDamaged) return null;
    throw error;
  });
}

export async function takeOut(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const [id, named] = [call.target as string, optionalText(call, 'entry')];
  if (named === undefined)
    return refusedBecause('The option --entry is missing: give the number of the entry, like --entry 3.');
  const entry = Number(named);
  const what = `Entry ${entry} of competition ${id} is disqualified; its running games continue.`;
  const deed = { what, subject: id, details: { entry } };
  return writeInto(house, call, deed, (because) => disqualifyByOperator(id, entry, because));
}

export function abortCompetition(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const id = call.target as string;
  const what = `Competition ${id} is aborted: a server ends its games without a result and publishes its seed.`;
  return writeInto(house, call, { what, subject: id, details: {} }, (because) => abortByOperator(id, because));
}

async function writeInto(
  house: AdminParts,
  call: AdminCall,
  deed: Deed,
  command: (because: string) => CompetitionCommand,
): Promise<AdminAnswer> {
  if (call.flags.yes !== true) {
    const would = await house.competitions.wouldWrite(command(''));
    if (!would.ok) return refusedBecause(would.refusal.detail);
  }
  return asDeed(house, call, deed, async () => {
    const made = await house.competitions.handle(command(textOf(call, 'because')));
    return made.ok ? answered([deed.what], deed.details) : refusedBecause(made.refusal.detail);
  });
}

export async function unsuspend(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const player = await house.store.operators.player(call.target as string);
  if (player === null) return noPlayer(call.target as string);
  const { id, name, suspension } = player;
  if (suspension === null) return refusedBecause(`${name} (${id}) is not suspended.`);
  const what = `${name} (${id}) may play again.`;
  const details = { was: { since: timeOf(suspension.since), because: suspension.because } };
  return asDeed(house, call, { what, subject: id, details }, async () => {
    return (await house.players.suspend(id, null)) ? answered([what], details) : noPlayer(id);
  });
}

/** Reads an ISO time, or a time from now such as `12h` or `3d`. */
function untilIn(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const [, many, unit] = SPAN.exec(text) ?? [];
  if (many === undefined) return new Date(text);
  return new Date(now.getTime() + Number(many) * HOUR_MS * (unit === 'd' ? 24 : 1));
}
