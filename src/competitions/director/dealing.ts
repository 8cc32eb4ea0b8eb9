import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { TimeSlicer } from '../../eventlog/queue.ts';
import { botHolder, newHeader, opening } from '../../games/commands/create-game.ts';
import type { Proposal } from '../../games/model/game.ts';
import type { SeatHolder } from '../../games/model/seats.ts';
import { boardSeedOf } from '../model/board-seed.ts';
import { type Competition, entryIn } from '../model/competition.ts';
import type { CompetitionEventData } from '../model/events.ts';
import { isSealed, type ScheduledGame } from '../model/schedule.ts';

/** Games that are ready to be written, and what the log says of them. */
interface Deal {
  games: Proposal[];
  event: CompetitionEventData;
}

/** The policy that plays a seat of the house: it is the anchor of all ratings. */
const HOUSE = 'random';

/** Creates the games of a schedule with every seat taken, so that they begin at once; others have their turn between two. */
export async function deal(
  competition: Competition,
  ruleset: AnyRuleset,
  scheduled: readonly ScheduledGame[],
  now: Date,
  timeSlicer: TimeSlicer,
): Promise<Deal> {
  const games: Proposal[] = [];
  for (const game of scheduled) {
    await timeSlicer.pause();
    games.push(opened(competition, ruleset, game, now));
  }
  const dealt = scheduled.map((game, i) => ({ gameId: (games[i] as Proposal).game.header.id, ...game }));
  return { games, event: { type: 'gamesDealt', data: { games: dealt } } };
}

function opened(competition: Competition, ruleset: AnyRuleset, game: ScheduledGame, now: Date): Proposal {
  const { id: competitionId, settings } = competition.header;
  const { round, table, board, copy, entries } = game;
  const { options, visibility, clock, standIn } = settings;
  const seats = entries.map((entry) => holderOf(competition, entry));
  const seed = boardSeedOf(competition, board);
  const place = { competitionId, round, table, board, copy, sealed: isSealed(settings) };
  const chance = { seed, commitment: null, rematchOf: null, daily: null, rated: false, allowsChat: true };
  const header = newHeader(
    { ruleset, options, seats, creator: null, visibility, clock, standIn, place, ...chance },
    now,
  );
  return opening(header, seats);
}

function holderOf(competition: Competition, number: number | null): SeatHolder {
  if (number === null) return botHolder(HOUSE);
  const { player, bot, clientSeed, ownSeed } = entryIn(competition, number);
  if (player !== null) return { kind: 'player', player, clientSeed, ownSeed };
  return { kind: 'bot', policy: bot ?? HOUSE, clientSeed, ownSeed };
}
