import type { Chance } from '#rules/kernel/chance.ts';
import { sameJson } from '#rules/kernel/json.ts';
import { applyLegal, type Played } from '#rules/kernel/play.ts';
import type { ActionShape, EventShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { jsonFault } from './plain-json.ts';
import {
  bytes,
  difference,
  type Law,
  lotOf,
  named,
  type Position,
  seatsOf,
  seenEvents,
  viewersOf,
} from './position.ts';
import { dealtHere, redealt } from './redealt.ts';
import { remembered } from './remembered.ts';
import { one, sample, unlistedActions } from './samples.ts';
import { eventsTellNothingHidden } from './telling-events.ts';
import { type Told, toldApart, toldHere, toldOf } from './told.ts';

const CHOICES_TRIED = 12;

const redealKeepsWhatIsSeen: Law = {
  name: 'leak law: redealing changes nothing that the viewer is told',
  complaint(at) {
    for (const viewer of viewersOf(at.seats)) {
      for (const dealt of dealtHere(at, viewer)) {
        // `redeal` returns the same object if nothing is hidden
        if (dealt === at.state) continue;
        const told = toldOf(at, dealt, viewer);
        const fault =
          toldApart(toldHere(at, viewer), told, viewer) ??
          jsonFault(dealt, 'the redealt state') ??
          refusedApart(at, told, viewer);
        if (fault !== null) return fault;
      }
    }
    const viewer = one(viewersOf(at.seats), lotOf(at, 'dealt again'));
    const again = redealt(at, viewer, 'first');
    return sameJson(again, dealtHere(at, viewer)[0]) ? null : `redealing for ${named(viewer)} draws other chance`;
  },
};

const refusedHere = remembered((at: Position, seat: Seat): { action: ActionShape; refusal: string }[] =>
  unlistedActions(at, seat, [], lotOf(at, 'refused apart')).map((action) => ({
    action,
    refusal: bytes(at.subject.ruleset.explain(toldHere(at, seat).view, seat, action)),
  })),
);

function refusedApart(at: Position, { view }: Told, viewer: Viewer): string | null {
  if (viewer === 'spectator' || !at.actors.includes(viewer)) return null;
  for (const { action, refusal } of refusedHere(at, viewer)) {
    const other = bytes(at.subject.ruleset.explain(view, viewer, action));
    if (other !== refusal) return `the refusal of ${bytes(action)} of seat ${viewer}: ${difference(refusal, other)}`;
  }
  return null;
}

const redealIsSound: Law = {
  name: 'redealt positions are sound',
  complaint(at) {
    for (const viewer of viewersOf(at.seats)) {
      const faults = at.subject.ruleset.invariants?.(dealtHere(at, viewer)[0]) ?? [];
      if (faults.length > 0) return `redealt for ${named(viewer)}: ${faults.join('; ')}`;
    }
    return null;
  },
};

function after(at: Position, state: unknown, seat: Seat, action: ActionShape) {
  return applyLegal(at.subject.ruleset, state, seat, action, new FastChance(`${at.seed}/${at.step}/after`));
}

/** Returns what all others learn from a choice, which of them must still choose, and if the seat must choose again. */
function afterChoice(at: Position, seat: Seat, action: ActionShape) {
  const { ruleset } = at.subject;
  const { state, events } = after(at, at.state, seat, action);
  const told = viewersOf(at.seats)
    .filter((viewer) => viewer !== seat)
    .flatMap((viewer) => [
      named(viewer),
      bytes(seenEvents(at.subject, events, viewer)),
      ...toldOf(at, state, viewer)
        .texts.filter(([name]) => name !== 'actors')
        .flat(),
    ]);
  const actors = ruleset.actors(state);
  return { told, waiting: bytes(actors.filter((actor) => actor !== seat)), isAsked: actors.includes(seat) };
}

/** Others see whether a seat must choose again. This may depend only on the type of its choice, such as an undo. */
class AskedAgain {
  readonly #byType = new Map<string, boolean>();

  differs(type: string, isAsked: boolean): boolean {
    const before = this.#byType.get(type) ?? isAsked;
    this.#byType.set(type, before);
    return before !== isAsked;
  }
}

const secretChoices: Law = {
  name: 'leak law: secret choices stay secret until all are in',
  complaint(at) {
    if (at.actors.length < 2) return null;
    for (const seat of at.actors) {
      const others = bytes(at.actors.filter((actor) => actor !== seat));
      let first: { action: ActionShape; told: string[] } | null = null;
      const again = new AskedAgain();
      for (const action of sample(at.listed[seat] ?? [], CHOICES_TRIED, lotOf(at, 'secret choices'))) {
        const { told, waiting, isAsked } = afterChoice(at, seat, action);
        if (waiting !== others)
          return `after ${bytes(action)} of seat ${seat} not ${others} but ${waiting} are to choose`;
        if (again.differs(action.type, isAsked))
          return `the choice of seat ${seat} shows: after ${bytes(action)} it is ${isAsked ? 'asked again' : 'done'}`;
        first ??= { action, told };
        const other = first.told;
        const shown = told.findIndex((text, i) => text !== other[i]);
        if (shown < 0) continue;
        const apart = difference(told[shown] ?? '', other[shown] ?? '');
        return `the choice of seat ${seat} shows, ${bytes(action)} or ${bytes(first.action)}: ${apart}`;
      }
    }
    return null;
  },
};

const listedHere = remembered(
  (at: Position, seat: Seat) => new Map((at.listed[seat] ?? []).map((action) => [bytes(action), action])),
);

const afterHere = remembered((at: Position, of: `${Seat} ${string}`) => {
  const space = of.indexOf(' ');
  const seat = Number(of.slice(0, space));
  return after(at, at.state, seat, listedHere(at, seat).get(of.slice(space + 1)) as ActionShape);
});

function legalInBoth(at: Position, dealt: unknown, seat: Seat, lot: Chance): string[] {
  const still = new Set(at.subject.ruleset.legalActions(dealt, seat).map(bytes));
  return sample(
    [...listedHere(at, seat).keys()].filter((text) => still.has(text)),
    2,
    lot,
  );
}

/** Returns events that the viewer sees differently from spectators. */
function ownNews(at: Position, events: readonly EventShape[], viewer: Viewer): EventShape[] {
  const common = new Set(seenEvents(at.subject, events, 'spectator').map(bytes));
  return seenEvents(at.subject, events, viewer).filter((event) => !common.has(bytes(event)));
}

/** A single seat may learn something from an event only if its view then shows it. */
const newsIsShared: Law = {
  name: 'leak law: news is public or shown in the view',
  complaint(at) {
    if (at.actors.length === 0) return null;
    const { ruleset } = at.subject;
    const lot = lotOf(at, 'news');
    for (const viewer of viewersOf(at.seats)) {
      const dealt = dealtHere(at, viewer)[1];
      const seat = one(at.actors, lot);
      if (dealt === at.state) continue;
      for (const text of legalInBoth(at, dealt, seat, lot)) {
        const lived = afterHere(at, `${seat} ${text}`);
        const other = after(at, dealt, seat, listedHere(at, seat).get(text) as ActionShape);
        const apart = (ask: (step: Played) => unknown) => {
          const [one, two] = [bytes(ask(lived)), bytes(ask(other))];
          return one === two ? null : difference(one, two);
        };
        const viewsApart = () => apart(({ state }) => ruleset.view(state, viewer));
        const secret = seat === viewer && at.actors.length > 1;
        const shown = secret ? viewsApart() : null;
        if (shown !== null) return `its own secret choice ${text} shows seat ${seat} ${shown}`;
        const news = apart(({ events }) =>
          secret ? seenEvents(at.subject, events, viewer) : ownNews(at, events, viewer),
        );
        const explained = () => !secret && viewsApart() !== null;
        if (news !== null && !explained()) return `${text} of seat ${seat} tells ${named(viewer)} ${news}`;
      }
    }
    return null;
  },
};

const nothingHidden: Law = {
  name: 'hidden information is declared',
  complaint(at) {
    if (at.subject.ruleset.hiddenInformation) return null;
    const shown = (viewer: Viewer) =>
      bytes([toldHere(at, viewer).view, seenEvents(at.subject, at.origin.events, viewer)]);
    const expected = shown('spectator');
    const other = seatsOf(at.seats).find((seat) => shown(seat) !== expected);
    return other === undefined ? null : `seat ${other} sees ${difference(shown(other), expected)}`;
  },
};

export const LEAK_LAWS: readonly Law[] = [
  nothingHidden,
  redealKeepsWhatIsSeen,
  redealIsSound,
  secretChoices,
  eventsTellNothingHidden,
  newsIsShared,
];
