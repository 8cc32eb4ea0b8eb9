import type { Static } from '@sinclair/typebox';
import { uuidv7 } from 'uuidv7';
import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import { sha256Hex } from '#rules/kernel/hashing.ts';
import { canonical, type Json } from '#rules/kernel/json.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { completeOptions, misfit, unknownRuleset } from '../../games/commands/create-game.ts';
import type { Clock } from '../../games/model/clock.ts';
import { poolOf, ratedProblem } from '../../games/model/rated-game.ts';
import type { SeatHolder } from '../../games/model/seats.ts';
import { seatsRefused } from '../../games/refusals.ts';
import type { Player } from '../../players/players.ts';
import type { SeekRow, SeekTerms } from '../../store/seeks.ts';
import { STAND_IN } from '../runtime/seek-games.ts';
import type { NewSeek as NewSeekShape } from '../seek-shapes.ts';

export type NewSeek = Static<typeof NewSeekShape>;

const PAIR = 2;
const PATIENCE_S = 0.5;
const MS = 1_000;
const FIT_DIGITS = 16;

export function newSeek(player: Player, asked: NewSeek, catalogue: Catalogue, now: Date): Result<SeekTerms> {
  const entry = catalogue.get(asked.ruleset);
  if (entry === undefined) return unknownRuleset(asked.ruleset, catalogue);
  const form = completeOptions(entry, asked.options);
  if (!form.ok) return form;
  const { ruleset } = entry;
  const { clock, opponents = 'anyone', ratingWithin = null, patience = PATIENCE_S, games = 1, concurrency = 1 } = asked;
  const { clientSeed = null } = asked;
  const seats = asked.seats ?? Math.max(PAIR, ruleset.seats.min);
  const problem = seatsProblem(entry, seats) ?? gameProblem(entry, form.value, seats, clock);
  if (problem !== null) return problem;
  const pool = poolOf({ ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion, options: form.value, seats });
  return done({
    id: uuidv7(),
    playerId: player.id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: form.value as Json,
    seats,
    clock: clock as unknown as Json,
    poolId: pool.id,
    fit: sha256Hex(canonical({ pool: pool.id, clock })).slice(0, FIT_DIGITS),
    opponents,
    ratingWithin,
    patienceMs: Math.round(patience * MS),
    games,
    concurrency,
    clientSeed,
    createdAt: now,
  });
}

export function untouched(terms: SeekTerms): SeekRow {
  const { createdAt } = terms;
  return {
    ...terms,
    status: 'open',
    endedBecause: null,
    version: 1,
    played: 0,
    running: 0,
    runningGames: [],
    neverActed: 0,
    lastGameId: null,
    waitingBecause: null,
    waitingSince: createdAt,
    seenAt: createdAt,
    updatedAt: createdAt,
  };
}

function seatsProblem({ ruleset }: CatalogueEntry, seats: number) {
  const { min, max } = ruleset.seats;
  if (max < PAIR) {
    const errors = [{ pointer: '/ruleset', message: 'must be a ruleset for two players or more' }];
    const hint = 'Create a game of it with `createGame`: it needs no other player.';
    return refused('invalid-seats', `${ruleset.name} is for one player, so a seek finds no opponent.`, {
      errors,
      hint,
    });
  }
  const range = { min: Math.max(PAIR, min), max };
  if (seats >= range.min && seats <= max) return null;
  return seatsRefused(ruleset.name, range, seats, { rated: true });
}

/** Returns why there cannot be a rated game on these terms; null: there can. */
function gameProblem(entry: CatalogueEntry, options: unknown, seats: number, clock: Clock) {
  const wishes = Array.from({ length: seats }, () => 'open' as const);
  const holders = wishes.map((): SeatHolder => ({ kind: 'open' }));
  const terms = { ruleset: entry.ruleset, options, clock, standIn: STAND_IN };
  return (
    misfit(entry, options, wishes, terms) ??
    ratedProblem({ ...terms, seats: holders, visibility: 'public', seeded: false })
  );
}
