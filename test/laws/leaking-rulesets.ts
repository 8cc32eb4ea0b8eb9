import type { Chance } from '#rules/kernel/chance.ts';
import type { AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { type SealedEvent, type SealedState, sealedCards } from '../kernel/sealed-cards.ts';
import { afterwards, type Broken } from './broken.ts';
import { HINTING_RULESETS } from './hinting-rulesets.ts';

const LEAK = 'leak law: redealing changes nothing that the viewer is told';
const NEWS = 'leak law: news is public or shown in the view';
const SECRET = 'leak law: secret choices stay secret until all are in';

let asked = 0;

function leaksInPositions(): Broken[] {
  const seeing = (change: (view: ReturnType<typeof sealedCards.view>, state: SealedState, viewer: Seat) => object) => ({
    ...sealedCards,
    view: (state: SealedState, viewer: Seat) => change(sealedCards.view(state, viewer), state, viewer),
  });
  return [
    {
      what: 'shows the hand of the next seat',
      law: LEAK,
      ruleset: seeing((view, state, viewer) => ({
        ...view,
        hand: state.hands[(viewer + 1) % state.hands.length] ?? [],
      })),
    },
    {
      what: 'shows spectators the top of the deck',
      law: LEAK,
      ruleset: seeing((view, state, viewer) => ({
        ...view,
        hand: (viewer as unknown) === 'spectator' ? state.deck.slice(0, 1) : view.hand,
      })),
    },
    {
      what: 'hints at the deck by the length of a list',
      law: LEAK,
      ruleset: seeing((view, state) => ({
        ...view,
        discards: Number(state.deck[0]?.slice(1)) < 5 ? [...view.discards, 'N0'] : view.discards,
      })),
    },
    {
      what: 'lists drawing only when the deck is good',
      law: LEAK,
      ruleset: {
        ...sealedCards,
        legalActions: (state: SealedState, seat: Seat) =>
          sealedCards
            .legalActions(state, seat)
            .filter((action) => action.type !== 'draw' || Number(state.deck[0]?.slice(1)) > 3),
      },
    },
    {
      what: 'lets hidden cards decide which seats must act',
      law: LEAK,
      ruleset: {
        ...sealedCards,
        actors: (state: SealedState) => {
          const highest = (seat: Seat) => Math.max(...(state.hands[seat] ?? []).map((card) => Number(card.slice(1))));
          return sealedCards.actors(state).sort((a, b) => highest(b) - highest(a));
        },
      },
    },
    {
      what: 'shows cards that others have laid',
      law: LEAK,
      ruleset: seeing((view, state, viewer) => ({
        ...view,
        laid: view.laid ?? state.laid.find((card, seat) => card && seat !== viewer) ?? null,
      })),
    },
    {
      what: 'redeals the wrong number of cards',
      law: LEAK,
      ruleset: {
        ...sealedCards,
        redeal: (state: SealedState, viewer: Seat, chance: Chance) => {
          const redealt = sealedCards.redeal(state, viewer, chance);
          return { ...redealt, hands: redealt.hands.map((hand, seat) => (seat === viewer ? hand : hand.slice(1))) };
        },
      },
    },
    {
      what: 'redeals by a chance of its own',
      law: LEAK,
      ruleset: {
        ...sealedCards,
        redeal: (state: SealedState, viewer: Seat) =>
          sealedCards.redeal(state, viewer, { int: (below) => asked++ % below }),
      },
    },
    {
      what: 'redeals a card twice',
      law: 'redealt positions are sound',
      ruleset: {
        ...sealedCards,
        redeal: (state: SealedState, viewer: Seat, chance: Chance) => {
          const redealt = sealedCards.redeal(state, viewer, chance);
          return { ...redealt, deck: redealt.deck.map(() => 'N1') };
        },
      },
    },
    {
      what: 'redeals nothing',
      law: 'hidden facts vary',
      ruleset: { ...sealedCards, redeal: (state: SealedState) => state },
    },
    {
      what: 'redeals the deck and leaves the hands',
      law: 'hidden facts vary',
      ruleset: {
        ...sealedCards,
        redeal: (state: SealedState, _viewer: Seat, chance: Chance) => ({
          ...state,
          deck: shuffle(chance, state.deck),
        }),
      },
    },
    {
      what: 'redeals all but the cards that were laid',
      law: 'hidden facts vary',
      ruleset: {
        ...sealedCards,
        redeal: (state: SealedState, viewer: Seat, chance: Chance) => ({
          ...sealedCards.redeal({ ...state, laid: [] }, viewer, chance),
          laid: state.laid,
        }),
      },
    },
    {
      what: 'says that nothing is hidden',
      law: 'hidden information is declared',
      ruleset: { ...sealedCards, hiddenInformation: false },
    },
  ];
}

function leaksInEvents(): Broken[] {
  const telling = (
    type: SealedEvent['type'],
    tells: (event: SealedEvent, viewer: Seat) => SealedEvent | null,
  ): AnyRuleset => ({
    ...sealedCards,
    redact: (event: SealedEvent, viewer: Seat) =>
      event.type === type ? tells(event, viewer) : sealedCards.redact(event, viewer),
  });
  const neighbour = (event: SealedEvent) => ((event.seat ?? 0) + 1) % 3;
  const sumOf = (cards: readonly string[]) => cards.reduce((sum, card) => sum + Number(card.slice(1)), 0);
  return [
    {
      what: 'shows everyone which card was laid',
      law: SECRET,
      ruleset: telling('cardLaid', (event) => event),
    },
    {
      what: 'lets the first choice decide for all',
      law: SECRET,
      ruleset: afterwards((step, _before, _seat, action) =>
        action.type === 'lay' && ['N1', 'N2', 'N3', 'N4'].includes(action.card) && step.state.phase === 'lay'
          ? { ...step, state: { ...step.state, phase: 'over' } }
          : step,
      ),
    },
    {
      what: 'lets a seat choose again that laid a low card',
      law: SECRET,
      ruleset: {
        ...afterwards((step, _before, seat, action) =>
          action.type === 'lay' && ['N1', 'N2', 'N3', 'N4'].includes(action.card) && step.state.phase === 'lay'
            ? { ...step, state: { ...step.state, laid: step.state.laid.with(seat, null) } }
            : step,
        ),
        view: (state, viewer) => ({ ...sealedCards.view(state, viewer), waitingFor: [] }),
        describe: () => 'Who is asked is not told here.',
      },
    },
    {
      what: 'shows everyone which cards were drawn',
      law: 'leak law: events tell nothing hidden',
      ruleset: telling('cardsDrawn', (event) => event),
    },
    {
      what: 'tells a neighbour the sum of the cards drawn',
      law: NEWS,
      ruleset: telling('cardsDrawn', (event, viewer) => {
        const redacted = sealedCards.redact(event, viewer);
        if (event.type !== 'cardsDrawn' || viewer !== neighbour(event)) return redacted;
        return { ...event, data: { count: sumOf(event.data.cards), cards: [] } };
      }),
    },
    {
      what: 'tells the chooser what the others chose',
      law: NEWS,
      ruleset: {
        ...afterwards((step, before) => ({
          ...step,
          events: step.events.map((event) =>
            event.type === 'cardLaid'
              ? { ...event, data: { card: before.laid.find((card) => card !== null) ?? event.data.card } }
              : event,
          ),
        })),
        seats: { min: 3, max: 3 },
      },
    },
  ];
}

export const LEAKING_RULESETS: readonly Broken[] = [...leaksInPositions(), ...leaksInEvents(), ...HINTING_RULESETS];
