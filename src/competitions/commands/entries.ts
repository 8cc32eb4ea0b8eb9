import { randomBytes } from 'node:crypto';
import type { RulesetVersion } from '#rules/catalogue.ts';
import { botNames, SEARCH } from '#rules/kernel/search/policy.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { done, type Refused, type Result, refused } from '../../eventlog/result.ts';
import { capRefused } from '../../games/model/caps.ts';
import { opens, type Reader } from '../../games/model/game.ts';
import { withNameSalt } from '../../games/model/participants.ts';
import type { Player } from '../../players/players.ts';
import {
  CHANGES_REMEMBERED,
  type Competition,
  countThere,
  type Entry,
  entryOf,
  hasLeft,
  isOver,
} from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import type { EntryChange, NewEntry } from '../model/settings.ts';

/** The events that a command writes; none if it changes nothing. */
export interface Decision {
  events: CompetitionEventData[];
  entry: number | null;
}

const CLIENT_SEED_BYTES = 12;
const BOT_CONCURRENCY = 16;
/** The number of times that a player may change one entry of a competition, in total. */
const MOST_CHANGES = 500;
const CHANGES_MS = 60_000;

/** Returns whether the reader may see the competition. A private one is visible only to the organizer, players with an
 * entry and callers with the invite code. */
export function mayLook(competition: Competition, { playerId, inviteCode }: Reader): boolean {
  const { settings, createdBy, inviteCode: code } = competition.header;
  if (settings.visibility !== 'private') return true;
  if (inviteCode !== undefined && code !== null && opens(inviteCode, code)) return true;
  return createdBy === playerId || entryOf(competition, playerId) !== null;
}

export function competitionNotFound(competitionId: string): Refused {
  return refused('competition-not-found', `There is no competition ${competitionId}.`);
}

export const ORGANISER_DELETED = 'The account of its organizer was deleted.';

/** Returns ids of accounts that must still exist. Before the start they include the organizer, because only the
 * organizer can start the competition. */
export function entryNeeds({ status, header }: Competition, player: Player): string[] {
  return status === 'open' ? [player.id, header.createdBy] : [player.id];
}

export function entering(
  competition: Competition,
  player: Player,
  asked: NewEntry,
  rules: RulesetVersion,
  now: Date,
): Result<Decision> {
  const bot = asked.bot ?? null;
  if (bot !== null && competition.header.createdBy !== player.id) return notOrganizer();
  const known = bot === null ? entryOf(competition, player.id) : competition.entries.find((each) => each.bot === bot);
  if (known && hasLeft(known)) return returning(competition, known, asked, now);
  if (known) return done({ entry: known.entry, events: [] });
  const problem =
    (bot === null ? kindProblem(competition, player) : botProblem(competition, bot, rules)) ??
    closedProblem(competition, now);
  if (problem !== null) return problem;
  const entry = competition.entries.length + 1;
  const data = withNameSalt({
    entry,
    player: bot === null ? { id: player.id, name: player.name, kind: player.kind } : null,
    bot,
    clientSeed: asked.clientSeed ?? randomBytes(CLIENT_SEED_BYTES).toString('hex'),
    ownSeed: asked.clientSeed !== undefined,
    concurrency: asked.concurrency ?? (bot === null ? 1 : BOT_CONCURRENCY),
  });
  return done({ entry, events: [{ type: 'entryMade', data }] });
}

/** Lets a player who withdrew before the start return, with the same entry and client seed. */
function returning(competition: Competition, known: Entry, asked: NewEntry, now: Date): Result<Decision> {
  const { entry, status, concurrency: before } = known;
  if (isOver(competition)) return competitionOver(competition);
  if (status !== 'withdrawn' || competition.status !== 'open') return entryOver(known);
  const problem = closedProblem(competition, now) ?? oftenProblem(known, now);
  if (problem !== null) return problem;
  const events: CompetitionEventData[] = [{ type: 'entryResumed', data: { entry } }];
  const { concurrency = before } = asked;
  if (concurrency !== before) events.push({ type: 'entryChanged', data: { entry, concurrency } });
  return done({ entry, events });
}

export function changing(competition: Competition, player: Player, patch: EntryChange, now: Date): Result<Decision> {
  const own = ownEntry(competition, player);
  if (!own.ok) return own;
  const { entry, concurrency: before, status } = own.value;
  const { concurrency = before, paused = status === 'paused' } = patch;
  const events: CompetitionEventData[] = [];
  if (concurrency !== before) events.push({ type: 'entryChanged', data: { entry, concurrency } });
  if (paused && status === 'active') events.push({ type: 'entryPaused', data: { entry, because: 'asked' } });
  if (!paused && status === 'paused') events.push({ type: 'entryResumed', data: { entry } });
  return (events.length === 0 ? null : oftenProblem(own.value, now)) ?? done({ entry, events });
}

/** Pauses the entry of a suspended player. Only the player can resume it. */
export function pausing(competition: Competition, player: Player): Result<Decision> {
  const own = ownEntry(competition, player);
  if (!own.ok) return own;
  const { entry, status } = own.value;
  const event = { type: 'entryPaused', data: { entry, because: 'suspended' } } as const;
  return done({ entry, events: status === 'active' ? [event] : [] });
}

/** Limits changes, because each stays in the log forever and makes the server check the competition. */
function oftenProblem({ changes: { count, latest } }: Entry, now: Date): Refused | null {
  if (count >= MOST_CHANGES) {
    const detail = `You have changed your entry in this competition ${MOST_CHANGES} times, the most allowed.`;
    return capRefused('changes', detail, 'Keep your entry as it is, or withdraw it: `withdrawEntry`.');
  }
  const first = latest.length < CHANGES_REMEMBERED ? undefined : latest[0];
  if (first === undefined || now.getTime() >= first.getTime() + CHANGES_MS) return null;
  const detail = `You have changed your entry in this competition ${CHANGES_REMEMBERED} times within a minute, the most allowed.`;
  const seconds = Math.ceil((first.getTime() + CHANGES_MS - now.getTime()) / 1000);
  return capRefused('changes', detail, `Try again in ${seconds} s.`);
}

/** Withdraws an entry, after the start for good. The player finishes the running games or loses them on time. */
export function withdrawing(competition: Competition, player: Player): Result<Decision> {
  const known = entryOf(competition, player.id);
  if (known?.status === 'withdrawn') return done({ entry: known.entry, events: [] });
  const own = ownEntry(competition, player);
  if (!own.ok) return own;
  const { entry } = own.value;
  return done({ entry, events: [{ type: 'entryWithdrawn', data: { entry } }] });
}

/** Withdraws a bot of the service for the organizer, who may disqualify players but not withdraw them. */
export function withdrawingBot(competition: Competition, player: Player, entry: number): Result<Decision> {
  if (competition.header.createdBy !== player.id) return notOrganizer();
  const known = competition.entries[entry - 1];
  if (known === undefined) return noSuchEntry(entry);
  if (known.bot === null) return refused('not-a-bot', `Entry ${entry} belongs to a player, not to a bot.`);
  if (known.status === 'withdrawn') return done({ entry, events: [] });
  if (isOver(competition)) return competitionOver(competition);
  return hasLeft(known) ? entryOver(known) : done({ entry, events: [{ type: 'entryWithdrawn', data: { entry } }] });
}

export function sendingAway(competition: Competition, entry: number, reason: string): Result<Decision> {
  const known = competition.entries[entry - 1];
  if (known === undefined) return noSuchEntry(entry);
  if (known.status === 'disqualified') return done({ entry, events: [] });
  if (isOver(competition)) return competitionOver(competition);
  return done({ entry, events: [{ type: 'entryDisqualified', data: { entry, reason } }] });
}

function noSuchEntry(entry: number): Refused {
  return refused('entry-not-found', `There is no entry ${entry} in this competition.`);
}

export function notOrganizer(): Refused {
  return refused('not-organiser', 'Only the player who created this competition may do this.');
}

export function competitionOver({ status, abortReason }: Competition): Refused {
  const why = abortReason === null ? '' : ` (${abortReason.replace(/\.$/, '')})`;
  return refused('competition-over', `The competition is over: it is ${status}${why}.`);
}

function ownEntry(competition: Competition, player: Player): Result<Entry> {
  const own = entryOf(competition, player.id);
  if (own === null) return refused('not-entered', 'You have not entered this competition.');
  if (isOver(competition)) return competitionOver(competition);
  return hasLeft(own) ? entryOver(own) : done(own);
}

function entryOver({ entry, status }: Entry): Refused {
  return refused('entry-over', `Entry ${entry} is over: it is ${status}.`);
}

function kindProblem({ header }: Competition, { kind }: Player): Refused | null {
  const { kinds } = header.settings;
  if (kinds.includes(kind)) return null;
  return refused('kind-not-admitted', `This competition is for players of kind ${kinds.join(' and ')}, not ${kind}.`);
}

/** Rejects the bot `search`: it thinks for a fixed time, so its strength depends on how busy the server is. */
function botProblem({ header }: Competition, bot: string, { ruleset }: RulesetVersion): Refused | null {
  const known = botNames(ruleset).filter((name) => name !== SEARCH);
  if (!known.includes(bot)) {
    const errors = [{ pointer: '/bot', message: `must be one of ${known.join(', ')}` }];
    const hint = `Bots that may enter: ${known.join(', ')}.`;
    return refused('unknown-policy', `There is no bot ${JSON.stringify(bot)} that may enter.`, { hint, errors });
  }
  if (ruleset.isUnbounded?.(header.settings.options) !== true) return null;
  const errors = [
    { pointer: '/bot', message: 'must be omitted, because a game of bots alone may never end with these options' },
  ];
  return refused(
    'invalid-options',
    'No bot can enter this competition: with its options, a game of bots alone may never end.',
    {
      errors,
    },
  );
}

export function closedProblem(competition: Competition, now: Date): Refused | null {
  const { status, header, entries } = competition;
  const { format, entryUntil, endsAt, maxEntries } = header.settings;
  if (isOver(competition)) return competitionOver(competition);
  const end = format === 'ladder' ? (entryUntil ?? endsAt) : entryUntil;
  if (end !== null && new Date(end) <= now) return refused('entries-closed', `Entries closed at ${end}.`);
  if (status === 'playing' && format !== 'ladder') {
    return refused('entries-closed', 'The competition has started and accepts no more entries.');
  }
  if (countThere(competition) < maxEntries && entries.length < MOST_EVER) return null;
  return refused(
    'competition-full',
    `This competition takes ${counted(maxEntries, 'entry', 'entries')}, and all places are taken.`,
  );
}

/** The number of entries that a competition may ever have, withdrawn ones included. It limits the length of the log. */
const MOST_EVER = 2000;
