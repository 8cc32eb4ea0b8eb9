import type { Ruleset } from '../kernel/ruleset.ts';
import { ACTION_SCHEMAS, type Action, RULINGS } from './actions.ts';
import { apply, setup } from './apply.ts';
import { LevelSchema } from './chain.ts';
import { RollSchema } from './dice.ts';
import { EVENT_SCHEMAS, type Event, redact } from './events.ts';
import { explain } from './explain.ts';
import { IN_SHORT } from './in-short.ts';
import { invariants } from './invariants.ts';
import { actors, legalActions } from './legality.ts';
import { odds } from './odds.ts';
import { checkOptions, isUnbounded, type Options, OptionsSchema } from './options.ts';
import { ENDINGS, outcomeOf, prospectsOf } from './outcome.ts';
import { plain } from './policies/plain.ts';
import { skilled } from './policies/skilled.ts';
import { redeal } from './redeal.ts';
import type { State } from './state.ts';
import { TUTORIAL } from './tutorial.ts';
import { PendingSchema, type View, ViewSchema, view } from './view.ts';
import { describe, GLOSSARY, label, narrate } from './wording.ts';

const pascalsRuin: Ruleset<Options, State, Action, Event, View> = {
  id: 'pascals-ruin',
  name: "Pascal's Ruin",
  summary:
    'Push your luck with five dice against the cards: roll above each, take the points in time, or lose them to a rival.',
  inShort: IN_SHORT,
  tutorial: TUTORIAL,
  credits: {
    author: null,
    document: "Pascal's Ruin",
    added: 'Numbered rulings where the document leaves a case open.',
  },
  rulesVersion: 1,
  seats: { min: 2, max: 3 },
  solo: false,
  hiddenInformation: true,
  scoring: () => 'highest',
  endings: ENDINGS,
  schemas: {
    options: OptionsSchema,
    actions: ACTION_SCHEMAS,
    events: EVENT_SCHEMAS,
    view: ViewSchema,
    parts: [RollSchema, LevelSchema, PendingSchema],
  },
  glossary: GLOSSARY,
  rulings: RULINGS,
  checkOptions,
  isUnbounded,
  setup,
  actors,
  legalActions,
  apply,
  view,
  redact,
  label,
  odds,
  narrate,
  describe,
  explain,
  outcome: (state) => (state.phase === 'over' ? outcomeOf(state) : null),
  prospects: prospectsOf,
  redeal,
  policies: { plain, skilled },
  invariants,
};

export default pascalsRuin;
