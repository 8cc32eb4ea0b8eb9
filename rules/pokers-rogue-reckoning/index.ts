import type { Ruleset } from '../kernel/ruleset.ts';
import { ACTION_SCHEMAS, type Action, RULINGS } from './actions.ts';
import { apply, concededScores, outcomeOf, setup } from './apply.ts';
import { EVENT_SCHEMAS, type Event } from './events.ts';
import { explain } from './explain.ts';
import { HandSchema } from './hands.ts';
import { IN_SHORT } from './in-short.ts';
import { invariants } from './invariants.ts';
import { actors, legalActions } from './legality.ts';
import { narrate } from './narration.ts';
import { odds } from './odds.ts';
import { checkOptions, type Options, OptionsSchema, PRESETS } from './options.ts';
import { plain } from './policies/plain.ts';
import { skilled } from './policies/skilled.ts';
import { redeal } from './redeal.ts';
import { ENDINGS, type State } from './state.ts';
import { TUTORIAL } from './tutorial.ts';
import { CombatSchema, PendingSchema, PrintSchema, RoomSchema, type View, ViewSchema, view } from './view.ts';
import { describe, GLOSSARY, label } from './wording.ts';

const pokersRogueReckoning: Ruleset<Options, State, Action, Event, View> = {
  id: 'pokers-rogue-reckoning',
  name: "Poker's Rogue Reckoning",
  summary:
    'Explore a dungeon of cards and fight with dice: gather potions and swords, bear the curses, and beat twelve enemies.',
  inShort: IN_SHORT,
  tutorial: TUTORIAL,
  credits: {
    author: 'Damian Reloaded, 2025',
    document: "Poker's Rogue Reckoning - Rulebook",
    added: 'Numbered rulings where the document leaves a case open, and the three ready-made sets of options.',
  },
  rulesVersion: 1,
  seats: { min: 1, max: 1 },
  solo: true,
  hiddenInformation: false,
  scoring: () => 'highest',
  endings: ENDINGS,
  schemas: {
    options: OptionsSchema,
    actions: ACTION_SCHEMAS,
    events: EVENT_SCHEMAS,
    view: ViewSchema,
    parts: [HandSchema, RoomSchema, CombatSchema, PendingSchema, PrintSchema],
  },
  presets: PRESETS,
  glossary: GLOSSARY,
  rulings: RULINGS,
  checkOptions,
  setup,
  actors,
  legalActions,
  apply,
  view,
  redact: (event) => event,
  label,
  odds,
  narrate,
  describe,
  explain,
  outcome: outcomeOf,
  conceded: concededScores,
  redeal,
  policies: { plain, skilled },
  invariants,
};

export default pokersRogueReckoning;
