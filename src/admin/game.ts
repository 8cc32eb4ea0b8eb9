import type { SeatHolder } from '../games/model/seats.ts';
import type { GameRow } from '../store/game-rows.ts';
import type { GameRecord } from '../store/operators.ts';
import { type AdminAnswer, type AdminCall, type AdminParts, answered, refusedBecause } from './call.ts';
import { deedLines } from './player.ts';
import { whyStuck } from './queues.ts';
import { aligned, countsAsText, timeOf } from './words.ts';

const DEEDS_SHOWN = 5;

/** Shows a game, but nothing that is hidden from players: no seed and no invite code. */
export async function game(house: AdminParts, { target }: AdminCall): Promise<AdminAnswer> {
  const { store } = house;
  const row = await store.game(target as string);
  if (row === null) return noGame(target as string);
  const [record, deeds, stuck] = await Promise.all([
    store.operators.game(row.id),
    store.operators.deeds({ subject: row.id, limit: DEEDS_SHOWN }),
    whyStuck(house, row),
  ]);
  const shown = shownOf(row, record, stuck);
  const rows = Object.entries(shown).map(([name, value]) => [name, typeof value === 'string' ? value : told(value)]);
  const holders = (row.seats as unknown as SeatHolder[]).map((holder, seat) => [`seat ${seat}`, holderAsText(holder)]);
  const lines = [...aligned([...rows.filter(([name]) => name !== 'seats'), ...holders]), ...deedLines(deeds)];
  return answered(lines, { ...shown, deeds });
}

export function noGame(id: string): AdminAnswer {
  return refusedBecause(`There is no game ${id}: \`find\` searches by the beginning or end of an id.`);
}

function shownOf(row: GameRow, { entries, deliveries, analysis }: GameRecord, stuck: string | null) {
  const { id, ruleset, rulesVersion, options, status, version, head, visibility, clock, standIn, rated, place } = row;
  return {
    ...{ id, ruleset: `${ruleset}, rules version ${rulesVersion}`, options, status, version, head, visibility },
    ...{ clock, deadline: row.deadline, toAct: row.toAct, waitsFor: row.awaiting, stuck },
    ...{
      seats: (row.seats as unknown as SeatHolder[]).map(holderAsText),
      standIn,
      rated,
      competition: place,
      daily: row.daily,
    },
    ...{ createdBy: row.createdBy, created: row.createdAt, changed: row.updatedAt, outcome: row.outcome },
    ...{ entries, deliveries, analysis, seeded: row.seeded, rematchOf: row.rematchOf },
  };
}

function told(value: unknown): string {
  if (value === null) return 'none';
  if (value instanceof Date) return timeOf(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  const isCounts = typeof value === 'object' && Object.values(value).every((each) => typeof each === 'number');
  return isCounts ? countsAsText(value as Record<string, number>) : JSON.stringify(value);
}

/** Describes a seat. Omits the client seed of its player, because the game's random numbers depend on it. */
function holderAsText(holder: SeatHolder): string {
  switch (holder.kind) {
    case 'open':
      return 'open';
    case 'invited':
      return `kept for ${holder.player.name} (${holder.player.id})`;
    case 'player': {
      const left = holder.left === undefined ? '' : `, ${holder.left.how} at version ${holder.left.version}`;
      return `${holder.player.name} (${holder.player.id})${left}`;
    }
    case 'bot':
      return `the bot ${holder.policy}`;
    default:
      return holder satisfies never;
  }
}
