// Implements plans (docs/long-games.md) a second time, for tests that compare both.
import { isDeepStrictEqual } from 'node:util';
import type { EventShape, Seat } from '#rules/kernel/ruleset.ts';
import { actionFor, followed } from '../../src/games/commands/actions.ts';
import { type Game, isOver, type Proposal, type TableEvent } from '../../src/games/model/game.ts';
import type { Branch, Condition, Matchers } from '../../src/games/plans/plan-shapes.ts';
import type { EndedBecause, SeatPlan } from '../../src/games/plans/plans.ts';

const MOST_AT_ONCE = 60;
const MOST_ALONE = 100;

interface Foretold {
  list: readonly Branch[];
  acted: { version: number; branch: string }[];
  ended: EndedBecause | null;
  due: boolean;
}

interface ByHand {
  proposal: Proposal;
  plans: Foretold[];
}

interface Waiting extends Foretold {
  seat: Seat;
  unmatched: 'drop' | 'wait';
  pointer: string;
  /** conditions look at events from this version on */
  since: number;
  alone: number;
  /** the plan answers only decisions that began after this version */
  asked: number;
}

export function byHand(
  before: Game,
  change: Proposal,
  plans: readonly SeatPlan[],
  told: readonly TableEvent[],
): ByHand {
  const back = change.rows.find(({ kind }) => kind === 'undone' || kind === 'takenBack');
  const waiting = plans.map((plan) => waitingAt(plan, before.version));
  for (const each of waiting) {
    const own = change.rows.findLast(({ kind, seat }) => ['action', 'timeout'].includes(kind) && seat === each.seat);
    if (own !== undefined) each.since = own.version;
    if (change.rows.some(({ kind, seat }) => kind === 'action' && isPlayed(before, seat))) each.alone = 0;
    if (back === undefined) continue;
    const { to } = back.action as { to: number };
    each.asked = back.version;
    if (each.acted.some(({ version }) => version > to)) each.ended ??= 'takenBack';
  }
  let proposal = change;
  for (let acts = 0; ; ) {
    endWithTheirSeats(proposal.game, waiting);
    const { game } = proposal;
    const each = waiting.find(
      ({ ended, seat, asked }) =>
        ended === null && game.decisions.some((open) => open.seat === seat && open.since > asked),
    );
    if (each === undefined) break;
    each.asked = game.version;
    each.due = false;
    const { ruleset } = game.header;
    const seen = [...told, ...proposal.events].flatMap((event) =>
      event.version < each.since ? [] : seenBy(game, each.seat, event),
    );
    const view = ruleset.view(game.state, each.seat);
    const nth = each.list.findIndex(({ when = [] }) => when.every((condition) => isTrue(condition, view, seen)));
    const branch = each.list[nth];
    if (branch === undefined) {
      if (each.unmatched === 'drop') each.ended = 'unmatched';
      continue;
    }
    const listed = ruleset.legalActions(game.state, each.seat).find((legal) => isDeepStrictEqual(legal, branch.do));
    if (listed === undefined) {
      each.ended = 'illegal';
      continue;
    }
    if (each.alone === MOST_ALONE) {
      each.ended = 'unattended';
      continue;
    }
    each.due = acts === MOST_AT_ONCE;
    if (each.due) continue;
    acts++;
    proposal = followed(proposal, actionFor(game, change.game.updatedAt, each.seat, listed, 'action'));
    each.since = proposal.game.version;
    each.alone++;
    each.acted = [...each.acted, { version: each.since, branch: `${each.pointer}/${nth}` }];
    if (branch.next === undefined) each.ended = 'done';
    else if (branch.next !== 'again')
      Object.assign(each, { list: branch.next, pointer: `${each.pointer}/${nth}/next` });
  }
  return {
    proposal,
    plans: waiting.map(({ list, acted, ended, due }) => ({ list, acted, ended, due: due && ended === null })),
  };
}

function waitingAt({ seat, state }: SeatPlan, version: number): Waiting {
  const { branches, path, unmatched, acted, since, alone, isDue, ended } = state;
  let list = branches;
  for (const nth of path) list = list[nth]?.next as Branch[];
  const pointer = ['/branches', ...path.flatMap((nth) => [nth, 'next'])].join('/');
  const asked = isDue ? 0 : version;
  return { seat, list, acted, ended: ended?.because ?? null, due: isDue, unmatched, pointer, since, alone, asked };
}

function isPlayed(game: Game, seat: Seat | null): boolean {
  const holder = seat === null ? undefined : game.seats[seat];
  return holder?.kind === 'player' && holder.left === undefined;
}

function endWithTheirSeats(game: Game, waiting: readonly Waiting[]): void {
  for (const each of waiting) {
    const holder = game.seats[each.seat];
    if (holder?.kind === 'player' && holder.left !== undefined) each.ended ??= 'seatLeft';
    else if (isOver(game)) each.ended ??= 'gameOver';
  }
}

function seenBy({ header }: Game, viewer: Seat, { type, seat, data, ofRuleset }: TableEvent): EventShape[] {
  const event = { type, seat, data };
  const seen = ofRuleset ? header.ruleset.redact(event, viewer) : event;
  return seen === null ? [] : [seen];
}

function isTrue(condition: Condition, view: unknown, seen: readonly EventShape[]): boolean {
  if ('view' in condition) return fits(condition, at(view, condition.view));
  const { type, seat, where = [] } = condition.event;
  const ofKind = seen.filter((event) => event.type === type && (seat ?? event.seat) === event.seat);
  return ofKind.some(({ data }) => where.every((each) => fits(each, at(data, each.data))));
}

function fits(asked: Matchers, value: unknown): boolean {
  const holds: Record<keyof Matchers, (by: any) => boolean> = {
    is: (by) => isDeepStrictEqual(value, by),
    not: (by) => !isDeepStrictEqual(value, by),
    in: (by) => by.some((each: unknown) => isDeepStrictEqual(value, each)),
    min: (by) => typeof value === 'number' && value >= by,
    max: (by) => typeof value === 'number' && value <= by,
    has: (by) =>
      typeof value === 'string'
        ? value.includes(by)
        : Array.isArray(value) && value.some((each) => isDeepStrictEqual(each, by)),
  };
  return (Object.keys(holds) as (keyof Matchers)[]).every((each) => !(each in asked) || holds[each](asked[each]));
}

function at(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce((part: any, name) => part?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], value);
}
