import { boundName } from '#rules/kernel/chain.ts';
import { sha256Hex } from '#rules/kernel/hashing.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { CompetitionHeader } from './competition.ts';

/** What every link but the first binds: one entry of the log. */
interface ChainedEntry {
  version: number;
  type: string;
  data: unknown;
  at: Date;
}

/**
 * The head before the first entry, as lower-case hex: it binds all that is settled when a competition is created. Nothing in
 * the log of a competition is hidden, so that its chain needs no key and anyone can follow it while it grows.
 */
export function firstHead({ id, settings, createdBy, commitment }: CompetitionHeader): string {
  return sha256Hex(canonical({ competitionId: id, settings, createdBy, commitment }));
}

/** The head after an entry that follows `head`. */
export function nextHead(head: string, { version, type, data, at }: ChainedEntry): string {
  const bound = type === 'entryMade' ? boundName(data) : data;
  return sha256Hex(`${head}\n${canonical([version, type, bound, at.toISOString()])}`);
}
