import type { Ruleset } from '../kernel/ruleset.ts';
import { ACTION_SCHEMAS, type Action, RULINGS } from './actions.ts';
import { apply, setup } from './apply.ts';
import { CardSchema, checkOptions, PRINTED } from './cards.ts';
import { EVENT_SCHEMAS, type Event, redact } from './events.ts';
import { explain } from './explain.ts';
import { IN_SHORT } from './in-short.ts';
import { invariants } from './invariants.ts';
import { actors, legalActions } from './legality.ts';
import { odds } from './odds.ts';
import { type Options, OptionsSchema } from './options.ts';
import { plain } from './policies/plain.ts';
import { PowerSchema } from './power.ts';
import { redeal } from './redeal.ts';
import type { State } from './state.ts';
import { ENDINGS, outcomeOf } from './turn.ts';
import { TUTORIAL } from './tutorial.ts';
import {
  AskingSchema,
  AttackSchema,
  ExposedSchema,
  ShieldSchema,
  StudySchema,
  type View,
  ViewSchema,
  view,
} from './view.ts';
import { cardInFull, describe, GLOSSARY, label, narrate } from './wording.ts';

const follyAndFortune: Ruleset<Options, State, Action, Event, View> = {
  id: 'folly-and-fortune',
  name: 'Folly & Fortune',
  summary:
    'Roll your hand of cards like a die, and stop in time: your row gives rerolls; strike others, and keep the most health.',
  inShort: IN_SHORT,
  tutorial: TUTORIAL,
  credits: {
    author: null,
    document: 'The rules page of Folly & Fortune',
    added:
      'Numbered rulings where the document leaves a case open, and the deck: the document prints no card ' +
      'list, so the deck follows the kinds, shares and ranges of the publisher’s card generator and was ' +
      'fixed for this project.',
  },
  rulesVersion: 1,
  seats: { min: 2, max: 5 },
  solo: false,
  hiddenInformation: true,
  scoring: () => 'highest',
  endings: ENDINGS,
  schemas: {
    options: OptionsSchema,
    actions: ACTION_SCHEMAS,
    events: EVENT_SCHEMAS,
    view: ViewSchema,
    parts: [PowerSchema, CardSchema, ShieldSchema, ExposedSchema, AttackSchema, AskingSchema, StudySchema],
  },
  cards: PRINTED.map((card) => ({ ...card, text: cardInFull(card) })),
  glossary: GLOSSARY,
  rulings: RULINGS,
  checkOptions,
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
  redeal,
  policies: { plain },
  invariants,
};

export default follyAndFortune;
