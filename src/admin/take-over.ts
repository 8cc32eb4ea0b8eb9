import { setTimeout as sleep } from 'node:timers/promises';
import { done, type Result, refused } from '../eventlog/result.ts';
import { houseTurn } from '../games/commands/actions.ts';
import { resigned } from '../games/commands/resign.ts';
import { type Game, gameOver, isForHouse, isOver, isStaying } from '../games/model/game.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminParts,
  answered,
  asDeed,
  optionalText,
  refusedBecause,
} from './call.ts';
import { noGame } from './game.ts';
import { whyStuck } from './queues.ts';

/** The longest wait for a game to continue. A searching bot needs much less time. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

export async function takeOver(house: AdminParts, call: AdminCall): Promise<AdminAnswer> {
  const row = await house.store.game(call.target as string);
  if (row === null) return noGame(call.target as string);
  const stuck = await whyStuck(house, row);
  const why = `Game ${row.id} is ${stuck === null ? 'not stuck' : `stuck: ${stuck}`}`;
  const game = await house.games.gameReader.find(row.id).catch(() => null);
  if (game === null) {
    const reason = stuck ?? 'its log cannot be read';
    return refusedBecause(`No one can act in game ${row.id}: ${reason}. To end the game, use the command \`void\`.`);
  }
  if (isOver(game)) return refusedBecause(`Game ${row.id} is ${row.status}.`);
  const seat = optionalText(call, 'seat');
  return seat === undefined ? acted(house, call, game, why) : given(house, call, game, Number(seat), why);
}

async function acted(house: AdminParts, call: AdminCall, game: Game, why: string): Promise<AdminAnswer> {
  const { id } = game.header;
  const isDue = isForHouse(game) || houseIsDue(game, house.games.clock.now());
  if (!isDue) {
    const seats = game.decisions.map(({ seat }) => seat).join(', ');
    return refusedBecause(
      `${why}. The game waits for its players (seat ${seats}). To let a bot play for one of them, add --seat.`,
    );
  }
  const what = `${why}. The server acts in it`;
  const deed = { what: `${what}.`, subject: id, details: { version: game.version } };
  return asDeed(house, call, deed, async () => {
    await house.games.attend(id);
    const after = await furtherThan(house, game);
    if (after === null)
      return refusedBecause(
        `${why}. The server has nothing to do in the game, or did not finish in time. Look at it with the command \`game\`.`,
      );
    return answered([`${what}: it is at version ${after.version}, ${after.status}.`], { version: after.version });
  });
}

function houseIsDue(game: Game, now: Date): boolean {
  try {
    return houseTurn(game, now) !== null;
  } catch {
    return true; // The server then tries to act and reports the error.
  }
}

/** Waits until the game has continued and returns it; null: the time was up. */
async function furtherThan({ games }: AdminParts, before: Game): Promise<Game | null> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const game = await games.gameReader.find(before.header.id);
    if (game !== null && game.version > before.version) return game;
    if (performance.now() > giveUpAt) return null;
    await sleep(LOOK_MS);
  }
}

/** Resigns for the player. The game's log shows only a resignation; the log of operator actions names the operator. */
async function given(house: AdminParts, call: AdminCall, game: Game, seat: number, why: string): Promise<AdminAnswer> {
  const { id } = game.header;
  const tried = leaving(game, house.games.clock.now(), seat);
  if (!tried.ok) return refusedBecause(tried.refusal.detail);
  const end =
    tried.value.game.status === 'finished' ? 'which ends the game' : `and ${game.header.standIn} plays on for it`;
  const what = `${why}. Seat ${seat} is given up, as if its player resigned, ${end}`;
  const deed = { what: `${what}.`, subject: id, details: { seat, version: game.version } };
  return asDeed(house, call, deed, async () => {
    const decide = (newest: Game, now: Date) => leaving(newest, now, seat);
    const made = await house.games.commands.handle({ gameId: id, by: null, request: null, decide });
    if (!made.ok) return refusedBecause(made.refusal.detail);
    return answered([`${what}: it is at version ${made.value.game.version}.`], { seat, version: made.value.applied });
  });
}

function leaving(game: Game, now: Date, seat: number): Result<ReturnType<typeof resigned>> {
  if (isOver(game)) return gameOver(game);
  const holder = game.seats[seat];
  if (game.status !== 'playing') return refused('game-not-started', `Game ${game.header.id} has not begun.`);
  if (holder?.kind !== 'player' || !isStaying(holder)) {
    return refused('no-such-seat', `Seat ${seat} of game ${game.header.id} has no player.`);
  }
  return done(resigned(game, now, seat));
}
