// How a game ends when players have left it, as the house tells it: from the rules alone it would not follow.
import type { AnyRuleset, Outcome as RulesetOutcome, Seat } from '../../../../src/kernel/ruleset.ts';

interface Leaving {
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

/** The outcome once a seat's player has left; null when enough are there to play on. */
export function outcomeAfterLeaving(game: Played, seat: Seat): Outcome | null {
  const { seats, ruleset, options, state } = game;
  const left = leaversOf(seats);
  const word = left.at(-1)?.how === 'timedOut' ? 'ran out of time' : 'resigned';
  const scores = seats.map(() => 0);
  if (seats.length === 1) {
    const conceded = ruleset.conceded?.(state, seat);
    return { ...(conceded ?? { winners: [], scores, reason: `Seat ${seat} ${word}.` }), left };
  }
  const staying = seats.flatMap((holder, each) => (isStaying(holder) ? [each] : []));
  const areBots = ruleset.isUnbounded?.(options) === true && staying.every((each) => seats[each]?.kind === 'bot');
  if (staying.length > 1 && !areBots) return null;
  const end =
    staying.length > 1
      ? ': only bots are left'
      : staying.map((last) => `: seat ${last} is the last one and wins`).join('');
  return { winners: staying, scores, reason: `Seat ${seat} ${word}${end}.`, left };
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
