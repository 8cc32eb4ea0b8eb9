import type { Chance } from '#rules/kernel/chance.ts';
import { sentenceOf } from '#rules/kernel/narration.ts';
import type { RefusedAction } from '#rules/kernel/play.ts';
import { replayAction, replaySetup } from '#rules/kernel/replay.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { jsonFault } from './plain-json.ts';
import { sentenceFault, wordsFault } from './plain-words.ts';
import { bytes, difference, type Law, lotOf, named, type Position, seenEvents, viewersOf } from './position.ts';
import { sample, unlistedActions } from './samples.ts';

const MOST_ACTIONS = 5000;
const LABELS_READ = 100;

export const NO_CHANCE: Chance = {
  int: () => {
    throw new Error('chance was drawn where nothing may happen');
  },
};

const listIsOrderly: Law = {
  name: 'the list is short, stable and without duplicates',
  complaint(at) {
    for (const [seat, actions] of at.listed.entries()) {
      if (actions.length >= MOST_ACTIONS) return `seat ${seat} has ${actions.length} actions`;
      const written = actions.map(bytes);
      if (new Set(written).size < written.length) {
        const twice = written.find((action, i) => written.indexOf(action) < i);
        return `seat ${seat} is listed ${twice} twice`;
      }
      const again = bytes(at.subject.ruleset.legalActions(at.state, seat));
      if (again !== bytes(actions)) return `asked again, seat ${seat} has ${difference(bytes(actions), again)}`;
    }
    return null;
  },
};

const everythingFits: Law = {
  name: 'everything fits its schema',
  complaint(at) {
    const { book, ruleset } = at.subject;
    for (const action of at.listed.flat()) {
      const fault = book.actionFault(action) ?? jsonFault(action, 'an action');
      if (fault !== null) return `a listed action does not fit: ${fault}`;
    }
    for (const viewer of viewersOf(at.seats)) {
      const view = ruleset.view(at.state, viewer);
      const fault = book.viewFault(view) ?? jsonFault(view, 'the view');
      if (fault !== null) return `the view of ${named(viewer)} does not fit: ${fault}`;
      for (const event of seenEvents(at.subject, at.origin.events, viewer)) {
        const slip = book.eventFault(event) ?? jsonFault(event, `the event ${event.type}`);
        if (slip !== null) return `what ${named(viewer)} sees of an event does not fit: ${slip}`;
      }
    }
    return null;
  },
};

const survivesJson: Law = {
  name: 'state survives JSON',
  complaint(at) {
    const fault = jsonFault(at.state);
    if (fault !== null) return fault;
    const { ruleset } = at.subject;
    const thawed: unknown = JSON.parse(JSON.stringify(at.state));
    const answers = (state: unknown) =>
      bytes([
        ruleset.actors(state),
        at.listed.map((_, seat) => ruleset.legalActions(state, seat)),
        viewersOf(at.seats).map((viewer) => ruleset.view(state, viewer)),
        ruleset.outcome(state),
      ]);
    const [kept, stored] = [answers(at.state), answers(thawed)];
    return kept === stored ? null : `after a round through JSON ${difference(kept, stored)}`;
  },
};

const replayEqualsLive: Law = {
  name: 'replay from draws equals live',
  complaint(at) {
    const { before, seat, action, draws, events } = at.origin;
    const { ruleset } = at.subject;
    const replayed =
      action === null || seat === null
        ? replaySetup(ruleset, at.options, at.seats, draws)
        : replayAction(ruleset, JSON.parse(JSON.stringify(before)), seat, action, draws);
    const [live, again] = [bytes([at.state, events]), bytes([replayed.state, replayed.events])];
    return live === again ? null : difference(live, again);
  },
};

const wordsArePlain: Law = {
  name: 'labels and texts are plain words',
  complaint(at) {
    const { ruleset } = at.subject;
    for (const viewer of viewersOf(at.seats)) {
      const view = ruleset.view(at.state, viewer);
      const text = ruleset.describe(view);
      const fault = wordsFault(text, 'many lines');
      if (fault !== null) return `the text for ${named(viewer)} ${fault}: ${text}`;
      for (const event of seenEvents(at.subject, at.origin.events, viewer)) {
        const slip = sentenceFault(sentenceOf(ruleset, event, at.options));
        if (slip !== null)
          return `what is said to ${named(viewer)} of ${event.type} ${slip}: ${sentenceOf(ruleset, event, at.options)}`;
      }
      if (viewer === 'spectator') continue;
      for (const action of sample(at.listed[viewer] ?? [], LABELS_READ, lotOf(at, 'labels'))) {
        const label = ruleset.label(action, view);
        const slip = wordsFault(label);
        if (slip !== null) return `the label of ${bytes(action)} ${slip}: ${label}`;
      }
    }
    return null;
  },
};

const labelsTellApart: Law = {
  name: 'labels tell actions apart',
  complaint(at) {
    const { ruleset } = at.subject;
    for (const [seat, actions] of at.listed.entries()) {
      const view = ruleset.view(at.state, seat);
      const labelled = new Map<string, ActionShape>();
      for (const action of actions) {
        const label = ruleset.label(action, view);
        const other = labelled.get(label);
        if (other !== undefined) return `${bytes(other)} and ${bytes(action)} of seat ${seat} are both "${label}"`;
        labelled.set(label, action);
      }
    }
    return null;
  },
};

function refusalFault(at: Position, seat: Seat, action: ActionShape): string | null {
  const { subject, actors, state } = at;
  const before = bytes(state);
  const answer = subject.play(subject.ruleset, state, seat, action, NO_CHANCE);
  if (answer.ok) return `${bytes(action)} of seat ${seat} is not listed and was accepted`;
  if (bytes(state) !== before) return `refusing ${bytes(action)} of seat ${seat} changed the position`;
  const expected: RefusedAction['code'] =
    actors.length === 0 ? 'game-over' : actors.includes(seat) ? 'illegal-action' : 'not-your-turn';
  if (answer.code !== expected) return `${bytes(action)} of seat ${seat} is refused as ${answer.code}, not ${expected}`;
  if (answer.code !== 'illegal-action') return null;
  const { rule, detail, hint } = answer.refusal;
  if (!subject.rulings.has(rule)) return `${bytes(action)} is refused by "${rule}", which the rules do not number`;
  const fault = sentenceFault(detail) ?? (hint === undefined ? null : sentenceFault(hint));
  return fault === null ? null : `the refusal of ${bytes(action)} ${fault}: ${bytes(answer.refusal)}`;
}

export function nothingUnlisted(earlier: readonly ActionShape[]): Law {
  return {
    name: 'nothing not listed is accepted',
    complaint(at) {
      const lot = lotOf(at, 'unlisted');
      for (const seat of at.listed.keys()) {
        for (const action of unlistedActions(at, seat, earlier, lot)) {
          const fault = refusalFault(at, seat, action);
          if (fault !== null) return fault;
        }
      }
      return null;
    },
  };
}

export const POSITION_LAWS: readonly Law[] = [
  listIsOrderly,
  everythingFits,
  survivesJson,
  replayEqualsLive,
  wordsArePlain,
  labelsTellApart,
];
