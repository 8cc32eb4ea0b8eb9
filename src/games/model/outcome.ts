import type { Outcome as RulesetOutcome, Seat } from '#rules/kernel/ruleset.ts';
import { seatNames, sentence } from '#rules/kernel/tabletop/phrases.ts';
import type { Game, Outcome } from './game.ts';
import { isStaying, type SeatHolder } from './seats.ts';

/** The outcome of a game that the rules have ended. Who has left cannot win. */
export function finalOutcome(game: Game, outcome: RulesetOutcome): Outcome {
  const left = leaversOf(game.seats);
  if (left.length === 0 || outcome.winners.length === 0) return { ...outcome, left };
  const winners = outcome.winners.filter((seat) => isStaying(game.seats[seat]));
  return { ...outcome, winners: winners.length > 0 ? winners : bestStaying(game, outcome.scores), left };
}

/** How a game ends when these seats have left at once; null when enough are left to play it out. */
export function outcomeAfterLeaving(game: Game, leavers: readonly Seat[]): Outcome | null {
  const { seats, header, state } = game;
  const left = leaversOf(seats);
  const staying = seats.flatMap((holder, each) => (isStaying(holder) ? [each] : []));
  const reason = left.at(-1)?.how ?? 'resigned';
  const word = reason === 'timedOut' ? 'ran out of time' : 'resigned';
  const who = sentence(seatNames(leavers));
  const zeros = seats.map(() => 0);
  if (seats.length === 1) {
    const scores = header.ruleset.conceded?.(state, leavers[0] as Seat);
    const score = scores === undefined ? '' : `, with a score of ${scores[0]}`;
    return { winners: [], scores: scores ?? zeros, reason, text: `${who} ${word}${score}.`, left };
  }
  if (staying.length > 1 && !isLeftToBots(game)) return null;
  const last =
    staying[0] === undefined ? 'no seat is left, and none wins' : `seat ${staying[0]} is the last one and wins`;
  const end = staying.length > 1 ? 'only bots are left' : last;
  return { winners: staying, scores: zeros, reason, text: `${who} ${word}: ${end}.`, left };
}

/** Whether bots alone would play a game on that need never end. */
function isLeftToBots({ header: { ruleset, options }, seats }: Game): boolean {
  return ruleset.isUnbounded?.(options) === true && !seats.some((holder) => holder.kind !== 'bot' && isStaying(holder));
}

function bestStaying(game: Game, scores: readonly number[]): Seat[] {
  const direction = game.header.ruleset.scoring(game.header.options) === 'highest' ? 1 : -1;
  const staying = scores.flatMap((score, seat) =>
    isStaying(game.seats[seat]) ? [{ seat, worth: direction * score }] : [],
  );
  const best = Math.max(...staying.map(({ worth }) => worth));
  return staying.filter(({ worth }) => worth === best).map(({ seat }) => seat);
}

/** Who left, in the order in which they did. */
function leaversOf(seats: readonly SeatHolder[]): Outcome['left'] {
  return seats
    .flatMap((holder, seat) =>
      holder.kind === 'player' && holder.left !== undefined ? [{ seat, ...holder.left }] : [],
    )
    .sort((a, b) => a.version - b.version);
}
