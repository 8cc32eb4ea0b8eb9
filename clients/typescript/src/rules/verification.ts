// What docs/fairness.md says of a transcript, checked by the rules and the chance of the house but not by its log: a
// second program that has to come to the same history.
import { commitmentTo } from '../../../../src/kernel/chance.ts';
import { sameJson } from '../../../../src/kernel/json.ts';
import type { AnyRuleset } from '../../../../src/kernel/ruleset.ts';
import type { Transcript } from '../types.ts';
import { bytesOf } from '../verify/hex.ts';
import type { KeptHead, Verification, Views } from '../verify/verdict.ts';
import type { Holder } from './ending.ts';
import { type Objection, objection, Replay } from './replay.ts';

/** Plays a transcript again; says how much holds, or names the first thing that does not. */
export function verify(transcript: Transcript, ruleset: AnyRuleset, keptHeads: readonly KeptHead[]): Verification {
  const settled = settledObjection(transcript, ruleset);
  if (settled !== null) return { verified: false, version: null, ...settled };
  const replay = new Replay(transcript, ruleset);
  let kept = 0;
  for (const entry of transcript.log) {
    const wrong = replay.follow(entry) ?? keptObjection(entry, keptHeads);
    if (wrong !== null) return { verified: false, version: entry.version, ...wrong };
    kept += keptHeads.filter(({ version }) => version === entry.version).length;
  }
  const wrong = endObjection(transcript, replay, keptHeads);
  if (wrong !== null) return { verified: false, version: null, ...wrong };
  return { verified: true, versions: replay.version, keptHeads: kept, ...replay.tally };
}

/** What a seat saw at each version of a transcript that holds; hands are open once a game is over. */
export function viewsIn(transcript: Transcript, ruleset: AnyRuleset, seat: number): Views {
  const settled = settledObjection(transcript, ruleset);
  if (settled !== null) return { verified: false, version: null, ...settled };
  const replay = new Replay(transcript, ruleset);
  const views: unknown[] = [];
  for (const entry of transcript.log) {
    const wrong = replay.follow(entry);
    if (wrong !== null) return { verified: false, version: entry.version, ...wrong };
    views.push(replay.state === null ? null : ruleset.view(replay.state, seat));
  }
  return { verified: true, views };
}

function settledObjection(transcript: Transcript, ruleset: AnyRuleset): Objection | null {
  const { format, formatVersion, seats, options, seeded } = transcript;
  if (format !== 'croupier-transcript') return objection('format', 'croupier-transcript', format);
  if (formatVersion !== 1) return objection('version of the format', 1, formatVersion);
  if (transcript.competition && !seeded) return objection('chance of a competition', 'the seed of its board', null);
  const { min, max } = ruleset.seats;
  if (seats < min || seats > max) return objection('number of seats', `${min} to ${max}`, seats);
  const unfit = ruleset.checkOptions(options, seats);
  if (unfit !== null) return objection('options', unfit, options);
  return commitmentObjection(transcript);
}

function commitmentObjection({ seeded, seed, serverSeed, commitment, commitmentId }: Transcript): Objection | null {
  if (seeded) {
    const hidden = { serverSeed, commitment, commitmentId };
    const none = { serverSeed: null, commitment: null, commitmentId: null };
    if (seed === null) return objection('seed', 'the open seed', seed);
    return sameJson(hidden, none) ? null : objection('a seeded game has no commitment', none, hidden);
  }
  if (seed !== null) return objection('seed', null, seed);
  const found = commitmentTo(bytesOf(serverSeed ?? ''));
  return found === commitment ? null : objection('SHA-256 of the server seed is the commitment', commitment, found);
}

function keptObjection({ version, head }: { version: number; head: string }, kept: readonly KeptHead[]) {
  const other = kept.find((each) => each.version === version && each.head !== head);
  return other === undefined ? null : objection('head that was kept', other.head, head);
}

function endObjection(transcript: Transcript, replay: Replay, kept: readonly KeptHead[]): Objection | null {
  const { status, outcome, commitmentFirst } = transcript;
  if (status !== replay.status) return objection('status', replay.status, status);
  if (!sameJson(outcome, replay.outcome)) return objection('outcome', replay.outcome, outcome);
  const first = isCommitmentFirst(transcript);
  if (commitmentFirst !== first) return objection('commitmentFirst', first, commitmentFirst);
  const beyond = kept.find(({ version }) => version > replay.version);
  return beyond === undefined
    ? null
    : objection('head that was kept', `version 1 to ${replay.version}`, beyond.version);
}

/** Whether nobody gave words before the commitment was there: in the creation they come before it, in a joining after. */
function isCommitmentFirst({ seeded, commitmentId, log }: Transcript): boolean {
  if (seeded || commitmentId !== null) return !seeded;
  const { seats = [] } = (log[0]?.action ?? {}) as { seats?: Holder[] };
  const early = new Set(seats.flatMap(({ kind }, seat) => (kind === 'player' || kind === 'bot' ? [seat] : [])));
  for (const { kind, seat } of log) if (kind === 'joined' || kind === 'left') early.delete(seat as number);
  return early.size === 0;
}
