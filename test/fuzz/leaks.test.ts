import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import type { ActionShape, AnyRuleset, EventShape, Viewer } from '#rules/kernel/ruleset.ts';
import { SEALED_CARDS_RULES, type SealedEvent, sealedCards } from '../kernel/sealed-cards.ts';
import { walkForLeaks } from './leak-walk.ts';

const catalogue = await loadCatalogue(false);

test('no position of random games shows hidden facts (`npm run check -- leaks` is the long form)', () => {
  const looked = walkForLeaks(catalogue, { seed: 'short', positions: 120, ms: 2_000 });
  for (const { ruleset, seats, positions } of looked) expect(positions, `${ruleset}, ${seats}`).toBeGreaterThan(0);
});

describe('the search finds', () => {
  const entry = catalogue.get('champions-of-chance');
  if (entry === undefined) throw new Error('there is no ruleset champions-of-chance');
  const { ruleset } = entry;
  let next = '';
  const peeking: Partial<AnyRuleset> = {
    view: (state: State, viewer) => {
      next = state.drawPile.at(-1) ?? '';
      return ruleset.view(state, viewer);
    },
  };

  const LEAKS: [what: string, complaint: string, leak: Partial<AnyRuleset>][] = [
    [
      'a view that shows a hidden card',
      'view of',
      { view: (state: State, viewer) => ({ ...ruleset.view(state, viewer), next: state.drawPile.at(-1) }) },
    ],
    [
      'legal actions in an order that depends on a hidden card',
      'legal actions of',
      {
        legalActions: (state: State, seat) => {
          const actions = ruleset.legalActions(state, seat);
          return (state.drawPile.at(-1) ?? '') < '3' ? actions : actions.reverse();
        },
      },
    ],
    [
      'a label that names a hidden card',
      'labels of',
      { ...peeking, label: (action: ActionShape, view) => `${ruleset.label(action, view)} before ${next}` },
    ],
    [
      'a text that names a hidden card',
      'text of',
      { ...peeking, describe: (view) => `${ruleset.describe(view)} Next comes ${next}.` },
    ],
    [
      'an event that shows everyone which card was drawn',
      'events tell nothing hidden',
      {
        redact: (event: EventShape, viewer: Viewer) =>
          event.type === 'cardDrawn' ? event : ruleset.redact(event, viewer),
      },
    ],
    [
      'an event that shows everyone a secret choice',
      'secret choices stay secret',
      {
        redact: (event: EventShape, viewer: Viewer) =>
          event.type === 'dieCardChosen' ? event : ruleset.redact(event, viewer),
      },
    ],
  ];

  test.each(LEAKS)('%s', (_, complaint, leak) => {
    const leaking = new Map([[ruleset.id, { ...entry, ruleset: { ...ruleset, ...leak } }]]);
    const look = () => walkForLeaks(leaking, { seed: 'planted', positions: 2_000 });
    expect(look).toThrow(complaint);
  });

  test('an event that shows the numbers of hidden dice to all', () => {
    const telling: AnyRuleset = {
      ...sealedCards,
      redact: (event: SealedEvent, viewer: Viewer) =>
        event.type === 'cupShaken' ? event : sealedCards.redact(event, viewer),
    };
    const leaking = new Map([[telling.id, { ...entry, ruleset: telling, rules: SEALED_CARDS_RULES }]]);
    const complaint = /news fits worlds as well as the truth: .* is told \/cupShaken of seat \d\/cup\//;
    expect(() => walkForLeaks(leaking, { seed: 'planted', positions: 2_000 })).toThrow(complaint);
  });
});
