import type { Ruleset } from '../kernel/ruleset.ts';
import { ACTION_SCHEMAS, type Action, RULINGS } from './actions.ts';
import { apply, concededScores, ENDINGS, outcomeOf, setup } from './apply.ts';
import { EVENT_SCHEMAS, type Event } from './events.ts';
import { explain } from './explain.ts';
import { IN_SHORT } from './in-short.ts';
import { invariants } from './invariants.ts';
import { actors, legalActions } from './legality.ts';
import { odds } from './odds.ts';
import { isUnbounded, type Options, OptionsSchema } from './options.ts';
import { planner, skilled } from './planner.ts';
import { plain } from './policies/plain.ts';
import { ScoreSchema } from './scoring.ts';
import type { State } from './state.ts';
import { TUTORIAL } from './tutorial.ts';
import { EntrySchema, FieldSchema, glance, type View, ViewSchema, view } from './view.ts';
import { describe, GLOSSARY, label, narrate } from './wording.ts';

const pascal: Ruleset<Options, State, Action, Event, View> = {
  id: 'pascal',
  name: 'Pascal',
  summary:
    'Fill a triangle of sums with the rolls of six dice: write what fits, and let it cost as few points as you can.',
  inShort: IN_SHORT,
  tutorial: TUTORIAL,
  credits: {
    author: null,
    document: 'Rules of Pascal',
    added: 'Numbered rulings where the document leaves a case open, and when a game is won or lost.',
  },
  rulesVersion: 1,
  seats: { min: 1, max: 1 },
  solo: true,
  hiddenInformation: false,
  scoring: () => 'lowest',
  endings: ENDINGS,
  schemas: {
    options: OptionsSchema,
    actions: ACTION_SCHEMAS,
    events: EVENT_SCHEMAS,
    view: ViewSchema,
    parts: [ScoreSchema, FieldSchema, EntrySchema],
  },
  glossary: GLOSSARY,
  rulings: RULINGS,
  checkOptions: () => null,
  isUnbounded,
  setup,
  actors,
  legalActions,
  apply,
  // until the dice are rolled again, filling and erasing fields are one decision with one deadline
  leavesOpen: ({ type }) => type === 'write' || type === 'erase',
  view,
  glance,
  redact: (event) => event,
  label,
  odds,
  narrate,
  describe,
  explain,
  outcome: outcomeOf,
  conceded: concededScores,
  redeal: (state) => state,
  policies: { plain, planner, skilled },
  invariants,
};

export default pascal;
