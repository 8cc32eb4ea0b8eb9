import type { Chance } from '#rules/kernel/chance.ts';
import { applyLegal, play } from '#rules/kernel/play.ts';
import type { AnyRuleset, Outcome, Policy, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import {
  type SealedAction,
  type SealedEvent,
  type SealedState,
  type SealedView,
  sealedCards,
} from '../kernel/sealed-cards.ts';
import { afterwards, type Broken } from './broken.ts';

function ending(change: (outcome: Outcome) => Outcome | null): AnyRuleset {
  return {
    ...sealedCards,
    outcome: (state: SealedState) => {
      const outcome = sealedCards.outcome(state);
      return outcome === null ? null : change(outcome);
    },
  };
}

function unlawfulPlay(): Broken[] {
  return [
    {
      what: 'changes a position in place',
      law: 'nothing is changed in place',
      ruleset: {
        ...sealedCards,
        apply: (state: SealedState, seat: Seat, action: SealedAction, chance: Chance) => {
          state.points[seat] = (state.points[seat] ?? 0) + 1;
          return sealedCards.apply(state, seat, action, chance);
        },
      },
    },
    {
      what: 'changes the action that it is handed',
      law: 'nothing is changed in place',
      ruleset: {
        ...sealedCards,
        apply: (state: SealedState, seat: Seat, action: SealedAction, chance: Chance) => {
          Object.assign(action, { done: true });
          return sealedCards.apply(state, seat, action, chance);
        },
      },
    },
    {
      what: 'fails to set up',
      law: 'setting up works',
      ruleset: {
        ...sealedCards,
        setup: (options: never, seats: number, chance: Chance) =>
          sealedCards.setup(options, seats, { int: () => chance.int(0) }),
      },
    },
    {
      what: 'never ends',
      law: 'random play ends',
      ruleset: afterwards((step) =>
        step.state.phase === 'over' ? { ...step, state: { ...step.state, phase: 'draw', drawer: 0 } } : step,
      ),
    },
    {
      what: 'forgets a seat that is to act',
      law: 'actors have actions, others have none',
      ruleset: { ...sealedCards, actors: (state: SealedState) => sealedCards.actors(state).slice(0, 1) },
    },
    {
      what: 'waits for a seat that can do nothing',
      law: 'actors have actions, others have none',
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) =>
          state.phase === 'draw' && state.deck.length < 5 ? [] : sealedCards.legalActions(state, seat),
      },
    },
    {
      what: 'waits for a seat that there is not',
      law: 'actors have actions, others have none',
      ruleset: { ...sealedCards, actors: (state: SealedState) => [...sealedCards.actors(state), 3] },
    },
    {
      what: 'lists an action that does not work',
      law: 'every listed action applies',
      ruleset: afterwards((step, before, _seat, action) => {
        if (action.type === 'draw' && before.deck.length === action.count) throw new Error('the deck is empty');
        return step;
      }),
    },
    {
      what: 'is refused what it lists',
      law: 'every listed action applies',
      ruleset: sealedCards,
      gate: (ruleset, state, seat, action, chance) =>
        action.type === 'hold'
          ? { ok: false, code: 'illegal-action', refusal: { rule: 'R2', detail: 'Nobody holds.' } }
          : play(ruleset, state, seat, action, chance),
    },
    {
      what: 'lists the same action twice',
      law: 'the list is short, stable and without duplicates',
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) => {
          const actions = sealedCards.legalActions(state, seat);
          return [...actions, ...actions.slice(0, 1)];
        },
      },
    },
    {
      what: 'lists in another order each time',
      law: 'the list is short, stable and without duplicates',
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) => {
          asked++;
          const actions = sealedCards.legalActions(state, seat);
          return asked % 2 === 0 ? actions.reverse() : actions;
        },
      },
    },
    {
      what: 'lists far too much',
      law: 'the list is short, stable and without duplicates',
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) =>
          sealedCards.legalActions(state, seat).flatMap((action) => Array(2500).fill(action)),
      },
    },
    {
      what: 'loses a card',
      law: 'invariants hold',
      ruleset: afterwards((step) => ({ ...step, state: { ...step.state, discards: step.state.discards.slice(1) } })),
    },
    {
      what: 'has an outcome while a seat must act',
      law: 'outcome exactly when no seat must act',
      ruleset: {
        ...sealedCards,
        outcome: (state: SealedState) =>
          sealedCards.outcome({ ...state, phase: state.round > 1 ? 'over' : state.phase }),
      },
    },
    { what: 'ends without an outcome', law: 'outcome exactly when no seat must act', ruleset: ending(() => null) },
    {
      what: 'scores too few seats',
      law: 'outcome exactly when no seat must act',
      ruleset: ending((outcome) => ({ ...outcome, scores: outcome.scores.slice(1) })),
    },
    {
      what: 'lets a stranger win',
      law: 'outcome exactly when no seat must act',
      ruleset: ending((outcome) => ({ ...outcome, winners: [9] })),
    },
    {
      what: 'ends for a reason that is not listed',
      law: 'outcome exactly when no seat must act',
      ruleset: ending((outcome) => ({ ...outcome, reason: 'The deck is empty.' })),
    },
    {
      what: 'says in no sentence why it ended',
      law: 'outcome exactly when no seat must act',
      ruleset: ending((outcome) => ({ ...outcome, text: outcome.reason })),
    },
  ];
}

let asked = 0;

function unlawfulGates(): Broken[] {
  const law = 'nothing not listed is accepted';
  const explaining = (refusal: { rule: string; detail: string; hint?: string }): AnyRuleset => ({
    ...sealedCards,
    explain: () => refusal,
  });
  return [
    {
      what: 'is played through a gate that accepts every action',
      law,
      ruleset: sealedCards,
      gate: (ruleset, state, seat, action, chance) => {
        const answer = play(ruleset, state, seat, action, chance);
        return answer.ok || answer.code !== 'illegal-action'
          ? answer
          : applyLegal(ruleset, state, seat, action, chance);
      },
    },
    {
      what: 'is played through a gate that lets every seat act',
      law,
      ruleset: sealedCards,
      gate: (ruleset, state, seat, action, chance) => {
        const answer = play({ ...ruleset, actors: () => [0, 1, 2] }, state, seat, action, chance);
        return answer;
      },
    },
    {
      what: 'explains by a ruling that is not in the rules',
      law,
      ruleset: explaining({ rule: 'R77', detail: 'No, no.' }),
    },
    { what: 'explains without words', law, ruleset: explaining({ rule: 'R1', detail: '' }) },
    { what: 'explains in half a sentence', law, ruleset: explaining({ rule: 'R1', detail: 'not now' }) },
    { what: 'hints with undefined', law, ruleset: explaining({ rule: 'R1', detail: 'No.', hint: 'Lay undefined.' }) },
    {
      what: 'fails to explain',
      law,
      ruleset: {
        ...sealedCards,
        explain: () => {
          throw new Error('no explanation');
        },
      },
    },
  ];
}

function unlawfulForms(): Broken[] {
  const schema = 'everything fits its schema';
  const words = 'labels and texts are plain words';
  return [
    {
      what: 'sends an event of an unknown type',
      law: schema,
      ruleset: afterwards((step) => ({
        ...step,
        events: [...step.events, { type: 'rained', seat: null, data: {} } as never],
      })),
    },
    {
      what: 'sends an event with one field too many',
      law: schema,
      ruleset: afterwards((step) => ({ ...step, events: step.events.map((event) => ({ ...event, at: 1 })) })),
    },
    {
      what: 'redacts to something that is no event',
      law: schema,
      ruleset: {
        ...sealedCards,
        redact: (event: SealedEvent, viewer: Seat | 'spectator') =>
          event.type === 'cardLaid' && event.seat !== viewer
            ? { ...event, data: {} }
            : sealedCards.redact(event, viewer),
      },
    },
    {
      what: 'shows a field that is not in the schema',
      law: schema,
      ruleset: {
        ...sealedCards,
        view: (state: SealedState, viewer: Seat) => ({ ...sealedCards.view(state, viewer), odd: 1 }),
      },
    },
    {
      what: 'shows what only looks like JSON',
      law: schema,
      ruleset: {
        ...sealedCards,
        view: (state: SealedState, viewer: Seat) => ({
          ...sealedCards.view(state, viewer),
          round: Object(state.round),
        }),
      },
    },
    {
      what: 'lists an action with a field of the wrong type',
      law: schema,
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) =>
          sealedCards
            .legalActions(state, seat)
            .map((action) => (action.type === 'draw' ? { ...action, count: `${action.count}` } : action)),
      },
    },
    {
      what: 'keeps undefined in its state',
      law: 'state survives JSON',
      ruleset: afterwards((step) => ({ ...step, state: { ...step.state, last: undefined } })),
    },
    {
      what: 'keeps a set in its state',
      law: 'state survives JSON',
      ruleset: afterwards((step) => ({ ...step, state: { ...step.state, seen: new Set([1]) } })),
    },
    {
      what: 'tells positions apart by identity',
      law: 'state survives JSON',
      ruleset: {
        ...sealedCards,
        setup: (options: never, seats: number, chance: Chance) => {
          const step = sealedCards.setup(options, seats, chance);
          dealt.add(step.state.discards);
          return step;
        },
        view: (state: SealedState, viewer: Seat) => ({
          ...sealedCards.view(state, viewer),
          points: dealt.has(state.discards) ? state.points : state.points.map((points) => points + 1),
        }),
      },
    },
    {
      what: 'labels an action with undefined',
      law: words,
      ruleset: { ...sealedCards, label: (action: { card?: string }) => `Lay ${action.card}` },
    },
    { what: 'says nothing of an event', law: words, ruleset: { ...sealedCards, narrate: () => '' } },
    { what: 'labels an action with nothing', law: words, ruleset: { ...sealedCards, label: () => '' } },
    {
      what: 'labels two actions alike',
      law: 'labels tell actions apart',
      ruleset: { ...sealedCards, label: ({ type }: { type: string }) => `You ${type} something` },
    },
    {
      what: 'describes an object',
      law: words,
      ruleset: { ...sealedCards, describe: (view: object) => `It is ${view}` },
    },
  ];
}

const dealt = new WeakSet<object>();

function unlawfulChance(): Broken[] {
  return [
    {
      what: 'draws its own chance',
      law: 'same seed, same game',
      ruleset: {
        ...sealedCards,
        setup: (options: never, seats: number, chance: Chance) => {
          const { state, events } = sealedCards.setup(options, seats, chance);
          return { state: { ...state, points: state.points.map(() => asked++) }, events };
        },
        apply: (state: SealedState, seat: Seat, action: SealedAction, chance: Chance) =>
          sealedCards.apply(state, seat, action, chance),
      },
    },
    {
      what: 'returns another step for the same action',
      law: 'replay from draws equals live',
      ruleset: afterwards((step) => ({
        ...step,
        state: { ...step.state, points: step.state.points.map(() => asked++) },
      })),
    },
    {
      what: 'waits for another number than the smallest',
      law: 'smallest and largest draws do not hang',
      ruleset: {
        ...sealedCards,
        setup: (options: never, seats: number, chance: Chance) => {
          while (chance.int(6) === 0);
          return sealedCards.setup(options, seats, chance);
        },
      },
    },
    {
      what: 'waits for another number than the largest',
      law: 'smallest and largest draws do not hang',
      ruleset: {
        ...sealedCards,
        apply: (state: SealedState, seat: Seat, action: SealedAction, chance: Chance) => {
          if (action.type === 'hold') while (chance.int(6) === 5);
          return sealedCards.apply(state, seat, action, chance);
        },
      },
    },
  ];
}

let deckSeen: readonly string[] = [];

function unlawfulPolicies(): Broken[] {
  const law = 'policies choose what is listed, from the view alone';
  const playing = (policy: Policy<SealedAction, SealedView>): AnyRuleset => ({ ...sealedCards, policies: { policy } });
  return [
    {
      what: 'has a policy that chooses what is not listed',
      law,
      ruleset: playing(() => ({ type: 'cheat' }) as unknown as SealedAction),
    },
    {
      what: 'has a policy that remembers what it chose',
      law,
      ruleset: playing((_view, legal) => legal[asked++ % legal.length] as SealedAction),
    },
    {
      what: 'shows something else at a glance',
      law: 'a glance shows what the view shows',
      ruleset: {
        ...sealedCards,
        glance: (state: SealedState, seat: Seat) => ({ ...sealedCards.view(state, seat), round: 0 }),
      },
    },
    {
      what: 'has a policy that chooses something else at a glance',
      law,
      ruleset: {
        ...playing((view, legal) => (Object.keys(view).length === 0 ? legal.at(-1) : legal[0]) as SealedAction),
        glance: (state: SealedState, seat: Seat) => Object.create(sealedCards.view(state, seat)),
      },
    },
    {
      what: 'has a policy that uses hidden facts',
      law,
      ruleset: {
        ...playing((_view, legal) => legal[deckSeen.join().length % legal.length] as SealedAction),
        view: (state: SealedState, viewer: Viewer) => {
          deckSeen = state.deck.slice(0, 1);
          return sealedCards.view(state, viewer);
        },
      },
    },
  ];
}

export const BROKEN_RULESETS: readonly Broken[] = [
  ...unlawfulPlay(),
  ...unlawfulGates(),
  ...unlawfulForms(),
  ...unlawfulChance(),
  ...unlawfulPolicies(),
];
