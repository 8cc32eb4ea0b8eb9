import type { Ruleset } from '../kernel/ruleset.ts';
import { ACTION_SCHEMAS, type Action, RULINGS } from './actions.ts';
import { apply, setup } from './apply.ts';
import { CardSchema, PRINTED } from './cards.ts';
import { EVENT_SCHEMAS, type Event, redact } from './events.ts';
import { explain } from './explain.ts';
import { IN_SHORT } from './in-short.ts';
import { invariants } from './invariants.ts';
import { actors, legalActions } from './legality.ts';
import { type Options, OptionsSchema, scoringOf } from './options.ts';
import { ENDINGS, outcomeOf, prospectsOf } from './outcome.ts';
import { plain } from './policies/plain.ts';
import { redeal } from './redeal.ts';
import type { State } from './state.ts';
import { TUTORIAL } from './tutorial.ts';
import { LastBattleSchema, ShownCardSchema, type View, ViewSchema, view } from './view.ts';
import { cardInFull, describe, GLOSSARY, label, narrate } from './wording.ts';

const championsOfChance: Ruleset<Options, State, Action, Event, View> = {
  id: 'champions-of-chance',
  name: 'Champions of Chance',
  summary:
    'Make a die of your cards and duel with it: pick its faces, roll against a rival, and be the first without cards.',
  inShort: IN_SHORT,
  tutorial: TUTORIAL,
  credits: {
    author: null,
    document: 'Champions of Chance (Rules)',
    added:
      'Numbered rulings where the document leaves a case open, and the deck: the document prints no card ' +
      'list, so the deck follows the kinds, shares and ranges of the publisher’s card generator and was ' +
      'fixed for this project.',
  },
  rulesVersion: 1,
  seats: { min: 2, max: 5 },
  solo: false,
  hiddenInformation: true,
  scoring: scoringOf,
  endings: ENDINGS,
  schemas: {
    options: OptionsSchema,
    actions: ACTION_SCHEMAS,
    events: EVENT_SCHEMAS,
    view: ViewSchema,
    parts: [CardSchema, ShownCardSchema, LastBattleSchema],
  },
  cards: PRINTED.map((card) => ({ ...card, text: cardInFull(card, true) })),
  glossary: GLOSSARY,
  rulings: RULINGS,
  checkOptions: () => null,
  setup,
  actors,
  legalActions,
  apply,
  // making a die is one decision with one deadline, even if the seat changes its cards several times
  leavesOpen: ({ type }, { phase }) => phase === 'die' && (type === 'chooseDie' || type === 'unchooseDie'),
  view,
  redact,
  label,
  narrate,
  describe,
  explain,
  outcome: (state) => (state.phase === 'over' ? outcomeOf(state) : null),
  prospects: prospectsOf,
  redeal,
  policies: { plain },
  invariants,
};

export default championsOfChance;
