import type { Suspension } from '../store/db.ts';
import type { DeedRow, PlayerRecord } from '../store/operators.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminParts,
  answered,
  numberOf,
  optionalText,
  refusedBecause,
} from './call.ts';
import { aligned, countsAsText, timeOf } from './words.ts';

const DEEDS_SHOWN = 5;

/** Shows a player, but no token, code or mail address. */
export async function player({ store }: AdminParts, { target }: AdminCall): Promise<AdminAnswer> {
  const record = await store.operators.player(target as string);
  if (record === null) return noPlayer(target as string);
  const deeds = await store.operators.deeds({ subject: record.id, limit: DEEDS_SHOWN });
  const lines = [...aligned(rowsOf(record)), ...runningLines(record), ...deedLines(deeds)];
  return answered(lines, { ...record, deeds });
}

export function noPlayer(id: string): AdminAnswer {
  return refusedBecause(`There is no player ${id}: \`find\` searches by name.`);
}

function rowsOf(record: PlayerRecord): string[][] {
  const { playTokens, readTokens, hasRecoveryCode, webhooks, webhooksDisabled, openSeeks, competitions } = record;
  return [
    ['player', record.id],
    ['name', record.name],
    ['kind', record.kind],
    ['registered', timeOf(record.createdAt)],
    ['suspended', record.suspension === null ? 'no' : suspensionAsText(record.suspension)],
    ['tokens', `${playTokens} to play, ${readTokens} to read; recovery code: ${hasRecoveryCode ? 'yes' : 'no'}`],
    ['webhooks', `${webhooks}, of which ${webhooksDisabled} are off`],
    ['games', countsAsText(record.games)],
    ['last change', timeOf(record.lastGameAt)],
    ['open seeks', String(openSeeks)],
    ['competitions', String(competitions)],
  ];
}

function suspensionAsText({ since, until, because }: Suspension): string {
  return `since ${timeOf(since)} until ${until === null ? 'an operator ends it' : timeOf(until)}: ${because}`;
}

function runningLines({ running }: PlayerRecord): string[] {
  if (running.length === 0) return [];
  const rows = running.map(({ id, ruleset, status, awaited, deadline }) => {
    const clock = deadline === null ? 'no clock runs' : `until ${timeOf(deadline)}`;
    return [id, ruleset, status, awaited ? 'waits for them' : '', clock];
  });
  return ['', 'unfinished games, the latest first', ...aligned(rows)];
}

const DEEDS_LISTED = 50;

export async function log({ store }: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const query = { subject: call.target ?? undefined, before: optionalText(call, 'before') };
  const deeds = await store.operators.deeds({ ...query, limit: numberOf(call, 'limit', DEEDS_LISTED) });
  const lines = deeds.length === 0 ? ['There are no entries.'] : aligned(deeds.map(rowOf));
  return answered(lines, deeds);
}

export function deedLines(deeds: readonly DeedRow[]): string[] {
  return deeds.length === 0 ? [] : ['', 'what operators did', ...aligned(deeds.map(rowOf))];
}

function rowOf({ at, by, deed, subject, because, outcome }: DeedRow): string[] {
  return [timeOf(at), by, deed, subject ?? '', outcome ?? 'broken off', because ?? ''];
}
