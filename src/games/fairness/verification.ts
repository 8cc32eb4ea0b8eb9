import type { InputValidators } from '#rules/input-validator.ts';
import { commitmentTo } from '#rules/kernel/chance.ts';
import { bytesOf } from '#rules/kernel/hex.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { isSearch, policyOf } from '#rules/kernel/search/policy.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { fold } from '../model/fold.ts';
import { chanceOf, type Game, type GameHeader, isOver, policyAt } from '../model/game.ts';
import { botChoice, lateChoice } from '../model/house-choice.ts';
import { KeptStates } from '../model/lineage.ts';
import { type CheckFailure, checkFailure, type KeptHead, type Tally, type Verification } from '../model/verdict.ts';
import type { Transcript, TranscriptEntry } from './fairness-shapes.ts';
import { firstObjection, illegality, objectionTo, timeObjection } from './log-validation.ts';
import { drawnIn, FORMAT, FORMAT_VERSION, isCommitmentFirst, stateHash, versionsTaken } from './transcript.ts';

/** Rules known to the verifier. `inputs` checks options; omitted in the client, which must not compile validators. */
interface KnownVersion {
  ruleset: AnyRuleset;
  inputs?: Pick<InputValidators, 'options'>;
}

export type KnownRules = ReadonlyMap<string, KnownVersion & { older: readonly KnownVersion[] }>;

/** Replays a transcript and compares it with the published recipe for random draws, the rules and the hash chain. Calls
 * `each` with every verified version. */
export function verify(
  transcript: Transcript,
  known: KnownRules,
  keptHeads: readonly KeptHead[] = [],
  each: (game: Game) => void = () => {},
): Verification {
  const { ruleset, rulesVersion, log } = transcript;
  const strange = formatObjection(FORMAT, FORMAT_VERSION, transcript) ?? kindObjection(transcript);
  if (strange !== null) return { verified: false, version: null, ...strange };
  const rules = rulesIn(known, ruleset, rulesVersion);
  if ('check' in rules) return { verified: false, version: null, ...rules };
  const settled = settledObjection(transcript, rules);
  if (settled !== null) return { verified: false, version: null, ...settled };
  const header = headerOf(transcript, rules.ruleset);
  const tally: Tally = { versions: 0, draws: 0, actions: 0, choices: 0, searched: 0, states: 0, keptHeads: 0 };
  let game: Game | null = null;
  const states = new KeptStates(log);
  for (const entry of log) {
    const earlier = states.neededBy(entry);
    const after: Game | CheckFailure = replayed({ header, before: game, earlier }, entry, keptHeads, tally);
    if ('check' in after) return { verified: false, version: tally.versions + 1, ...after };
    game = after;
    states.keep(game);
    each(game);
  }
  const wrong = endObjection(transcript, game, keptHeads);
  return wrong === null ? { verified: true, ...tally } : { verified: false, version: null, ...wrong };
}

export function formatObjection(
  dueFormat: string,
  dueVersion: number,
  { format, formatVersion }: { format: string; formatVersion: number },
): CheckFailure | null {
  if (format !== dueFormat) return checkFailure('format', dueFormat, format);
  return formatVersion === dueVersion ? null : checkFailure('version of the format', dueVersion, formatVersion);
}

export function rulesIn(known: KnownRules, id: string, rulesVersion: number): KnownVersion | CheckFailure {
  const listed = known.get(id);
  if (listed === undefined) return checkFailure('ruleset', 'one that this program has', id);
  const versions = [...listed.older, listed];
  const here = versions.map(({ ruleset }) => ruleset.rulesVersion);
  const named = versions[here.indexOf(rulesVersion)];
  return named ?? checkFailure('version of the rules, which this program has to have', here, rulesVersion);
}

export function openingObjection(serverSeed: string, commitment: string | null): CheckFailure | null {
  const found = commitmentTo(bytesOf(serverSeed));
  return found === commitment ? null : checkFailure('SHA-256 of the server seed is the commitment', commitment, found);
}

export function keptObjection(
  keptHeads: readonly KeptHead[],
  { version, head }: KeptHead,
  tally: { keptHeads: number },
): CheckFailure | null {
  for (const kept of keptHeads.filter((each) => each.version === version)) {
    if (kept.head !== head) return checkFailure('head that was kept', kept.head, head);
    tally.keptHeads++;
  }
  return null;
}

export function beyondObjection(keptHeads: readonly KeptHead[], newest: number): CheckFailure | null {
  const beyond = keptHeads.find(({ version }) => version < 1 || version > newest);
  return beyond === undefined ? null : checkFailure('head that was kept', `version 1 to ${newest}`, beyond.version);
}

function kindObjection({ competition, seeded, daily, rated }: Transcript): CheckFailure | null {
  // games of a competition have a seed from the server; `rated` is false, because the competition rates them
  if (competition !== null && !(seeded && daily === null))
    return checkFailure('chance of a competition', { seeded: true, daily: null }, { seeded, daily });
  if (rated && competition !== null) return checkFailure('rated in a competition', false, rated);
  if (daily === null) return null;
  const { date, practice } = daily;
  // `daily` may have only these two fields, because the hash chain covers no others
  return sameJson(daily, { date, practice }) ? null : checkFailure('competition of a day', { date, practice }, daily);
}

function settledObjection(transcript: Transcript, { ruleset, inputs }: KnownVersion): CheckFailure | null {
  const { options, seats, createdAt } = transcript;
  const { min, max } = ruleset.seats;
  if (seats < min || seats > max) return checkFailure('number of seats', `${min} to ${max}`, seats);
  const form = inputs?.options(options) ?? { ok: true, value: options };
  if (!form.ok) return checkFailure('options', form.errors, options);
  // games created before an option existed lack it
  const isDue = (name: string) =>
    ruleset.schemas.options.required?.includes(name) || Object.hasOwn(Object(options), name);
  const due = Object.fromEntries(Object.entries(form.value as object).filter(([name]) => isDue(name)));
  if (!sameJson(due, options)) return checkFailure('options', due, options);
  const unfit = ruleset.checkOptions(options, seats);
  if (unfit !== null) return checkFailure('options', unfit, options);
  return timeObjection('time of creation', createdAt) ?? commitmentObjection(transcript);
}

function commitmentObjection({ seeded, seed, serverSeed, commitment, commitmentId }: Transcript): CheckFailure | null {
  if (seeded) {
    if (seed === null) return checkFailure('seed', 'the open seed', seed);
    const bound = { serverSeed, commitment, commitmentId };
    const none = { serverSeed: null, commitment: null, commitmentId: null };
    return sameJson(bound, none) ? null : checkFailure('a seeded game has no commitment', none, bound);
  }
  if (seed !== null) return checkFailure('seed', null, seed);
  if (serverSeed === null) return checkFailure('server seed', 'the seed that was committed to', serverSeed);
  return openingObjection(serverSeed, commitment);
}

export function headerOf(transcript: Transcript, ruleset: AnyRuleset): GameHeader {
  const { gameId, options, seats, standIn, clock, daily, createdAt, competition, rated } = transcript;
  const { seed, serverSeed, commitment, commitmentId, chainKey } = transcript;
  return {
    id: gameId,
    ruleset,
    options,
    seatCount: seats,
    visibility: 'public',
    inviteCode: null,
    createdBy: null,
    createdAt: new Date(createdAt),
    commitment,
    commitmentId,
    chance: seed === null ? { serverSeed: bytesOf(serverSeed ?? '') } : { seed },
    chainKey: bytesOf(chainKey),
    clock,
    standIn,
    rematchOf: null,
    daily: daily === null ? null : { name: daily.date, practice: daily.practice },
    rated: rated ?? false,
    place: competition ?? null,
    allowsChat: false,
  };
}

/** Checks an entry and returns the game after it. `earlier` is the state to which the entry goes back. */
function replayed(
  { header, before, earlier }: { header: GameHeader; before: Game | null; earlier: unknown },
  entry: TranscriptEntry,
  keptHeads: readonly KeptHead[],
  tally: Tally,
): Game | CheckFailure {
  const { version, kind, seat, action, draws, at, head, stateHash: hash } = entry;
  const due = (before?.version ?? 0) + 1;
  const misplaced = version === due ? timeObjection('time', at) : checkFailure('version', due, version);
  if (misplaced !== null) return misplaced;
  const row: EventRow = { gameId: header.id, version, kind, seat, action, draws, at: new Date(at) };
  const wrong =
    (before === null ? firstObjection(header, row) : playObjection(before, row, tally)) ??
    drawsObjection(header, before, row, entry.bounds);
  if (wrong !== null) return wrong;
  const { game } = fold(header, before, row, earlier);
  const expected = stateHash(game.state);
  if (hash !== expected) return checkFailure('hash of the state', expected, hash);
  if (head !== game.head) return checkFailure('head of the chain', game.head, head);
  const other = keptObjection(keptHeads, { version, head }, tally);
  if (other !== null) return other;
  tally.draws += draws.length;
  if (hash !== null) tally.states++;
  tally.versions++;
  return game;
}

function playObjection(game: Game, row: EventRow, tally: Tally): CheckFailure | null {
  const { kind, seat, action } = row;
  const barred = objectionTo(game, row);
  if (barred !== null || action === null || (kind !== 'action' && kind !== 'timeout')) return barred;
  const illegal = illegality(game, row);
  if (illegal !== null) return illegal;
  tally.actions++;
  const chosen = chosenByTheHouse(game, seat as Seat, kind);
  if (chosen === 'searched') tally.searched++;
  if (chosen === null || chosen === 'searched') return null;
  tally.choices++;
  return sameJson(chosen, action) ? null : checkFailure(`choice of the house for seat ${seat}`, chosen, action);
}

function drawsObjection(header: GameHeader, game: Game | null, row: EventRow, bounds: readonly number[]) {
  const { draws } = row;
  const live = drawnIn(game, row, () => chanceOf(header, game?.seats ?? [], row.version));
  for (const [i, drawn] of live.draws.entries()) {
    const bound = live.bounds[i];
    if (bounds[i] !== bound) return checkFailure(`bound of draw ${i + 1}`, bound, bounds[i] ?? 'nothing');
    if (draws[i] !== drawn) return checkFailure(`draw ${i + 1} below ${bound}`, drawn, draws[i] ?? 'nothing');
  }
  const many = Math.max(draws.length, bounds.length);
  return many > live.draws.length ? checkFailure('number of draws', live.draws.length, many) : null;
}

/** Returns the choice that the server had to make, or `searched` if a search bot chose freely; null: a player chose. */
function chosenByTheHouse(game: Game, seat: Seat, kind: string): ActionShape | 'searched' | null {
  if (kind === 'timeout') return lateChoice(game, seat);
  const name = policyAt(game, seat);
  if (name === null) return null;
  if (isSearch(name)) return 'searched';
  const policy = policyOf(game.header.ruleset, name);
  if (policy === null) throw new Error(`the way of playing ${name} should have been objected to`);
  return botChoice(game, seat, policy);
}

function endObjection(transcript: Transcript, game: Game | null, keptHeads: readonly KeptHead[]): CheckFailure | null {
  const { status, outcome, commitmentFirst, log } = transcript;
  if (game === null || !isOver(game)) return checkFailure('end', 'a game that is over', game?.status ?? 'no game');
  if (status !== game.status) return checkFailure('status', game.status, status);
  if (!sameJson(outcome, game.outcome)) return checkFailure('outcome', game.outcome, outcome);
  const first = isCommitmentFirst(transcript, versionsTaken(log));
  if (commitmentFirst !== first) return checkFailure('commitmentFirst', first, commitmentFirst);
  return beyondObjection(keptHeads, game.version);
}
