// How a game ends when players have left it, as the house tells it: from the rules alone it would not follow.
import type { AnyRuleset, Outcome as RulesetOutcome, Seat } from '../../../../src/kernel/ruleset.ts';
import { seatNames, sentence } from '../../../../src/kernel/tabletop/phrases.ts';

export interface Leaving {
  how: 'resigned' | 'timedOut';
  version: number;
}

/** Who holds a seat, as the log has it. */
export interface Holder {
  kind: 'open' | 'invited' | 'player' | 'bot';
  player?: { id: string };
  policy?: string;
  clientSeed?: string;
  left?: Leaving;
}

export interface Outcome extends RulesetOutcome {
  left: ({ seat: Seat } & Leaving)[];
}

/** A game that is played, as far as its ending hangs on it. */
interface Played {
  ruleset: AnyRuleset;
  options: unknown;
  seats: readonly Holder[];
  state: unknown;
}

export function isStaying(holder: Holder | undefined): boolean {
  return holder?.kind === 'bot' || (holder?.kind === 'player' && holder.left === undefined);
}

/** The outcome that the rules give. Who has left cannot win. */
export function finalOutcome(game: Played, outcome: RulesetOutcome): Outcome {
  const left = leaversOf(game.seats);
  if (left.length === 0 || outcome.winners.length === 0) return { ...outcome, left };
  const winners = outcome.winners.filter((seat) => isStaying(game.seats[seat]));
  return { ...outcome, winners: winners.length > 0 ? winners : bestStaying(game, outcome.scores), left };
}

/** The outcome once the players of these seats have left at once; null when enough are there to play on. */
export function outcomeAfterLeaving(game: Played, leavers: readonly Seat[]): Outcome | null {
  const { seats, ruleset, options, state } = game;
  const left = leaversOf(seats);
  const reason = left.at(-1)?.how ?? 'resigned';
  const word = reason === 'timedOut' ? 'ran out of time' : 'resigned';
  const who = sentence(seatNames(leavers));
  const zeros = seats.map(() => 0);
  if (seats.length === 1) {
    const scores = ruleset.conceded?.(state, leavers[0] as Seat);
    const score = scores === undefined ? '' : `, with a score of ${scores[0]}`;
    return { winners: [], scores: scores ?? zeros, reason, text: `${who} ${word}${score}.`, left };
  }
  const staying = seats.flatMap((holder, each) => (isStaying(holder) ? [each] : []));
  const areBots = ruleset.isUnbounded?.(options) === true && staying.every((each) => seats[each]?.kind === 'bot');
  if (staying.length > 1 && !areBots) return null;
  const last =
    staying[0] === undefined ? 'no seat is left, and none wins' : `seat ${staying[0]} is the last one and wins`;
  const end = staying.length > 1 ? 'only bots are left' : last;
  return { winners: staying, scores: zeros, reason, text: `${who} ${word}: ${end}.`, left };
}

function bestStaying({ ruleset, options, seats }: Played, scores: readonly number[]): Seat[] {
  const direction = ruleset.scoring(options) === 'highest' ? 1 : -1;
  const staying = scores.flatMap((score, seat) => (isStaying(seats[seat]) ? [{ seat, worth: direction * score }] : []));
  const best = Math.max(...staying.map(({ worth }) => worth));
  return staying.filter(({ worth }) => worth === best).map(({ seat }) => seat);
}

/** In the order in which they left. */
function leaversOf(seats: readonly Holder[]): Outcome['left'] {
  return seats
    .flatMap(({ left }, seat) => (left === undefined ? [] : [{ seat, ...left }]))
    .sort((a, b) => a.version - b.version);
}
